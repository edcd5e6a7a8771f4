//! From six faces to a cube: the colours of all 54 stickers, decided together, with how sure that is.
//!
//! [`whole`] estimates what each colour looks like on this cube and how the light falls on each face. [`assignment`]
//! gives nine stickers to each colour, and [`legal`] finds the cheapest cube that exists. [`reading`] puts these together
//! and says what is in doubt. [`measurements`] reads measured colours from a text. [`lesson`] learns the colours of
//! one's own cube from a look at it.

pub(crate) mod assignment;
pub(crate) mod legal;
mod lesson;
pub(crate) mod measurements;
pub(crate) mod reading;
pub(crate) mod whole;

pub use lesson::Lesson;
pub use measurements::{FaceOrder, Measurements, measurements_from_json};
pub use reading::{StateReading, Verdict, read_state, read_state_with};
