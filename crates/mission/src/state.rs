//! What decides what the conductor does next, but for the lives of other nodes.

use execution::events::Moment;
use serde::{Deserialize, Serialize};

use crate::conductor::Goal;
use crate::events::{Code, Effect, Event, Stage, Status};
use crate::failures::Failures;
use crate::hand_over::{Direction, HandOver, Patience};
use crate::mission::{Mission, Settings};
use crate::step::Input;

/// Why no run begins or goes on.
const HAND_OVER_UNDER_WAY: &str = "a hand-over is under way; confirm or cancel it first";

/// The longest that a person may take, in seconds: a day.
const LONGEST_PATIENCE: f64 = 86_400.0;

/// What a recorder announced counts for this long, in seconds. It does so each second.
const ANNOUNCED_FOR: f64 = 3.0;

/// Mission and hand-over of one rig. The same state and input give the same effects and the same next state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) mission: Mission,
    hand_over: HandOver,
    patience: Patience,
    pub(crate) failures: Failures,
    /// Where the last minute is saved when a run fails, and when that was announced.
    pub(crate) last_minute: Option<(String, f64)>,
    /// Whether the hand-over under way was begun for that, so that no client waits for its end.
    is_offered: bool,
}

impl State {
    pub(crate) fn new(namespace: &str, settings: Settings, patience: Patience) -> Self {
        Self {
            mission: Mission::new(settings),
            hand_over: HandOver::default(),
            patience,
            failures: Failures::new(namespace),
            last_minute: None,
            is_offered: false,
        }
    }

    pub(crate) fn set(&mut self, settings: Settings, patience: Patience) {
        self.mission.set_settings(settings);
        self.patience = patience;
    }

    pub(crate) fn has_run(&self) -> bool {
        self.mission.is_busy()
    }

    pub(crate) fn has_hand_over(&self) -> bool {
        self.hand_over.is_busy()
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.has_run() || self.has_hand_over()
    }

    /// Takes over from a recorded state what changes without a step: settings and what other nodes report; all of it while nothing
    /// is under way.
    pub fn follow(&mut self, recorded: State) {
        if !self.is_busy() {
            *self = recorded;
            return;
        }
        self.set(recorded.mission.settings, recorded.patience);
        (self.failures, self.last_minute) = (recorded.failures, recorded.last_minute);
    }

    /// Takes an input and returns what to do.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn take(&mut self, now: Moment, input: Input) -> Result<Vec<Effect>, (Code, String)> {
        let effects = match input {
            Input::Start => vec![Effect::Status(Status::idle("Ready.".into()))],
            Input::Begin(goal, refusal) => self.begin(now, goal, refusal)?,
            Input::Confirm => self.hand_over.confirm(now).map_err(|text| (Code::NotConfirmed, text.to_owned()))?,
            Input::Resume if self.has_hand_over() => return Err((Code::Busy, HAND_OVER_UNDER_WAY.to_owned())),
            Input::Resume => self.mission.resume(now).map_err(|text| (Code::Busy, text))?,
            Input::Abandon => self.mission.abandon(),
            Input::Event(event) => match self.has_hand_over() && !matches!(event, Event::Cube(_)) {
                true => self.hand_over.step(now, event),
                false => self.mission.step(now, event),
            },
        };
        Ok(self.concluded(now, effects))
    }

    fn begin(&mut self, now: Moment, goal: Goal, refusal: Option<String>) -> Result<Vec<Effect>, (Code, String)> {
        if let Some(reason) = refusal {
            return Err((Code::Stopped, reason));
        }
        let busy = |text: &str| Err((Code::Busy, text.to_owned()));
        if self.is_offered && self.hand_over.is_asking() {
            // Nobody wants the cube back.
            self.hand_over = HandOver::default();
        }
        match goal {
            Goal::Run(_) if self.has_hand_over() => busy(HAND_OVER_UNDER_WAY),
            Goal::Run(options) => self.mission.begin(now, options),
            Goal::HandOver(..) if self.has_run() => busy("a run is under way; stop or cancel it first"),
            Goal::HandOver(..) if self.has_hand_over() => busy("another hand-over is under way"),
            Goal::HandOver(_, seconds) if !(0.0..=LONGEST_PATIENCE).contains(&seconds) => {
                let given = cube::outside::number(seconds);
                let text = format!("patience must be within 0 to {LONGEST_PATIENCE} s, not {given}");
                Err((Code::NotConfirmed, text))
            }
            Goal::HandOver(direction, seconds) => {
                let person = if seconds == 0.0 { self.patience.person } else { seconds };
                self.is_offered = false;
                Ok(self.hand_over.begin(direction, Patience { person, ..self.patience }))
            }
        }
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
