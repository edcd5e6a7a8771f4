//! The conductor: one run or hand-over at a time, refused or begun, and what the other nodes report meanwhile.

use std::collections::BTreeSet;

use execution::events::Moment;
use execution::{Heartbeat, NodeReport};

use crate::events::{Code, Effect, Event, Stage};
use crate::failures::Failures;
use crate::hand_over::{Direction, HandOver, Patience};
use crate::mission::{Mission, Settings};
use crate::run::Options;

/// Why the rig stands still after the service `stop`.
pub const STOP_CALLED: &str = "the service `stop` was called";

/// Why no run begins or goes on.
const HAND_OVER_UNDER_WAY: &str = "a hand-over is under way; confirm or cancel it first";

/// The longest that a person may take, in seconds: a day.
const LONGEST_PATIENCE: f64 = 86_400.0;

/// A node that reported before counts as lost after this many looks at the clock without a report: 5 s.
const SILENT_LOOKS: u32 = 50;

/// What a recorder announced counts for this long, in seconds. It does so each second.
const ANNOUNCED_FOR: f64 = 3.0;

/// What a client wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// A run.
    Run(Options),
    /// A hand-over, and the seconds that a person may take; 0 for the usual ones.
    HandOver(Direction, f64),
}

/// Mission and hand-over of one rig, and the lives of its nodes. Events and the time go in, effects come out.
pub struct Conductor {
    mission: Mission,
    hand_over: HandOver,
    patience: Patience,
    heartbeat: Heartbeat,
    failures: Failures,
    /// Where the last minute is saved when a run fails, and when that was announced.
    last_minute: Option<(String, f64)>,
    /// Whether the hand-over under way was begun for that, so that no client waits for its end.
    is_offered: bool,
}

impl Conductor {
    /// Seconds between two looks at the clock while something is under way.
    pub const LOOK: f64 = 0.1;

    /// A conductor of the rig in this namespace, with nothing to do.
    pub fn new(namespace: &str, settings: Settings, patience: Patience) -> Self {
        Self {
            mission: Mission::new(settings),
            hand_over: HandOver::default(),
            patience,
            heartbeat: Heartbeat::new(namespace),
            failures: Failures::new(namespace),
            last_minute: None,
            is_offered: false,
        }
    }

    /// Takes new settings, which count from the next decision on.
    pub fn set(&mut self, settings: Settings, patience: Patience) {
        self.mission.set_settings(settings);
        self.patience = patience;
    }

    /// A recorder announces the file in which it saves the last minute when a run fails; or that it saves none.
    pub fn note_last_minute(&mut self, now: Moment, file: Option<String>) {
        self.last_minute = file.map(|file| (file, now.steady));
    }

    /// Whether a run is under way.
    pub fn has_run(&self) -> bool {
        self.mission.is_busy()
    }

    /// Whether a hand-over is under way.
    pub fn has_hand_over(&self) -> bool {
        self.hand_over.is_busy()
    }

    /// Whether a run or a hand-over is under way.
    pub fn is_busy(&self) -> bool {
        self.has_run() || self.has_hand_over()
    }

    /// Whether a run is being stopped: what it has begun has not ended yet.
    pub fn run_stops(&self) -> bool {
        self.mission.is_stopping()
    }

    /// Whether a run was stopped that [`Conductor::resume`] would go on with.
    pub fn is_interrupted(&self) -> bool {
        self.mission.is_interrupted()
    }

    /// The kinds of the nodes that fell silent and have not reported since.
    pub fn gone(&self) -> &BTreeSet<String> {
        self.heartbeat.gone()
    }

    /// Takes what a node reports of itself.
    pub fn note(&mut self, now: Moment, report: &NodeReport) {
        self.failures.note(report, now.steady);
        self.heartbeat.note(report);
    }

    /// Begins a goal, or refuses it; `refusal` is the reason why nothing may move, if so.
    ///
    /// # Errors
    /// Why not.
    pub fn begin(&mut self, now: Moment, goal: Goal, refusal: Option<String>) -> Result<Vec<Effect>, (Code, String)> {
        if let Some(reason) = refusal {
            return Err((Code::Stopped, reason));
        }
        let busy = |text: &str| Err((Code::Busy, text.to_owned()));
        if self.is_offered && self.hand_over.is_asking() {
            // Nobody wants the cube back.
            self.hand_over = HandOver::default();
        }
        let effects = match goal {
            Goal::Run(_) if self.has_hand_over() => return busy(HAND_OVER_UNDER_WAY),
            Goal::Run(options) => self.mission.begin(now, options)?,
            Goal::HandOver(..) if self.has_run() => return busy("a run is under way; stop or cancel it first"),
            Goal::HandOver(..) if self.has_hand_over() => return busy("another hand-over is under way"),
            Goal::HandOver(_, seconds) if !(0.0..=LONGEST_PATIENCE).contains(&seconds) => {
                let given = cube::outside::number(seconds);
                let text = format!("patience must be within 0 to {LONGEST_PATIENCE} s, not {given}");
                return Err((Code::NotConfirmed, text));
            }
            Goal::HandOver(direction, seconds) => {
                let person = if seconds == 0.0 { self.patience.person } else { seconds };
                self.is_offered = false;
                self.hand_over.begin(direction, Patience { person, ..self.patience })
            }
        };
        self.heartbeat.start_over();
        Ok(self.concluded(now, effects))
    }

    /// The person confirms what was asked.
    ///
    /// # Errors
    /// A sentence, where there is no question to confirm.
    pub fn confirm(&mut self, now: Moment) -> Result<Vec<Effect>, &'static str> {
        let effects = self.hand_over.confirm(now)?;
        Ok(self.concluded(now, effects))
    }

    /// Goes on with the run that was stopped.
    ///
    /// # Errors
    /// There is none, or another one or a hand-over is under way.
    pub fn resume(&mut self, now: Moment) -> Result<Vec<Effect>, String> {
        if self.has_hand_over() {
            return Err(HAND_OVER_UNDER_WAY.into());
        }
        let effects = self.mission.resume(now)?;
        self.heartbeat.start_over();
        Ok(self.concluded(now, effects))
    }

    /// Forgets the run that was stopped.
    pub fn abandon(&mut self) -> Vec<Effect> {
        self.mission.abandon()
    }

    /// Passes an event to what is under way. The mission follows the cube in any case.
    pub fn step(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        let effects = match self.has_hand_over() && !matches!(event, Event::Cube(_)) {
            true => self.hand_over.step(now, event),
            false => self.mission.step(now, event),
        };
        self.concluded(now, effects)
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

    /// What the message of a failure adds: where the minute before it can be seen.
    fn recorded(&self, now: Moment) -> String {
        let announced = self.last_minute.as_ref().filter(|(_, when)| now.steady < when + ANNOUNCED_FOR);
        announced.map_or(String::new(), |(file, _)| format!("; the minute before is recorded in {file}"))
    }

    /// Effects with what the conductor itself adds: a failure names what other nodes report, and its recording; claws that move
    /// end the run that was stopped.
    fn concluded(&mut self, now: Moment, effects: Vec<Effect>) -> Vec<Effect> {
        let mut concluded = Vec::new();
        for effect in effects {
            match effect {
                Effect::AbandonRun => concluded.extend(self.mission.abandon()),
                Effect::Status(mut status) if status.stage == Stage::Failed => {
                    let recorded = self.recorded(now);
                    status.text += &recorded;
                    if let Some((_, text)) = &mut status.error {
                        *text += &recorded;
                    }
                    concluded.push(Effect::Status(status));
                }
                Effect::End(report) if report.gives_back => {
                    concluded.push(Effect::End(report));
                    self.is_offered = true;
                    self.heartbeat.start_over();
                    concluded.extend(self.hand_over.begin(Direction::Release, self.patience));
                }
                Effect::End(mut report) => {
                    if let Some((code, text)) = &mut report.error {
                        concluded.push(Effect::Warn(text.clone()));
                        *text += &self.failures.beyond(text, now.steady);
                        if *code != Code::Stopped {
                            *text += &self.recorded(now);
                        }
                    }
                    concluded.push(Effect::End(report));
                }
                other => concluded.push(other),
            }
        }
        concluded
    }
}
