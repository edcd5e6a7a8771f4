//! Letting a stopped rig move again, and what follows.

use std::time::Duration;

use r2r::ServiceRequest;
use r2r::std_srvs::srv::Trigger;

use super::NodeState;
use crate::runtime::answer_trigger;

/// How long the other nodes may take to confirm that the rig may move again.
const AGREEMENT: Duration = Duration::from_secs(2);

/// What follows when the rig may move again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Afterwards {
    /// The interrupted run goes on.
    GoOn,
    /// Nothing; the interrupted run is forgotten.
    Rest,
}

/// How far a resumption has come.
pub(super) enum Resuming {
    /// The stops before it have reached all bricks: one that comes to a brick after the resumption would stop the rig again. And
    /// the run has ended that they stopped.
    Due {
        request: ServiceRequest<Trigger::Service>,
        afterwards: Afterwards,
        /// The number of the stop that it releases.
        number: u64,
    },
    /// The rig is released, and all nodes have confirmed it.
    Confirmed(Resumption),
}

/// A stop that was released, when all nodes have confirmed it.
pub(super) struct Resumption {
    request: ServiceRequest<Trigger::Service>,
    afterwards: Afterwards,
    was_stopped: bool,
    /// The nodes that have not confirmed it.
    late: Vec<String>,
}

impl NodeState {
    /// Lets the rig move again as soon as the stops before have reached all bricks.
    pub(super) fn resume(&mut self, request: ServiceRequest<Trigger::Service>, afterwards: Afterwards) {
        self.stopping.close();
        let (stopping, number) = (self.stopping.clone(), self.switch.state().number);
        let (mut run_stops, resumed) = (self.run_stops.subscribe(), self.resumed.clone());
        tokio::spawn(async move {
            stopping.wait().await;
            // The run that was stopped is not known as interrupted before what it had begun has ended.
            let _ = run_stops.wait_for(|stops| !stops).await;
            // The receiver lives as long as the node's task.
            let _ = resumed.send(Resuming::Due { request, afterwards, number });
        });
    }

    /// Takes the next step of a resumption.
    pub(super) fn go_on_resuming(&mut self, resuming: Resuming) {
        match resuming {
            // A stop that came after it counts; another resumption does not.
            Resuming::Due { request, number, .. }
                if self.switch.is_stopped() && number != self.switch.state().number =>
            {
                let reason = "the rig was stopped again";
                self.log.warn(format!("the resumption is refused: {reason}"));
                answer_trigger(request, Err(reason.to_owned()));
            }
            Resuming::Due { request, afterwards, .. } => self.release(request, afterwards),
            Resuming::Confirmed(resumption) => self.end_resumption(resumption),
        }
    }

    /// Lets the rig move again; what follows waits until all nodes have confirmed it.
    fn release(&mut self, request: ServiceRequest<Trigger::Service>, afterwards: Afterwards) {
        let was_stopped = self.switch.refusal().is_some();
        if was_stopped {
            self.switch.resume("the service `resume` was called");
        }
        self.bricks.let_go();
        let agreement = self.switch.agreement(AGREEMENT);
        let resumed = self.resumed.clone();
        tokio::spawn(async move {
            let late = agreement.await;
            let _ = resumed.send(Resuming::Confirmed(Resumption { request, afterwards, was_stopped, late }));
        });
    }

    fn end_resumption(&mut self, resumption: Resumption) {
        let outcome = self.resumed(&resumption);
        let (Ok(text) | Err(text)) = &outcome;
        self.log.info(text.clone());
        answer_trigger(resumption.request, outcome);
    }

    /// What follows a resumption, and what to answer.
    fn resumed(&mut self, resumption: &Resumption) -> std::result::Result<String, String> {
        if let Some(reason) = self.switch.refusal() {
            return Err(format!("it was stopped again: {reason}"));
        }
        for name in &resumption.late {
            self.log.warn(format!("{name} has not confirmed that the rig may move again"));
        }
        match resumption.afterwards {
            Afterwards::Rest => {
                let effects = self.mission.abandon();
                self.carry_out(effects);
                Ok("the rig may move again; no run goes on".into())
            }
            Afterwards::GoOn if resumption.was_stopped && !self.mission.is_interrupted() => {
                Ok("the rig may move again; there is no interrupted run to go on with".into())
            }
            Afterwards::GoOn => {
                let effects = self.mission.resume(self.now())?;
                self.heartbeat.start_over();
                self.carry_out(effects);
                Ok("going on with the interrupted run".into())
            }
        }
    }
}
