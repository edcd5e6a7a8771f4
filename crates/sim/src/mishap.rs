//! What should not happen between claws and cube.

use cube::Face;
use rig::{Arm, Pair};

/// Something that should not happen between claws and cube.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Mishap {
    /// A claw closes on a misaligned layer.
    #[error("jam: the claw of arm {arm} closes on a layer that is misaligned by {degrees:.0} degrees")]
    Misgrip {
        /// The arm.
        arm: Arm,
        /// The angle of misalignment.
        degrees: f64,
    },
    /// Fingers meet fingers.
    #[error("jam: the fingers of arm {arm} meet those of arm {neighbour}")]
    FingersMeet {
        /// The arm that closes.
        arm: Arm,
        /// The arm in its way.
        neighbour: Arm,
    },
    /// A layer turns into the fingers next to it.
    #[error("jam: arm {arm} turns its layer into the fingers of arm {neighbour}")]
    LayerMeetsFingers {
        /// The arm that turns.
        arm: Arm,
        /// The arm in its way.
        neighbour: Arm,
    },
    /// A layer turns while the one next to it is half turned.
    #[error("jam: arm {arm} turns its layer while the layer of arm {neighbour} is misaligned by {degrees:.0} degrees")]
    LayersMeet {
        /// The arm that turns.
        arm: Arm,
        /// The arm whose layer is in the way.
        neighbour: Arm,
        /// How far that layer is turned.
        degrees: f64,
    },
    /// A layer turns while the one above or below is half turned, which no arm holds.
    #[error("jam: arm {arm} turns its layer while the layer {side} is misaligned by {degrees:.0} degrees")]
    BareLayerMeets {
        /// The arm that turns.
        arm: Arm,
        /// The side of the layer in the way.
        side: Face,
        /// How far that layer is turned.
        degrees: f64,
    },
    /// The cube turns into a claw that is not fully open.
    #[error("jam: arm {arm} turns the cube into the claw of arm {neighbour}, which is open by {open_percent:.0} %")]
    CubeMeetsFingers {
        /// The arm that turns.
        arm: Arm,
        /// The arm in its way.
        neighbour: Arm,
        /// How far its claw is open.
        open_percent: f64,
    },
    /// The claws of a pair turned the free cube unevenly.
    #[error("pair {pair} tears the cube: its claws are {degrees:.0} degrees apart")]
    Torn {
        /// The pair.
        pair: Pair,
        /// How far apart.
        degrees: f64,
    },
    /// Nothing holds the cube any more.
    #[error("the cube falls: no claw holds it")]
    Dropped,
}
