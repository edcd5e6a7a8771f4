//! Parameters of the face detector.

use vision::{ClassifierKind, DetectorKind, DetectorOptions};

crate::parameters! {
    /// How faces are found, and when a picture is worth looking at.
    pub struct FaceDetectorParams {
        /// How pictures come: raw on camera/image_raw, or compressed (JPEG, PNG) on camera/image_raw/compressed.
        image_transport: String = "raw".into(), one_of (&["raw", "compressed"]), fixed (true);
        /// How faces are found: lattice copes with tilted faces and bad light, classic is the pipeline of Laplacian, adaptive threshold and squares.
        detector: String = "lattice".into(), one_of (&["lattice", "classic"]);
        /// How single stickers get their colour names: light weighs all plausible lights, classic takes the modal hue.
        classifier: String = "light".into(), one_of (&["light", "classic"]);
        /// Whether the classic classifier balances white first.
        white_balance: bool = true;
        /// Most faces told for one picture.
        most_faces: i64 = 3, range (1..=27);
        /// A picture whose mean colours in squares of 16 pixels all differ by at most this much (0 to 255) from the last one is not looked at anew; -1 looks at every picture.
        same_picture_tolerance: f64 = 2.5, range (-1.0..=255.0);
        /// Draw faces into faces/image, when someone listens to it.
        annotate: bool = true;
    }
}

impl FaceDetectorParams {
    /// What the detector is to do.
    pub fn options(&self) -> DetectorOptions {
        DetectorOptions {
            // The choices of the parameters are the names of the kinds.
            detector: self.detector.parse().unwrap_or(DetectorKind::default()),
            classifier: self.classifier.parse().unwrap_or(ClassifierKind::default()),
            white_balance: self.white_balance,
            most_faces: usize::try_from(self.most_faces).unwrap_or(1),
            ..DetectorOptions::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::{Allowed, Parameters};

    #[test]
    fn every_choice_is_a_name_that_vision_knows() {
        for field in FaceDetectorParams::fields() {
            let Allowed::OneOf(names) = field.allowed else {
                continue;
            };
            for name in names {
                match field.name {
                    "image_transport" => {}
                    "detector" => drop(name.parse::<DetectorKind>().expect(name)),
                    _ => drop(name.parse::<ClassifierKind>().expect(name)),
                }
            }
        }
        let classic = FaceDetectorParams {
            detector: "classic".into(),
            ..Default::default()
        };
        assert_eq!(classic.options().detector, DetectorKind::Classic);
        assert_eq!(
            FaceDetectorParams::default().options().detector,
            DetectorKind::Lattice
        );
    }
}
