//! From a picture to nine quads: regions of one colour that lie like the stickers of a face.
//!
//! In the order of seeing:
//! - [`change`] marks the edges in the picture, and [`regions`] cuts it into flat regions between them.
//! - [`neighbours`] lists which region can be the sticker next to each one. [`grow`] fills a [`grid`] from
//!   neighbour to neighbour, and [`bridge`] goes over hidden stickers.
//! - A [`lattice`] fits three by three cells of the grid in perspective. [`extension`] rates down what goes on beyond
//!   three by three, as windows and tiles do. [`search`] keeps the best lattices.
//! - [`finder`] does all this in copies of several sizes and measures the colours at each place.

mod bridge;
mod change;
mod extension;
pub(crate) mod finder;
mod grid;
mod grow;
mod lattice;
mod neighbours;
mod regions;
mod search;
