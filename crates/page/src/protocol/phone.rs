//! How a phone opens the page.

use serde::Serialize;

/// How a phone opens the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Phone {
    /// The ways over the network; none where the page listens on its own machine only.
    pub ways: Vec<PhoneWay>,
    /// SHA-256 of the certificate, as browsers show it; empty where there is none.
    pub fingerprint: String,
    /// What to add to the command that serves the page, so that phones reach it.
    pub instead: String,
}

/// One way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PhoneWay {
    /// What to open, the token included.
    pub address: String,
    /// The same as a QR code, an SVG.
    pub code: String,
}
