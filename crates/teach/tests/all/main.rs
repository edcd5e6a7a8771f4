//! Lessons judged by a cube of the tests' own. One program, so that it is linked once.

mod fixtures;
mod languages;
mod laws;
mod names;
mod tutor;
mod words;
