//! A client of a service: what it is asked, and how long the answer may take. Each error names the service.

use std::sync::Arc;
use std::time::Duration;

use r2r::cuberig_msgs::srv::{InjectFault, LessonCommand, Scramble, SetCubeState};
use r2r::std_srvs::srv::Trigger;
use r2r::{Client, Node, ServiceRequest, WrappedServiceTypeSupport};
use tokio::time::timeout;

use super::ros_error::in_words;

/// A client of a service, and the service's name. Clones are the same client.
pub struct ServiceClient<S: WrappedServiceTypeSupport> {
    client: Arc<Client<S>>,
    name: Arc<str>,
}

impl<S: WrappedServiceTypeSupport> Clone for ServiceClient<S> {
    fn clone(&self) -> Self {
        Self { client: self.client.clone(), name: self.name.clone() }
    }
}

impl<S: WrappedServiceTypeSupport + 'static> ServiceClient<S>
where
    S::Response: Send,
{
    pub(super) fn new(client: Client<S>, name: &str) -> Self {
        Self { client: Arc::new(client), name: name.into() }
    }

    /// Sends the request before this returns. The future waits for the answer, for `patience` at most.
    pub fn ask(
        &self,
        request: &S::Request,
        patience: Duration,
    ) -> impl Future<Output = Result<S::Response, String>> + Send + use<S> {
        let answer = self.client.request(request);
        let name = self.name.clone();
        async move {
            match answer {
                Err(error) => Err(format!("{name} cannot be asked ({})", in_words(&error))),
                Ok(answer) => match timeout(patience, answer).await {
                    Ok(Ok(answer)) => Ok(answer),
                    Ok(Err(error)) => Err(format!("{name} failed ({})", in_words(&error))),
                    Err(_) => Err(format!("{name} does not answer within {} s", patience.as_secs_f64())),
                },
            }
        }
    }

    /// As [`ask`](Self::ask). A refusal is an error: the service's own reason.
    pub fn request(
        &self,
        request: &S::Request,
        patience: Duration,
    ) -> impl Future<Output = Result<S::Response, String>> + Send + use<S>
    where
        S::Response: Refusal,
    {
        let answer = self.ask(request, patience);
        async move {
            let answer = answer.await?;
            match answer.refusal() {
                Some(reason) => Err(reason.to_owned()),
                None => Ok(answer),
            }
        }
    }

    /// Resolves when a server is there.
    ///
    /// # Errors
    /// When the node of this client has gone.
    pub fn is_available(&self) -> r2r::Result<impl Future<Output = r2r::Result<()>> + Send + use<S>> {
        Node::is_available(self.client.as_ref())
    }
}

impl ServiceClient<Trigger::Service> {
    /// Asks a service that needs no details.
    pub fn trigger(
        &self,
        patience: Duration,
    ) -> impl Future<Output = Result<Trigger::Response, String>> + Send + use<> {
        self.request(&Trigger::Request::default(), patience)
    }
}

/// Answers a service that needs no details: what was done, or why not.
pub fn answer_trigger(request: ServiceRequest<Trigger::Service>, outcome: Result<String, String>) {
    let success = outcome.is_ok();
    let message = outcome.unwrap_or_else(|reason| reason);
    // A reply that cannot be sent means that the client has gone.
    let _ = request.respond(Trigger::Response { success, message });
}

/// An answer that may be a refusal.
pub trait Refusal {
    /// Why the service refused, if it did.
    fn refusal(&self) -> Option<&str>;
}

impl Refusal for Trigger::Response {
    fn refusal(&self) -> Option<&str> {
        (!self.success).then_some(&self.message)
    }
}

macro_rules! refusal_by_error_code {
    ($($service:ident)*) => {$(
        impl Refusal for $service::Response {
            fn refusal(&self) -> Option<&str> {
                (self.error_code != 0).then_some(&self.error_msg)
            }
        }
    )*};
}

refusal_by_error_code! {
    InjectFault LessonCommand Scramble SetCubeState
}
