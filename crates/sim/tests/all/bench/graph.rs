//! The motion planner's logic and the real drivers, as the graph joins them, on simulated time.

use super::drivers::{Link, connection, keep_square};
use super::starved::Starved;
use brick::control::{JointReport, Progress, Tolerances};
use brick::{BrickName, EndCode, GoalEnd, Motors};
use cube::{Cube, Move};
use cube_state::tracker::{CubeUpdate, Knowledge, Source, Tracker};
use execution::Executive;
use execution::events::{Effect, Event, Moment, Settings};
use execution::goal::GroupGoal;
use execution::plan::PlanMaker;
use execution::publishers::PublisherId;
use execution::report::{Code, ExecuteReport, GoalReport};
use execution::steps::{self, Outcome};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::{GroupId, Joint};
use sim::Fault;
use sim::bench::Bench;
use solver::LoadOptions;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

/// How long a message takes from one node to another.
const HOP: Duration = Duration::from_millis(4);
/// How often the planner's node looks for what has come in.
const TICK: Duration = Duration::from_millis(2);
/// ROS time of the start.
const EPOCH: f64 = 1.7e9;
/// An execution that takes longer is cancelled, and then has some time to end, seconds.
const MOST: f64 = 150.0;
const TO_CANCEL: f64 = 30.0;

/// Who gets no processor time now and then.
#[derive(Clone, Copy)]
pub enum Stalls {
    /// The planner's node, about once a second, for this long.
    Planner(Duration),
    /// Each driver, for 40 to 200 ms.
    Drivers,
}

/// A fault that strikes a joint that moves, at the moment when a goal for other joints is sent.
pub struct Strike {
    /// How many goals were sent before it.
    pub goal: usize,
    pub fault: Box<dyn Fn(Joint) -> Fault>,
}

/// What disturbs an execution.
#[derive(Default)]
pub struct Disturbances {
    pub stalls: Option<Stalls>,
    /// Of the stalls.
    pub seed: u64,
    pub strike: Option<Strike>,
    /// A brick whose battery falls to this many volts.
    pub battery: Option<(BrickName, f64)>,
    /// When the rig is stopped, from when the moves are given. After a second the rest of the moves is given.
    pub stop: Option<Duration>,
    /// What was identified of the motors.
    pub motors: Motors,
    /// Drivers that never end a goal which they do not reach.
    pub drivers_are_mute: bool,
}

/// How an execution went.
pub struct Execution {
    pub report: ExecuteReport,
    /// Seconds of the plan.
    pub planned: f64,
    /// How many goals were sent.
    pub goals: usize,
    /// The joint that was struck, if one moved.
    pub struck: Option<Joint>,
    /// Whether it was stopped, and then begun again.
    pub was_stopped: bool,
}

/// The planner's node: its logic, the owner of the cube, and the messages under way to it.
struct Node {
    logic: Executive,
    tracker: Tracker,
    maker: PlanMaker,
    bench: Bench,
    links: [Link; 4],
    strike: Option<Strike>,
    drivers_are_mute: bool,
    goals: usize,
    struck: Option<Joint>,
    started: Instant,
    mail: VecDeque<(Instant, Event)>,
    ends: mpsc::UnboundedSender<Event>,
    planned: f64,
    report: Option<ExecuteReport>,
}

impl Node {
    fn now(&self) -> Moment {
        let rig = self.started.elapsed().as_secs_f64();
        Moment { steady: rig, rig, ros: EPOCH + rig }
    }

    fn post(&mut self, event: Event) {
        self.mail.push_back((Instant::now() + HOP, event));
    }

    /// The state that the owner of the cube publishes now.
    fn post_cube(&mut self) {
        let update = CubeUpdate {
            stamp: self.now().ros,
            knowledge: (self.tracker.cube()).map_or(Knowledge::Incomplete, Knowledge::Whole),
            source: self.tracker.source(),
            doubtful: Vec::new(),
            faces_seen: Vec::new(),
            turns: self.tracker.turns(),
        };
        self.post(Event::CubeState(update));
    }

    /// Posts what the drivers have read since.
    fn post_readings(&mut self) {
        for name in BrickName::ALL {
            let report = &mut self.links[name.index()].report;
            if !report.has_changed().unwrap_or(false) {
                continue;
            }
            let Some(report) = report.borrow_and_update().clone() else {
                continue;
            };
            for (joint, at) in name.driven_joints().into_iter().zip(&report.joints) {
                let reading = (joint, at.position, Some(at.speed));
                self.post(Event::Joints(PublisherId::default(), vec![reading]));
            }
        }
    }

    fn take(&mut self, event: Event) {
        for effect in self.logic.step(self.now(), event) {
            match effect {
                Effect::Plan(number, request) => {
                    let made = self.maker.make(&request, false, &|| false).map(Arc::new);
                    self.planned = made.as_ref().map_or(f64::NAN, |made| made.plan.seconds());
                    self.post(Event::Planned(number, made));
                }
                Effect::FindDrivers => {
                    let groups = self.logic.settings().groups.ids();
                    groups.for_each(|group| self.post(Event::DriverFound(group)));
                }
                Effect::Driver(steps::Effect::Send(goal)) => self.send(goal),
                Effect::Driver(steps::Effect::CancelAll(group)) => self.halt(self.brick(group)),
                Effect::Pose(report) => {
                    let at = Duration::from_secs_f64(self.now().ros);
                    self.tracker.follow(report.turned, at);
                    self.post_cube();
                }
                Effect::Ended(GoalReport::Execute(report)) => self.report = Some(report),
                // A single goal is cancelled only where all are.
                _ => {}
            }
        }
    }

    /// Strikes a joint that moves and is none of those of the goal that is being sent.
    fn strike(&mut self, goal: &GroupGoal) {
        let Some(strike) = (self.strike.as_ref()).filter(|strike| strike.goal == self.goals) else {
            return;
        };
        let moves = |name: &BrickName| {
            let report = self.links[name.index()].report.borrow().clone()?;
            let moving = |at: &JointReport| at.progress == Progress::Moving;
            let joints = name.driven_joints().into_iter().zip(&report.joints);
            joints
                .filter(|(joint, at)| moving(at) && goal.paths.iter().all(|path| path.joint != *joint))
                .map(|(joint, _)| joint)
                .next()
        };
        self.struck = BrickName::ALL.iter().find_map(moves);
        if let Some(joint) = self.struck {
            self.bench.world().inject((strike.fault)(joint));
        }
    }

    /// The brick of a group.
    fn brick(&self, group: GroupId) -> BrickName {
        let name = &self.logic.settings().groups[group].name;
        BrickName::parse(name).expect("a group for each brick")
    }

    fn send(&mut self, goal: GroupGoal) {
        self.strike(&goal);
        self.goals += 1;
        let brick = self.brick(goal.group);
        let handle = self.links[brick.index()].handle.clone();
        let (ends, is_mute) = (self.ends.clone(), self.drivers_are_mute);
        let wanted = goal.trajectory(self.logic.settings());
        let goals = wanted.joint_goals(&brick.group(), Tolerances::default()).expect("a goal for this brick");
        tokio::spawn(async move {
            sleep(HOP).await;
            let handle = handle.borrow().clone();
            let outcome = match handle {
                None => Outcome::Failed(format!("{brick} is not connected")),
                Some(handle) => {
                    let end = GoalEnd::of(handle.follow(goals).await);
                    match end.code {
                        EndCode::Successful => Outcome::Succeeded,
                        _ => Outcome::Failed(end.reason),
                    }
                }
            };
            if is_mute && outcome != Outcome::Succeeded {
                return;
            }
            sleep(HOP).await;
            // Nobody listens once the execution has ended.
            let _ = ends.send(Event::GoalEnded(goal.id, outcome));
        });
    }

    /// Stops the rig as the service `stop` does, with a moment in which nothing moves.
    fn stop(&mut self) {
        for brick in BrickName::ALL {
            self.halt(brick);
        }
        self.take(Event::Cancel);
    }

    fn halt(&self, brick: BrickName) {
        let handle = self.links[brick.index()].handle.clone();
        tokio::spawn(async move {
            sleep(HOP).await;
            let Some(handle) = handle.borrow().clone() else {
                return;
            };
            // It fails where the brick is lost.
            let _ = handle.stop().await;
            handle.resume();
        });
    }
}

/// Carries out moves on a rig at rest.
pub async fn execute(bench: &Bench, moves: &[Move], disturbances: Disturbances) -> Execution {
    let Disturbances { stalls, seed, strike, battery, mut stop, motors, drivers_are_mute } = disturbances;
    if let Some((brick, volts)) = battery {
        bench.world().inject(Fault::BatteryFalls(brick, volts));
    }
    let profile = bench.world().profile().clone();
    let links = BrickName::ALL.map(|name| {
        let (link, connection) = connection(bench, name, motors.clone());
        match stalls {
            Some(Stalls::Drivers) => {
                let seed = seed * BrickName::ALL.len() as u64 + name.index() as u64;
                tokio::spawn(Starved::seldom(connection, seed));
            }
            _ => drop(tokio::spawn(connection)),
        }
        link
    });
    for name in BrickName::ALL.into_iter().filter(|name| !name.clamps()) {
        keep_square(name, links.clone());
    }
    sleep(Duration::from_millis(500)).await;
    let mut tracker = Tracker::new(Duration::ZERO);
    let cube = bench.truth().cube.unwrap_or(Cube::SOLVED);
    tracker.set(cube, Source::Set, Duration::from_secs_f64(EPOCH));
    let (ends, mut ended) = mpsc::unbounded_channel();
    let mut node = Node {
        logic: Executive::new(Settings::of(&profile), "", EPOCH),
        tracker,
        maker: PlanMaker::new(&profile, LoadOptions::default()),
        bench: bench.clone(),
        links,
        strike,
        drivers_are_mute,
        goals: 0,
        struck: None,
        started: Instant::now(),
        mail: VecDeque::new(),
        ends,
        planned: f64::NAN,
        report: None,
    };
    node.post_cube();
    let (mut rest, mut was_stopped) = (moves.to_vec(), false);
    node.post(Event::Execute(Ok(rest.clone()), 0.0));
    let mut random = match stalls {
        Some(Stalls::Planner(lasting)) => Some((ChaCha8Rng::seed_from_u64(seed), lasting)),
        _ => None,
    };
    let mut is_cancelled = false;
    loop {
        assert!(node.now().rig < MOST + TO_CANCEL, "no end {TO_CANCEL} s after it was cancelled");
        if MOST <= node.now().rig && !std::mem::replace(&mut is_cancelled, true) {
            node.post(Event::Cancel);
        }
        node.post_readings();
        while let Ok(event) = ended.try_recv() {
            node.mail.push_back((Instant::now(), event));
        }
        while (node.mail.front()).is_some_and(|(due, _)| *due <= Instant::now()) {
            if let Some((_, event)) = node.mail.pop_front() {
                node.take(event);
            }
        }
        node.take(Event::Tick);
        if stop.is_some_and(|stop| stop <= node.started.elapsed()) && node.logic.is_busy() {
            stop = None;
            was_stopped = true;
            node.stop();
        }
        let report = node.report.take();
        if let Some(report) = &report
            && report.code == Code::Stopped
            && was_stopped
        {
            if !report.moves.is_empty() {
                rest = report.moves[report.moves_done..].to_vec();
            }
            let begins = Instant::now() + Duration::from_secs(1);
            node.mail.push_back((begins, Event::Execute(Ok(rest.clone()), 0.0)));
        } else if let Some(report) = report {
            return Execution { report, planned: node.planned, goals: node.goals, struck: node.struck, was_stopped };
        }
        let mut stall = TICK;
        if let Some((random, lasting)) = &mut random
            && random.random_bool(TICK.as_secs_f64())
        {
            stall = *lasting;
        }
        sleep(stall).await;
    }
}
