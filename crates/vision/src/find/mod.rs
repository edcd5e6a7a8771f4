//! From a picture to nine quads: regions of one colour that lie like the stickers of a face.
//!
//! [`change`] marks the edges, [`regions`] cuts the picture into flat regions between them. [`neighbours`] lists which
//! region can be the next sticker beside each one. [`growth`] fills a [`grid`] from neighbour to neighbour, and
//! [`bridge`] goes over hidden stickers. A [`lattice`] fits three by three cells of the grid in perspective, and
//! [`extension`] rates down what goes on beyond three by three. [`search`] does all this for a picture's regions and
//! keeps the best lattices. [`hidden_line`] decides on which side a hidden row or column lies.
//! [`classic`] is the finder of the four-arm rig's thesis, kept as the baseline.

mod bridge;
pub(crate) mod change;
pub(crate) mod classic;
mod extension;
pub(crate) mod grid;
mod growth;
pub(crate) mod hidden_line;
pub(crate) mod lattice;
mod neighbours;
pub(crate) mod regions;
pub(crate) mod search;
