//! The cube against group theory and its stickers. One program, so that it is linked once.

mod completions;
mod cuboid;
mod group;
mod layer_turns;
mod notation;
mod singmaster;
mod stickers;
mod validity;
mod written;
