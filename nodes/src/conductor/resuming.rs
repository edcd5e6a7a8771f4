//! Letting a stopped rig move again, and what follows: [`mission::Resumptions`] with its requests and its waits.

use std::time::Duration;

use mission::{Afterwards, Release};
use r2r::ServiceRequest;
use r2r::std_srvs::srv::Trigger;

use super::NodeState;
use crate::runtime::answer_trigger;

/// How long the other nodes may take to confirm that the rig may move again.
const AGREEMENT: Duration = Duration::from_secs(2);

/// A request to let the rig move again.
pub(super) type Request = ServiceRequest<Trigger::Service>;

/// What a stop or a resumption waited for.
pub(super) enum Waited {
    /// A stop has reached all drivers, or had time to.
    StopEnded,
    /// The nodes have confirmed that the rig may move again, but for these.
    Confirmed(Release<Request>, Vec<String>),
}

impl NodeState {
    /// Lets the rig move again as soon as the stops before have reached all drivers.
    pub(super) fn resume(&mut self, request: Request, afterwards: Afterwards) {
        self.resumptions.ask(request, afterwards, self.switch.copy());
    }

    /// Takes the end of a wait.
    pub(super) fn take_waited(&mut self, waited: Waited) {
        match waited {
            Waited::StopEnded => self.resumptions.stop_ended(),
            Waited::Confirmed(release, late) => self.end_resumption(release, &late),
        }
    }

    /// Goes on with the resumptions that are due.
    pub(super) fn go_on_resuming(&mut self) {
        for resumption in self.resumptions.due(self.logic.run_stops()) {
            match self.switch.change_by(|copy| resumption.release(copy)) {
                Err((request, reason)) => {
                    self.log.warn(format!("the resumption is refused: {reason}"));
                    answer_trigger(request, Err(reason.to_owned()));
                }
                Ok(release) => {
                    self.drivers.let_go();
                    let (agreement, waited) = (self.switch.agreement(AGREEMENT), self.waited.clone());
                    tokio::spawn(async move {
                        // The receiver lives as long as the node's task.
                        let _ = waited.send(Waited::Confirmed(release, agreement.await));
                    });
                }
            }
        }
    }

    fn end_resumption(&mut self, release: Release<Request>, late: &[String]) {
        for name in late {
            self.log.warn(format!("{name} has not confirmed that the rig may move again"));
        }
        let confirmed = release.confirmed(self.clock.moment(), self.switch.copy(), &mut self.logic);
        let (effects, answer) = match confirmed {
            Ok((effects, text)) => (effects, Ok(text.to_owned())),
            Err(reason) => (Vec::new(), Err(reason)),
        };
        let (Ok(text) | Err(text)) = &answer;
        self.log.info(text.clone());
        self.carry_out(effects);
        answer_trigger(release.request, answer);
    }
}
