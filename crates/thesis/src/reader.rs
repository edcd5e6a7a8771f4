//! Reads faces in the thesis' way, in the product's, or half and half: finder and classifier are chosen apart.

use std::str::FromStr;

use vision::{CubeColors, Detector, DetectorOptions, FaceReader, FaceView, Image, MeasuredFace, WhiteBalance};

use crate::Error;
use crate::classic_colors::Thresholds;
use crate::classic_finder::ClassicFinder;
use crate::hsv_density::Densities;

/// How faces are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DetectorKind {
    /// The product's: flat regions at several levels and scales, fitted with a lattice in perspective.
    #[default]
    Lattice,
    /// The thesis': Laplacian, dilation, adaptive threshold, squares of median size on an upright grid.
    Classic,
}

/// How single stickers get their colour names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassifierKind {
    /// The product's: a network that names the nine stickers together.
    #[default]
    Light,
    /// The thesis': modal hue with fixed thresholds after gray-world white balance.
    Classic,
    /// The range of HSV in which most pixels are.
    HsvDensity,
}

impl DetectorKind {
    /// The name used on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            DetectorKind::Lattice => "lattice",
            DetectorKind::Classic => "classic",
        }
    }
}

impl ClassifierKind {
    /// The name used on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            ClassifierKind::Light => "light",
            ClassifierKind::Classic => "classic",
            ClassifierKind::HsvDensity => "hsv-density",
        }
    }

    /// How it balances white where nothing else is asked for: the classic one as the thesis chose, the others not at all.
    pub fn balance(self) -> WhiteBalance {
        match self {
            ClassifierKind::Classic => WhiteBalance::default(),
            ClassifierKind::Light | ClassifierKind::HsvDensity => WhiteBalance::Off,
        }
    }
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
            "hsv-density" => Ok(ClassifierKind::HsvDensity),
            _ => Err(Error::UnknownName {
                kind: "classifier",
                name: name.to_owned(),
                known: "light (the default), classic and hsv-density",
            }),
        }
    }
}

/// Reads faces with a finder and a classifier of one's choice. `lattice` and `light` together are [`vision::Detector`].
pub struct Reader {
    detector: DetectorKind,
    classifier: ClassifierKind,
    lattice: Detector,
    classic: ClassicFinder,
    balance: WhiteBalance,
}

impl Reader {
    /// A reader of these two kinds.
    pub fn new(detector: DetectorKind, classifier: ClassifierKind) -> Reader {
        Reader {
            detector,
            classifier,
            lattice: Detector::new(DetectorOptions::default()),
            classic: ClassicFinder::default(),
            balance: classifier.balance(),
        }
    }

    /// The same reader that balances white in another way. The thesis' classifier balances only what it reads colours from; for
    /// the others the picture is balanced before the face is found, as the node `face_detector` does it.
    #[must_use]
    pub fn balancing(self, balance: WhiteBalance) -> Reader {
        Reader { balance, ..self }
    }

    /// From now on reads a cube of these learned colours, or any cube with `None`. The classic classifier goes by its own
    /// thresholds.
    pub fn set_colors(&mut self, colors: Option<CubeColors>) {
        self.lattice.set_colors(colors);
    }
}

impl FaceReader for Reader {
    fn detect(&mut self, image: &Image) -> Result<Vec<FaceView>, vision::Error> {
        let is_plain = self.classifier == ClassifierKind::Classic || self.balance == WhiteBalance::Off;
        if is_plain {
            return self.read(image);
        }
        let mut balanced = image.clone();
        self.balance.apply(&mut balanced);
        self.read(&balanced)
    }

    fn doubtful(&mut self, image: &Image) -> Result<Vec<FaceView>, vision::Error> {
        match (self.detector, self.classifier) {
            (DetectorKind::Lattice, ClassifierKind::Light) => self.lattice.doubtful(image),
            // The other readers report all that they find.
            _ => Ok(Vec::new()),
        }
    }

    fn left_out(&self) -> usize {
        self.lattice.left_out()
    }

    fn colors(&self) -> Option<&CubeColors> {
        self.lattice.colors()
    }
}

impl Reader {
    /// Reads a picture as it is.
    fn read(&mut self, image: &Image) -> Result<Vec<FaceView>, vision::Error> {
        let measured: Vec<MeasuredFace> = match (self.detector, self.classifier) {
            (DetectorKind::Lattice, ClassifierKind::Light) => return self.lattice.detect(image),
            (DetectorKind::Lattice, _) => self.lattice.measure(image)?,
            (DetectorKind::Classic, _) => self.classic.measure(image)?.into_iter().collect(),
        };
        let mut faces: Vec<FaceView> = match self.classifier {
            ClassifierKind::Light => self.lattice.name(image, &measured),
            ClassifierKind::Classic => {
                let thresholds = Thresholds::new(image, self.balance);
                measured.iter().map(|face| face.named(face.quads.map(|quad| thresholds.classify(&quad)))).collect()
            }
            ClassifierKind::HsvDensity => {
                let densities = Densities::new(image)?;
                let named = measured.iter().map(|face| Ok(face.named(densities.classify(&face.quads)?)));
                named.collect::<Result<_, vision::Error>>()?
            }
        };
        faces.truncate(self.lattice.options().most_faces);
        Ok(faces)
    }
}
