//! What the arms have done to the cube, in `cube/pose`.

use cube_state::tracker::Turned;
use r2r::cuberig_msgs::msg::CubePose;

use super::cube_message::cube;
use crate::runtime::stamp_to_duration;

/// The turn that a message contains. A cube that cannot be read is lost.
pub fn read(message: &CubePose) -> Turned {
    Turned { cube: cube(&message.turned).ok(), since: stamp_to_duration(&message.counted_since), turns: message.turns }
}

/// Writes it into a message.
pub fn write(turned: &Turned, message: &mut CubePose) {
    message.turned = (turned.cube).map_or_else(String::new, |cube| cube.facelets().to_string());
    message.counted_since = r2r::Clock::to_builtin_time(&turned.since);
    message.turns = turned.turns;
}
