//! From nine quads to colours: what each sticker of one face is, under one unknown light, and whether it is a face.
//!
//! [`naming`] is the place where a sticker's colour is decided:
//! - [`measure`] takes each sticker's commonest colour.
//! - [`patch`] is what is seen of the face and around it, straightened.
//! - [`network`] gives each sticker's chances, and the chance that this is a face of a cube.
//!
//! [`palette`] has what the six colours commonly look like, and [`colors`] what they look like on one's own cube.
//! The decision about a whole cube compares colours as [`tone`]s.

pub(crate) mod colors;
mod measure;
pub(crate) mod naming;
mod network;
pub(crate) mod palette;
pub mod patch;
pub(crate) mod tone;

pub use colors::CubeColors;
pub use naming::{chances, classify};
pub use palette::paint;
