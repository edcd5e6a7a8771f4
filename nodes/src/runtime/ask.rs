//! Asks a service and waits for a while; the error names the service.

use std::time::Duration;

use r2r::{Client, WrappedServiceTypeSupport};
use tokio::time::timeout;

/// Sends the request before this returns; the future waits for the answer, for `patience` at most.
pub fn ask<S: WrappedServiceTypeSupport + 'static>(
    client: &Client<S>,
    request: &S::Request,
    name: &str,
    patience: Duration,
) -> impl Future<Output = Result<S::Response, String>> + Send + use<S>
where
    S::Response: Send,
{
    let answer = client.request(request);
    let name = name.to_owned();
    async move {
        match answer {
            Err(error) => Err(format!("{name} cannot be asked: {error}")),
            Ok(answer) => match timeout(patience, answer).await {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(error)) => Err(format!("{name} failed: {error}")),
                Err(_) => Err(format!(
                    "{name} does not answer within {} s",
                    patience.as_secs_f64()
                )),
            },
        }
    }
}
