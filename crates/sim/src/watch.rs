//! Watches the rules of motion while the rig moves, with the one shared statement of them.

use crate::mechanics::Mechanics;
use rig::{Arm, ArmNow, ClawPhase, Fault, Rules};
use std::f64::consts::FRAC_PI_2;

/// Joints never start and stop at the same instant, so a rule must be broken for this long, in seconds.
const PATIENCE: f64 = 0.15;
/// A wrist nearer to a quarter than this counts as standing there, radians.
const AT_QUARTER: f64 = 8.0 * std::f64::consts::PI / 180.0;
/// A wrist or finger slower than this stands still, radians a second.
const STILL: f64 = 0.2;

/// Looks at the rig at every tick.
#[derive(Debug, Clone)]
pub(crate) struct Watch {
    rules: Rules,
    last: Option<(f64, [(f64, f64); 4])>,
    broken: Option<(Fault, f64, bool)>,
}

impl Watch {
    pub fn new(rules: Rules) -> Watch {
        Watch {
            rules,
            last: None,
            broken: None,
        }
    }

    /// The rule that has now been broken for too long, told once while it stays broken.
    pub fn look(&mut self, now: f64, mechanics: &Mechanics) -> Option<Fault> {
        let places = mechanics.arms.map(|arm| (arm.grip, arm.wrist));
        let (before, last) = self.last.replace((now, places)).unwrap_or((now, places));
        // Without a cube, or with one in a person's hand, there is nothing to break.
        let watched = mechanics.cube.as_ref().is_some_and(|cube| !cube.by_hand);
        if now <= before || !watched {
            self.broken = None;
            return None;
        }
        let arms = Arm::ALL.map(|arm| {
            let speed = |new: f64, old: f64| (new - old) / (now - before);
            let index = arm.index();
            let opening = speed(places[index].0, last[index].0);
            let turning = speed(places[index].1, last[index].1);
            see(mechanics, arm, opening, turning)
        });
        match (self.rules.judge(&arms), &mut self.broken) {
            (Ok(_), broken) => {
                *broken = None;
                None
            }
            (Err(fault), Some((old, since, told))) if *old == fault => {
                if *told || now - *since < PATIENCE {
                    return None;
                }
                *told = true;
                Some(fault)
            }
            (Err(fault), broken) => {
                *broken = Some((fault, now, false));
                None
            }
        }
    }
}

/// One arm as the rules see it.
fn see(mechanics: &Mechanics, arm: Arm, opening: f64, turning: f64) -> ArmNow {
    let openness = mechanics.openness(arm);
    let claw = if mechanics.grips(arm) {
        ClawPhase::Closed
    } else if openness > 0.85 {
        ClawPhase::Open
    } else if opening < 0.0 {
        ClawPhase::Closing
    } else {
        ClawPhase::Opening
    };
    let wrist = mechanics.arms[arm.index()].wrist;
    let off = wrist - (wrist / FRAC_PI_2).round() * FRAC_PI_2;
    let still = turning.abs() < STILL || off.abs() < AT_QUARTER;
    ArmNow {
        claw,
        wrist: wrist / FRAC_PI_2,
        turning: if still { 0.0 } else { turning },
    }
}
