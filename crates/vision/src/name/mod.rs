//! From nine quads to colours: what each sticker of one face is, under one unknown light.
//!
//! [`measure`] takes each sticker's commonest colour, and [`body`] the stray light off it. [`single`] names the nine
//! stickers together with the [`face_model`]: the light can grow to one side ([`illumination_gradient`]) or have the edge of a
//! [`shadow`] on the face, and the [`surroundings`] hint at its tint. [`palette`] says what the six colours commonly look
//! like, [`colors`] what they look like on one's own cube, both in the axes of [`tone`]. [`seams`] and [`plausible`]
//! refuse what lies like a face and does not look like one.

pub(crate) mod body;
pub(crate) mod colors;
mod face_model;
mod illumination_gradient;
pub(crate) mod measure;
pub(crate) mod palette;
pub(crate) mod plausible;
pub(crate) mod seams;
mod shadow;
pub(crate) mod single;
pub(crate) mod surroundings;
pub(crate) mod tone;

pub use colors::CubeColors;
pub use palette::paint;
pub use single::{chances, classify};
pub use tone::{Tone, soft_tone};
