//! A calibration file as ROS's camera_calibration writes it.

use std::path::{Path, PathBuf};

use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::{Yaml, YamlLoader};

/// How many lists and tables of a file may lie inside each other; camera_calibration needs three.
const DEEPEST: usize = 20;

/// Intrinsics of a camera at one picture size.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Name of the model of distortion, such as plumb_bob.
    pub distortion_model: String,
    /// Its coefficients.
    pub d: Vec<f64>,
    /// Camera matrix, 3 x 3 row by row, pixels.
    pub k: [f64; 9],
    /// Rectification, 3 x 3.
    pub r: [f64; 9],
    /// Projection, 3 x 4, pixels.
    pub p: [f64; 12],
}

/// Why a calibration is not used.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    /// The file cannot be read.
    #[error("cannot read the calibration {path}: {source}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is no calibration.
    #[error("{path} is not a calibration: {reason}", path = path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The calibration was made with pictures of another shape.
    #[error(
        "the calibration is for pictures of {width} x {height} pixels, which have another shape than {found_width} x {found_height}"
    )]
    Shape {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// Pixels of the pictures.
        found_width: usize,
        /// Pixels of the pictures.
        found_height: usize,
    },
}

impl Calibration {
    /// Reads a file.
    ///
    /// # Errors
    /// [`CalibrationError::File`] when it cannot be read, [`CalibrationError::Content`] when it is no calibration.
    pub fn load(path: &Path) -> Result<Self, CalibrationError> {
        let text = cube::outside::read_text(path, "a calibration", 1 << 20)
            .map_err(|source| CalibrationError::File { path: path.to_owned(), source })?;
        Self::parse(&text).map_err(|reason| CalibrationError::Content { path: path.to_owned(), reason })
    }

    /// Reads the text of such a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        check_nesting(text)?;
        let documents = YamlLoader::load_from_str(text).map_err(|error| error.to_string())?;
        let all = documents.first().ok_or("it is empty")?;
        let side = |name: &str| {
            let side = all[name].as_i64().and_then(|side| u32::try_from(side).ok());
            side.filter(|side| 0 < *side).ok_or_else(|| format!("'{name}' is not a number of pixels"))
        };
        let model = all["distortion_model"].as_str().unwrap_or("plumb_bob");
        let calibration = Self {
            width: side("image_width")?,
            height: side("image_height")?,
            distortion_model: model.to_owned(),
            d: numbers(all, "distortion_coefficients")?,
            k: matrix(all, "camera_matrix")?,
            r: matrix(all, "rectification_matrix")?,
            p: matrix(all, "projection_matrix")?,
        };
        match 0.0 < calibration.k[0] && 0.0 < calibration.k[4] {
            true => Ok(calibration),
            false => Err("'camera_matrix' has a focal length that is not above zero".into()),
        }
    }

    /// The same for pictures that were made larger or smaller.
    ///
    /// # Errors
    /// [`CalibrationError::Shape`] for pictures of another shape.
    pub fn scaled(&self, width: usize, height: usize) -> Result<Self, CalibrationError> {
        let across = width as f64 / f64::from(self.width);
        let down = height as f64 / f64::from(self.height);
        // Rounding to whole pixels.
        if 1.0 < (across - down).abs() * f64::from(self.width.max(self.height)) {
            return Err(CalibrationError::Shape {
                width: self.width,
                height: self.height,
                found_width: width,
                found_height: height,
            });
        }
        let mut scaled = self.clone();
        (scaled.width, scaled.height) = (width as u32, height as u32);
        for (matrix, columns) in [(&mut scaled.k[..], 3), (&mut scaled.p[..], 4)] {
            for (row, factor) in [(0, across), (1, down)] {
                matrix[row * columns..][..columns].iter_mut().for_each(|value| *value *= factor);
                // Pixel centres have whole coordinates: the corner of the picture lies at -0.5.
                matrix[row * columns + 2] += (factor - 1.0) / 2.0;
            }
        }
        Ok(scaled)
    }
}

/// Refuses what would overflow the stack, and aliases: a few lines of them stand for more than a memory holds.
fn check_nesting(text: &str) -> Result<(), String> {
    let mut parser = Parser::new_from_str(text);
    let mut depth = 0;
    loop {
        match parser.next_token().map_err(|error| error.to_string())?.0 {
            Event::StreamEnd => return Ok(()),
            Event::Alias(_) => return Err("it has an alias".into()),
            Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
            Event::SequenceEnd | Event::MappingEnd => depth -= 1,
            _ => {}
        }
        if DEEPEST < depth {
            return Err(format!("it has more than {DEEPEST} lists inside each other"));
        }
    }
}

fn matrix<const COUNT: usize>(all: &Yaml, name: &str) -> Result<[f64; COUNT], String> {
    let numbers = numbers(all, name)?;
    let count = numbers.len();
    numbers.try_into().map_err(|_| format!("'{name}' has {count} numbers, not {COUNT}"))
}

fn numbers(all: &Yaml, name: &str) -> Result<Vec<f64>, String> {
    let list = all[name]["data"].as_vec();
    let list = list.ok_or_else(|| format!("'{name}' has no 'data'"))?;
    let number = |value: &Yaml| {
        let number = value.as_f64().or_else(|| value.as_i64().map(|whole| whole as f64));
        number.filter(|number| number.is_finite()).ok_or_else(|| format!("'{name}' has a value that is not a number"))
    };
    list.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As camera_calibration writes it, with a list over several lines.
    const FILE: &str = "image_width: 640
image_height: 480
camera_name: narrow_stereo
camera_matrix:
  rows: 3
  cols: 3
  data: [535.4, 0, 320.1, 0., 539.2,
         247.6, 0, 0, 1]
distortion_model: plumb_bob
distortion_coefficients:
  rows: 1
  cols: 5
  data: [-0.28, 0.06, 0.0018, -0.0003, 0]
rectification_matrix:
  rows: 3
  cols: 3
  data: [1, 0, 0, 0, 1, 0, 0, 0, 1]
projection_matrix:
  rows: 3
  cols: 4
  data: [500, 0, 321, 0, 0, 505, 249, 0, 0, 0, 1, 0]
";

    #[test]
    fn a_file_of_camera_calibration_is_read() {
        let read = Calibration::parse(FILE).expect("it is well written");
        assert_eq!((read.width, read.height), (640, 480));
        assert_eq!(read.k, [535.4, 0.0, 320.1, 0.0, 539.2, 247.6, 0.0, 0.0, 1.0]);
        assert_eq!(read.d, [-0.28, 0.06, 0.0018, -0.0003, 0.0]);
        assert_eq!(read.p[6], 249.0);
        assert_eq!(read.distortion_model, "plumb_bob");
    }

    #[test]
    fn smaller_pictures_see_the_same_directions() {
        let read = Calibration::parse(FILE).expect("it is well written");
        let half = read.scaled(320, 240).expect("of the same shape");
        // The edges of the picture lie half a pixel beyond the centres of its outer pixels.
        for edge in [0.0, 1.0] {
            let direction = |c: &Calibration, length: f64| (edge * length - 0.5 - c.k[2]) / c.k[0];
            assert!((direction(&read, 640.0) - direction(&half, 320.0)).abs() < 1e-9);
        }
        assert_eq!((half.k[4], half.p[5]), (539.2 / 2.0, 252.5));
        assert_eq!((half.k[8], half.p[10]), (1.0, 1.0));
        assert_eq!(read.scaled(640, 480).expect("the same"), read);
    }

    #[test]
    fn pictures_of_another_shape_are_refused() {
        let read = Calibration::parse(FILE).expect("it is well written");
        let error = read.scaled(1280, 720).expect_err("wide").to_string();
        assert!(error.contains("640 x 480") && error.contains("1280 x 720"), "{error}");
    }

    #[test]
    fn a_file_that_would_fill_the_memory_or_the_stack_is_refused() {
        let anchors: String =
            (0..9).map(|level| format!("a{}: &a{0} [{}]\n", level + 1, format!("*a{level},").repeat(9))).collect();
        for bad in ["- ".repeat(100_000), "[".repeat(100_000), format!("a0: &a0 [x]\n{anchors}{FILE}")] {
            assert!(Calibration::parse(&bad).is_err());
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, word) in [
            ("image_width: 640", "image_width: wide", "image_width"),
            ("image_height: 480", "image_height: 0", "image_height"),
            ("535.4, 0, 320.1", "535.4, 320.1", "camera_matrix"),
            ("535.4", "-1", "camera_matrix"),
            ("535.4", ".nan", "camera_matrix"),
            ("-0.28", "left", "distortion_coefficients"),
            ("projection_matrix", "projector", "projection_matrix"),
            (FILE, "", "empty"),
            (FILE, "[1, 2", ""),
        ] {
            let error = Calibration::parse(&FILE.replace(from, to)).expect_err(word);
            assert!(error.contains(word), "'{error}' does not name '{word}'");
        }
        let missing = Calibration::load(Path::new("no-such.yaml")).expect_err("not there");
        assert!(missing.to_string().contains("no-such.yaml"));
    }
}
