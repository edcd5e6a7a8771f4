//! How a person is led: the order of the faces, patience, what is known of the cube.

use std::time::Duration;

use cube::ColorScheme;
use teach::Language;
use vision::{CubeColors, FaceOrder};

/// How a person is led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The faces in the order in which they are asked for.
    pub order: FaceOrder,
    /// Where the colours of the cube are expected. A cube of another scheme is read all the same.
    pub scheme: ColorScheme,
    /// How long a face must show the same reading.
    pub steady_time: Duration,
    /// In at least how many frames.
    pub steady_frames: usize,
    /// After how long without progress the guide gives up waiting.
    pub patience: Duration,
    /// What this cube's colours look like, if learned.
    pub colors: Option<CubeColors>,
    /// The language of what is said.
    pub language: Language,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            order: FaceOrder::WEBCAM,
            scheme: ColorScheme::WESTERN,
            steady_time: Duration::from_millis(500),
            steady_frames: 4,
            patience: Duration::from_secs(60),
            colors: None,
            language: Language::default(),
        }
    }
}
