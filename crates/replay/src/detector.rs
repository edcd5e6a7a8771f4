//! Recorded pictures, looked at again.

use std::collections::VecDeque;
use std::time::Duration;

use cube_state::{SeenFace, SeenSticker};
use record::Value;
use vision::stream::StreamDetector;
use vision::{CubeColors, DetectorOptions};

use crate::messages::{self, found};

/// Pictures that wait for the faces that were seen in them. A detector of ours answers within a second, a camera sends 60.
const MOST_PICTURES: usize = 60;
/// Certainties that differ by less are the same: other processors round otherwise.
pub const CERTAINTY: f32 = 0.002;
/// The same of measured colours, 0 to 255.
const MEASURE: f32 = 0.5;

/// The detector, and pictures that nothing was said of yet.
pub struct Detector {
    detector: StreamDetector,
    pictures: VecDeque<(Duration, Value)>,
}

impl Detector {
    /// A detector that has seen nothing.
    pub fn new() -> Self {
        Self { detector: StreamDetector::new(DetectorOptions::IN_VIEW), pictures: VecDeque::new() }
    }

    /// From now on the cube has these colours.
    pub fn set_colors(&mut self, colors: CubeColors) {
        self.detector.set_colors(Some(colors));
    }

    /// A picture was recorded.
    pub fn note(&mut self, picture: Value) {
        if let Some(stamp) = messages::stamp(&picture) {
            self.pictures.push_back((stamp, picture));
            if MOST_PICTURES < self.pictures.len() {
                self.pictures.pop_front();
            }
        }
    }

    /// The faces in the picture of this time; `None` where it was not recorded.
    ///
    /// # Errors
    /// Why it cannot be searched.
    pub fn faces_at(&mut self, stamp: Duration) -> Option<Result<Vec<(SeenFace, f32)>, String>> {
        let place = self.pictures.iter().position(|(taken, _)| *taken == stamp)?;
        let (_, picture) = self.pictures.drain(..=place).next_back()?;
        let Some(raw) = messages::picture(&picture) else {
            return Some(Err("the picture lacks fields of sensor_msgs/msg/Image".to_owned()));
        };
        if let Err(error) = raw.read(self.detector.picture()) {
            return Some(Err(error.to_string()));
        }
        let seen = self.detector.detect().map_err(|error| error.to_string());
        Some(seen.map(|seen| seen.faces.iter().map(found).collect()))
    }
}

/// What differs between the faces that were seen and those that are now; nothing where they are the same. Without the picture before
/// only names count: a picture that shows the same as the last is not searched again, and that one may have had other noise.
pub fn differs(was: &[(SeenFace, f32)], is: &[(SeenFace, f32)], has_last: bool) -> Option<String> {
    if was.len() != is.len() {
        return Some(format!("{} faces were seen, {} are now", was.len(), is.len()));
    }
    let mut differences = Vec::new();
    for (number, ((was, sure), (is, now))) in was.iter().zip(is).enumerate() {
        if has_last && CERTAINTY < (sure - now).abs() {
            differences.push(format!("face {number} was sure by {sure:.3}, is by {now:.3}"));
        }
        for (at, (was, is)) in was.0.iter().zip(&is.0).enumerate() {
            if let Some(text) = sticker_differs(was, is, has_last) {
                differences.push(format!("sticker {at} of face {number} {text}"));
            }
        }
    }
    const SHOWN: usize = 3;
    let more = differences.len().saturating_sub(SHOWN);
    differences.truncate(SHOWN);
    if 0 < more {
        differences.push(format!("{more} more"));
    }
    (!differences.is_empty()).then(|| differences.join("; "))
}

fn sticker_differs(was: &SeenSticker, is: &SeenSticker, has_last: bool) -> Option<String> {
    let name = |sticker: &SeenSticker| {
        let letter = sticker.color.map_or('?', |color| color.letter());
        format!("{letter} ({:.3})", sticker.confidence)
    };
    // Grey pictures have measures that are no numbers.
    let is_near = |(was, is): (&f32, &f32)| (was - is).abs() <= MEASURE || (was.is_nan() && is.is_nan());
    let near = was.rgb.iter().zip(&is.rgb).all(is_near);
    if was.color != is.color || (has_last && CERTAINTY < (was.confidence - is.confidence).abs()) {
        return Some(format!("was {}, is {}", name(was), name(is)));
    }
    (has_last && !near).then(|| format!("was measured as {:.0?}, is as {:.0?}", was.rgb, is.rgb))
}
