//! The conductor: one run or hand-over at a time, refused or begun, and what the other nodes report meanwhile.

use std::collections::BTreeSet;

use execution::events::Moment;
use execution::{Heartbeat, NodeReport};
use serde::{Deserialize, Serialize};

use crate::events::{Code, Effect, Event};
use crate::hand_over::{Direction, Patience};
use crate::mission::Settings;
use crate::run::Options;
use crate::state::State;
use crate::step::{Input, Step, decisions};

/// Why the rig stands still after the service `stop`.
pub const STOP_CALLED: &str = "the service `stop` was called";

/// A node that reported before counts as lost after this many looks at the clock without a report: 5 s.
const SILENT_LOOKS: u32 = 50;

/// What a client wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Goal {
    /// A run.
    Run(Options),
    /// A hand-over, and the seconds that a person may take; 0 for the usual ones.
    HandOver(Direction, f64),
}

/// Mission and hand-over of one rig, and the lives of its nodes. Events and the time go in, effects come out. Each step is kept for
/// the recording.
pub struct Conductor {
    state: State,
    heartbeat: Heartbeat,
    steps: Vec<Step>,
}

impl Conductor {
    /// Seconds between two looks at the clock while something is under way.
    pub const LOOK: f64 = 0.1;

    /// A conductor of the rig in this namespace, with nothing to do.
    pub fn new(namespace: &str, settings: Settings, patience: Patience) -> Self {
        let state = State::new(namespace, settings, patience);
        Self { state, heartbeat: Heartbeat::new(namespace), steps: Vec::new() }
    }

    /// Takes new settings, which count from the next decision on.
    pub fn set(&mut self, settings: Settings, patience: Patience) {
        self.state.set(settings, patience);
    }

    /// A recorder announces the file in which it saves the last minute when a run fails; or that it saves none.
    pub fn note_last_minute(&mut self, now: Moment, file: Option<String>) {
        self.state.last_minute = file.map(|file| (file, now.steady));
    }

    /// Whether a run is under way.
    pub fn has_run(&self) -> bool {
        self.state.has_run()
    }

    /// Whether a hand-over is under way.
    pub fn has_hand_over(&self) -> bool {
        self.state.has_hand_over()
    }

    /// Whether a run or a hand-over is under way.
    pub fn is_busy(&self) -> bool {
        self.state.is_busy()
    }

    /// Whether a run is being stopped: what it has begun has not ended yet.
    pub fn run_stops(&self) -> bool {
        self.state.mission.is_stopping()
    }

    /// Whether a run was stopped that [`Conductor::resume`] would go on with.
    pub fn is_interrupted(&self) -> bool {
        self.state.mission.is_interrupted()
    }

    /// The kinds of the nodes that fell silent and have not reported since.
    pub fn gone(&self) -> &BTreeSet<String> {
        self.heartbeat.gone()
    }

    /// Takes what a node reports of itself.
    pub fn note(&mut self, now: Moment, report: &NodeReport) {
        self.state.failures.note(report, now.steady);
        self.heartbeat.note(report);
    }

    /// The first step of a conductor: it is ready.
    pub fn start(&mut self, now: Moment) -> Vec<Effect> {
        self.take(now, Input::Start).unwrap_or_default()
    }

    /// Begins a goal, or refuses it; `refusal` is the reason why nothing may move, if so.
    ///
    /// # Errors
    /// Why not.
    pub fn begin(&mut self, now: Moment, goal: Goal, refusal: Option<String>) -> Result<Vec<Effect>, (Code, String)> {
        self.take(now, Input::Begin(goal, refusal))
    }

    /// The person confirms what was asked.
    ///
    /// # Errors
    /// A sentence, where there is no question to confirm.
    pub fn confirm(&mut self, now: Moment) -> Result<Vec<Effect>, String> {
        self.take(now, Input::Confirm).map_err(|(_, text)| text)
    }

    /// Goes on with the run that was stopped.
    ///
    /// # Errors
    /// There is none, or another one or a hand-over is under way.
    pub fn resume(&mut self, now: Moment) -> Result<Vec<Effect>, String> {
        self.take(now, Input::Resume).map_err(|(_, text)| text)
    }

    /// Forgets the run that was stopped.
    pub fn abandon(&mut self, now: Moment) -> Vec<Effect> {
        self.take(now, Input::Abandon).unwrap_or_default()
    }

    /// Passes an event to what is under way. The mission follows the cube in any case.
    pub fn step(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        self.take(now, Input::Event(event)).unwrap_or_default()
    }

    /// Looks which nodes are still there, and lets time pass. Once each [`Conductor::LOOK`] while something is under way.
    pub fn look_around(&mut self, now: Moment) -> Vec<Effect> {
        let mut effects = Vec::new();
        for (node, text) in self.heartbeat.look(SILENT_LOOKS) {
            effects.extend(self.step(now, Event::NodeLost(node, text)));
        }
        effects.extend(self.step(now, Event::Tick));
        effects
    }

    /// The steps since the last call, to be published on `run/steps`. What changes nothing while nothing is under way is none.
    pub fn steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    fn take(&mut self, now: Moment, input: Input) -> Result<Vec<Effect>, (Code, String)> {
        let before = self.state.clone();
        let taken = self.state.take(now, input.clone());
        let is_any = |effects: &Vec<Effect>| !effects.is_empty();
        if before.is_busy() || taken.as_ref().map_or(true, is_any) {
            self.steps.push(Step { now, before: Box::new(before), input, decided: decisions(&taken) });
        }
        let begins = |effect: &Effect| matches!(effect, Effect::CheckReady | Effect::CheckClawsReady);
        if taken.iter().flatten().any(begins) {
            self.heartbeat.start_over();
        }
        taken
    }
}
