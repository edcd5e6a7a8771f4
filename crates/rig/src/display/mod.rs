//! What people are shown of a rig at work: where its links are, and the pieces of the cube, turned as the joints turn them just
//! now.

mod cubies;
mod links;
mod sent;
mod shapes;
mod shown;

pub use cubies::{Cubie, cube_pose, cubies};
pub use links::{JointSeen, Model, Transform, UrdfError};
pub use sent::Sent;
pub use shapes::{Rgb, Triangle};
pub use shown::{Shown, StickerSeen, Stickers, Turning, UNREAD};
