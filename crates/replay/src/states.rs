//! The recorded faces and poses, assembled to a cube again.

use std::collections::VecDeque;

use cube_state::tracker::Source;
use cube_state::{Assembler, Observation, PoseUpdate, ReadingColors, Seen, Settings, Status};
use vision::CubeColors;

use crate::difference::Compared;
use crate::messages::Said;

/// What follows from a message is recorded within this time before or after it, nanoseconds.
const SETTLED: u64 = 1_000_000_000;

/// The assembler, what it says now, and what was recorded of it.
pub struct States {
    assembler: Option<Assembler>,
    colors: ReadingColors,
    /// The state at the beginning of the recording, until something follows it.
    first: Option<Said>,
    /// Whether all that the assembler knows has come from the recording.
    is_comparable: bool,
    /// Whether it has read a whole cube since then: how its colours looked before may decide between two of them.
    has_read: bool,
    /// What is said now, in order, with the times at which that was received from which it follows.
    said: VecDeque<(u64, Said)>,
    /// What was recorded and not compared yet.
    waiting: VecDeque<(u64, Said)>,
    /// Counts of messages.
    pub compared: Compared,
    /// When the comparison began.
    pub since: Option<u64>,
    /// What was found to differ.
    pub differences: Vec<(u64, String)>,
}

impl States {
    /// Nothing has happened yet.
    pub fn new() -> Self {
        Self {
            assembler: None,
            colors: ReadingColors::new(None),
            first: None,
            is_comparable: false,
            has_read: false,
            said: VecDeque::new(),
            waiting: VecDeque::new(),
            compared: Compared::default(),
            since: None,
            differences: Vec::new(),
        }
    }

    /// From now on the cube has these colours.
    pub fn set_colors(&mut self, colors: CubeColors) {
        self.colors = ReadingColors::new(Some(colors));
    }

    /// The cube lies like this now.
    pub fn pose(&mut self, at: u64, update: PoseUpdate) {
        let assembler = self.assembler.get_or_insert_with(|| Assembler::new(Settings::default(), update.stamp));
        if assembler.pose(update) {
            self.say(at);
        }
        self.begin(at);
    }

    /// This was seen.
    pub fn observe(&mut self, at: u64, observation: &Observation) {
        self.begin(at);
        let Some(assembler) = &mut self.assembler else { return };
        let seen = assembler.observe(observation);
        if let Seen::Readable(faces) = &seen {
            let reading = self.colors.read(faces);
            assembler.take_reading(reading);
        }
        if seen != Seen::Nothing {
            self.say(at);
        }
    }

    /// A recorded `cube/state`.
    pub fn recorded(&mut self, at: u64, state: Said) {
        self.compared.recorded += 1;
        if self.compared.recorded == 1 {
            self.first = Some(state);
            return;
        }
        self.begin(at);
        if self.is_said(&state) {
            self.waiting.push_back((at, state));
        } else if is_forgotten(&state) {
            // Only the services bring this.
            self.restart(at, &state, |assembler, state| assembler.reset(state.stamp));
        } else if state.source == Source::Set {
            self.restart(at, &state, set);
        } else if self.is_comparable {
            self.waiting.push_back((at, state));
        }
        self.settle(at.saturating_sub(SETTLED));
    }

    /// Messages from which states follow were lost after this time: what was found since then means nothing, and nothing does until all
    /// that is known follows from the recording again.
    pub fn lost(&mut self, since: u64) {
        self.settle(u64::MAX);
        let before = self.differences.len();
        self.differences.retain(|(at, _)| *at <= since);
        let removed = (before - self.differences.len()) as u64;
        self.compared.different -= removed;
        self.compared.compared -= removed;
        self.said.clear();
        (self.is_comparable, self.has_read) = (false, false);
    }

    /// Compares what was received by this time, and earlier.
    pub fn settle(&mut self, until: u64) {
        while let Some((at, state)) = self.waiting.front().cloned() {
            let is_read = state.source == Source::Camera && state.status == Status::Valid;
            let found = self.said.iter().position(|(_, said)| state.differs(said).is_none());
            if let Some(place) = found {
                // States between two that were recorded may have been replaced before they went out.
                self.said.drain(..=place);
                self.has_read |= is_read;
            } else if at <= until && is_read && !self.has_read {
                // By colours that were seen before the recording.
                self.waiting.clear();
                self.restart(at, &state, set);
                return;
            } else if at <= until {
                let now = self.said.pop_front();
                let text = now.and_then(|(_, now)| state.differs(&now));
                let text = text.unwrap_or_else(|| format!("{:?} {} is not said now", state.status, state.facelets));
                self.differences.push((at, text));
                self.compared.different += 1;
            } else {
                return;
            }
            self.compared.compared += 1;
            self.waiting.pop_front();
        }
        while self.said.front().is_some_and(|(at, _)| at.saturating_add(SETTLED) < until) {
            self.said.pop_front();
        }
    }

    fn is_said(&self, state: &Said) -> bool {
        self.said.iter().any(|(_, said)| state.differs(said).is_none())
    }

    /// Takes the state at the beginning of the recording over.
    fn begin(&mut self, at: u64) {
        let Some(first) = self.first.take() else { return };
        // An assembler that begins has read nothing before.
        self.has_read = first.turns == 0 && is_forgotten(&first);
        match first.status {
            Status::Valid => self.restart(at, &first, set),
            Status::Unknown => self.restart(at, &first, |assembler, state| assembler.reset(state.stamp)),
            // Which faces were seen how is not in the recording.
            Status::Partial | Status::Invalid => {}
        }
    }

    /// From here on all that is known follows from the recording.
    fn restart(&mut self, at: u64, state: &Said, change: fn(&mut Assembler, &Said)) {
        self.settle(u64::MAX);
        let assembler = self.assembler.get_or_insert_with(|| Assembler::new(Settings::default(), state.stamp));
        change(assembler, state);
        self.said.clear();
        self.is_comparable = true;
        self.since.get_or_insert(at);
    }

    fn say(&mut self, at: u64) {
        if let Some(assembler) = self.assembler.as_ref().filter(|_| self.is_comparable) {
            self.said.push_back((at, Said::now(assembler)));
        }
    }
}

/// Whether nothing is known, without a reason: `cube/reset`, or an assembler that begins.
fn is_forgotten(state: &Said) -> bool {
    state.status == Status::Unknown && state.notes.is_empty()
}

fn set(assembler: &mut Assembler, state: &Said) {
    // A recorded valid state is a possible cube; where it is none, what follows differs.
    let _ = assembler.set(state.stamp, &state.colored(), state.source);
}
