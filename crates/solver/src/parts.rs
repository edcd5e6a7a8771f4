//! What a method of another crate can be built from: distances, turns of coordinates, and the race of the threads of one
//! search. Coordinates and symmetries are those of [`cube`]; tables are kept by [`crate::StoredTable`].

pub use crate::corner_classes::{CORNER_CLASSES, CornerClasses, single_moves};
pub use crate::distances::{EQUAL_COSTS, Product, distances, packed};
pub use crate::pool::{on_threads, race_on_threads};
pub use crate::race::Race;
pub use crate::turning::{corner_moves, renamed_twists, twist_moves};
pub use crate::two_phase::search::MAY_FOLLOW;
