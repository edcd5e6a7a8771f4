//! The motion planner's logic with the real drivers: what the graph does, on simulated time. Messages take [`HOP`].

use brick::control::Tolerances;
use brick::{BrickName, GoalEnd, TrajectoryGoal};
use cube::{Cube, Move};
use execution::Executive;
use execution::belief::JointPlaces;
use execution::events::{Effect, Event, Moment, Settings};
use execution::goal::{BrickGoal, GoalId};
use execution::plan::PlanMaker;
use execution::readings;
use execution::report::ExecuteReport;
use execution::steps::{self, Outcome, Patience};
use execution::tracker::{CubeNews, Knowledge, Source, Tracker};
use rig::Profile;
use sim::bench::Bench;
use solver::LoadOptions;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use super::kept::{keep_connected, keep_square};

/// How long a message takes from one node to another.
static HOP: std::sync::LazyLock<Duration> = std::sync::LazyLock::new(|| Duration::from_millis(std::env::var("HOP").map_or(4, |t| t.parse().unwrap())));
/// How often the planner looks at the clock.
const TICK: Duration = Duration::from_millis(2);
/// ROS time of the start.
const EPOCH: f64 = 1.7e9;

/// What the node `motion_planner` tells its logic, with this lead in seconds.
pub fn settings(profile: &Profile, lead: f64) -> Settings {
    Settings {
        places: JointPlaces {
            grip_open: profile.gearing.open_grip(),
        },
        rules: profile.rules.clone(),
        camera: rig::CameraView::of(&profile.geometry),
        timing: profile.timing,
        tolerances: readings::Tolerances {
            grip: 6f64.to_radians(),
            wrist: 4f64.to_radians(),
            contradiction: 15f64.to_radians(),
            slow: 15f64.to_radians(),
            settle_time: 0.5,
            lead,
        },
        patience: Patience {
            factor: 2.0,
            arrival: 3.0,
            silence: 4.0,
            standstill: 1.5,
        },
        reading_age: 1.0,
        reading_wait: 10.0,
        timeout_per_face: 10.0,
    }
}

/// A motion as it was carried out: when it was sent, and the joint.
#[derive(Clone, Debug)]
pub struct Sent {
    pub time: f64,
    pub goal: BrickGoal,
}

/// How an execution went.
pub struct Execution {
    pub report: ExecuteReport,
    pub planned: f64,
    pub plan: Arc<execution::plan::PreparedPlan>,
    pub sent: Vec<Sent>,
    pub ended: Vec<(f64, GoalId, Outcome)>,
    pub warnings: Vec<String>,
}

/// Carries out these moves on a rig at rest.
pub async fn execute(bench: &Bench, settings: Settings, moves: &[Move]) -> Execution {
    let profile = bench.world().profile().clone();
    let links = BrickName::ALL.map(|name| keep_connected(bench, name));
    for name in BrickName::ALL {
        keep_square(name, links.clone());
    }
    sleep(Duration::from_millis(500)).await;
    let started = Instant::now();
    let now = || {
        let rig = started.elapsed().as_secs_f64();
        Moment {
            steady: rig,
            rig,
            ros: EPOCH + rig,
        }
    };
    let maker = PlanMaker::new(&profile, LoadOptions::default());
    let mut logic = Executive::new(settings, EPOCH);
    let mut tracker = Tracker::new(Duration::ZERO);
    let cube = bench.truth().cube.unwrap_or(Cube::SOLVED);
    tracker.tell(cube, Source::Set, Duration::from_secs_f64(EPOCH));
    let (ends, mut ended) = mpsc::unbounded_channel();
    let mut mail: VecDeque<(Instant, Event)> = VecDeque::new();
    let news = |tracker: &Tracker| {
        Event::CubeState(CubeNews {
            stamp: now().ros,
            knowledge: tracker.cube().map_or(Knowledge::Incomplete, Knowledge::Whole),
            source: tracker.source(),
            doubtful: Vec::new(),
            faces_seen: Vec::new(),
            turns: tracker.turns(),
        })
    };
    mail.push_back((Instant::now() + *HOP, news(&tracker)));
    let mut reports = links.clone().map(|link| link.report);
    let mut result = None;
    let (mut plan, mut sent, mut log, mut warnings) = (None, Vec::new(), Vec::new(), Vec::new());
    let mut begun = false;
    while result.is_none() {
        assert!(now().rig < 120.0, "no result; {log:?}");
        for (name, report) in BrickName::ALL.into_iter().zip(&mut reports) {
            if report.has_changed().unwrap_or(false)
                && let Some(report) = report.borrow_and_update().clone()
            {
                for (joint, at) in name.driven_joints().into_iter().zip(&report.joints) {
                    let event = Event::Joint(joint, at.position, Some(at.speed));
                    mail.push_back((Instant::now() + *HOP, event));
                }
            }
        }
        while let Ok((id, outcome)) = ended.try_recv() {
            log.push((now().rig, id, Outcome::clone(&outcome)));
            mail.push_back((Instant::now(), Event::GoalEnded(id, outcome)));
        }
        if !begun && 0.3 < now().rig {
            begun = true;
            mail.push_back((Instant::now(), Event::Execute(moves.to_vec(), 0.0)));
        }
        let mut events = vec![Event::Tick];
        while mail.front().is_some_and(|(due, _)| *due <= Instant::now()) {
            events.extend(mail.pop_front().map(|(_, event)| event));
        }
        for event in events {
            for effect in logic.step(now(), event) {
                match effect {
                    Effect::Plan(number, request) => {
                        let made = maker.make(&request, false, &|| false).map(Arc::new);
                        plan = made.clone().ok();
                        mail.push_back((Instant::now(), Event::Planned(number, made)));
                    }
                    Effect::FindBricks => mail.extend(
                        BrickName::ALL.map(|brick| (Instant::now(), Event::BrickFound(brick))),
                    ),
                    Effect::Brick(steps::Effect::Send(goal)) => {
                        sent.push(Sent {
                            time: now().rig,
                            goal: goal.clone(),
                        });
                        let handle = links[goal.brick.index()].handle.clone();
                        let ends = ends.clone();
                        tokio::spawn(async move {
                            sleep(*HOP).await;
                            let handle = handle.borrow().clone();
                            let outcome = match handle {
                                Some(handle) => {
                                    let goals = follow(&goal);
                                    GoalEnd::of(handle.follow(goals).await)
                                }
                                None => panic!("the link is lost"),
                            };
                            sleep(*HOP).await;
                            let outcome = match outcome.code {
                                brick::EndCode::Successful => Outcome::Succeeded,
                                _ => Outcome::Failed(outcome.reason),
                            };
                            let _ = ends.send((goal.id, outcome));
                        });
                    }
                    Effect::Brick(steps::Effect::CancelAll(brick)) => {
                        let handle = links[brick.index()].handle.borrow().clone();
                        if let Some(handle) = handle {
                            tokio::spawn(async move {
                                sleep(*HOP).await;
                                let stopped = handle.stop().await;
                                handle.resume();
                                stopped
                            });
                        }
                    }
                    // What is cancelled is among all goals of its brick.
                    Effect::Brick(steps::Effect::Cancel(..)) => {}
                    Effect::Pose(report) => {
                        let at = Duration::from_secs_f64(now().ros);
                        tracker.follow(report.turned, at);
                        mail.push_back((Instant::now() + *HOP, news(&tracker)));
                    }
                    Effect::ExecuteEnded(report) => result = Some(report),
                    Effect::Warn(text) => warnings.push(text),
                    _ => {}
                }
            }
        }
        sleep(TICK).await;
    }
    let plan = plan.expect("it was planned");
    Execution {
        report: result.expect("the loop ends with it"),
        planned: plan.plan.seconds(),
        plan,
        sent,
        ended: log,
        warnings,
    }
}

fn follow(goal: &BrickGoal) -> Vec<brick::control::runner::JointGoal> {
    let goal_tolerance = 2.5f64.to_radians();
    let trajectory = TrajectoryGoal {
        joints: goal.paths.map(|path| path.joint.name().to_owned()).to_vec(),
        points: (goal.points().into_iter())
            .map(|(time, positions)| (time, positions.to_vec()))
            .collect(),
        goal_tolerances: (goal.paths)
            .map(|path| (path.joint.name().to_owned(), goal_tolerance))
            .to_vec(),
        goal_time_tolerance: 3.0,
        ..TrajectoryGoal::default()
    };
    (trajectory.joint_goals(goal.brick, Tolerances::default())).expect("a goal for this brick")
}
