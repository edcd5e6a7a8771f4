//! Cubies, facelets, moves, rotations, notation, validity and scrambles of the Rubik's Cube.
//!
//! Read it in the order of the idea. [`Face`] and [`Color`] come first, then [`Facelets`], the 54 stickers and their
//! numbers. [`Corner`] and [`Edge`] make a [`Cube`], which is always solvable. [`Move`] and [`Rotation`] change it, and
//! [`Notation`] writes both. A [`Metric`] counts moves. For searches: [`AxialTurn`]; [`coordinate`], numbers for parts of a
//! cube; [`symmetry`]. In addition there is the small puzzle 2x2x1, the [`Cuboid`].
//!
//! ```
//! use cube::{Cube, Facelets, Notation, format_moves, parse_moves};
//!
//! let moves = parse_moves("R U R' U'", Notation::Standard)?;
//! let cube = Cube::SOLVED.apply_all(&moves);
//! let read: Facelets = cube.facelets().to_string().parse()?;
//! assert_eq!(Cube::try_from(&read)?, cube);
//! assert_eq!(format_moves(&moves, Notation::Quarters), "R1 U1 R3 U3");
//! # Ok::<(), cube::Error>(())
//! ```

mod axial_turn;
mod color;
mod completions;
pub mod coordinate;
mod cubies;
mod cuboid;
mod error;
mod face;
mod facelets;
mod from_facelets;
mod layer_turn;
mod metric;
mod moves;
mod notation;
pub mod outside;
mod piece;
mod random;
mod reading;
mod rotation;
mod singmaster;
mod sticker;
pub mod symmetry;
mod turned;
mod validity;

pub use axial_turn::{AxialTurn, axial_turns};
pub use color::{Color, ColorScheme};
pub use completions::{KnownStickers, completions, known_on};
pub use cubies::Cube;
pub use cuboid::{Cuboid, CuboidTurn};
pub use error::Error;
pub use face::{Axis, Face};
pub use facelets::{Facelets, Reading};
pub use layer_turn::{LayerTurn, Layers, Step, fold_rotations, simplified_turns};
pub use metric::Metric;
pub use moves::{Move, inverted, simplified};
pub use notation::{MoveFault, Notation, Sequence, format_moves, format_turns, parse_moves, parse_steps};
pub use piece::{Corner, Edge};
pub use random::random_moves;
pub use rotation::Rotation;
pub use sticker::{Sticker, faces_of, sticker_name};
pub use turned::{place_seen, upright};
