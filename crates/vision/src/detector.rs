//! Finds the faces in a picture and names their stickers.

use crate::find::finder::Finder;
use crate::name::naming::{Work, name};
use crate::{CubeColors, Error, FaceView, Image, MeasuredFace};

/// Whatever reads the faces in a picture: the [`Detector`], or another way to compare it with.
pub trait FaceReader {
    /// The faces in the picture, surest first, in its own pixels; empty where there is none.
    ///
    /// # Errors
    /// [`Error::Operation`] if an image operation fails.
    fn detect(&mut self, image: &Image) -> Result<Vec<FaceView>, Error>;

    /// What may be a face of a cube and is not trusted, likeliest first: its colours or what is around it are unusual.
    ///
    /// # Errors
    /// As [`FaceReader::detect`].
    fn doubtful(&mut self, _image: &Image) -> Result<Vec<FaceView>, Error> {
        Ok(Vec::new())
    }

    /// The face in a picture that is known to show one: the surest, or else the likeliest of the doubtful ones.
    ///
    /// # Errors
    /// As [`FaceReader::detect`].
    fn expected(&mut self, image: &Image) -> Result<Option<FaceView>, Error> {
        match self.detect(image)?.into_iter().next() {
            Some(face) => Ok(Some(face)),
            None => Ok(self.doubtful(image)?.into_iter().next()),
        }
    }

    /// How many more faces the last picture had than [`FaceReader::detect`] returned.
    fn left_out(&self) -> usize {
        0
    }

    /// The learned colours in use.
    fn colors(&self) -> Option<&CubeColors>;
}

/// A place with at least this chance is worth a word.
const DOUBTFUL: f32 = 0.02;

/// What a [`Detector`] does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectorOptions {
    /// Most faces reported for one picture, at least 1.
    pub most_faces: usize,
    /// The camera is known to show a cube, as that of a rig or of a lesson.
    pub cube_in_view: bool,
}

impl DetectorOptions {
    /// For a camera that is known to show a cube.
    pub const IN_VIEW: DetectorOptions = DetectorOptions { most_faces: 3, cube_in_view: true };

    /// A place with at least this chance to be a face is reported as one: whatever is likelier a face than not where a cube is in view.
    /// In a picture of anything a false face costs twice as much as a missed one, because that is still [`FaceReader::doubtful`].
    fn least_chance(&self) -> f32 {
        if self.cube_in_view { 1.0 / 2.0 } else { 2.0 / 3.0 }
    }
}

impl Default for DetectorOptions {
    fn default() -> DetectorOptions {
        DetectorOptions { most_faces: 3, cube_in_view: false }
    }
}

/// Finds faces; keeps its buffers from picture to picture, so use one for a stream.
pub struct Detector {
    options: DetectorOptions,
    left_out: usize,
    colors: Option<CubeColors>,
    finder: Finder,
    work: Work,
}

impl Detector {
    /// A detector with these options.
    pub fn new(options: DetectorOptions) -> Detector {
        Detector { options, left_out: 0, colors: None, finder: Finder::default(), work: Work::default() }
    }

    /// From now on reads a cube of these learned colours, or any cube with `None`.
    pub fn set_colors(&mut self, colors: Option<CubeColors>) {
        self.colors = colors;
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
        let mut faces = self.name(image, &measured);
        faces.retain(|face| self.options.least_chance() <= face.confidence);
        let most = self.options.most_faces.max(1);
        self.left_out = faces.len().saturating_sub(most);
        faces.truncate(most);
        Ok(faces)
    }

    /// The first half of [`Detector::detect`]: finds what lies like a face, best first, and measures its colours. A few
    /// more than wanted, because some may turn out to be no face.
    ///
    /// # Errors
    /// [`Error::Operation`] if an image operation fails.
    pub fn measure(&mut self, image: &Image) -> Result<Vec<MeasuredFace>, Error> {
        self.finder.find(image, self.options.most_faces.max(1) + 3)
    }

    /// Names the stickers of faces that were measured in this picture, likeliest faces first. Of those that overlap only the
    /// likeliest is kept.
    pub fn name(&mut self, image: &Image, measured: &[MeasuredFace]) -> Vec<FaceView> {
        let mut named: Vec<FaceView> =
            measured.iter().filter_map(|face| name(image, face, self.colors.as_ref(), &mut self.work)).collect();
        named.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        let mut kept: Vec<(FaceView, f32)> = Vec::with_capacity(named.len());
        for face in named {
            let odds = face.confidence / (1.0 - face.confidence).max(f32::EPSILON);
            match kept.iter_mut().find(|(other, _)| other.overlaps(&face)) {
                // At most one of them is a face.
                Some((_, all)) => *all += odds,
                None => kept.push((face, odds)),
            }
        }
        let chance = |(face, all): (FaceView, f32)| {
            let own = face.confidence / (1.0 - face.confidence).max(f32::EPSILON);
            FaceView { confidence: own / (1.0 + all), ..face }
        };
        let mut faces: Vec<FaceView> = kept.into_iter().map(chance).collect();
        faces.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        faces
    }
}

impl FaceReader for Detector {
    fn detect(&mut self, image: &Image) -> Result<Vec<FaceView>, Error> {
        self.detect(image)
    }

    fn doubtful(&mut self, image: &Image) -> Result<Vec<FaceView>, Error> {
        let measured = self.measure(image)?;
        let mut faces = self.name(image, &measured);
        faces.retain(|face| (DOUBTFUL..self.options.least_chance()).contains(&face.confidence));
        Ok(faces)
    }

    fn left_out(&self) -> usize {
        self.left_out
    }

    fn colors(&self) -> Option<&CubeColors> {
        self.colors.as_ref()
    }
}
