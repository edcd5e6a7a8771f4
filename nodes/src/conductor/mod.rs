//! The node `conductor`: runs the main job (scan, solve, execute, look again, until the cube is solved).

mod client_goal;
mod clients;
mod convert;
mod hand_over;
mod params;
mod readiness;
mod resuming;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::Result;
use brick::clock::Interval;
use futures::StreamExt;
use mission::{Code, Direction, Effect, Event, Failures, HandOver, Heartbeat, Mission, Moment, Status};
use r2r::cuberig_msgs::action::{HandOver as HandOverAction, RunCube};
use r2r::cuberig_msgs::msg::{CubeState, RunStatus};
use r2r::diagnostic_msgs::msg::DiagnosticArray;
use r2r::std_srvs::srv::Trigger;
use r2r::{QosProfile, ServiceRequest};
use tokio::sync::{mpsc, watch};
use tokio_util::task::TaskTracker;

use crate::messages::work::{self, Work};
use crate::messages::{cube_message, node_reports};
use crate::runtime::{
    Bricks, Clock, Diagnostics, Goal, Health, LiveParams, Logger, Publisher, RigNode, Setup, StopChange, StopSwitch,
    Task, answer_trigger, cancellation, latched,
};
use client_goal::ClientGoal;
use clients::Clients;
pub use params::ConductorParams;
use resuming::{Afterwards, Resuming};

/// How often the mission looks at the clock while a run is under way.
const TICK: Duration = Duration::from_millis(100);

/// A node that reported before counts as lost after this many looks at the clock without a report: 5 s.
const SILENT_LOOKS: u32 = 50;

/// Conducts runs.
pub struct Conductor;

impl RigNode for Conductor {
    const NAME: &'static str = "conductor";
    const ABOUT: &'static str = "runs the main job: scan, solve, execute, look again, until the cube is solved";
    type Params = ConductorParams;

    fn start(setup: &mut Setup<ConductorParams>) -> Result<Task> {
        let mut cube_states = setup.subscribe::<CubeState>("cube/state", latched())?;
        let mut diagnostics =
            setup.subscribe::<DiagnosticArray>("/diagnostics", QosProfile::default().keep_last(50))?;
        let mut goals = setup.action_server::<RunCube::Action>("run")?;
        let mut loads = setup.action_server::<HandOverAction::Action>("load")?;
        let mut releases = setup.action_server::<HandOverAction::Action>("release")?;
        let mut confirmations = setup.service::<Trigger::Service>("confirm")?;
        let mut stops = setup.service::<Trigger::Service>("stop")?;
        let mut resumes = setup.service::<Trigger::Service>("resume")?;
        let mut clearings = setup.service::<Trigger::Service>("clear_stop")?;
        let switch = StopSwitch::connect(setup)?;
        let bricks = Bricks::connect(setup)?;
        bricks.hold_goals(setup)?;
        let (resumed_sender, mut resumed) = mpsc::unbounded_channel();
        let (clients, mut client_events) = Clients::connect(setup)?;
        setup.params.get().faces()?;
        let mut node = NodeState {
            mission: Mission::new(setup.params.get().settings()),
            origin: Instant::now(),
            clients,
            bricks,
            switch,
            hand_over: HandOver::default(),
            stopping: TaskTracker::new(),
            run_stops: watch::Sender::default(),
            resumed: resumed_sender,
            statuses: setup.publisher::<RunStatus>("run/status", latched())?,
            goal: None,
            cancelling: false,
            failures: Failures::new(&setup.namespace()),
            heartbeat: Heartbeat::new(&setup.namespace()),
            gone: watch::Sender::default(),
            params: setup.params.clone(),
            clock: setup.clock.clone(),
            log: setup.log.clone(),
        };
        let (stop, mut changes) = (setup.stop.clone(), setup.params.changes());
        let health = setup.diagnostics.clone();
        Ok(Box::pin(async move {
            node.publish_status(&Status::idle("Ready.".into()));
            let mut ticks = tokio::time::interval(TICK);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            let mut seconds = Interval::every(Duration::from_secs(1));
            loop {
                let cancelled = node.cancellation();
                tokio::select! {
                    () = stop.cancelled() => break,
                    () = cancelled => node.cancel(),
                    Some((number, event)) = client_events.recv() => node.take_client_event(number, event),
                    Some(state) = cube_states.next() => {
                        node.happen(Event::Cube(cube_message::update(&state)));
                    }
                    Some(array) = diagnostics.next() => {
                        for report in node_reports::reports(&array) {
                            node.failures.note(&report, Instant::now());
                            node.heartbeat.note(&report);
                        }
                        node.update_gone();
                    }
                    change = node.switch.change() => node.take_change(change),
                    Some(request) = stops.next() => node.stop(request),
                    Some(request) = resumes.next() => node.resume(request, Afterwards::GoOn),
                    Some(request) = clearings.next() => node.resume(request, Afterwards::Rest),
                    Some(resuming) = resumed.recv() => node.go_on_resuming(resuming),
                    Some(goal) = goals.recv(), if node.switch.is_settled() => node.begin(goal),
                    Some(goal) = loads.recv(), if node.switch.is_settled() => {
                        node.begin_hand_over(Direction::Load, goal);
                    }
                    Some(goal) = releases.recv(), if node.switch.is_settled() => {
                        node.begin_hand_over(Direction::Release, goal);
                    }
                    Some(request) = confirmations.next() => node.confirm(request),
                    _ = ticks.tick(), if node.is_busy() => node.look_around(),
                    () = seconds.tick() => node.report(&health),
                    Ok(()) = changes.changed() => {
                        let settings = node.params.get().settings();
                        node.mission.set_settings(settings);
                    }
                }
            }
            // A run that is under way stops before the node does.
            if node.is_busy() {
                node.happen(Event::Stop("the conductor ends".into()));
                node.bricks.halt();
            }
            let deadline = tokio::time::sleep(Duration::from_secs(2));
            tokio::pin!(deadline);
            while node.is_busy() {
                tokio::select! {
                    () = &mut deadline => break,
                    Some((number, event)) = client_events.recv() => node.take_client_event(number, event),
                    _ = ticks.tick() => node.happen(Event::Tick),
                }
            }
            Ok(())
        }))
    }
}

/// The mission, and what carries out its effects: clients, bricks, the goal under way.
struct NodeState {
    mission: Mission,
    origin: Instant,
    clients: Clients,
    bricks: Bricks,
    switch: StopSwitch,
    hand_over: HandOver,
    /// The stops that have not reached all bricks yet.
    stopping: TaskTracker,
    /// Whether a run is being stopped: what it has begun has not ended yet.
    run_stops: watch::Sender<bool>,
    /// Takes a resumption when it can go on.
    resumed: mpsc::UnboundedSender<Resuming>,
    statuses: Publisher<RunStatus>,
    /// The goal that began what is under way; a resumed run has none.
    goal: Option<ClientGoal>,
    cancelling: bool,
    failures: Failures,
    heartbeat: Heartbeat,
    /// The kinds of the nodes that fell silent and have not reported since.
    gone: watch::Sender<BTreeSet<String>>,
    params: LiveParams<ConductorParams>,
    clock: Clock,
    log: Logger,
}

impl NodeState {
    fn now(&self) -> Moment {
        Moment {
            steady: self.origin.elapsed().as_secs_f64(),
            rig: self.clock.steady(),
            ros: self.clock.now().as_secs_f64(),
        }
    }

    /// Whether a run or a hand-over is under way.
    fn is_busy(&self) -> bool {
        self.mission.is_busy() || self.hand_over.is_busy()
    }

    /// Passes an event to the work under way. The mission follows the cube in any case.
    fn happen(&mut self, event: Event) {
        let now = self.now();
        let effects = match self.hand_over.is_busy() && !matches!(event, Event::Cube(_)) {
            true => self.hand_over.step(now, event),
            false => self.mission.step(now, event),
        };
        self.carry_out(effects);
        let stops = self.mission.is_stopping();
        self.run_stops.send_if_modified(|before| std::mem::replace(before, stops) != stops);
    }

    /// Takes an event of a client, unless it belongs to an older action.
    fn take_client_event(&mut self, number: u64, event: Event) {
        if number == self.clients.number() {
            self.happen(event);
        }
    }

    /// Looks which nodes are still there, and lets time pass.
    fn look_around(&mut self) {
        for (node, text) in self.heartbeat.look(SILENT_LOOKS) {
            self.happen(Event::NodeLost(node, text));
        }
        self.update_gone();
        self.happen(Event::Tick);
    }

    /// Updates the set of lost nodes for the tasks that wait for a node.
    fn update_gone(&self) {
        let now = self.heartbeat.gone();
        self.gone.send_if_modified(|gone| {
            let changed = gone != now;
            if changed {
                gone.clone_from(now);
            }
            changed
        });
    }

    fn begin(&mut self, goal: Goal<RunCube::Action>) {
        let begun = match self.switch.refusal() {
            Some(reason) => Err((Code::Stopped, reason)),
            None if self.hand_over.is_busy() => {
                Err((Code::Busy, "a hand-over is under way; confirm or cancel it first".into()))
            }
            None => (self.mission).begin(self.now(), convert::options(goal.request())),
        };
        match begun {
            Err(refused) => {
                self.log.warn(format!("a run is refused: {}", refused.1));
                goal.abort(convert::refusal(refused));
            }
            Ok(effects) => {
                self.log.info("a run begins");
                self.goal = Some(ClientGoal::Run(goal));
                self.cancelling = false;
                self.heartbeat.start_over();
                self.carry_out(effects);
            }
        }
    }

    /// Ends when the goal under way is to be cancelled, once; never without a goal.
    fn cancellation(&self) -> impl Future<Output = ()> + use<> {
        let goal = self.goal.as_ref().filter(|_| !self.cancelling);
        cancellation(goal.map(|goal| goal.cancelled().clone()))
    }

    fn cancel(&mut self) {
        self.cancelling = true;
        self.happen(Event::Cancel);
    }

    /// The service `stop`: answered when every motor was ordered to brake and every node refuses to move one.
    fn stop(&mut self, request: ServiceRequest<Trigger::Service>) {
        self.log.warn("stop was called");
        self.switch.stop_anew("stopped");
        let stopped = self.stop_all();
        tokio::spawn(async move {
            answer_trigger(request, stopped.await.map(|()| String::new()));
        });
    }

    /// Stops the run under way and all bricks.
    fn stop_all(&mut self) -> impl Future<Output = std::result::Result<(), String>> + Send + use<> {
        let under_way = self.stopping.token();
        let stopped = self.bricks.stop(&self.switch);
        self.happen(Event::Stop(self.switch.refusal().unwrap_or_default()));
        async move {
            let _under_way = under_way;
            stopped.await.in_words()
        }
    }

    /// Another node has stopped the rig, or it became known how the rig stands.
    fn take_change(&mut self, change: StopChange) {
        if change == StopChange::Free {
            self.bricks.let_go();
        }
        if change == StopChange::Stopped {
            let reason = self.switch.refusal().unwrap_or_default();
            self.log.warn(reason);
            tokio::spawn(self.stop_all());
        }
        self.switch.publish();
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let params = self.params.get();
        let patience = Duration::from_secs_f64(params.ready_timeout);
        for effect in effects {
            match effect {
                Effect::CheckReady => self.clients.check_ready(&self.gone.subscribe(), patience),
                Effect::CheckClawsReady => self.clients.check_claws_ready(&self.gone.subscribe(), patience),
                Effect::ForgetCube => self.clients.forget_cube(patience),
                Effect::Scan(faces) => self.clients.scan(&faces, params.timeout_per_face, patience),
                Effect::Solve(cube, method, limit) => self.clients.solve(&cube, method, limit, patience),
                Effect::Execute(moves) => self.clients.execute(&moves, params.search_time, patience),
                Effect::Claws(claws) => self.clients.move_claws(claws, patience),
                Effect::CancelAction => self.clients.cancel_action(),
                Effect::HaltBricks => self.bricks.halt(),
                Effect::Status(status) => self.publish_status(&status),
                Effect::Warn(text) => self.log.warn(text),
                Effect::End(mut report) => {
                    if let Some((_, text)) = &mut report.error {
                        self.log.warn(text.clone());
                        let failures = self.failures.beyond(text, Instant::now());
                        *text += &failures;
                    }
                    let Some(ClientGoal::Run(goal)) = self.goal.take() else {
                        continue;
                    };
                    goal.end(report.error.is_none(), convert::result(&report));
                }
                Effect::Prompt(prompt, waiting) => {
                    self.log.info(prompt.clone());
                    if let Some(ClientGoal::HandOver(goal)) = &self.goal {
                        goal.feedback(HandOverAction::Feedback { prompt: prompt.clone(), waiting });
                    }
                    self.publish_status(&Status::idle(prompt));
                }
                Effect::AbandonRun => {
                    let effects = self.mission.abandon();
                    self.carry_out(effects);
                }
                Effect::HandedOver(status, error) => {
                    self.log.info(status.text.clone());
                    self.publish_status(&status);
                    let Some(ClientGoal::HandOver(goal)) = self.goal.take() else {
                        continue;
                    };
                    goal.end(error.is_none(), convert::hand_over_result(error.as_ref()));
                }
            }
        }
    }

    fn publish_status(&self, status: &Status) {
        let message = convert::status(status, self.clock.header(""));
        self.statuses.publish(&message);
        if let Some(ClientGoal::Run(goal)) = &self.goal {
            goal.feedback(RunCube::Feedback { status: message });
        }
        self.log.debug(status.text.clone());
    }

    fn report(&self, health: &Diagnostics) {
        let (work, text) = match (self.mission.is_busy(), self.hand_over.is_busy()) {
            (true, _) => (Work::Run, "a run is under way"),
            (_, true) => (Work::HandOver, "a cube is handed over"),
            _ => (Work::Nothing, "nothing to do"),
        };
        let values = [(work::KEY, work.text().to_owned())];
        match self.switch.refusal().filter(|_| self.switch.is_settled()) {
            Some(reason) => health.report(Health::Warn, reason, &values),
            None => health.report(Health::Ok, text, &values),
        }
    }
}
