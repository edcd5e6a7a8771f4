//! The cases of CFOP by their usual numbers and names: what each looks like, and a sequence that is proven.
//!
//! A file in `data/` contains the look of each case and a sequence. Recognition goes by the stated look alone. The tests
//! prove that each sequence does what the look asks for, and that the looks together are all that can occur.

mod case;
mod f2l;
mod names;
mod oll;
mod own;
mod pll;
mod practice;
mod set_up;

pub use case::{Case, Mask, Set};
pub use f2l::recognise as recognise_pair;
pub use names::{find, named};
pub use oll::recognise as recognise_orientation;
pub use pll::{Permutation, recognise as recognise_permutation};
pub use practice::Auf;

/// All cases of a set in the order of their numbers.
pub fn cases(set: Set) -> &'static [Case] {
    match set {
        Set::Oll => oll::cases(),
        Set::Pll => pll::cases(),
        Set::F2l => f2l::cases(),
    }
}
