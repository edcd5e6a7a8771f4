//! Brakes that are sent when a brick is silent while its motors run.

use crate::clock::Instant;
use crate::command::{Command, SetOutputState};
use crate::frame::frame;
use crate::{Port, Power};
use std::time::Duration;

/// What is sent when nothing is received until some time.
#[derive(Debug, Default)]
pub(crate) struct SilenceBrakes {
    waiting: Option<(Instant, Vec<Vec<u8>>)>,
    sent: Option<Braked>,
}

/// Motors were braked because nothing was received.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Braked {
    /// When.
    pub at: Instant,
    /// Whether that was as soon as it was due: the host waited for the brick then, and it is the link that was slow.
    pub in_time: bool,
}

/// What is sent this much later was held up by the host.
const HELD_UP: Duration = Duration::from_millis(20);

impl SilenceBrakes {
    /// Motors of these ports are to be braked at `at`.
    pub fn at(at: Instant, ports: impl IntoIterator<Item = Port>) -> SilenceBrakes {
        let brake = |port| frame(&SetOutputState::braked(port, Power::ZERO).packet(false));
        // A brake is a short packet, for which there is a frame.
        let brakes: Vec<_> = ports.into_iter().filter_map(|port| brake(port).ok()).collect();
        SilenceBrakes { waiting: (!brakes.is_empty()).then_some((at, brakes)), sent: None }
    }

    /// When they are due, if that is before `deadline`.
    pub fn due_before(&self, deadline: Instant) -> Option<Instant> {
        self.waiting.as_ref().map(|(at, _)| *at).filter(|at| *at < deadline)
    }

    /// The telegrams, which are sent now.
    pub fn take(&mut self) -> Vec<Vec<u8>> {
        let Some((due, brakes)) = self.waiting.take() else { return Vec::new() };
        let at = Instant::now();
        self.sent = Some(Braked { at, in_time: at < due + HELD_UP });
        brakes
    }

    /// When they were sent.
    pub fn sent(&self) -> Option<Braked> {
        self.sent
    }
}
