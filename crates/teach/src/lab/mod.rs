//! The permutation lab: the 48 numbered stickers, turns as cycles, orders of sequences, `toprotate`.

mod numbered;
mod numbering;
mod sequence;

pub use numbered::Numbered;
pub use numbering::{Numbering, index_of, number_at, number_of};
pub use sequence::{Stickers, toprotate};
