//! Reading pictures and measured colours. One program, so that it is linked once.

mod altered;
mod bad_input;
mod camera_fault;
mod camera_setup;
mod chances;
mod covered;
mod doubt;
mod files;
mod five_faces;
mod jpeg;
mod learned_colors;
mod lights;
mod measurements;
mod media;
mod never_silent;
mod nothing_there;
mod phone;
mod pictures;
mod rendered;
mod straightened;
mod support;
mod turned;
mod warped;
mod white_balance;
