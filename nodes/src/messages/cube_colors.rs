//! `CubeColors`: what the colours of one's own cube look like.

use cube::Color;
use r2r::cuberig_msgs::msg::CubeColors as CubeColorsMsg;
use r2r::std_msgs::msg::Header;
use vision::CubeColors;

/// The warning of `cube/learn_colors` that nothing was written.
pub const NOT_KEPT: &str = "the colours are in use until this node ends; name a colors_file to keep them";

/// Learned colours for everyone.
pub fn message(colors: &CubeColors, header: Header) -> CubeColorsMsg {
    let rgb = |color| colors.rgb(color).to_vec();
    CubeColorsMsg {
        header,
        white: rgb(Color::White),
        yellow: rgb(Color::Yellow),
        red: rgb(Color::Red),
        orange: rgb(Color::Orange),
        green: rgb(Color::Green),
        blue: rgb(Color::Blue),
    }
}

/// The learned colours in a message.
///
/// # Errors
/// Values that no colour has, by the colour's name.
pub fn read(message: &CubeColorsMsg) -> Result<CubeColors, vision::Error> {
    let published = [
        (Color::White, &message.white),
        (Color::Yellow, &message.yellow),
        (Color::Red, &message.red),
        (Color::Orange, &message.orange),
        (Color::Green, &message.green),
        (Color::Blue, &message.blue),
    ];
    let rgb = |rgb: &Vec<f32>| <[f32; 3]>::try_from(rgb.as_slice()).unwrap_or([f32::NAN; 3]);
    CubeColors::learn(published.map(|(color, value)| (color, rgb(value))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_published_is_read_and_a_broken_colour_is_named() {
        let paint = Color::ALL.map(|color| (color, vision::paint(color).map(f32::from)));
        let colors = CubeColors::learn(paint).expect("all six");
        let mut published = message(&colors, Header::default());
        assert_eq!(read(&published).expect("as it was published"), colors);
        published.orange.pop();
        let error = read(&published).expect_err("two numbers are no colour");
        assert!(error.to_string().contains("orange"), "{error}");
    }
}
