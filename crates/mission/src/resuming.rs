//! Letting a stopped rig move again, and what follows.
//!
//! A resumption is due when the stops before it have reached all bricks: one that comes to a brick after the resumption would
//! stop the rig again. The run that was stopped is not known as interrupted before what it had begun has ended, so that is
//! waited for too. Then the rig is released, and all nodes confirm it.

use rig::StopSwitch;

use crate::conductor::Conductor;
use crate::events::Effect;
use execution::events::Moment;

/// What follows when the rig may move again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// The interrupted run goes on.
    GoOn,
    /// Nothing; the interrupted run is forgotten.
    Rest,
}

/// Somebody wants the rig to move again. `T` is the request that is answered in the end.
#[derive(Debug)]
pub struct Resumption<T> {
    /// The request.
    pub request: T,
    afterwards: Afterwards,
    /// The number of the stop that it releases.
    number: u64,
}

/// A rig that was released, when all nodes have confirmed it.
#[derive(Debug)]
pub struct Release<T> {
    /// The request.
    pub request: T,
    afterwards: Afterwards,
    was_stopped: bool,
}

/// The resumptions that wait, and the stops that have not reached all bricks yet.
#[derive(Debug)]
pub struct Resumptions<T> {
    waiting: Vec<Resumption<T>>,
    stops: usize,
}

impl<T> Default for Resumptions<T> {
    fn default() -> Self {
        Self { waiting: Vec::new(), stops: 0 }
    }
}

impl<T> Resumptions<T> {
    /// Takes a request.
    pub fn ask(&mut self, request: T, afterwards: Afterwards, switch: &StopSwitch) {
        self.waiting.push(Resumption { request, afterwards, number: switch.state().number });
    }

    /// A stop goes out to the bricks.
    pub fn stop_begins(&mut self) {
        self.stops += 1;
    }

    /// It has reached them, or had time to.
    pub fn stop_ended(&mut self) {
        self.stops = self.stops.saturating_sub(1);
    }

    /// The requests that are due now.
    pub fn due(&mut self, run_stops: bool) -> Vec<Resumption<T>> {
        match self.stops == 0 && !run_stops {
            true => std::mem::take(&mut self.waiting),
            false => Vec::new(),
        }
    }
}

impl<T> Resumption<T> {
    /// Releases the rig, unless it was stopped again since: such a stop counts. Another resumption does not matter.
    ///
    /// # Errors
    /// The request, and why it is refused.
    pub fn release(self, switch: &mut StopSwitch) -> Result<Release<T>, (T, &'static str)> {
        let Resumption { request, afterwards, number } = self;
        if switch.is_stopped() && number != switch.state().number {
            return Err((request, "the rig was stopped again"));
        }
        let was_stopped = switch.refusal().is_some();
        if was_stopped {
            switch.resume(match afterwards {
                Afterwards::GoOn => "the service `resume` was called",
                Afterwards::Rest => "the service `clear_stop` was called",
            });
        }
        Ok(Release { request, afterwards, was_stopped })
    }
}

impl<T> Release<T> {
    /// What follows when the other nodes have confirmed it, and what to answer.
    ///
    /// # Errors
    /// The rig was stopped again, or the run cannot go on.
    pub fn confirmed(
        &self,
        now: Moment,
        switch: &StopSwitch,
        conductor: &mut Conductor,
    ) -> Result<(Vec<Effect>, &'static str), String> {
        if let Some(reason) = switch.refusal() {
            return Err(format!("it was stopped again: {reason}"));
        }
        match self.afterwards {
            Afterwards::Rest => Ok((conductor.abandon(now), "the rig may move again; no run goes on")),
            Afterwards::GoOn if self.was_stopped && !conductor.is_interrupted() => {
                Ok((Vec::new(), "the rig may move again; there is no interrupted run to go on with"))
            }
            Afterwards::GoOn => Ok((conductor.resume(now)?, "going on with the interrupted run")),
        }
    }
}
