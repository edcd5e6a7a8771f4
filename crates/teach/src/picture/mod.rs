//! Pictures as SVG: cases of the catalogue, sheets of them, a cube with any colours, the graph of the 2x2x1.

mod case;
mod cuboid;
mod shapes;

pub use case::{case_picture, cube_picture, sheet};
pub use cuboid::cuboid_picture;
