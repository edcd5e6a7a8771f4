//! Parameters of the face detector.

use vision::{DetectorOptions, WhiteBalance};

crate::parameters! {
    /// How pictures come, how many faces are told, and when a picture is worth looking at.
    pub struct FaceDetectorParams {
        /// How pictures come: raw on camera/image_raw, or compressed (JPEG, PNG) on camera/image_raw/compressed.
        image_transport: String = "raw".into(), one_of (&["raw", "compressed"]), fixed (true);
        /// Most faces told for one picture.
        most_faces: i64 = 3, range (1..=27);
        /// The detector skips a picture when its mean colours, in squares of 16 pixels, all differ by at most this much (0 to 255) from the last one. -1 looks at every picture.
        same_picture_tolerance: f64 = 2.5, range (-1.0..=255.0);
        /// How the white of a picture is balanced before it is searched: off, gray, p or max. gray scales plain means to
        /// their mean, p scales p-norm means to their mean, max to the greatest. The detector names colours under any
        /// plausible light and needs no balance; this is the thesis' way, to compare with. Colours in cube/colors are then
        /// those of balanced pictures.
        white_balance: String = "off".into(), one_of (&["off", "gray", "p", "max"]);
        /// The exponent of the p-norm for white_balance p and max.
        p_norm: f64 = 6.0, range (1.0..=100.0);
        /// Draw faces into faces/image, when someone listens to it.
        annotate: bool = true;
    }
}

impl FaceDetectorParams {
    /// What the detector is to do.
    pub fn options(&self) -> DetectorOptions {
        DetectorOptions { most_faces: usize::try_from(self.most_faces).unwrap_or(1) }
    }

    /// How white is balanced.
    ///
    /// # Errors
    /// For a name or an exponent that the parameters do not allow.
    pub fn balance(&self) -> Result<WhiteBalance, vision::Error> {
        WhiteBalance::named(&self.white_balance, self.p_norm)
    }
}
