//! From nine quads to colours: what each sticker of one face is, under one unknown light.
//!
//! [`naming`] is the place where a sticker's colour is decided. It uses, in this order:
//! - [`measure`] takes each sticker's commonest colour, and [`body`] says how much stray light lies over it.
//! - [`surroundings`] gives a hint at the tint of the light.
//! - [`single`] reads the nine stickers together. Its [`face_model`] prices every naming of the nine. The light can have
//!   a gradient ([`illumination_gradient`]) or the edge of a [`shadow`].
//! - [`palette`] says what the six colours commonly look like, and [`colors`] what they look like on one's own cube.
//!   Colours are compared as [`tone`]s.
//! - [`seams`] and [`plausible`] refuse what lies like a face and does not look like one.

mod body;
pub(crate) mod colors;
mod face_model;
mod illumination_gradient;
pub(crate) mod measure;
pub(crate) mod naming;
pub(crate) mod palette;
pub(crate) mod plausible;
mod seams;
mod shadow;
pub(crate) mod single;
pub(crate) mod surroundings;
pub(crate) mod tone;

pub use colors::CubeColors;
pub use palette::paint;
pub use single::{chances, classify};
pub use tone::{Tone, soft_tone};
