//! Runs that are stopped at any moment and taken up again: the simulator's mechanics, which know nothing of plans, see nothing
//! jam on the way back and forth.

use cube::{Cube, Move, Rotation};
use rig::{Arm, Profile};
use sim::Mishap;
use sim::mechanics::{ArmBody, HeldCube, Mechanics};

use super::bench::*;
use super::blended::slow_wrists;
use super::fake_bricks::STEP;
use crate::estimate::JointPlaces;
use crate::events::{Event, Settings};
use crate::readings::Tolerances;
use crate::report::Code;

/// Claws that hold a cube, and what went wrong with them.
struct Judge {
    mechanics: Mechanics,
    mishaps: Vec<Mishap>,
}

impl Judge {
    fn new(rig: &Try, cube: Cube, open_angle: f64) -> Judge {
        let bodies = Arm::ALL.map(|arm| ArmBody {
            grip: rig.bricks.positions[arm.grip().index()],
            wrist: rig.bricks.positions[arm.wrist().index()],
            gripping: true,
        });
        let held = HeldCube::new(cube, Rotation::IDENTITY);
        Judge { mechanics: Mechanics::new(bodies, Some(held), open_angle), mishaps: Vec::new() }
    }

    /// Lives with the rig for this many seconds.
    fn watch(&mut self, rig: &mut Try, seconds: f64) {
        let until = rig.bricks.time + seconds;
        while rig.bricks.time < until {
            rig.run(STEP);
            let at = |joint: rig::Joint| rig.bricks.positions[joint.index()];
            let wanted = Arm::ALL.map(|arm| (at(arm.grip()), at(arm.wrist())));
            self.mechanics.advance(wanted, &mut self.mishaps);
        }
    }

    fn cube(&self) -> Option<Cube> {
        self.mechanics.cube.as_ref().map(|held| held.cube)
    }
}

const MOVES: &str = "R U F' L2 D B";

/// Carries out moves on a rig, stops them after this many seconds, and carries out the rest. Claws that are open then fall back by an
/// angle, radians: they bounced off their end while nobody saw them.
fn stop_and_go_on(profile: &Profile, lead: f64, stop: f64, back: f64) {
    let settings = Settings {
        tolerances: Tolerances { lead, ..TOLERANCES },
        places: JointPlaces { grip_open: profile.gearing.open_grip() },
        timing: profile.timing,
        rules: profile.rules.clone(),
        ..settings()
    };
    let case = format!("{}, lead {lead}, stopped after {stop:.2} s", profile.name);
    let open_angle = settings.places.grip_open;
    let cube = Cube::from_seed(3);
    let mut rig = Try::on(profile, settings);
    // Claws are back before wrists are, unless they wait.
    rig.bricks.behaviour.slowness = slow_wrists(1.8);
    rig.set(cube);
    rig.run(0.1);
    let mut judge = Judge::new(&rig, cube, open_angle);
    rig.give(Event::Execute(Ok(moves(MOVES)), 0.0));
    judge.watch(&mut rig, stop);
    rig.give(Event::Cancel);
    judge.watch(&mut rig, 2.0);
    let stopped = rig.executed.take().unwrap_or_else(|| panic!("{case}: it has not ended"));
    for grip in Arm::ALL.map(Arm::grip) {
        if 0.9 * open_angle < rig.bricks.positions[grip.index()] {
            rig.bricks.push(grip, -back);
        }
    }
    judge.watch(&mut rig, 0.1);
    // People and the camera see a layer at the nearest quarter.
    assert_eq!(stopped.cube, judge.cube(), "{case}");
    let done = stopped.moves_done;
    let rest: Vec<Move> = stopped.moves[done..].to_vec();
    rig.give(Event::Execute(Ok(rest), 0.0));
    let mut seconds = 0;
    while rig.executed.is_none() && seconds < 40 {
        judge.watch(&mut rig, 1.0);
        seconds += 1;
    }
    let report = rig.executed.take().expect("it has ended");
    assert_eq!(report.code, Code::Success, "{case}: {}", report.text);
    assert_eq!(judge.mishaps, [], "{case}, after {done} moves");
    assert_eq!(judge.cube(), Some(cube.apply_all(&moves(MOVES))), "{case}");
    assert_eq!(report.cube, judge.cube(), "{case}");
}

/// At many moments, with motions sent ahead or not. Two of the tests stop between the moments of the two others.
fn stop_anywhere(name: &str, lead: f64, first: f64, back: f64) {
    let profile = Profile::find(name).expect("it ships");
    for step in 0..60 {
        stop_and_go_on(&profile, lead, first + 0.14 * f64::from(step), back);
    }
}

#[test]
fn what_was_broken_off_goes_back_without_a_jam() {
    stop_anywhere("nxt-2015", 0.0, 0.03, 0.0);
}

#[test]
fn what_was_sent_ahead_and_broken_off_goes_back_without_a_jam() {
    stop_anywhere("nxt-2015", 0.06, 0.1, 0.0);
}

#[test]
fn what_was_blended_and_broken_off_goes_back_without_a_jam() {
    stop_anywhere("nxt-2015-blended", 0.0, 0.1, 0.0);
}

#[test]
fn what_was_blended_sent_ahead_and_broken_off_goes_back_without_a_jam() {
    stop_anywhere("nxt-2015-blended", 0.06, 0.03, 0.0);
}

#[test]
fn claws_that_bounced_back_are_opened_before_anything_turns_back() {
    let back = f64::to_radians(8.0);
    stop_anywhere("nxt-2015", 0.0, 0.1, back);
    stop_anywhere("nxt-2015-blended", 0.06, 0.03, back);
}
