//! Finds the faces in a picture and names their stickers.

use std::str::FromStr;

use crate::find::classic::Classic;
use crate::find::finder::Finder;
use crate::name::naming::{by_light, by_thresholds};
use crate::name::plausible::{Evidence, judge};
use crate::name::single::SingleFaceReader;
use crate::name::surroundings::brightest_tenth;
use crate::name::thresholds::Thresholds;
use crate::{CubeColors, Error, FaceView, Image};

/// How faces are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DetectorKind {
    /// Flat regions at several levels and scales, fitted with a lattice in perspective.
    #[default]
    Lattice,
    /// The pipeline of the four-arm rig's thesis: Laplacian, dilation, adaptive threshold, squares of
    /// median size on an upright grid.
    Classic,
}

/// How single stickers get their colour names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassifierKind {
    /// Chances under all plausible lights.
    #[default]
    Light,
    /// Modal hue with fixed thresholds after gray-world white balance.
    Classic,
}

impl FromStr for DetectorKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<DetectorKind, Error> {
        match name {
            "lattice" | "default" => Ok(DetectorKind::Lattice),
            "classic" => Ok(DetectorKind::Classic),
            _ => Err(Error::UnknownName {
                kind: "detector",
                name: name.to_owned(),
                known: "lattice (the default) and classic",
            }),
        }
    }
}

impl FromStr for ClassifierKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<ClassifierKind, Error> {
        match name {
            "light" | "default" => Ok(ClassifierKind::Light),
            "classic" => Ok(ClassifierKind::Classic),
            _ => Err(Error::UnknownName {
                kind: "classifier",
                name: name.to_owned(),
                known: "light (the default) and classic",
            }),
        }
    }
}

/// What a [`Detector`] does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectorOptions {
    /// How faces are found.
    pub detector: DetectorKind,
    /// How single stickers get their colour names.
    pub classifier: ClassifierKind,
    /// Whether the classic classifier balances white first.
    pub white_balance: bool,
    /// The exponent of the classic white balance's mean (Minkowski norm); 1 is the plain mean.
    pub p_norm: f32,
    /// Most faces reported for one picture, at least 1.
    pub most_faces: usize,
}

impl Default for DetectorOptions {
    fn default() -> DetectorOptions {
        DetectorOptions {
            detector: DetectorKind::default(),
            classifier: ClassifierKind::default(),
            white_balance: true,
            p_norm: 6.0,
            most_faces: 3,
        }
    }
}

/// Finds faces; keeps its buffers from picture to picture, so use one for a stream.
pub struct Detector {
    options: DetectorOptions,
    colors: Option<CubeColors>,
    reader: SingleFaceReader,
    finder: Finder,
    classic: Classic,
}

impl Detector {
    /// A detector that does as the options say.
    pub fn new(options: DetectorOptions) -> Detector {
        Detector {
            options,
            colors: None,
            reader: SingleFaceReader::new(None),
            finder: Finder::default(),
            classic: Classic::default(),
        }
    }

    /// From now on reads a cube of these learned colours, or any cube with `None`. The classic
    /// classifier goes by its own thresholds.
    pub fn set_colors(&mut self, colors: Option<CubeColors>) {
        self.reader = SingleFaceReader::new(colors.as_ref());
        self.colors = colors;
    }

    /// The learned colours in use.
    pub fn colors(&self) -> Option<&CubeColors> {
        self.colors.as_ref()
    }

    /// The options.
    pub fn options(&self) -> &DetectorOptions {
        &self.options
    }

    /// The faces in the picture, surest first, in its own pixels; empty where there is none.
    ///
    /// # Errors
    /// [`Error::Operation`] if an image operation fails.
    pub fn detect(&mut self, image: &Image) -> Result<Vec<FaceView>, Error> {
        let mut found = match self.options.detector {
            DetectorKind::Lattice => self.finder.find(image)?,
            DetectorKind::Classic => self.classic.find(image)?,
        };
        // A few more than wanted, as some may turn out to be none.
        found.truncate(self.options.most_faces.max(1) + 3);
        let mut faces: Vec<FaceView> = match self.options.classifier {
            ClassifierKind::Light => {
                let bright = brightest_tenth(image);
                let mut named: Vec<(FaceView, Evidence)> = found
                    .iter()
                    .map(|found| by_light(&mut self.reader, image, found, bright))
                    .collect();
                if self.options.detector == DetectorKind::Lattice {
                    judge(&mut named);
                }
                named.into_iter().map(|(face, _)| face).collect()
            }
            ClassifierKind::Classic => {
                let norm = self.options.white_balance.then_some(self.options.p_norm);
                let thresholds = Thresholds::new(image, norm);
                let name = |found| by_thresholds(&thresholds, image, found);
                found.iter().map(name).collect()
            }
        };
        faces.truncate(self.options.most_faces.max(1));
        Ok(faces)
    }
}
