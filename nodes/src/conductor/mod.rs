//! The node `conductor`: runs the main job (scan, solve, execute, look again, until the cube is solved).

mod client_goal;
mod clients;
pub mod convert;
mod params;
mod readiness;
mod resuming;

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::Result;
use brick::clock::Interval;
use futures::StreamExt;
use mission::{Afterwards, Conductor as Logic, Direction, Effect, Event, Goal as Wanted, Resumptions, Status};
use r2r::QosProfile;
use r2r::cuberig_msgs::action::{HandOver as HandOverAction, RunCube};
use r2r::cuberig_msgs::msg::{CubeState, RunStatus};
use r2r::diagnostic_msgs::msg::DiagnosticArray;
use r2r::std_msgs::msg::String as StringMsg;
use r2r::std_srvs::srv::Trigger;
use tokio::sync::{mpsc, watch};

use crate::messages::work::{self, Work};
use crate::messages::{cube_message, node_reports};
use crate::runtime::{
    Clock, Diagnostics, Drivers, Health, LiveParams, Logger, Publisher, RigNode, Setup, StopChange, StopSwitch, Task,
    answer_trigger, cancellation, latched, rig_profile,
};
use client_goal::ClientGoal;
use clients::Clients;
pub use params::ConductorParams;
use resuming::{Request, Waited};

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
        let profile = rig_profile(&setup.params.get().profile)?;
        let drivers = Drivers::connect(setup, &profile.groups)?;
        drivers.hold_goals(setup)?;
        let (waited_sender, mut waited) = mpsc::unbounded_channel();
        let (clients, mut client_events) = Clients::connect(setup)?;
        setup.params.get().faces()?;
        let params = setup.params.get();
        let has_feedback = profile.has_feedback();
        let namespace = setup.namespace();
        let mut node = NodeState {
            logic: Logic::new(&setup.namespace(), params.settings(), params.patience()),
            clients,
            drivers,
            switch,
            resumptions: Resumptions::default(),
            waited: waited_sender,
            statuses: setup.publisher::<RunStatus>("run/status", latched())?,
            steps: setup.publisher::<StringMsg>("run/steps", QosProfile::default().keep_last(50))?,
            goal: None,
            cancelling: false,
            gone: watch::Sender::default(),
            params: setup.params.clone(),
            clock: setup.clock.clone(),
            log: setup.log.clone(),
        };
        let (stop, mut changes) = (setup.stop.clone(), setup.params.changes());
        let health = setup.diagnostics.clone();
        Ok(Box::pin(async move {
            let effects = node.logic.start(node.clock.moment());
            node.carry_out(effects);
            let mut ticks = tokio::time::interval(Duration::from_secs_f64(Logic::LOOK));
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
                            node.logic.note(node.clock.moment(), &report);
                        }
                        if let Some(file) = node_reports::last_minute(&array, &namespace) {
                            let file = (!file.is_empty()).then(|| file.to_owned());
                            node.logic.note_last_minute(node.clock.moment(), file);
                        }
                        node.update_gone();
                    }
                    change = node.switch.change() => node.take_change(change),
                    Some(request) = stops.next() => node.stop(request),
                    Some(request) = resumes.next() => node.resume(request, Afterwards::GoOn),
                    Some(request) = clearings.next() => node.resume(request, Afterwards::Rest),
                    Some(waited) = waited.recv() => node.take_waited(waited),
                    Some(goal) = goals.recv(), if node.switch.is_settled() => {
                        let wanted = Wanted::Run(convert::options(goal.request(), has_feedback));
                        node.begin(wanted, ClientGoal::Run(goal));
                    }
                    Some(goal) = loads.recv(), if node.switch.is_settled() => {
                        let wanted = Wanted::HandOver(Direction::Load, goal.request().patience);
                        node.begin(wanted, ClientGoal::HandOver(goal));
                    }
                    Some(goal) = releases.recv(), if node.switch.is_settled() => {
                        let wanted = Wanted::HandOver(Direction::Release, goal.request().patience);
                        node.begin(wanted, ClientGoal::HandOver(goal));
                    }
                    Some(request) = confirmations.next() => node.confirm(request),
                    _ = ticks.tick(), if node.logic.is_busy() => node.look_around(),
                    () = seconds.tick() => node.report(&health),
                    Ok(()) = changes.changed() => {
                        let params = node.params.get();
                        node.logic.set(params.settings(), params.patience());
                    }
                }
                node.go_on_resuming();
                node.publish_steps();
            }
            // A run that is under way stops before the node does.
            if node.logic.is_busy() {
                node.happen(Event::Stop("the conductor ends".into()));
                node.drivers.halt();
            }
            let deadline = tokio::time::sleep(Duration::from_secs(2));
            tokio::pin!(deadline);
            while node.logic.is_busy() {
                tokio::select! {
                    () = &mut deadline => break,
                    Some((number, event)) = client_events.recv() => node.take_client_event(number, event),
                    _ = ticks.tick() => node.happen(Event::Tick),
                }
            }
            node.publish_steps();
            Ok(())
        }))
    }
}

/// The logic, and what carries out its effects: clients, drivers, the goal under way.
struct NodeState {
    logic: Logic,
    clients: Clients,
    drivers: Drivers,
    switch: StopSwitch,
    resumptions: Resumptions<Request>,
    /// Takes the end of what is waited for.
    waited: mpsc::UnboundedSender<Waited>,
    statuses: Publisher<RunStatus>,
    /// For recorders.
    steps: Publisher<StringMsg>,
    /// The goal that began what is under way; a resumed run has none.
    goal: Option<ClientGoal>,
    cancelling: bool,
    /// The kinds of the nodes that fell silent and have not reported since.
    gone: watch::Sender<BTreeSet<String>>,
    params: LiveParams<ConductorParams>,
    clock: Clock,
    log: Logger,
}

impl NodeState {
    /// Passes an event to what is under way.
    fn happen(&mut self, event: Event) {
        let effects = self.logic.step(self.clock.moment(), event);
        self.carry_out(effects);
    }

    /// Takes an event of a client, unless it belongs to an older action.
    fn take_client_event(&mut self, number: u64, event: Event) {
        if number == self.clients.number() {
            self.happen(event);
        }
    }

    /// Looks which nodes are still there, and lets time pass.
    fn look_around(&mut self) {
        let effects = self.logic.look_around(self.clock.moment());
        self.update_gone();
        self.carry_out(effects);
    }

    /// Updates the set of lost nodes for the tasks that wait for a node.
    fn update_gone(&self) {
        let now = self.logic.gone();
        self.gone.send_if_modified(|gone| {
            let changed = gone != now;
            if changed {
                gone.clone_from(now);
            }
            changed
        });
    }

    fn begin(&mut self, wanted: Wanted, goal: ClientGoal) {
        match self.logic.begin(self.clock.moment(), wanted, self.switch.refusal()) {
            Err(refused) => {
                self.log.warn(format!("a {} is refused: {}", goal.name(), refused.1));
                goal.refuse(refused);
            }
            Ok(effects) => {
                self.log.info(format!("a {} begins", goal.name()));
                self.goal = Some(goal);
                self.cancelling = false;
                self.carry_out(effects);
            }
        }
    }

    /// The service `confirm`.
    fn confirm(&mut self, request: Request) {
        let confirmed = self.logic.confirm(self.clock.moment());
        let answer = confirmed.as_ref().map(|_| String::new()).map_err(Clone::clone);
        answer_trigger(request, answer);
        self.carry_out(confirmed.unwrap_or_default());
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
    fn stop(&mut self, request: Request) {
        self.log.warn("stop was called");
        self.switch.stop_anew(mission::STOP_CALLED);
        let stopped = self.stop_all();
        tokio::spawn(async move {
            answer_trigger(request, stopped.await.map(|()| String::new()));
        });
    }

    /// Stops the run under way and all motors.
    fn stop_all(&mut self) -> impl Future<Output = std::result::Result<(), String>> + Send + use<> {
        self.resumptions.stop_begins();
        let (stopped, waited) = (self.drivers.stop(&self.switch), self.waited.clone());
        self.happen(Event::Stop(self.switch.refusal().unwrap_or_default()));
        async move {
            let outcome = stopped.await.in_words();
            let _ = waited.send(Waited::StopEnded);
            outcome
        }
    }

    /// Another node has stopped the rig, or it became known how the rig stands.
    fn take_change(&mut self, change: StopChange) {
        if change == StopChange::Free {
            self.drivers.let_go();
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
            if let Some(status) = effect.status() {
                self.publish_status(&status);
            }
            match effect {
                Effect::CheckReady => self.clients.check_ready(&self.gone.subscribe(), patience),
                Effect::CheckClawsReady => self.clients.check_claws_ready(&self.gone.subscribe(), patience),
                Effect::ForgetCube => self.clients.forget_cube(patience),
                Effect::Scan(faces) => self.clients.scan(&faces, params.timeout_per_face, patience),
                Effect::Solve(cube, method, limit) => self.clients.solve(&cube, method, limit, patience),
                Effect::Execute(moves) => self.clients.execute(&moves, params.search_time, patience),
                Effect::Claws(claws) => self.clients.move_claws(claws, patience),
                Effect::CancelAction => self.clients.cancel_action(),
                Effect::HaltBricks => self.drivers.halt(),
                Effect::Warn(text) => self.log.warn(text),
                Effect::End(report) => {
                    let Some(ClientGoal::Run(goal)) = self.goal.take() else {
                        continue;
                    };
                    goal.end(report.error.is_none(), convert::result(&report));
                }
                Effect::Prompt(prompt, waiting) => {
                    self.log.info(prompt.clone());
                    if let Some(ClientGoal::HandOver(goal)) = &self.goal {
                        goal.feedback(HandOverAction::Feedback { prompt, waiting });
                    }
                }
                // Published above, and done by the logic.
                Effect::Status(_) | Effect::AbandonRun => {}
                Effect::HandedOver(status, error) => {
                    self.log.info(status.text.clone());
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

    /// Publishes what was decided: steps have no statuses, and so a recording has each thing once.
    fn publish_steps(&mut self) {
        for step in self.logic.steps() {
            self.steps.publish(&StringMsg { data: step.to_json() });
        }
    }

    fn report(&self, health: &Diagnostics) {
        let (work, text) = match (self.logic.has_run(), self.logic.has_hand_over()) {
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
