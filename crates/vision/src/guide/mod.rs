//! Leads a person with a cube and a camera through the six faces, and says what it reads.
//!
//! [`Guide`] is told the time and the faces of each frame; it says what to show next ([`Screen`], in
//! words and for drawing with [`overlay`]) and what has happened ([`Event`]). It holds no clock and no
//! camera, so it is the same for the command line, the node and the tests.
//!
//! The usual order is F U D L R B, that of the webcam document among the seeds, like the end after a
//! minute without progress. The four-arm rig's thesis has its user show U F D R B L instead, each in a
//! fixed position; [`Options::order`] takes that or any other. A person may show any face at any time
//! and hold it any way round: faces are known by their centres, and how each was turned follows from
//! the laws of the cube. Where these leave a choice, the guide asks for the faces that make the
//! difference in a position that it names.
mod arrangement;
mod assembly;
mod bound;
mod correction;
mod decision;
mod draw;
mod event;
mod hold;
mod nine;
mod options;
mod overlay;
mod said;
mod screen;
mod state_machine;
mod steady;
mod words;

pub use correction::Correction;
pub use event::Event;
pub use hold::{Hold, Tip};
pub use options::Options;
pub use overlay::overlay;
pub use said::Said;
pub use screen::{Asked, FaceStatus, Found, Screen};
pub use state_machine::Guide;
