//! Leads a person with a cube and a camera through the six faces, and reports what it reads.
//!
//! The [`Guide`] takes the time and the faces of each frame. Its [`Screen`] contains what to show next, in words and for
//! drawing with [`overlay`], and its [`Event`]s report what happened. It holds no clock and no camera, so it is the same
//! for the command line, the node and the tests.
//!
//! A frame's faces come from [`vision::Detector`]. The guide follows one face until it is held steady. With six faces
//! it has all 4^6 ways to turn them looked at ([`vision::state::fit`]), and reads the cube that fits. That can take seconds.
//! [`Dialogue`] puts a guide, its words and the person's answers together.
//!
//! The node `guide` runs it without a rig, where no plan gives the face that is shown, and then sets the cube with
//! `cube/set_state`. It is a node of its own because it needs pictures to draw on and a person's words, which the state
//! assembler does not.
//!
//! The usual order is F U D L R B, that of the webcam document among the seeds; so is the end after a minute without
//! progress. The four-arm rig's thesis has its user show U F D R B L instead, each in a fixed position; [`Options::order`]
//! takes that or any other. A person can show any face at any time and hold it any way round. Faces are known by their
//! centres, and the laws of the cube determine how each was turned. Where these leave a choice, the guide asks for the faces that
//! make the difference in a position that it names.

mod correction;
mod decision;
mod dialogue;
mod draw;
mod error;
mod event;
mod guide;
mod hold;
mod nine;
mod options;
mod overlay;
mod photographs;
mod said;
mod screen;
mod steady;
mod words;

pub use correction::Correction;
pub use dialogue::{Dialogue, Effect};
pub use error::Error;
pub use event::Event;
pub use guide::{Guide, SeenAt};
pub use hold::{Hold, Tip, around};
pub use options::Options;
pub use overlay::overlay;
pub use photographs::Photographed;
pub use said::Said;
pub use screen::{Asked, FaceStatus, Found, Screen};
pub use steady::is_sound;
