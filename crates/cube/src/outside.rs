//! What comes from outside the program: files that people name are read up to a limit, and messages quote a part of long texts.
//!
//! [`open`], [`read`] and [`read_text`] take files only. A device has no end, and opening a named pipe waits until somebody
//! writes into it. [`stream`] is for lists that are read line by line, and takes pipes too. [`quoted`], [`number`] and [`line`]
//! bound what messages contain of texts and numbers that people gave.

mod file;
mod quote;

pub use file::{device, open, read, read_text, stream};
pub use quote::{line, number, quoted};
