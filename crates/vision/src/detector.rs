//! Finds the faces in a picture and names their stickers.

use crate::find::finder::Finder;
use crate::name::measure::measure;
use crate::name::naming::by_light;
use crate::name::plausible::{Evidence, judge};
use crate::name::single::SingleFaceReader;
use crate::name::surroundings::brightest_tenth;
use crate::{CubeColors, Error, FaceView, Image, MeasuredFace};

/// Whatever reads the faces in a picture: the [`Detector`], or another way to compare it with.
pub trait FaceReader {
    /// The faces in the picture, surest first, in its own pixels; empty where there is none.
    ///
    /// # Errors
    /// [`Error::Operation`] if an image operation fails.
    fn detect(&mut self, image: &Image) -> Result<Vec<FaceView>, Error>;

    /// The learned colours in use.
    fn colors(&self) -> Option<&CubeColors>;
}

/// What a [`Detector`] does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectorOptions {
    /// Most faces reported for one picture, at least 1.
    pub most_faces: usize,
}

impl Default for DetectorOptions {
    fn default() -> DetectorOptions {
        DetectorOptions { most_faces: 3 }
    }
}

/// Finds faces; keeps its buffers from picture to picture, so use one for a stream.
pub struct Detector {
    options: DetectorOptions,
    colors: Option<CubeColors>,
    reader: SingleFaceReader,
    finder: Finder,
}

impl Detector {
    /// A detector that does as the options say.
    pub fn new(options: DetectorOptions) -> Detector {
        Detector {
            options,
            colors: None,
            reader: SingleFaceReader::new(None),
            finder: Finder::default(),
        }
    }

    /// From now on reads a cube of these learned colours, or any cube with `None`.
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
        let measured = self.measure(image)?;
        let mut named = self.named(image, &measured);
        judge(&mut named);
        let faces = named.into_iter().map(|(face, _)| face);
        Ok(faces.take(self.options.most_faces.max(1)).collect())
    }

    /// The first half of [`Detector::detect`]: finds what lies like a face, best first, and measures its colours. A few
    /// more than wanted, because some may turn out to be no face.
    ///
    /// # Errors
    /// [`Error::Operation`] if an image operation fails.
    pub fn measure(&mut self, image: &Image) -> Result<Vec<MeasuredFace>, Error> {
        let found = self.finder.find(image)?;
        let some = found.iter().take(self.options.most_faces.max(1) + 3);
        Ok(some.map(|found| measure(image, found)).collect())
    }

    /// Names the stickers of faces that were measured in this picture. Nothing is refused.
    pub fn name(&mut self, image: &Image, measured: &[MeasuredFace]) -> Vec<FaceView> {
        let named = self.named(image, measured);
        named.into_iter().map(|(face, _)| face).collect()
    }

    fn named(&mut self, image: &Image, measured: &[MeasuredFace]) -> Vec<(FaceView, Evidence)> {
        let bright = brightest_tenth(image);
        let name = |face| by_light(&mut self.reader, image, face, bright);
        measured.iter().map(name).collect()
    }
}

impl FaceReader for Detector {
    fn detect(&mut self, image: &Image) -> Result<Vec<FaceView>, Error> {
        self.detect(image)
    }

    fn colors(&self) -> Option<&CubeColors> {
        self.colors()
    }
}
