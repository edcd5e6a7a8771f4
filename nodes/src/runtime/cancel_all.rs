//! Cancels every goal of an action server, from any client: the one way to halt that all action servers know.

use std::time::Duration;

use anyhow::Result;
use r2r::action_msgs::msg::GoalInfo;
use r2r::action_msgs::srv::CancelGoal;
use r2r::unique_identifier_msgs::msg::UUID;

use super::later::Later;
use super::service_client::ServiceClient;
use super::setup::Setup;

/// Cancels all goals of one action server.
pub struct CancelAll {
    client: ServiceClient<CancelGoal::Service>,
    action: String,
}

impl CancelAll {
    /// For the action of this name.
    pub fn of<P: 'static>(setup: &mut Setup<P>, action: &str) -> Result<Self> {
        Ok(Self { client: setup.client(&service(action))?, action: action.to_owned() })
    }

    /// The same while the node spins.
    pub async fn later(later: &Later, action: &str) -> Result<Self> {
        Ok(Self { client: later.client(&service(action)).await?, action: action.to_owned() })
    }

    /// Resolves when the action server is there.
    ///
    /// # Errors
    /// When the node of this client has gone.
    pub fn is_available(&self) -> r2r::Result<impl Future<Output = r2r::Result<()>> + Send + use<>> {
        self.client.is_available()
    }

    /// Sends the request before this returns; resolves when the server has answered that no goal of it goes on.
    pub fn send(&self, patience: Duration) -> impl Future<Output = std::result::Result<(), String>> + Send + use<> {
        // A zero id with a zero stamp means all goals (action_msgs/srv/CancelGoal).
        let request =
            CancelGoal::Request { goal_info: GoalInfo { goal_id: UUID { uuid: vec![0; 16] }, ..GoalInfo::default() } };
        let answer = self.client.ask(&request, patience);
        let action = self.action.clone();
        async move {
            let answer = answer.await?;
            if answer.return_code == CancelGoal::Response::ERROR_REJECTED as i8 {
                return Err(format!("{action} refuses to cancel its goals"));
            }
            Ok(())
        }
    }
}

/// The service that cancels goals of an action.
fn service(action: &str) -> String {
    format!("{action}/_action/cancel_goal")
}
