//! A browser's camera in the place of the host's.

use serde::Serialize;

/// The browser whose camera the host uses.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PageCameraNow {
    /// Its name, such as `Chrome on Android`; empty where none is the camera.
    pub by: String,
    /// Pictures that arrived in the last second.
    pub rate: u32,
    /// Milliseconds from the newest picture's being taken to its arrival; nothing where there is none.
    pub latency: Option<f64>,
    /// What is wrong, in a sentence; empty when nothing is.
    pub problem: String,
}

/// The acknowledgement of a picture, or of a question for the server's time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureTaken {
    /// The number that the browser gave it.
    pub number: u32,
    /// Milliseconds on the server's clock when it arrived.
    pub at: f64,
    /// Why it is not used, in a sentence; empty where it is.
    pub problem: String,
}
