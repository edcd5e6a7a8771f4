//! A bench for tests of the planner's logic: pretended bricks, a pretended state assembler, and the real planner crate.

use std::sync::Arc;

use std::time::Duration;

use cube::{Cube, Face, Move, Rotation};
use rig::{Joint, Profile, RigState};
use solver::LoadOptions;

use super::fake_bricks::*;
use crate::events::*;
use crate::executive::Executive;
use crate::plan::PlanMaker;
use crate::publishers::PublisherId;
use crate::readings::Tolerances;
use crate::report::{ClawsReport, ExecuteReport, GoalReport, ScanReport};
use crate::steps::Patience;
use cube_state::tracker::{Change, CubeUpdate, Knowledge, Source, Tracker};

/// Close to what a good driver reaches.
pub const TOLERANCES: Tolerances =
    Tolerances { grip: 0.05, wrist: 0.05, contradiction: 0.25, slow: 0.2, settle_time: 0.1, lead: 0.0 };
/// Patience with the pretended bricks.
pub const PATIENCE: Patience = Patience { factor: 2.0, arrival: 3.0, silence: 1.0, standstill: 1.0 };
/// ROS time is far from the steady time, so that mixing them up shows.
pub const EPOCH: f64 = 1.7e9;

/// The bench.
pub struct Try {
    pub logic: Executive,
    pub bricks: FakeBricks,
    pub maker: PlanMaker,
    pub pending: Vec<Event>,
    pub executed: Option<ExecuteReport>,
    pub scanned: Option<ScanReport>,
    pub claws: Option<ClawsReport>,
    pub poses: Vec<PoseReport>,
    /// The owner of the cube, and whether it receives the pose.
    pub tracker: Tracker,
    pub tracks: bool,
    /// Faces that the pretended state assembler reads when they are shown.
    pub reads: bool,
    /// The cube that the pretended state assembler knows from this many faces on.
    pub in_rig: Option<(Cube, usize)>,
    pub faces_seen: Vec<Face>,
    pub views: Vec<Face>,
    /// What the drivers publish of a joint that stands at this position and has this speed.
    pub published: fn(Joint, (f64, f64)) -> (f64, f64),
    /// Whether the bricks' action servers can be found.
    pub reachable: bool,
    sought: bool,
    /// What was said to people.
    pub notes: Vec<String>,
}

/// As on the rig of the profile nxt-2015.
pub fn settings() -> Settings {
    let (tolerances, patience) = (TOLERANCES, PATIENCE);
    let usual = Settings::of(&Profile::nxt_2015());
    Settings { reading_wait: 5.0, timeout_per_face: 5.0, tolerances, patience, ..usual }
}

impl Try {
    pub fn new() -> Self {
        Self::on(&Profile::nxt_2015(), settings())
    }

    pub fn on(profile: &Profile, settings: Settings) -> Self {
        let positions = settings.places.all(&RigState::REST.arms);
        let mut new = Self {
            logic: Executive::new(settings, "", EPOCH),
            bricks: FakeBricks::of(profile.groups.clone(), positions, Behaviour::default()),
            maker: PlanMaker::new(profile, LoadOptions::cached_in(LoadOptions::user_cache())),
            pending: Vec::new(),
            executed: None,
            scanned: None,
            claws: None,
            poses: Vec::new(),
            tracker: Tracker::new(Duration::ZERO),
            tracks: true,
            reads: true,
            in_rig: None,
            faces_seen: Vec::new(),
            views: Vec::new(),
            published: |_, reading| reading,
            reachable: true,
            sought: false,
            notes: Vec::new(),
        };
        new.run(0.1);
        new
    }

    pub fn with_cube(cube: Cube) -> Self {
        let mut new = Self::new();
        new.set(cube);
        // Its owner receives that the arms count from here on, and publishes that.
        new.run(0.1);
        new
    }

    pub fn now(&self) -> Moment {
        Moment { steady: self.bricks.time, rig: self.bricks.time, ros: EPOCH + self.bricks.time }
    }

    pub fn set(&mut self, cube: Cube) {
        let at = self.now().ros();
        self.tracker.set(cube, Source::Set, at);
        let update = self.update();
        self.give(Event::CubeState(update));
    }

    /// What the owner of the cube publishes now.
    pub fn update(&self) -> CubeUpdate {
        let cube = self.tracker.cube();
        CubeUpdate {
            stamp: self.now().ros,
            knowledge: cube.map_or(Knowledge::Incomplete, Knowledge::Whole),
            source: self.tracker.source(),
            doubtful: Vec::new(),
            faces_seen: self.faces_seen.clone(),
            turns: self.tracker.turns(),
        }
    }

    pub fn give(&mut self, event: Event) {
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            for effect in self.logic.step(self.now(), event) {
                match effect {
                    Effect::Plan(number, request) => {
                        let planned = self.maker.make(&request, false, &never);
                        self.pending.push(Event::Planned(number, planned.map(Arc::new)));
                    }
                    Effect::FindDrivers => self.sought = true,
                    Effect::Driver(effect) => self.bricks.take(effect),
                    Effect::Pose(report) => {
                        if let Some((face, _)) = report.shown {
                            self.views.push(face);
                            self.faces_seen.push(face);
                            if let Some((cube, enough)) = self.in_rig
                                && self.faces_seen.len() >= enough
                            {
                                self.tracker.see(Some(cube), self.now().ros());
                            }
                            if self.reads {
                                self.pending.push(Event::CubeState(self.update()));
                            }
                        }
                        let at = self.now().ros();
                        if self.tracks && self.tracker.follow(report.turned, at) != Change::Nothing {
                            self.pending.push(Event::CubeState(self.update()));
                        }
                        self.poses.push(report);
                    }
                    Effect::Ended(GoalReport::Execute(report)) => self.executed = Some(report),
                    Effect::Ended(GoalReport::Scan(report)) => self.scanned = Some(report),
                    Effect::Ended(GoalReport::Claws(report)) => self.claws = Some(report),
                    Effect::Note(text) | Effect::Warn(text) => self.notes.push(text),
                    Effect::Planned(_)
                    | Effect::FindNames
                    | Effect::ExecuteFeedback(_)
                    | Effect::ScanFeedback(..)
                    | Effect::ClawsFeedback(_) => {}
                }
            }
        }
    }

    pub fn run(&mut self, seconds: f64) {
        let until = self.bricks.time + seconds;
        while self.bricks.time < until {
            for (goal, outcome) in self.bricks.advance() {
                self.give(Event::GoalEnded(goal, outcome));
            }
            for event in std::mem::take(&mut self.pending) {
                self.give(event);
            }
            if self.bricks.publishes_now() {
                for joint in Joint::ALL {
                    let (position, speed) = (self.published)(joint, self.bricks.reading(joint));
                    let reading = (joint, position, Some(speed));
                    self.give(Event::Joints(PublisherId(1), vec![reading]));
                }
            }
            if self.reachable && std::mem::take(&mut self.sought) {
                for group in self.logic.settings().groups.ids() {
                    self.give(Event::DriverFound(group));
                }
            }
            self.give(Event::Tick);
        }
    }

    pub fn execute(&mut self, text: &str) -> ExecuteReport {
        self.execute_within(text, 0.0)
    }

    pub fn execute_within(&mut self, text: &str, search: f64) -> ExecuteReport {
        self.executed = None;
        self.give(Event::Execute(Ok(moves(text)), search));
        self.wait_for(|own| own.executed.take())
    }

    pub fn scan(&mut self) -> ScanReport {
        self.faces_seen.clear();
        self.scan_faces(&Face::ALL)
    }

    /// A scan of the faces that are needed to know this cube; their number is given.
    pub fn scan_until_known(&mut self, cube: Cube, faces: usize) -> ScanReport {
        self.faces_seen.clear();
        let at = self.now().ros();
        self.tracker.forget(at);
        self.in_rig = Some((cube, faces));
        let report = self.scan_faces(&[]);
        self.in_rig = None;
        report
    }

    pub fn scan_faces(&mut self, faces: &[Face]) -> ScanReport {
        self.scanned = None;
        // The assembler forgets what it is to look at again.
        self.faces_seen.retain(|face| !faces.contains(face));
        self.give(Event::Scan(Ok(faces.into()), None));
        self.wait_for(|own| own.scanned.take())
    }

    pub fn move_claws(&mut self, goal: ClawsGoal) -> ClawsReport {
        self.claws = None;
        self.give(Event::MoveClaws(goal));
        self.wait_for(|own| own.claws.take())
    }

    fn wait_for<T>(&mut self, take: impl Fn(&mut Self) -> Option<T>) -> T {
        for _ in 0..600 {
            if let Some(report) = take(self) {
                return report;
            }
            self.run(0.1);
        }
        panic!("no result within a minute");
    }

    pub fn estimated(&self) -> (Option<Cube>, Option<Rotation>) {
        (self.tracker.cube(), self.logic.estimate().pose)
    }
}

/// A search that nothing ends early.
fn never() -> bool {
    false
}

/// Moves in standard notation.
pub fn moves(text: &str) -> Vec<Move> {
    cube::parse_moves(text, cube::Notation::Standard).expect("standard notation")
}
