//! Parameters of the face detector.

use vision::WhiteBalance;

crate::parameters! {
    /// How pictures come, and how their white is balanced.
    pub struct FaceDetectorParams {
        /// How pictures come: raw on camera/image_raw, or compressed (JPEG, PNG) on camera/image_raw/compressed.
        image_transport: String = "raw".into(), one_of (&["raw", "compressed"]), fixed (true);
        /// How the white of a picture is balanced before it is searched: off, gray, p or max. gray scales plain means to
        /// their mean, p scales p-norm means to their mean, max to the greatest. The detector names colours under any
        /// plausible light and needs no balance; this is the thesis' way, to compare with. Colours in cube/colors are then
        /// those of balanced pictures.
        white_balance: String = "off".into(), one_of (&["off", "gray", "p", "max"]);
        /// The exponent of the p-norm for white_balance p and max.
        p_norm: f64 = 6.0, range (1.0..=100.0);
    }
}

impl FaceDetectorParams {
    /// How white is balanced.
    ///
    /// # Errors
    /// For a name or an exponent that the parameters do not allow.
    pub fn balance(&self) -> Result<WhiteBalance, vision::Error> {
        WhiteBalance::named(&self.white_balance, self.p_norm)
    }
}
