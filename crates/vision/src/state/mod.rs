//! From six faces to a cube: the colours of all 54 stickers, decided together, with how sure that is.
//!
//! [`cube_color_model`] estimates what each colour looks like on this cube and how the light falls on each face. [`assignment`]
//! gives nine stickers to each colour, and [`legal`] finds the cheapest cube that exists. [`reading`] puts these together
//! and says what is in doubt. [`measurements`] reads measured colours from a text.
//! [`prices`] is for those who decide on a cube in their own way. [`color_calibration`] learns the colours of
//! one's own cube from a look at it.

mod assignment;
mod color_calibration;
mod cube_color_model;
mod legal;
mod measurements;
mod prices;
mod reading;
mod unseen;

pub use color_calibration::ColorCalibration;
pub use cube_color_model::Start;
pub use legal::{Costs, Legal, cheapest};
pub use measurements::{FaceOrder, Measurements, SeenFaces, measurements_from_json};
pub use prices::StickerPrices;
pub use reading::{
    IMPOSSIBLE, StateReading, Verdict, read_seen, read_state, read_state_knowing, read_state_with,
};
