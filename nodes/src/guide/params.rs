//! Parameters of the guide.

use std::time::Duration;

use anyhow::{Context, Result};
use tutor::handscan::Options;

crate::parameters! {
    /// How a person is led.
    pub struct GuideParams {
        /// The order in which the faces are asked for: each of U R F D L B once.
        order: String = "FUDLRB".into(), fixed (true);
        /// Seconds without anything new after which the guide names what is missing. It keeps what was read and goes on when a face is shown.
        timeout: f64 = 60.0, range (1.0..=3600.0), fixed (true);
    }
}

impl GuideParams {
    /// The same in the terms of `tutor::handscan`.
    ///
    /// # Errors
    /// An order that does not name each face once.
    pub fn options(&self) -> Result<Options> {
        let order = self.order.parse().context("parameter 'order'")?;
        Ok(Options { order, patience: Duration::from_secs_f64(self.timeout), ..Options::default() })
    }
}
