//! A face cut out of its picture is straight, whatever the perspective.

use vision::{Image, Quad, straightened};
/// A grey picture whose nine stickers have one grey each, on a face that leans back.
fn leaning() -> (Image, [Quad; 9]) {
    let corner = |column: f32, row: f32| {
        let w = 1.0 + 0.1 * row;
        [(60.0 + 50.0 * column) / w, (40.0 + 45.0 * row) / w]
    };
    let quads: [Quad; 9] = std::array::from_fn(|place| {
        let (x, y) = ((place % 3) as f32, (place / 3) as f32);
        Quad([corner(x, y), corner(x + 0.9, y), corner(x + 0.9, y + 0.9), corner(x, y + 0.9)])
    });
    let mut image = Image::filled(320, 240, [10; 3]).expect("a small picture");
    for (place, quad) in quads.iter().enumerate() {
        let [[left, top], _, [right, bottom], _] = quad.0;
        for (y, row) in image.bytes_mut().chunks_exact_mut(3 * 320).enumerate() {
            for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
                if (left..right).contains(&(x as f32)) && (top..bottom).contains(&(y as f32)) {
                    pixel.fill(40 + 20 * place as u8);
                }
            }
        }
    }
    (image, quads)
}

#[test]
fn each_sticker_is_at_its_place_whatever_the_perspective() {
    let (image, quads) = leaning();
    let jpeg = straightened(&image, &quads).expect("a face");
    let straight = Image::from_encoded(&jpeg).expect("a JPEG");
    assert_eq!((straight.width(), straight.height()), (240, 240));
    let grey = |x: f32, y: f32| straight.rgb_at(x, y)[1];
    for place in 0..9 {
        let at = |step: usize| 30.0 + 60.0 * (step as f32 + 0.5);
        let found = grey(at(place % 3), at(place / 3));
        assert!((found - (40.0 + 20.0 * place as f32)).abs() < 8.0, "{place}: {found}");
    }
    assert!(grey(8.0, 8.0) < 25.0, "the margin shows what is around the face");
}

#[test]
fn stickers_on_one_spot_are_no_face() {
    let (image, quads) = leaning();
    assert!(straightened(&image, &[quads[0]; 9]).is_none());
}
