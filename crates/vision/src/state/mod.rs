//! From six faces to a cube: the colours of all 54 stickers, decided together, with how sure that is.
//!
//! [`whole`] estimates what each colour looks like on this cube and how the light falls on each face. [`assignment`]
//! gives nine stickers to each colour, and [`legal`] finds the cheapest cube that exists. [`reading`] puts these together
//! and says what is in doubt. [`measurements`] reads measured colours from a text.
//! [`prices`] is for those who decide on a cube in their own way. [`lesson`] learns the colours of
//! one's own cube from a look at it.

mod assignment;
mod legal;
mod lesson;
mod measurements;
mod prices;
mod reading;
mod whole;

pub use legal::{Costs, Legal, cheapest};
pub use lesson::Lesson;
pub use measurements::{FaceOrder, Measurements, measurements_from_json};
pub use prices::StickerPrices;
pub use reading::{
    IMPOSSIBLE, StateReading, Verdict, read_state, read_state_knowing, read_state_with,
};
pub use whole::Start;
