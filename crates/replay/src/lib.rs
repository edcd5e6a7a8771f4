//! Does again what the graph did in a recording, with the code of today, and names each difference.
//!
//! ```text
//!   recorded pictures ──> detector ──> faces        compared with the recorded faces
//!                                        │ (with new faces)
//!   recorded faces, poses ──> assembler ─┴─> states  compared with the recorded cube/state
//!   recorded run/steps ─────> mission ──────────────> decisions and statuses  compared with the recorded ones
//! ```
//!
//! A detector is asked for the pictures that the recorded one has looked at, and the assembler follows the cube as it did: by faces,
//! and by what the arms have done to it. What came to it by a service is not in a recording: a cube that was set or forgotten is
//! taken from the state that followed. Goals and results of actions are services too: [`mission::Step`] has those of the conductor.
//! Those of the motion planner are not recorded, so motions are not replayed.

mod detector;
mod difference;
mod in_order;
mod messages;
mod replay;
mod runs;
mod states;

pub use difference::{Compared, Difference};
pub use replay::{Error, Options, Outcome, replay};
