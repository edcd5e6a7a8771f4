//! Watches the rules of motion while the rig moves, with the one shared statement of them.

use crate::mechanics::Mechanics;
use rig::{Arm, ArmNow, BrokenRule, ClawPhase, Clearances, Rules};
use std::f64::consts::FRAC_PI_2;

/// Joints never start and stop at the same instant, so a rule must be broken for this long, in seconds.
const PATIENCE: f64 = 0.15;
/// A wrist nearer to a quarter than this counts as a quarter, radians.
const AT_QUARTER: f64 = 8.0 * std::f64::consts::PI / 180.0;
/// A wrist or finger slower than this stands still, radians a second.
const STILL: f64 = 0.2;
/// A wrist that turns by less than this while its claw moves is play and the end of settling, radians: the fingers are at most 0.15 of
/// their travel from the cube's sides then, and slide along them. So are two wrists that get apart by less while they turn the cube: one
/// of them comes within [`AT_QUARTER`] first, and slow ones need long for the rest.
const PLAY: f64 = 5.0 * std::f64::consts::PI / 180.0;
/// A claw above this share of its travel counts as fully open: it may rest a little short of that, and motors have play.
const OPEN: f64 = 0.85;

/// Looks at the rig at every tick.
#[derive(Debug, Clone)]
pub(crate) struct Watch {
    rules: Rules,
    clearances: Clearances,
    last: Option<(f64, [(f64, f64); 4])>,
    broken: Option<Broken>,
    /// Which wrists are beyond the twist of their cables, by [`Arm::index`].
    twisted: [bool; 4],
}

/// A rule that is being broken.
#[derive(Debug, Clone)]
struct Broken {
    fault: BrokenRule,
    since: f64,
    /// Wrists when it began, radians, by [`Arm::index`].
    wrists: [f64; 4],
    reported: bool,
}

impl Broken {
    /// Whether it goes beyond what two joints can differ in time and what play explains.
    fn matters(&self, now: f64, mechanics: &Mechanics) -> bool {
        let far = match self.fault {
            BrokenRule::TurnsWhileClawMoves { arm } => {
                let index = arm.index();
                (mechanics.arms[index].wrist - self.wrists[index]).abs() >= PLAY
            }
            // Clockwise for one arm is anticlockwise for the arm across.
            BrokenRule::CubeTorn { pair } => {
                let apart: f64 =
                    (pair.arms().map(|arm| mechanics.arms[arm.index()].wrist - self.wrists[arm.index()])).iter().sum();
                apart.abs() >= PLAY
            }
            _ => true,
        };
        far && now - self.since >= PATIENCE
    }
}

impl Watch {
    pub fn new(rules: Rules, clearances: Clearances) -> Watch {
        Watch { rules, clearances, last: None, broken: None, twisted: [false; 4] }
    }

    /// A wrist that has now gone beyond what its cables allow, and where it stands, radians; reported once while it stays there.
    pub fn look_at_cables(&mut self, mechanics: &Mechanics, slack: f64) -> Option<(Arm, f64)> {
        Arm::ALL.into_iter().find_map(|arm| {
            let wrist = mechanics.arms[arm.index()].wrist;
            // A wrist on its way to a quarter needs the cable for that quarter.
            let quarters = ((wrist.abs() - AT_QUARTER - slack) / FRAC_PI_2).ceil() as i32;
            let was_twisted = self.twisted[arm.index()];
            self.twisted[arm.index()] = !self.rules.allows_wrist(quarters);
            (self.twisted[arm.index()] && !was_twisted).then_some((arm, wrist))
        })
    }

    /// The rule that has now been broken for too long, reported once while it stays broken.
    pub fn look(&mut self, now: f64, mechanics: &Mechanics) -> Option<BrokenRule> {
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
            see(mechanics, &self.clearances, arm, opening, turning)
        });
        let Err(fault) = self.rules.judge(&arms) else {
            self.broken = None;
            return None;
        };
        match &mut self.broken {
            Some(broken) if broken.fault == fault => {
                if broken.reported || !broken.matters(now, mechanics) {
                    return None;
                }
                broken.reported = true;
                Some(fault)
            }
            broken => {
                *broken =
                    Some(Broken { fault, since: now, wrists: mechanics.arms.map(|arm| arm.wrist), reported: false });
                None
            }
        }
    }
}

/// One arm as the rules see it.
fn see(mechanics: &Mechanics, clearances: &Clearances, arm: Arm, opening: f64, turning: f64) -> ArmNow {
    let openness = mechanics.openness(arm);
    let claw = if mechanics.grips(arm) {
        ClawPhase::Closed
    } else if OPEN < openness {
        ClawPhase::Open
    } else if opening < 0.0 {
        ClawPhase::Closing
    } else {
        ClawPhase::Opening
    };
    let wrist = mechanics.arms[arm.index()].wrist;
    let off = wrist - (wrist / FRAC_PI_2).round() * FRAC_PI_2;
    let still = turning.abs() < STILL || off.abs() < AT_QUARTER;
    // A nearly open claw has the room of an open one.
    let share = if OPEN < openness { 1.0 } else { openness };
    ArmNow {
        claw,
        room: clearances.room(if mechanics.grips(arm) { 0.0 } else { share }),
        wrist: wrist / FRAC_PI_2,
        turning: if still { 0.0 } else { turning },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::{ArmBody, HeldCube};
    use cube::{Cube, Rotation};
    use rig::{Pair, Profile};

    /// What is reported while wrist R turns by this many degrees from `from` on, in a second, with its claw half open.
    fn reported_for(from: f64, by: f64) -> Option<BrokenRule> {
        let closed = ArmBody { grip: 0.0, wrist: 0.0, gripping: false };
        let mut mechanics = Mechanics::new([closed; 4], None, 1.0);
        let mut cube = HeldCube::new(Cube::SOLVED, Rotation::IDENTITY);
        cube.by_hand = false;
        mechanics.put_cube(cube);
        let mut watch = Watch::new(Profile::nxt_2015().rules, Clearances::FULL);
        mechanics.arms[0].gripping = false;
        (0..=1000).find_map(|tick| {
            let share = f64::from(tick) / 1000.0;
            mechanics.arms[0].grip = 0.4 + 0.2 * share;
            mechanics.arms[0].wrist = (from + by * share).to_radians();
            watch.look(share, &mechanics)
        })
    }

    /// What is reported while both wrists of pair RL turn the free cube by as much in two seconds, or only one of them.
    fn reported_for_pair(from: [f64; 2], by: [f64; 2]) -> Option<BrokenRule> {
        let arm = |grip: f64, wrist: f64| ArmBody { grip, wrist, gripping: grip == 0.0 };
        let mut mechanics =
            Mechanics::new([arm(0.0, from[0]), arm(0.0, from[1]), arm(1.0, 0.0), arm(1.0, 0.0)], None, 1.0);
        let mut cube = HeldCube::new(Cube::SOLVED, Rotation::IDENTITY);
        cube.by_hand = false;
        mechanics.put_cube(cube);
        let mut watch = Watch::new(Profile::nxt_2015().rules, Clearances::FULL);
        (0..=2000).find_map(|tick| {
            let share = f64::from(tick) / 2000.0;
            for arm in [0, 1] {
                mechanics.arms[arm].wrist = (from[arm] + by[arm] * share).to_radians();
            }
            watch.look(2.0 * share, &mechanics)
        })
    }

    #[test]
    fn two_slow_wrists_a_few_degrees_apart_turn_the_cube_together() {
        let torn = BrokenRule::CubeTorn { pair: Pair::RL };
        assert_eq!(reported_for_pair([40.0, -44.0], [50.0, -50.0]), None);
        assert_eq!(reported_for_pair([40.0, -44.0], [50.0, -2.0]), Some(torn), "one stands");
        assert_eq!(reported_for_pair([20.0, -65.0], [40.0, 40.0]), Some(torn), "in the same way");
    }

    #[test]
    fn a_wrist_beyond_its_cable_is_reported_once() {
        let closed = ArmBody { grip: 0.0, wrist: 0.0, gripping: false };
        let mut mechanics = Mechanics::new([closed; 4], None, 1.0);
        let mut watch = Watch::new(Profile::nxt_2015().rules, Clearances::FULL);
        let mut report = |degrees: f64| {
            mechanics.arms[2].wrist = degrees.to_radians();
            let twisted = watch.look_at_cables(&mechanics, 0.0);
            twisted.map(|(arm, wrist)| (arm, wrist.to_degrees().round()))
        };
        for degrees in [0.0, 180.0, 186.0, -180.0, -187.0] {
            assert_eq!(report(degrees), None, "{degrees} degrees");
        }
        assert_eq!(report(-190.0), Some((Arm::F, -190.0)));
        assert_eq!(report(-270.0), None, "it was reported");
        assert_eq!(report(180.0), None);
        assert_eq!(report(200.0), Some((Arm::F, 200.0)));
        let mut free = Watch::new(rig::Rules { wrist_range: None, ..Profile::nxt_2015().rules }, Clearances::FULL);
        assert_eq!(free.look_at_cables(&mechanics, 0.0), None, "slip rings");
    }

    #[test]
    fn play_of_a_wrist_is_no_fault_and_a_turn_is() {
        assert_eq!(reported_for(10.0, 30.0), Some(BrokenRule::TurnsWhileClawMoves { arm: Arm::R }));
        assert_eq!(reported_for(10.0, 12.5), Some(BrokenRule::TurnsWhileClawMoves { arm: Arm::R }));
        assert_eq!(reported_for(10.0, 4.0), None, "slow play off the grid");
        assert_eq!(reported_for(-5.0, 10.0), None, "near a quarter");
    }
}
