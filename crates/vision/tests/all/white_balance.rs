//! White balance by gray world: gains and pictures against means that are known beforehand.

use vision::{Image, WhiteBalance};

#[test]
fn white_balance_takes_the_mean_of_a_picture_for_grey() {
    // Two colours: the mean of each channel is known.
    let mut image = Image::filled(2, 1, [40, 100, 200]).expect("a size in range");
    image.bytes_mut()[..3].copy_from_slice(&[80, 100, 100]);
    let gains = |balance: WhiteBalance| balance.gains(&image);
    let close = |got: [f32; 3], wanted: [f64; 3]| {
        let apart = |(got, wanted): (f32, f64)| (f64::from(got) - wanted).abs() < 1e-4;
        assert!(got.into_iter().zip(wanted).all(apart), "{got:?}, not {wanted:?}");
    };
    assert_eq!(gains(WhiteBalance::Off), [1.0; 3]);
    // Red has the mean 150, green 100 and blue 60.
    let plain = WhiteBalance::named("gray", 6.0).expect("a name");
    close(gains(plain), [310.0 / 450.0, 310.0 / 300.0, 310.0 / 180.0]);
    let greatest = WhiteBalance::ToMax { p_norm: 1.0 };
    close(gains(greatest), [1.0, 1.5, 2.5]);
    // The 2-norm means: sqrt((200^2 + 100^2) / 2) and so on.
    let two = WhiteBalance::named("max", 2.0).expect("a name");
    let [red, green, blue] = [25_000_f64, 10_000.0, 4000.0].map(f64::sqrt);
    close(gains(two), [1.0, red / green, red / blue]);
    assert!(WhiteBalance::named("magic", 6.0).is_err());
    assert!(WhiteBalance::named("p", 0.5).is_err());
    assert!(WhiteBalance::named("p", f64::NAN).is_err());
}

#[test]
fn a_balanced_picture_has_a_grey_mean_and_no_value_beyond_255() {
    let mut image = Image::filled(2, 1, [40, 100, 200]).expect("a size in range");
    image.bytes_mut()[..3].copy_from_slice(&[80, 100, 100]);
    let before = image.clone();
    WhiteBalance::Off.apply(&mut image);
    assert_eq!(image, before);
    // Blue by 310 / 180, green by 310 / 300, red by 310 / 450: each channel's mean becomes 103.3.
    WhiteBalance::named("gray", 1.0).expect("a name").apply(&mut image);
    assert_eq!(image.bytes(), [138, 103, 69, 69, 103, 138]);
    let mut bright = Image::filled(2, 1, [10, 10, 250]).expect("a size in range");
    bright.bytes_mut()[..3].copy_from_slice(&[200, 10, 250]);
    WhiteBalance::ToMax { p_norm: 1.0 }.apply(&mut bright);
    // Blue has the mean 105, green 10, red 250.
    assert_eq!(bright.bytes(), [255, 250, 250, 24, 250, 250]);
}
