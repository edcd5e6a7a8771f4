//! From a picture to nine quads: regions of one colour that lie like the stickers of a face.
//!
//! [`change`] marks the edges, [`regions`] cuts the picture into flat regions between them. [`neighbours`] lists which
//! region can be the next sticker beside each one, [`growth`] goes from neighbour to neighbour, and [`bridge`] goes
//! over hidden stickers. [`lattice`] fits three by three of them with a map in perspective, and [`extension`] rates
//! down what goes on beyond three by three. [`hidden_line`] decides on which side a hidden row or column lies.
//! [`classic`] is the finder of the four-arm rig's thesis, kept as the baseline.

mod bridge;
pub(crate) mod change;
pub(crate) mod classic;
mod extension;
mod growth;
pub(crate) mod hidden_line;
pub(crate) mod lattice;
mod neighbours;
pub(crate) mod regions;
