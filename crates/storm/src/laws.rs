//! The laws of the graph, checked while a storm goes on.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use brick::{BrickName, EndCode};
use cube::{Cube, Rotation};
use cube_state::tracker::CubeUpdate;
use execution::report::Code;
use mission::Stage;
use rig::{Arm, BrokenRule};
use sim::bench::Bench;
use sim::{Happening, Mishap};

use crate::context::CallId;
use crate::id::Id;
use crate::message::{Ending, Message};
use crate::plan::{Plan, Upset};

/// A stop that was answered has ended all motion after this many seconds: motors brake, and play runs out.
const BRAKED: f64 = 0.5;
/// Then no joint moves by more than this, radians.
const STILL: f64 = 3.0 * std::f64::consts::PI / 180.0;
/// What is claimed of the cube has to be true when no joint has moved for this many seconds: a node that died is noticed after five,
/// and a stop waits five for what was under way.
const SETTLED: f64 = 12.0;
/// The same where the planner reports rest and the assembler has counted all its turns.
const AT_REST: f64 = 0.15;
/// A cube whose halves are turned against each other by less, degrees, is not torn.
const MOST_TWIST: f64 = 45.0;
/// A joint that moves by less does not move, radians.
const MOTION: f64 = 0.01;
/// No goal of a person takes longer, seconds: a run has three attempts.
const LONGEST_GOAL: f64 = 300.0;
/// A rig that people have to straighten is tried for some seconds.
const GIVEN_UP: f64 = 40.0;
/// A goal whose joints another one takes over ends within this many seconds: the driver ends it at once, and its task may wait.
const GIVES_WAY: f64 = 0.5;
/// Goals of a conductor that died end within this many seconds: its silence is noticed after five, and arms come to rest.
const ORPHANED: f64 = 15.0;
/// What is reported of a cube that was taken was read this many seconds before, at most.
const READ: f64 = 0.5;
/// The most messages and calls that may be under way.
const MOST_UNDER_WAY: usize = 5_000;
/// A wrist that is further from neutral, radians, is not turned back by the rig: half a turn, and 45 degrees.
const MOST_BEYOND: f64 = 1.25 * std::f64::consts::PI;
/// Seconds of simulated time between two looks at the rig.
const LOOK: f64 = 0.004;

/// A law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// Nothing moves after an answered stop until somebody resumes.
    StillAfterStop,
    /// `cube/state`, when it claims to know the cube, is the truth.
    TrueState,
    /// No rule of motion is broken without a mechanical fault.
    RulesOfMotion,
    /// 'Solved' only when the cube is solved.
    SolvedIsSolved,
    /// No two goals move one joint.
    OneOwner,
    /// Every goal ends.
    GoalsEnd,
    /// Memory is bounded.
    Bounded,
    /// A run without faults is solved at the first attempt.
    FirstAttempt,
    /// When all faults are over, a run solves the cube.
    Recovers,
}

impl Law {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Law::StillAfterStop => "still-after-stop",
            Law::TrueState => "true-state",
            Law::RulesOfMotion => "rules-of-motion",
            Law::SolvedIsSolved => "solved-is-solved",
            Law::OneOwner => "one-owner",
            Law::GoalsEnd => "goals-end",
            Law::Bounded => "bounded",
            Law::FirstAttempt => "first-attempt",
            Law::Recovers => "recovers",
        }
    }
}

/// A law that was broken.
#[derive(Clone, Debug, PartialEq)]
pub struct Break {
    /// The law.
    pub law: Law,
    /// When, in seconds since the storm began.
    pub at: f64,
    /// What happened, in a sentence.
    pub text: String,
}

impl fmt::Display for Break {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at {:.3} s: {}", self.law.name(), self.at, self.text)
    }
}

/// An end that names no reason for its failure.
fn nameless(ending: &Ending) -> Option<String> {
    let (is_failure, text) = match ending {
        Ending::Run(report) => (report.error.is_some(), report.error.as_ref().map(|(_, text)| text.as_str())),
        Ending::HandOver(error) => (error.is_some(), error.as_ref().map(|(_, text)| text.as_str())),
        Ending::Scan(report) => (report.code != Code::Success, Some(report.text.as_str())),
        Ending::Execute(report) => (report.code != Code::Success, Some(report.text.as_str())),
        Ending::Claws(report) => (report.code != Code::Success, Some(report.text.as_str())),
        Ending::Solve(end) => (end.is_err(), end.as_ref().err().map(|failure| failure.text.as_str())),
        Ending::Follow(end) => (end.code != EndCode::Successful, Some(end.reason.as_str())),
    };
    (is_failure && text.is_none_or(str::is_empty)).then(|| format!("{ending:?}"))
}

/// Watches a storm.
pub struct Laws {
    bench: Bench,
    /// Whether people may have to straighten the cube, or to put it in again.
    needs_people: bool,
    mechanical_from: f64,
    /// From when on a program moves joints that knows nothing of rules of motion.
    strange_from: f64,
    is_quiet: bool,
    plan: Plan,
    broken: Vec<Break>,
    looked: f64,
    /// Since when the rig is stopped, and how the joints stood when it had braked.
    stop: Option<(f64, Option<[f64; 8]>)>,
    claim: Option<(CubeUpdate, f64)>,
    /// While the planner reports that nothing moves: how often the arms have turned the cube.
    rests: Option<u32>,
    joints: [f64; 8],
    moved: f64,
    /// The goals of people that have not ended.
    goals: BTreeMap<CallId, (f64, String)>,
    /// The goals that drivers work on: since when, and their joints.
    motions: BTreeMap<CallId, (f64, Vec<String>)>,
    /// Goals whose client has died, and when.
    orphans: BTreeMap<CallId, f64>,
    /// The cube that was in the claws last, and when.
    last_cube: Option<(Cube, f64)>,
    must_recover: bool,
    healed: Option<f64>,
    solved: Option<f64>,
}

impl Laws {
    /// For this storm.
    pub fn new(bench: Bench, plan: &Plan) -> Self {
        Self {
            bench,
            needs_people: plan.is_mechanical() || plan.strange_from().is_finite(),
            mechanical_from: plan.mechanical_from(),
            strange_from: plan.strange_from(),
            is_quiet: plan.is_quiet(),
            plan: plan.clone(),
            broken: Vec::new(),
            looked: f64::NEG_INFINITY,
            stop: None,
            claim: None,
            rests: None,
            joints: [0.0; 8],
            moved: 0.0,
            goals: BTreeMap::new(),
            motions: BTreeMap::new(),
            orphans: BTreeMap::new(),
            last_cube: None,
            must_recover: 0.0 < plan.recovery,
            healed: None,
            solved: None,
        }
    }

    fn break_law(&mut self, law: Law, at: f64, text: String) {
        if self.broken.iter().all(|broken| broken.law != law) {
            self.broken.push(Break { law, at, text });
        }
    }

    /// Takes note of a message that is published.
    pub fn published(&mut self, now: f64, message: &Message) {
        match message {
            Message::Pose(pose, _) => self.rests = (!pose.moving).then_some(pose.turned.turns),
            Message::Cube(update, _) => self.claim = Some((update.clone(), now)),
            Message::Run(status) if status.stage == Stage::Solved => self.solved(now, "run/status"),
            Message::Stop(state) if !state.stopped => self.stop = None,
            _ => {}
        }
    }

    fn solved(&mut self, now: f64, by: &str) {
        let reads = self.conductor_reads(now);
        let taken = self.last_cube.filter(|(_, at)| reads <= at + READ).map(|(cube, _)| cube);
        let cube = self.bench.truth().cube.or(taken);
        if !cube.is_some_and(|cube| cube.is_solved()) {
            let cube = cube.map_or("none".to_owned(), |cube| cube.facelets().to_string());
            self.break_law(Law::SolvedIsSolved, now, format!("{by} reports a solved cube, and the cube is {cube}"));
        }
        self.solved = Some(now);
    }

    /// Since when the conductor has read nothing new: it may just have stood still.
    fn conductor_reads(&self, now: f64) -> f64 {
        let stands = |(from, upset): &(f64, Upset)| match upset {
            Upset::Stall(Id::CONDUCTOR, seconds) if (*from..from + seconds + READ).contains(&now) => *from,
            _ => now,
        };
        self.plan.upsets.iter().map(stands).fold(now, f64::min)
    }

    /// Somebody's call of `stop` was answered: done.
    pub fn stopped(&mut self, now: f64) {
        self.stop = Some((now, None));
    }

    /// Somebody asks for motion.
    pub fn resumed(&mut self) {
        self.stop = None;
    }

    /// A person gives a goal.
    pub fn goal_given(&mut self, now: f64, call: CallId, text: String) {
        self.goals.insert(call, (now, text));
    }

    /// A goal of a person has ended, or its server died: then nobody can end it.
    pub fn goal_ended(&mut self, now: f64, call: CallId, ending: Option<&Ending>) {
        let is_known = self.goals.remove(&call).is_some();
        if let Some(error) = ending.and_then(nameless) {
            self.break_law(Law::GoalsEnd, now, format!("a goal has ended without a reason: {error}"));
        }
        if let (true, Some(Ending::Run(report))) = (is_known, ending) {
            if report.solved {
                self.solved(now, "a run");
            }
            let first = report.solved && report.attempts == 1;
            if self.is_quiet && !first {
                let text = format!("attempt {}: {:?}", report.attempts, report.error);
                self.break_law(Law::FirstAttempt, now, text);
            }
        }
    }

    /// A driver begins to work on a goal.
    pub fn motion_begins(&mut self, now: f64, call: CallId, joints: &[String]) {
        self.motions.insert(call, (now, joints.to_vec()));
    }

    /// A goal's client has died.
    pub fn client_died(&mut self, now: f64, call: CallId) {
        self.orphans.insert(call, now);
    }

    /// A node has ended a goal, or with it.
    pub fn motion_ends(&mut self, call: CallId) {
        self.motions.remove(&call);
        self.orphans.remove(&call);
    }

    fn look_at_owners(&mut self, now: f64) {
        let mut owners: BTreeMap<&str, f64> = BTreeMap::new();
        let mut shared = None;
        for (begun, joints) in self.motions.values() {
            for joint in joints {
                let newest = owners.entry(joint).and_modify(|other| *other = begun.max(*other));
                match newest {
                    Entry::Occupied(newest) if *newest.get() + GIVES_WAY < now => shared = Some(joint.clone()),
                    newest => drop(newest.or_insert(*begun)),
                }
            }
        }
        if let Some(joint) = shared {
            self.break_law(Law::OneOwner, now, format!("two goals move {joint}"));
        }
    }

    /// All upsets are over.
    pub fn healed(&mut self, now: f64) {
        self.healed = Some(now);
        self.solved = None;
    }

    /// Whether a run has solved the cube since then; after a mechanical fault, whether all goals have ended some time later.
    pub fn has_recovered(&self, now: f64) -> bool {
        let is_late = self.healed.is_some_and(|healed| healed + GIVEN_UP < now);
        self.healed.is_some() && self.has_solved() || self.needs_people && is_late && self.goals.is_empty()
    }

    /// Whether a cube was solved, and no goal is under way.
    pub fn has_solved(&self) -> bool {
        self.solved.is_some() && self.goals.is_empty()
    }

    /// Looks at the rig.
    pub fn look(&mut self, now: f64, under_way: usize) {
        if now < self.looked + LOOK {
            return;
        }
        self.looked = now;
        if MOST_UNDER_WAY < under_way {
            self.break_law(Law::Bounded, now, format!("{under_way} messages are under way"));
        }
        if let Some((_, died)) = self.orphans.iter().find(|(_, died)| *died + ORPHANED < now) {
            let text = format!("a goal of the conductor that died at {died:.3} s goes on");
            self.break_law(Law::GoalsEnd, now, text);
        }
        let (truth, events) = {
            let mut world = self.bench.world();
            (world.truth(), world.take_events())
        };
        self.last_cube = truth.cube.map(|cube| (cube, now)).or(self.last_cube);
        if self.mechanical_from <= now {
            return;
        }
        for event in events {
            if event.time < self.strange_from && !self.is_known(event.time, &event.what) {
                self.break_law(Law::RulesOfMotion, event.time, event.what.to_string());
            }
        }
        let far = |one: &[f64; 8]| one.iter().zip(&truth.joints).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        if MOTION < far(&self.joints) {
            (self.joints, self.moved) = (truth.joints, now);
        }
        match &mut self.stop {
            Some((since, rest @ None)) if *since + BRAKED <= now => *rest = Some(truth.joints),
            Some((since, Some(rest))) if STILL < far(rest) => {
                let text =
                    format!("a joint moved by {:.1} degrees after a stop at {since:.3} s", far(rest).to_degrees());
                self.break_law(Law::StillAfterStop, now, text);
            }
            _ => {}
        }
        self.look_at_claim(now, &truth);
        self.look_at_owners(now);
    }

    /// Whether `docs/faults.md` has it. Where a driver does not see both wrists that turn the cube, they may end apart, within the
    /// cube's own play; where it does not see one that turns in the air, that may go beyond its cable.
    fn is_known(&self, at: f64, what: &Happening) -> bool {
        let arm = match what {
            Happening::Mishap(Mishap::Torn { degrees, pair }) if degrees.abs() < MOST_TWIST => pair.arms()[0],
            Happening::Rule(BrokenRule::CubeTorn { pair }) => pair.arms()[0],
            Happening::Twisted { arm, .. } => *arm,
            _ => return false,
        };
        self.plan.is_blind(BrickName::driving(arm.wrist()).0, at)
    }

    /// Whether a wrist is so far beyond its cable that a person has to turn it back: the planner says so, and refuses.
    fn needs_hands(&self) -> bool {
        let joints = self.bench.truth().joints;
        Arm::ALL.iter().any(|arm| MOST_BEYOND < joints[arm.wrist().index()].abs())
    }

    fn look_at_claim(&mut self, now: f64, truth: &sim::Truth) {
        let Some((update, since)) = &self.claim else { return };
        let (Some(claimed), Some(cube)) = (update.certain(), truth.cube) else { return };
        let turns = truth.layer_turns.iter().chain(&truth.bare_turns);
        let is_straight = turns.into_iter().all(|turn| turn.abs() < 0.09);
        // Where assembler and planner agree that all turns are counted, it has to be true at once.
        let patience = if self.rests == Some(update.turns) { AT_REST } else { SETTLED };
        if now < since.max(self.moved) + patience || !is_straight {
            return;
        }
        // Names of faces are names: the cube may be called another way round than the simulator calls it.
        if !Rotation::all().any(|rotation| cube.rotated(rotation) == claimed) {
            let (claimed, cube) = (claimed.facelets(), cube.facelets());
            let text = format!("cube/state is {claimed} by {:?} since {since:.3} s, the cube is {cube}", update.source);
            self.break_law(Law::TrueState, now, text);
        }
        self.claim = None;
    }

    /// The storm is over.
    pub fn end(mut self, now: f64) -> Vec<Break> {
        if self.must_recover && self.solved.is_none() && !self.needs_people && !self.needs_hands() {
            let truth = self.bench.truth();
            let turns = truth.layer_turns.map(|turn| format!("{:.0}", turn.to_degrees())).join(" ");
            let text = format!(
                "all upsets are over, no run has solved the cube since; its layers R L F B are turned by {turns} degrees"
            );
            self.break_law(Law::Recovers, now, text);
        }
        if let Some((given, goal)) = self.goals.values().next().filter(|(given, _)| given + LONGEST_GOAL < now).cloned()
        {
            self.break_law(Law::GoalsEnd, now, format!("{goal} of {given:.1} s has not ended"));
        }
        self.broken
    }
}
