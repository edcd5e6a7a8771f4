//! The actions `load` and `release`, and the service `confirm`: goals and answers of [`mission::HandOver`].

use mission::{Code, Direction, Patience};
use r2r::ServiceRequest;
use r2r::cuberig_msgs::action::HandOver;
use r2r::std_srvs::srv::Trigger;

use super::client_goal::ClientGoal;
use super::params::STOP_TIMEOUT;
use super::{NodeState, convert};
use crate::runtime::{Goal, answer_trigger, out_of_range};

/// The longest that a person may take, in seconds: a day.
const LONGEST: f64 = 86_400.0;

impl NodeState {
    /// Begins a hand-over, or refuses it.
    pub(super) fn begin_hand_over(&mut self, direction: Direction, goal: Goal<HandOver::Action>) {
        let busy = match (self.mission.is_busy(), self.hand_over.is_busy()) {
            (true, _) => Some("a run is under way; stop or cancel it first"),
            (_, true) => Some("another hand-over is under way"),
            _ => None,
        };
        let refused = match (self.switch.refusal(), busy) {
            (Some(reason), _) => Some((Code::Stopped, reason)),
            (None, Some(busy)) => Some((Code::Busy, busy.to_owned())),
            (None, None) => {
                out_of_range("patience", goal.request().patience, LONGEST).map(|text| (Code::NotConfirmed, text))
            }
        };
        if let Some(refused) = refused {
            self.log.warn(format!("a hand-over is refused: {}", refused.1));
            return goal.abort(convert::hand_over_result(Some(&refused)));
        }
        let params = self.params.get();
        let person = match goal.request().patience {
            0.0 => params.hand_over_patience,
            own => own,
        };
        let patience = Patience { person, stops: STOP_TIMEOUT, silence: params.silence_timeout };
        self.goal = Some(ClientGoal::HandOver(goal));
        self.cancelling = false;
        self.heartbeat.start_over();
        let effects = self.hand_over.begin(direction, patience);
        self.carry_out(effects);
    }

    /// The service `confirm`.
    pub(super) fn confirm(&mut self, request: ServiceRequest<Trigger::Service>) {
        let confirmed = self.hand_over.confirm(self.now());
        let answer = confirmed.as_ref().map(|_| String::new()).map_err(ToString::to_string);
        answer_trigger(request, answer);
        self.carry_out(confirmed.unwrap_or_default());
    }
}
