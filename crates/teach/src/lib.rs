//! Human methods of solving the cube, as lessons with reasons; the catalogue of cases; the permutation lab; the 2x2x1.
//!
//! Reading order, which is the order of the idea: a [`Hand`] holds a cube. A [`Method`] is a list of stages; each stage knows
//! when it is reached and what to do next, by recognising a case. [`teach`] follows a method to the end and writes a
//! [`Lesson`]. A [`Player`] is a place in it, and a [`Tutor`] follows a learner who turns the cube. All words come from the files
//! in `text/`, all sequences of the catalogue from the files in `data/`.
//!
//! ```
//! use cube::Cube;
//! use teach::{Method, Options, teach};
//!
//! let lesson = teach(Method::Beginner, &Cube::from_seed(7), &Options::default())?;
//! assert!(lesson.end().cube.is_solved());
//! assert_eq!(lesson.stages()[0].name, "white cross");
//! # Ok::<(), teach::Error>(())
//! ```

pub mod beginner;
pub mod catalogue;
pub mod cfop;
pub mod cuboid_graph;
mod error;
mod hand;
pub mod lab;
pub mod layers;
mod lesson;
mod method;
pub mod picture;
mod player;
mod sheet;
mod spelling;
mod stage;
mod teacher;
mod text;
mod tutor;

pub use error::Error;
pub use hand::{Hand, Piece, carried};
pub use lesson::{Lesson, LessonStage, LessonStep};
pub use method::Method;
pub use player::{PlayedMove, Player};
pub use sheet::sheet;
pub use spelling::{Spelling, rotation_words, spelled};
pub use stage::{Advice, Order, Situation, Stage, Up, Value};
pub use teacher::{Options, reached, stage_of, teach};
pub use text::{Language, MethodText, Words};
pub use tutor::{Followed, Tutor};
