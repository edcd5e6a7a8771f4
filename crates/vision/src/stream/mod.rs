//! Faces in a stream of pictures, with the same memory for all of them.

mod camera_fault;
mod doubt;
mod impression;

use std::sync::Arc;

use crate::{CubeColors, Detector, DetectorOptions, Error, FaceView, Image};
pub use camera_fault::{ChannelOrder, PictureFault, frame_fault};
pub use doubt::{face_shown, places_in_doubt};
use impression::Impression;

/// What was seen in a picture.
#[derive(Clone)]
pub struct Seen {
    /// Width and height of the picture in pixels.
    pub size: (usize, usize),
    /// The faces, surest first. In a grey picture each sticker has confidence 0 and a measured colour of NaN.
    pub faces: Arc<Vec<FaceView>>,
    /// Why the picture is of no use, if it is.
    pub fault: Option<PictureFault>,
}

/// Finds faces in a stream of pictures.
///
/// Write each picture into [`StreamDetector::picture`], then call [`StreamDetector::detect`].
pub struct StreamDetector {
    detector: Detector,
    /// The last picture that was searched, and what was seen in it.
    last: Option<(Impression, Seen)>,
    picture: Image,
}

impl StreamDetector {
    /// Nothing was seen yet.
    pub fn new(options: DetectorOptions) -> Self {
        Self { detector: Detector::new(options), last: None, picture: Image::buffer() }
    }

    /// From now on reads a cube of these colours; `None` for any cube.
    pub fn set_colors(&mut self, colors: Option<CubeColors>) {
        self.detector.set_colors(colors);
        self.last = None;
    }

    /// The picture: write the next one into it before it is searched, and draw into it afterwards.
    pub fn picture(&mut self) -> &mut Image {
        &mut self.picture
    }

    /// Finds the faces in the picture. A picture that shows the same as the last is not searched again.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn detect(&mut self) -> Result<Seen, Error> {
        let picture = &self.picture;
        let impression = Impression::of(picture);
        if let Some((last, seen)) = &self.last
            && last.equals(&impression)
        {
            return Ok(seen.clone());
        }
        let mut faces = self.detector.detect(picture)?;
        let fault = PictureFault::of(picture, &impression);
        if fault.is_some() {
            faces.iter_mut().for_each(forget_colours);
        }
        let seen = Seen { size: (picture.width(), picture.height()), faces: Arc::new(faces), fault };
        self.last = Some((impression, seen.clone()));
        Ok(seen)
    }
}

/// Greys do not show colours. A cube that was read from them would be an invention.
fn forget_colours(face: &mut FaceView) {
    for sticker in &mut face.stickers {
        sticker.confidence = 0.0;
        sticker.rgb = [f32::NAN; 3];
    }
}
