//! What each motion of a plan does to the cube: nothing, a turn of a face, or a part of a turn of the whole cube.

use cube::Move;
use rig::{Action, Claw, Motion, Pair, Profile, RigState, SAME_INSTANT, Violation};

use crate::belief::before;

/// What a motion does to the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An open claw turns, or a claw opens or closes.
    Nothing,
    /// A closed claw turns its layer.
    FaceTurn(Move),
    /// The whole cube turns with the claws of a pair.
    CubeTurn {
        /// The pair.
        pair: Pair,
        /// Quarters of its first arm.
        quarters: i32,
        /// The index of the other arm's motion, which belongs to the same turn; `None` where one arm turns the cube alone.
        partner: Option<usize>,
    },
}

/// The meaning of each motion, in the order given.
///
/// # Errors
/// The rule of motion that is broken, if one is.
pub fn meanings(
    profile: &Profile,
    start: &RigState,
    motions: &[Motion],
) -> Result<Vec<Meaning>, Violation> {
    let trace = rig::check(profile, start, motions)?;
    let same = |a: f64, b: f64| (a - b).abs() <= SAME_INSTANT;
    let meaning = |motion: &Motion| {
        let Action::Turn(quarters) = motion.action else {
            return Meaning::Nothing;
        };
        let turned = trace.turns.iter().find(|turn| {
            turn.arm == motion.arm && same(turn.start, motion.start) && same(turn.end, motion.end)
        });
        if let Some(turn) = turned {
            return match Move::new(turn.face, i32::from(turn.quarters)) {
                Some(turn) => Meaning::FaceTurn(turn),
                None => Meaning::Nothing,
            };
        }
        if before(start, motions, motion).claw == Claw::Open {
            return Meaning::Nothing;
        }
        let pair = motion.arm.pair();
        let sign = if motion.arm == pair.arms()[0] { 1 } else { -1 };
        let partner = motions.iter().position(|other| {
            other.arm == motion.arm.opposite()
                && matches!(other.action, Action::Turn(_))
                && same(other.start, motion.start)
        });
        Meaning::CubeTurn {
            pair,
            quarters: sign * i32::from(quarters),
            partner,
        }
    };
    Ok(motions.iter().map(meaning).collect())
}
