//! The node `motion_planner`: turns moves into arm motions, carries them out on the bricks, and tracks how the cube lies.

mod belief;
mod bricks_client;
mod convert;
mod executor;
mod goal;
mod job;
mod meaning;
mod node;
mod params;
mod plan;
mod readings;
mod running;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use futures::StreamExt;
use planner::Planner;
use r2r::QosProfile;
use r2r::cuberig_msgs::action::{ExecuteMoves, ScanCube};
use r2r::cuberig_msgs::msg::{CubePose, CubeState, MotionPlan};
use r2r::sensor_msgs::msg::JointState;
use rig::Profile;
use tokio::sync::mpsc;

use crate::runtime::{
    Clock, Diagnostics, Goal, Health, Logger, Publisher, RigNode, Setup, Task, named_file,
};
use belief::JointPlaces;
use bricks_client::BrickClients;
use job::{Code, ExecuteReport};
use node::{Effect, Event, Moment, MotionPlanner as Logic, PlanRequest, Settings};
pub use params::MotionPlannerParams;
use plan::Summary;
use running::Choreography;

/// How often the logic looks at the clock while a goal is under way.
const TICK: Duration = Duration::from_millis(20);

/// Plans and executes arm motions.
pub struct MotionPlanner;

impl RigNode for MotionPlanner {
    const NAME: &'static str = "motion_planner";
    const ABOUT: &'static str =
        "turns moves into arm motions, carries them out on the bricks, and tracks how the cube lies";
    type Params = MotionPlannerParams;

    fn start(setup: &mut Setup<MotionPlannerParams>) -> Result<Task> {
        let params = setup.params.get();
        let profile = load_profile(&params.profile)?;
        let latched = || QosProfile::default().keep_last(1).transient_local();
        let mut joint_states =
            setup.subscribe::<JointState>("joint_states", QosProfile::default().keep_last(50))?;
        let mut cube_states = setup.subscribe::<CubeState>("cube/state", latched())?;
        let busy = Arc::new(AtomicBool::new(false));
        let mut executes = setup.action_server::<ExecuteMoves::Action>("execute", refuse(&busy))?;
        let mut scans = setup.action_server::<ScanCube::Action>("scan", refuse(&busy))?;
        let (bricks, mut brick_results) = BrickClients::connect(setup)?;
        let (planned_sender, mut planned) = mpsc::unbounded_channel();
        let started = setup.clock.now().as_secs_f64();
        let mut shell = Shell {
            logic: Logic::new(settings(&profile, &params), started),
            origin: Instant::now(),
            planner: Arc::new(Planner::new(&profile)),
            params: params.clone(),
            bricks,
            plans: setup.publisher::<MotionPlan>("plan", latched())?,
            poses: setup.publisher::<CubePose>("cube/pose", latched())?,
            planned: planned_sender,
            summary: Summary::default(),
            active: None,
            busy,
            clock: setup.clock.clone(),
            log: setup.log.clone(),
            diagnostics: setup.diagnostics.clone(),
        };
        let (stop, live, mut changes) =
            (setup.stop.clone(), setup.params.clone(), setup.params.changes());
        Ok(Box::pin(async move {
            shell.happen(Event::Tick);
            let mut ticks = tokio::time::interval(TICK);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            let mut seconds = tokio::time::interval(Duration::from_secs(1));
            loop {
                let cancelled = shell.cancellation();
                tokio::select! {
                    () = stop.cancelled() => break,
                    () = cancelled => shell.cancel(),
                    Some((goal, outcome)) = brick_results.recv() => {
                        shell.happen(Event::GoalEnded(goal, outcome));
                    }
                    Some(state) = joint_states.next() => shell.take_joints(&state),
                    Some(state) = cube_states.next() => {
                        shell.happen(Event::CubeState(convert::cube_news(&state)));
                    }
                    Some((number, plan)) = planned.recv() => shell.take_plan(number, plan),
                    Some(goal) = executes.recv() => shell.execute(goal),
                    Some(goal) = scans.recv() => shell.scan(goal),
                    _ = ticks.tick(), if shell.logic.is_busy() => shell.happen(Event::Tick),
                    _ = seconds.tick() => shell.report(),
                    Ok(()) = changes.changed() => {
                        shell.params = live.get();
                        shell.logic.set(settings(&profile, &shell.params));
                    }
                }
            }
            shell.wind_down(&mut brick_results, &mut joint_states).await;
            Ok(())
        }))
    }
}

/// Reads a profile by name or path.
fn load_profile(name: &str) -> Result<Profile> {
    let path = named_file(name, "config/profiles", "toml")
        .with_context(|| format!("parameter 'profile' is '{name}'"))?;
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read the profile {}", path.display()))?;
    Profile::from_toml(&text).with_context(|| format!("in the profile {}", path.display()))
}

fn settings(profile: &Profile, params: &MotionPlannerParams) -> Settings {
    Settings {
        places: JointPlaces { grip_open: profile.gearing.open_grip() },
        timing: profile.timing,
        tolerances: params.tolerances(),
        patience: params.patience(),
        reading_age: params.joint_state_age,
        timeout_per_face: params.timeout_per_face,
    }
}

/// Refuses a goal while another is under way.
fn refuse<G>(busy: &Arc<AtomicBool>) -> impl Fn(&G) -> std::result::Result<(), String> + use<G> {
    let busy = busy.clone();
    move |_| match busy.load(Ordering::SeqCst) {
        true => Err("another goal is under way".into()),
        false => Ok(()),
    }
}

enum Active {
    Execute(Goal<ExecuteMoves::Action>),
    Scan(Goal<ScanCube::Action>),
}

type Planned = std::result::Result<(Choreography, Summary), String>;

/// The logic with its hands: publishers, clients, the goal under way.
struct Shell {
    logic: Logic,
    origin: Instant,
    planner: Arc<Planner>,
    params: MotionPlannerParams,
    bricks: BrickClients,
    plans: Publisher<MotionPlan>,
    poses: Publisher<CubePose>,
    planned: mpsc::UnboundedSender<(u64, Planned)>,
    summary: Summary,
    active: Option<Active>,
    busy: Arc<AtomicBool>,
    clock: Clock,
    log: Logger,
    diagnostics: Diagnostics,
}

impl Shell {
    fn now(&self) -> Moment {
        Moment {
            steady: self.origin.elapsed().as_secs_f64(),
            ros: self.clock.now().as_secs_f64(),
        }
    }

    /// Gives an event to the logic and does what comes out.
    fn happen(&mut self, event: Event) {
        let now = self.now();
        for effect in self.logic.step(now, event) {
            self.carry_out(effect);
        }
    }

    fn take_joints(&mut self, state: &JointState) {
        let joints = convert::joints(state);
        let last = joints.len().saturating_sub(1);
        for (index, (joint, position, speed)) in joints.into_iter().enumerate() {
            // What belongs to one message is judged together, after its last joint.
            if index == last {
                self.happen(Event::Joint(joint, position, speed));
            } else {
                let now = self.now();
                self.logic.note_joint(now, joint, position, speed);
            }
        }
    }

    fn execute(&mut self, goal: Goal<ExecuteMoves::Action>) {
        if self.active.is_some() {
            let report = failed(Code::NoPlan, "another goal is under way");
            return goal.abort(convert::execute_result(&report, 0.0));
        }
        match convert::moves(goal.request()) {
            Err(reason) => {
                goal.abort(convert::execute_result(&failed(Code::BadMoves, &reason), 0.0));
            }
            Ok(moves) => {
                self.begin(Active::Execute(goal));
                self.happen(Event::Execute(moves));
            }
        }
    }

    fn scan(&mut self, goal: Goal<ScanCube::Action>) {
        if self.active.is_some() {
            let report = failed(Code::NoPlan, "another goal is under way");
            let (code, text, seconds) = (report.code, report.text, 0.0);
            let report = job::ScanReport { code, text, faces_seen: String::new(), seconds };
            return goal.abort(convert::scan_result(&report));
        }
        let timeout = goal.request().timeout_per_face;
        self.begin(Active::Scan(goal));
        let usable = timeout.is_finite() && 0.0 < timeout;
        self.happen(Event::Scan(usable.then_some(timeout)));
    }

    fn begin(&mut self, goal: Active) {
        self.summary = Summary::default();
        self.active = Some(goal);
        self.busy.store(true, Ordering::SeqCst);
    }

    /// Ends when the goal under way is to be cancelled; never without a goal.
    fn cancellation(&self) -> impl Future<Output = ()> + use<> {
        let token = match &self.active {
            Some(Active::Execute(goal)) => Some(goal.cancelled.clone()),
            Some(Active::Scan(goal)) => Some(goal.cancelled.clone()),
            None => None,
        };
        // Once told, the logic needs no second telling, and a cancelled token would end at once for ever.
        let token = token.filter(|_| !self.logic.is_stopping());
        async move {
            match token {
                Some(token) => token.cancelled().await,
                None => std::future::pending().await,
            }
        }
    }

    fn cancel(&mut self) {
        self.log.info("stopping on request");
        self.happen(Event::Cancel);
    }

    fn take_plan(&mut self, number: u64, planned: Planned) {
        let choreography = planned.map(|(choreography, summary)| {
            self.plans.publish(&convert::plan(&summary, self.clock.header(&self.params.base_frame)));
            self.summary = summary;
            choreography
        });
        self.happen(Event::Planned(number, choreography));
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Plan(number, request) => self.plan(number, request),
            Effect::Brick(effect) => {
                self.log.debug(format!("{:.3} {effect:?}", self.now().steady));
                self.bricks.carry_out(effect);
            }
            Effect::Pose(report) => {
                let header = self.clock.header(&self.params.base_frame);
                self.poses.publish(&convert::pose(&report, header));
            }
            Effect::ExecuteFeedback(done, total, under_way, elapsed) => {
                if let Some(Active::Execute(goal)) = &self.active {
                    goal.feedback(ExecuteMoves::Feedback {
                        moves_done: done as u32,
                        moves_total: total as u32,
                        move_: under_way.map(|turn| turn.to_string()).unwrap_or_default(),
                        elapsed,
                        remaining: (self.summary.seconds - elapsed).max(0.0),
                    });
                }
            }
            Effect::ScanFeedback(face, done, total) => {
                if let Some(Active::Scan(goal)) = &self.active {
                    goal.feedback(ScanCube::Feedback {
                        face: face.to_string(),
                        faces_done: done as u32,
                        faces_total: total as u32,
                    });
                }
            }
            Effect::ExecuteEnded(report) => {
                self.note_end("execute", report.code, &report.text, report.seconds);
                if let Some(Active::Execute(goal)) = self.active.take() {
                    let result = convert::execute_result(&report, self.summary.seconds);
                    match report.code {
                        Code::Success => goal.succeed(result),
                        _ => goal.abort(result),
                    }
                }
            }
            Effect::ScanEnded(report) => {
                self.note_end("scan", report.code, &report.text, report.seconds);
                if let Some(Active::Scan(goal)) = self.active.take() {
                    let result = convert::scan_result(&report);
                    match report.code {
                        Code::Success => goal.succeed(result),
                        _ => goal.abort(result),
                    }
                }
            }
            Effect::Warn(text) => self.log.warn(text),
        }
    }

    fn note_end(&self, what: &str, code: Code, text: &str, seconds: f64) {
        self.busy.store(false, Ordering::SeqCst);
        match code {
            Code::Success => self.log.info(format!("{what} done in {seconds:.1} s")),
            _ => self.log.warn(format!("{what} ended after {seconds:.1} s: {text}")),
        }
    }

    fn plan(&self, number: u64, request: PlanRequest) {
        let (planner, sender) = (self.planner.clone(), self.planned.clone());
        let park = self.params.park;
        tokio::task::spawn_blocking(move || {
            // The receiver lives as long as the node's task.
            let _ = sender.send((number, plan::make(&planner, &request, park)));
        });
    }

    fn report(&self) {
        let belief = self.logic.belief();
        let pose = belief.pose.map_or("unknown".into(), |pose| pose.faces_at_sides());
        let values = [
            ("faces_at_sides", pose),
            ("unfinished_motions", belief.unfinished.len().to_string()),
            ("profile", self.planner.profile().name.clone()),
        ];
        let missing = self.logic.missing_joints(self.now().steady);
        let (health, text) = match (missing.is_empty(), self.logic.is_busy()) {
            (false, _) => {
                let names: Vec<_> = missing.iter().map(|joint| joint.name()).collect();
                (Health::Error, format!("no joint_states of {}", names.join(", ")))
            }
            (true, true) => (Health::Ok, "moving".into()),
            (true, false) => (Health::Ok, "ready".into()),
        };
        self.diagnostics.report(health, text, &values);
    }

    /// Ends a goal under way before the node does, so that no motor is left running.
    async fn wind_down(
        &mut self,
        results: &mut mpsc::UnboundedReceiver<(goal::GoalId, executor::Outcome)>,
        joint_states: &mut (impl futures::Stream<Item = JointState> + Unpin),
    ) {
        if !self.logic.is_busy() {
            return;
        }
        self.happen(Event::Cancel);
        let deadline = tokio::time::sleep(Duration::from_secs(2));
        tokio::pin!(deadline);
        while self.logic.is_busy() {
            tokio::select! {
                () = &mut deadline => return,
                Some((goal, outcome)) = results.recv() => self.happen(Event::GoalEnded(goal, outcome)),
                Some(state) = joint_states.next() => self.take_joints(&state),
                () = tokio::time::sleep(TICK) => self.happen(Event::Tick),
            }
        }
    }
}

fn failed(code: Code, text: &str) -> ExecuteReport {
    ExecuteReport { code, text: text.into(), moves_done: 0, seconds: 0.0, cube: None }
}
