//! The cases of CFOP by their usual numbers and names: what each looks like, and a sequence that is proven.
//!
//! A file in `data/` states how a case looks, and beside it a sequence. Recognition goes by the stated look alone. The tests
//! prove that each sequence does what the look asks for, and that the looks together are all that can occur.

mod case;
mod f2l;
mod oll;
mod pll;
mod practice;

pub use case::{Case, Mask, Set};
pub use f2l::recognise as recognise_pair;
pub use oll::recognise as recognise_orientation;
pub use pll::{Permutation, recognise as recognise_permutation};

use crate::Error;

/// All cases of a set in the order of their numbers.
pub fn cases(set: Set) -> &'static [Case] {
    match set {
        Set::Oll => oll::cases(),
        Set::Pll => pll::cases(),
        Set::F2l => f2l::cases(),
    }
}

/// The case of this number or name, capital or small letters.
///
/// # Errors
/// [`Error::UnknownCase`] with what there is.
pub fn find(set: Set, text: &str) -> Result<&'static Case, Error> {
    let wanted = text.trim().to_lowercase();
    let is = |case: &&Case| {
        let names = [
            case.number.to_string(),
            case.name.to_lowercase(),
            case.title().to_lowercase(),
        ];
        names.contains(&wanted)
    };
    cases(set).iter().find(is).ok_or_else(|| {
        let known = match set {
            Set::Pll => {
                let names: Vec<&str> = cases(set).iter().map(|case| case.name.as_str()).collect();
                format!("there are {}", names.join(" "))
            }
            _ => format!("there are the numbers 1 to {}", cases(set).len()),
        };
        Error::UnknownCase {
            text: text.to_owned(),
            set: set.title(),
            known,
        }
    })
}
