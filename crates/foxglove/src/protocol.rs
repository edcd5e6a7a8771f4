//! What goes over the WebSocket: JSON, and a few binary messages (`foxglove.websocket.v1` and `foxglove.sdk.v1`, which are the same
//! here). All numbers of binary messages are little-endian.

use std::sync::Arc;

use record::{Message, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::channel::Channel;

/// The names of the protocol, the newest first.
pub(crate) const NAMES: [&str; 2] = ["foxglove.sdk.v1", "foxglove.websocket.v1"];
/// How services are called.
const JSON: &str = "json";

/// What a server can do besides showing topics. Clients offer nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Capability {
    /// Files that messages refer to.
    Assets,
    /// Services can be called.
    Services,
    /// Parameters can be read and set.
    Parameters,
    /// The server has a time of its own, which it sends.
    Time,
}

/// What a client wants from the host.
pub enum Asked {
    /// Messages of a topic that nobody has wanted so far.
    Feed(Arc<Channel>),
    /// A file.
    Asset {
        /// Where it is, such as `package://cuberig/urdf/meshes/arm.stl`.
        uri: String,
        /// Takes its bytes.
        reply: Reply<Vec<u8>>,
    },
    /// A call of a service.
    Call {
        /// The service.
        service: Arc<Service>,
        /// Its request, in any form.
        request: Value,
        /// Takes its response.
        reply: Reply<Value>,
    },
    /// The values of parameters.
    Parameters {
        /// Their names; empty for all.
        names: Vec<String>,
        /// Takes them.
        reply: Reply<Vec<Parameter>>,
    },
    /// New values of parameters.
    SetParameters {
        /// The parameters.
        parameters: Vec<Parameter>,
        /// Takes what they are afterwards.
        reply: Reply<Vec<Parameter>>,
    },
}

/// Takes an answer, or a sentence that explains why there is none.
pub struct Reply<T>(pub(crate) Box<dyn FnOnce(Result<T, String>) + Send>);

impl<T> Reply<T> {
    /// Sends it to the client.
    pub fn send(self, answer: Result<T, String>) {
        self.0(answer);
    }
}

/// A service that clients may call in JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// Its full name.
    pub name: String,
    /// Its type, such as `std_srvs/srv/Trigger`.
    pub kind: String,
    /// What a request looks like.
    pub request: Schema,
    /// What a response looks like.
    pub response: Schema,
}

/// A parameter of a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Node and parameter with a dot between them: `/solver.method`.
    pub name: String,
    /// Its value; without one it is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// `float64` or `float64_array` where JSON does not show that numbers are no integers, or `byte_array`.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// What a client sends as text.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum FromClient {
    Subscribe { subscriptions: Vec<Subscription> },
    Unsubscribe { subscription_ids: Vec<u32> },
    FetchAsset { uri: String, request_id: u32 },
    GetParameters { parameter_names: Vec<String>, id: Option<String> },
    SetParameters { parameters: Vec<Parameter>, id: Option<String> },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Subscription {
    pub(crate) id: u32,
    pub(crate) channel_id: u32,
}

/// A call of a service, the only binary message of clients that is taken.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) service: u32,
    pub(crate) id: u32,
    pub(crate) request: &'a [u8],
}

impl<'a> Call<'a> {
    /// Reads a binary message of a client; `None` if it is another or is cut short.
    pub(crate) fn read(message: &'a [u8]) -> Option<Self> {
        let (&[opcode], rest) = message.split_first_chunk()?;
        let (service, rest) = rest.split_first_chunk()?;
        let (id, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (encoding, request) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let [service, id] = [service, id].map(|number| u32::from_le_bytes(*number));
        (opcode == 2 && encoding == JSON.as_bytes()).then_some(Self { service, id, request })
    }
}

/// The first message to a client.
///
/// It does not name the distribution of ROS: Lichtblick would take the definitions of Humble for the graph's, and report those of
/// later ones, such as that of Marker, as errors.
pub(crate) fn server_info(name: &str, capabilities: &[Capability], session: &str) -> String {
    let info = json!({
        "op": "serverInfo", "name": name, "capabilities": capabilities, "supportedEncodings": [JSON],
        "sessionId": session,
    });
    info.to_string()
}

pub(crate) fn advertise(channels: &[Arc<Channel>]) -> String {
    let channels = channels.iter().map(|channel| {
        let topic = channel.topic();
        json!({
            "id": channel.id, "topic": topic.name, "encoding": "cdr", "schemaName": topic.kind,
            "schema": topic.definition.text, "schemaEncoding": "ros2msg",
        })
    });
    json!({ "op": "advertise", "channels": Vec::from_iter(channels) }).to_string()
}

/// The first service has this number, the others the next ones.
pub(crate) fn advertise_services(services: &[Arc<Service>], first: usize) -> String {
    let services = services.iter().zip(first..).map(|(service, id)| {
        let part = |schema: &Schema, part: &str| {
            json!({
                "encoding": JSON, "schemaName": format!("{}_{part}", service.kind), "schemaEncoding": "jsonschema",
                "schema": schema.json_schema().to_string(),
            })
        };
        let [request, response] = [part(&service.request, "Request"), part(&service.response, "Response")];
        json!({ "id": id, "name": service.name, "type": service.kind, "request": request, "response": response })
    });
    json!({ "op": "advertiseServices", "services": Vec::from_iter(services) }).to_string()
}

/// Something that went wrong.
pub(crate) fn status(message: &str) -> String {
    json!({ "op": "status", "level": 2, "message": message }).to_string()
}

pub(crate) fn call_failure(service: u32, call: u32, reason: &str) -> String {
    json!({ "op": "serviceCallFailure", "serviceId": service, "callId": call, "message": reason }).to_string()
}

pub(crate) fn parameter_values(parameters: &[Parameter], id: Option<String>) -> String {
    let mut values = json!({ "op": "parameterValues", "parameters": parameters });
    if let Some(id) = id {
        values["id"] = id.into();
    }
    values.to_string()
}

pub(crate) fn message_data(subscription: u32, message: &Message) -> Vec<u8> {
    [&[1][..], &subscription.to_le_bytes(), &message.received.to_le_bytes(), &message.data].concat()
}

pub(crate) fn time(nanoseconds: u64) -> Vec<u8> {
    [&[2][..], &nanoseconds.to_le_bytes()].concat()
}

pub(crate) fn call_response(service: u32, call: u32, response: &Value) -> Vec<u8> {
    let length = (JSON.len() as u32).to_le_bytes();
    let response = response.to_string();
    [&[3][..], &service.to_le_bytes(), &call.to_le_bytes(), &length, JSON.as_bytes(), response.as_bytes()].concat()
}

pub(crate) fn asset(request: u32, answer: &Result<Vec<u8>, String>) -> Vec<u8> {
    let (status, reason, data) = match answer {
        Ok(data) => (0, "", &data[..]),
        Err(reason) => (1, &**reason, &[][..]),
    };
    let length = (reason.len() as u32).to_le_bytes();
    [&[4][..], &request.to_le_bytes(), &[status], &length, reason.as_bytes(), data].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_read_and_what_is_none_is_not() {
        let call = [&[2, 7, 0, 0, 0, 9, 1, 0, 0, 4, 0, 0, 0][..], b"json", b"{}"].concat();
        let read = Call::read(&call).expect("a call");
        assert_eq!((read.service, read.id, read.request), (7, 265, &b"{}"[..]));
        for end in 0..17 {
            assert!(Call::read(&call[..end]).is_none(), "{end} bytes");
        }
        for (place, byte) in [(0, 1), (13, b'J'), (12, 255)] {
            let mut other = call.clone();
            other[place] = byte;
            assert!(Call::read(&other).is_none(), "{place}");
        }
    }
}
