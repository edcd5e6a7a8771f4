//! Colours without a picture: names and chances of nine measured stickers.

use cube::Color;
use vision::{chances, classify, paint};

#[test]
fn the_weights_are_whole_and_name_painted_stickers_in_any_exposure() {
    let colors = [0, 1, 2, 3, 4, 5, 2, 3, 1].map(|index| Color::ALL[index]);
    for gain in [0.5, 0.8, 1.0] {
        let rgb = colors.map(|color| paint(color).map(|channel| gain * f32::from(channel)));
        assert_eq!(classify(&rgb).map(|(color, _)| color), colors, "gain {gain}");
    }
}

#[test]
fn chances_are_chances_for_any_measurement() {
    for value in [0.0, 17.0, 255.0, 1e9, -5.0, f32::NAN] {
        for row in chances(&[[value; 3]; 9]) {
            let sum: f32 = row.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "{value}: {row:?}");
        }
    }
}
