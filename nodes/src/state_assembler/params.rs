//! Parameters of the state assembler.

use std::time::Duration;

use anyhow::{Context, Result};
use cube::ColorScheme;
use cube_state::Settings;
use vision::CubeColors;

crate::parameters! {
    /// When a face counts as seen.
    pub struct StateAssemblerParams {
        /// This many pictures in a row must show the same nine stickers before a face counts as seen, unless one is sure.
        votes: i64 = 3, range (1..=50);
        /// A picture counts alone where the detector is surer than this of each of the nine stickers, 0 to 1; 1 for never.
        sure: f64 = 0.9, range (0.0..=1.0);
        /// Seconds that the cube must have rested before a picture of it counts: pictures may still be on their way through the camera.
        settle: f64 = 0.05, range (0.0..=10.0);
        /// Faces that the detector is less sure of than this, 0 to 1, do not count.
        min_face_confidence: f64 = 0.2, range (0.0..=1.0);
        /// What the cube's own colours look like: a file of cuberig calibrate colors, which cube/learn_colors writes. Empty: any cube.
        colors_file: String = String::new(), fixed (true);
        /// The cube's colour scheme: western, japanese, or the colour letters of the faces U R F D L B, such as WRGYOB. What is
        /// read of another cube is refused, and cubes that are set in letters of faces have these colours. Empty: any scheme is read.
        scheme: String = String::new(), fixed (true);
    }
}

impl StateAssemblerParams {
    /// The same in the terms of the crate `cube_state`.
    pub fn settings(&self) -> Settings {
        Settings {
            // A wrong scheme ends the node when it starts.
            scheme: self.scheme().unwrap_or_default(),
            votes: u32::try_from(self.votes).unwrap_or(1),
            sure: self.sure as f32,
            settle: Duration::from_secs_f64(self.settle),
            min_face_confidence: self.min_face_confidence as f32,
            ..Settings::default()
        }
    }

    /// The colour scheme, where one is named.
    ///
    /// # Errors
    /// A name or letters of none.
    pub fn scheme(&self) -> Result<Option<ColorScheme>> {
        if self.scheme.is_empty() {
            return Ok(None);
        }
        let scheme = self.scheme.parse();
        scheme.map(Some).context("parameter 'scheme'")
    }

    /// The learned colours, where a file of them is named and there.
    ///
    /// # Errors
    /// A file that cannot be read, or holds no colours.
    pub fn colors(&self) -> Result<Option<CubeColors>> {
        if self.colors_file.is_empty() {
            return Ok(None);
        }
        let context = || format!("parameter 'colors_file' is '{}'", self.colors_file);
        match cube::outside::read_text(&self.colors_file, "a file of colours", 1 << 20) {
            Ok(text) => CubeColors::from_toml(&text).map(Some).with_context(context),
            // cube/learn_colors will write it.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(colors_file: &str, scheme: &str) -> StateAssemblerParams {
        StateAssemblerParams {
            colors_file: colors_file.into(),
            scheme: scheme.into(),
            ..StateAssemblerParams::default()
        }
    }

    #[test]
    fn a_file_of_colours_is_read_awaited_or_named_in_the_error() {
        let folder = testkit::Folder::new("colors");
        let place = |name: &str| folder.0.join(name).display().to_string();
        let paint = cube::Color::ALL.map(|color| (color, vision::paint(color).map(f32::from)));
        let colors = CubeColors::learn(paint).expect("all six");
        std::fs::write(place("good.toml"), colors.to_toml()).expect("written");
        std::fs::write(place("bad.toml"), "white = 7").expect("written");
        assert_eq!(with("", "").colors().expect("none is named"), None);
        assert_eq!(with(&place("good.toml"), "").colors().expect("as written"), Some(colors));
        assert_eq!(with(&place("later.toml"), "").colors().expect("it may come"), None);
        for bad in [&place("bad.toml"), &place("."), "/dev/zero"] {
            let error = with(bad, "").colors().expect_err(bad);
            let text = format!("{error:#}");
            assert!(text.contains(bad), "{text}");
        }
    }

    #[test]
    fn without_parameters_settings_are_the_usual_ones() {
        assert_eq!(StateAssemblerParams::default().settings(), Settings::default());
    }

    #[test]
    fn a_scheme_is_read_or_named_in_the_error() {
        assert_eq!(with("", "").scheme().expect("any"), None);
        let japanese = with("", "WRGBOY").scheme().expect("six letters");
        assert_eq!(japanese, Some(ColorScheme::JAPANESE));
        let error = with("", "martian").scheme().expect_err("no such scheme");
        let text = format!("{error:#}");
        assert!(text.contains("'martian'") && text.contains("'scheme'"), "{text}");
    }
}
