//! Turns near claws that still move: allowed from the profile's clearances on, and refused a microsecond sooner.

use crate::rules::{fault, kept, plan};
use crate::support::nxt;
use cube::Face;
use rig::{Action, Arm, BrokenRule, Clearances, Pair, Profile, RigState, Violation, check};

use Action::{Close, Open, Turn};
use Arm::{B, F, L, R};

/// The thesis' rig, where claws need not be wholly open.
fn blended() -> Profile {
    let mut rig = nxt();
    rig.clearances = Clearances { own_wrist: 0.43, cube: 0.24, beside_horizontal: 1.0 };
    rig
}

/// When a claw that opens has passed a share, and how long before its end one that closes does.
fn seconds_to(share: f64) -> f64 {
    Clearances::seconds_to(share, 0.52)
}

#[test]
fn a_wrist_may_turn_from_its_clearance_on_and_not_sooner() {
    let rig = blended();
    let (free, end) = (seconds_to(0.43), 0.6);
    let regrip = |turn: f64, close: f64| [(F, Open, 0.0), (F, Turn(1), turn), (F, Close, close)];
    // The claw is back at the share when the wrist stands.
    let close = free + end + free - 0.52;
    assert!(0.52 < close && close < free + end, "it closes while the wrist turns");
    kept(&rig, &RigState::REST, &regrip(free, close));
    let sooner = |steps: &[(Arm, Action, f64)], rig: &Profile| fault(rig, &RigState::REST, steps);
    let while_moving = BrokenRule::TurnsWhileClawMoves { arm: F };
    assert_eq!(sooner(&regrip(free - 1e-6, close), &rig), while_moving);
    assert_eq!(sooner(&regrip(free, close - 1e-6), &rig), while_moving);
    assert_eq!(sooner(&regrip(0.0, 1.2), &rig), while_moving);
    // A claw that lets go does so with its wrist at rest, and one motion of a joint follows the other.
    assert_eq!(sooner(&[(F, Turn(1), 0.0), (F, Open, 0.5)], &rig), while_moving);
    let twice = plan(&rig, &[(F, Open, 0.0), (F, Turn(1), 0.4), (F, Turn(1), 0.9)]);
    assert!(matches!(check(&rig, &RigState::REST, &twice), Err(Violation::Busy { arm: F, .. })));
    // Where claws must be wholly open, the same is refused as two motions of one arm.
    assert!(matches!(
        check(&nxt(), &RigState::REST, &plan(&nxt(), &regrip(free, 1.12))),
        Err(Violation::Busy { arm: F, .. })
    ));
    // A claw that takes longer passes its share later.
    let mut slow = plan(&rig, &regrip(free, 1.2));
    slow[0].end = 0.6;
    assert!(matches!(check(&rig, &RigState::REST, &slow), Err(Violation::At { .. })));
}

#[test]
fn the_cube_may_turn_between_claws_that_still_move() {
    let rig = blended();
    let (free, quarter) = (seconds_to(0.24), 0.6);
    let steps = |opens: f64, turn: f64, close: f64| {
        [
            (F, Open, opens),
            (B, Open, opens),
            (R, Turn(1), turn),
            (L, Turn(-1), turn),
            (F, Close, close),
            (B, Close, close),
        ]
    };
    let close = f64::max(0.52, free + quarter + free - 0.52);
    let trace = kept(&rig, &RigState::REST, &steps(0.0, free, close));
    assert_eq!(trace.end.pose.face_at(Face::U), Face::F);
    let blocked = BrokenRule::CubeTurnBlocked { pair: Pair::RL, arm: F };
    for sooner in [steps(0.0, free - 1e-6, close), steps(0.0, 1.0, 0.6 + 1.0 + free - 0.52 - 1e-6)] {
        assert_eq!(fault(&rig, &RigState::REST, &sooner), blocked, "{sooner:?}");
    }
    // The wrist of a claw that is not wholly open keeps still while the cube turns: both would be horizontal.
    let both = |turn: f64| {
        [
            (F, Open, 0.0),
            (B, Open, 0.0),
            (R, Turn(1), 0.6),
            (L, Turn(-1), 0.6),
            (F, Turn(2), 0.6),
            (F, Close, turn),
            (B, Close, 1.6),
        ]
    };
    kept(&rig, &RigState::REST, &both(1.6));
    assert_eq!(fault(&rig, &RigState::REST, &both(1.1)), BrokenRule::FingersMeet { first: R, second: F });
}
