//! What a method of another crate can be built from: numbers for positions, symmetries, distances, and the race of the
//! threads of one search. Tables are kept by [`crate::KeptTable`].

pub use crate::coordinate::{
    PERMUTATIONS, SLICES, SliceSets, TWISTS, bits, rank_flip, rank_permutation, rank_twist,
    unrank_permutation,
};
pub use crate::corner_classes::{CORNER_CLASSES, CornerClasses, single_moves};
pub use crate::distances::{EQUAL_COSTS, Product, distances, packed};
pub use crate::pool::on_threads;
pub use crate::race::Race;
pub use crate::symmetry::{AXIAL, SYMMETRIES, Symmetries, Symmetry};
pub use crate::turning::{corner_moves, renamed_twists, twist_moves};
pub use crate::two_phase::search::MAY_FOLLOW;
