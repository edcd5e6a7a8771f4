//! Clients of services of any type, in JSON.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use r2r::{ClientUntyped, Node, QosProfile};
use record::Schema;
use serde_json::Value;
use tokio::time::timeout;

use super::later::Later;
use super::ros_error::in_words;
use super::topics::installed;

/// A client of a service. Clones share it.
#[derive(Clone)]
pub struct JsonClient {
    client: Arc<ClientUntyped>,
    name: String,
    request: Arc<Schema>,
}

/// What requests and responses of a service of this type look like.
///
/// # Errors
/// The type is not installed.
pub fn service_schemas(kind: &str) -> Result<[Schema; 2]> {
    let part = |part: &str| {
        let name = format!("{kind}_{part}");
        let definition = installed().find(&name)?;
        Ok::<_, anyhow::Error>(Schema::parse(&name, "ros2msg", definition.text.as_bytes())?)
    };
    Ok([part("Request")?, part("Response")?])
}

impl JsonClient {
    /// Of a service of a type that this program was built with.
    ///
    /// # Errors
    /// Another type, or the node ends.
    pub async fn new(later: &Later, name: &str, kind: &str) -> Result<Self> {
        let [request, _] = service_schemas(kind)?;
        let (of, kind) = (name.to_owned(), kind.to_owned());
        let client = later.ask(move |node| node.create_client_untyped(&of, &kind, QosProfile::services_default()));
        let client = client.await.with_context(|| format!("cannot create a client of '{name}'"))?;
        Ok(Self { client: Arc::new(client), name: name.to_owned(), request: Arc::new(request) })
    }

    /// Sends a request and waits for the response, for `patience` at most. Fields that it lacks have their defaults.
    ///
    /// # Errors
    /// A request of another form, no answer in time, or a response that has no form in JSON; a sentence.
    pub async fn call(&self, request: Value, patience: Duration) -> Result<Value, String> {
        let name = &self.name;
        // r2r panics at arrays of a wrong length and at texts with a zero.
        self.request.check(&request).map_err(|error| format!("this is no request of {name}: {error}"))?;
        let answer = async {
            Node::is_available(&*self.client)?.await?;
            self.client.request(request)?.await?
        };
        match timeout(patience, answer).await {
            Ok(answer) => answer.map_err(|error| format!("{name} failed ({})", in_words(&error))),
            Err(_) => Err(format!("{name} does not answer within {} s", patience.as_secs_f64())),
        }
    }
}
