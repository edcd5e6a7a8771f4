//! Plans in which wrists turn while claws move: nothing turns near a claw that is not far enough open, however late a motion is.

use std::f64::consts::FRAC_PI_2;

use brick::BrickName;
use rig::{Arm, Joint, Pair, Profile, RigState};
use solver::LoadOptions;

use super::bench::{PATIENCE, TOLERANCES, moves};
use super::fake_bricks::{Behaviour, FakeBricks};
use crate::estimate::JointPlaces;
use crate::executor::Executor;
use crate::goal::GoalId;
use crate::limits::JointLimits;
use crate::plan::{PlanMaker, PlanRequest};
use crate::readings::{Readings, Tolerances};
use crate::running::Running;
use crate::steps::{Event, Status, Step};

/// A claw that is open by less counts as closed on the cube.
const CLOSED: f64 = 0.02;
/// A wrist that is off the grid by less stands, radians: pads and play forgive that.
const STANDS: f64 = 0.09;

/// The least shares to which claws were open while their own wrist turned, and while the cube turned between them.
#[derive(Debug)]
struct Least {
    own_wrist: f64,
    cube: f64,
}

struct Run {
    bricks: FakeBricks,
    executor: Executor,
    readings: Readings,
    grip_open: f64,
    least: Least,
}

impl Run {
    fn new(text: &str, slowness: [f64; 4], change: impl Fn(&mut Step)) -> Run {
        let behaviour = Behaviour { slowness, ..Behaviour::default() };
        Run::with(text, behaviour, 0.0, change)
    }

    fn with(text: &str, behaviour: Behaviour, lead: f64, change: impl Fn(&mut Step)) -> Run {
        let profile = Profile::find("nxt-2015-blended").expect("it ships");
        let places = JointPlaces { grip_open: profile.gearing.open_grip() };
        let request = PlanRequest::Moves(RigState::REST, moves(text), 0.0);
        let made = PlanMaker::new(&profile, LoadOptions::default()).make(&request, true, &|| false);
        let plan = made.expect("moves of the cube can be planned");
        let mut steps = Running::new(plan.into()).steps(&places);
        steps.iter_mut().for_each(change);
        let rest = places.all(&RigState::REST.arms);
        let tolerances = Tolerances { lead, ..TOLERANCES };
        Run {
            bricks: FakeBricks::new(rest, behaviour),
            executor: Executor::new(
                steps,
                rest,
                GoalId(1),
                profile.groups.clone(),
                JointLimits::of(&profile),
                tolerances,
                PATIENCE,
            ),
            readings: Readings::default(),
            grip_open: places.grip_open,
            least: Least { own_wrist: 1.0, cube: 1.0 },
        }
    }

    fn give(&mut self, event: Event) {
        let effects = (self.executor).step(self.bricks.time, &self.readings, event);
        for effect in effects {
            self.bricks.take(effect);
        }
    }

    fn run_to_end(mut self) -> (Status, Least, f64) {
        self.bricks.publish(&mut self.readings);
        while self.bricks.time < 120.0 && *self.executor.status() == Status::Running {
            for (goal, outcome) in self.bricks.advance() {
                self.give(Event::Finished(goal, outcome));
            }
            self.bricks.publish(&mut self.readings);
            self.give(Event::Update);
            self.look();
        }
        let status = self.executor.status().clone();
        (status, self.least, self.bricks.time)
    }

    fn look(&mut self) {
        let at = |joint: Joint| self.bricks.positions[joint.index()];
        let opening = |arm: Arm| at(arm.grip()) / self.grip_open;
        let turns = |arm: &Arm| {
            let quarters = at(arm.wrist()) / FRAC_PI_2;
            STANDS < ((quarters - quarters.round()) * FRAC_PI_2).abs()
        };
        for pair in Pair::ALL {
            let across = pair.other().arms().map(opening);
            let is_free = across.iter().all(|share| CLOSED < *share);
            for arm in pair.arms().into_iter().filter(turns) {
                if CLOSED < opening(arm) {
                    self.least.own_wrist = self.least.own_wrist.min(opening(arm));
                } else if is_free {
                    let nearest = across.into_iter().fold(1.0, f64::min);
                    self.least.cube = self.least.cube.min(nearest);
                }
            }
        }
    }
}

/// Bricks whose wrists take this many times longer than asked.
pub(super) fn slow_wrists(factor: f64) -> [f64; 4] {
    let mut slowness = [1.0; 4];
    for arm in Arm::ALL {
        slowness[BrickName::driving(arm.wrist()).0.index()] = factor;
    }
    slowness
}

const MOVES: &str = "R U F2 D' L B";

#[test]
fn nothing_turns_near_a_claw_that_is_not_far_enough_open() {
    for slowness in [[1.0; 4], [2.0, 1.0, 1.0, 1.0], [1.0, 2.0, 1.0, 1.6], [1.3, 1.0, 2.2, 1.0]] {
        let (status, least, seconds) = Run::new(MOVES, slowness, |_| ()).run_to_end();
        println!("{slowness:?}: {least:?}, {seconds:.2} s");
        assert_eq!(status, Status::Done, "{slowness:?}");
        // What contact physics finds free: 0.38 and 0.20.
        assert!(0.38 <= least.own_wrist, "{slowness:?}: {least:?}");
        assert!(0.20 <= least.cube, "{slowness:?}: {least:?}");
        // Wrists do turn while claws move.
        assert!(least.own_wrist < 0.9 && least.cube < 0.9, "{least:?}");
    }
}

/// Motions that are sent ahead save time, and still nothing turns near a claw that is not far enough open. Where a claw takes longer
/// than foreseen, the wrist that relies on it stops after 5 degrees.
#[test]
fn what_is_sent_ahead_waits_for_a_late_claw() {
    let mut slow_claws = [1.0; 4];
    for arm in Arm::ALL {
        slow_claws[BrickName::driving(arm.grip()).0.index()] = 1.7;
    }
    for slowness in [[1.0; 4], slow_claws, slow_wrists(1.8), [1.3, 1.0, 2.2, 1.0]] {
        let behaviour = Behaviour { slowness, ramps: true, ..Behaviour::default() };
        let [(_, _, waiting), (status, least, seconds)] =
            [0.0, 0.06].map(|lead| Run::with(MOVES, behaviour, lead, |_| ()).run_to_end());
        println!("{slowness:?}: {least:?}, {seconds:.2} s instead of {waiting:.2} s");
        assert_eq!(status, Status::Done, "{slowness:?}");
        assert!(0.38 <= least.own_wrist, "{slowness:?}: {least:?}");
        assert!(0.20 <= least.cube, "{slowness:?}: {least:?}");
        assert!(seconds < waiting - 0.5, "{slowness:?}: {seconds} s");
    }
}

/// A claw that sticks while it opens, just as the wrist that relies on it was sent.
#[test]
fn a_wrist_that_was_sent_ahead_stops_before_a_claw_that_sticks() {
    for (arm, share) in Arm::ALL.into_iter().flat_map(|arm| [0.15, 0.25, 0.35].map(|share| (arm, share))) {
        let behaviour =
            Behaviour { strays: Some((arm.grip(), share)), result_delay: None, ramps: true, ..Behaviour::default() };
        let (status, least, _) = Run::with(MOVES, behaviour, 0.06, |_| ()).run_to_end();
        assert_ne!(status, Status::Done, "{arm} {share}");
        assert!(0.38 <= least.own_wrist, "{arm} {share}: {least:?}");
        assert!(0.20 <= least.cube, "{arm} {share}: {least:?}");
    }
}

/// Without what holds them, claws close on wrists that take longer than planned.
#[test]
fn a_claw_that_is_not_held_would_close_on_a_late_wrist() {
    let held = Run::new(MOVES, slow_wrists(1.8), |_| ()).run_to_end().1;
    assert!(0.38 <= held.own_wrist && 0.20 <= held.cube, "{held:?}");
    let (_, least, _) = Run::new(MOVES, slow_wrists(1.8), |step| step.held.clear()).run_to_end();
    assert!(least.own_wrist < 0.38 || least.cube < 0.20, "{least:?}");
}
