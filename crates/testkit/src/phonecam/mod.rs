//! Pictures as phones take them, drawn at random with known truth: faces of cubes, and things in rows and columns that are none.
//!
//! Everything is drawn, nothing is fitted to a photograph:
//! - [`Plastic`]: six colours of one cube, from faded stickers to fluorescent plastic.
//! - [`Face`]: nine stickers with body, seams, logo, missing stickers, and what covers some of them.
//! - [`Thing`]: tiles, windows, keys, chocolate and clutter.
//! - [`Light`]: tint, gradient, the edge of a shadow, haze, reflections of lamps.
//! - [`Phone`]: exposure, white balance, vivid colours that clip, contrast, blur and noise.
//! - [`Photo`]: one of the two surfaces at a place in a picture, in perspective.
//!
//! Colours inside are linear RGB, reflectances of 0 to 1. A picture is sRGB, 8 bits a channel.

mod draw;
mod face;
mod light;
mod phone;
mod photo;
mod plastic;
mod surroundings;
mod thing;

pub use face::{Body, Cover, Face};
pub use light::Light;
pub use phone::Phone;
pub use photo::{Photo, Picture, Place, Surface};
pub use plastic::Plastic;
pub use surroundings::Surroundings;
pub use thing::Thing;
