//! The services and parameters of the graph, for clients that speak JSON.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use foxglove::{Asked, Parameter, Service};
use futures::future::join_all;
use r2r::rcl_interfaces::msg::ParameterType;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::runtime::topics::is_of_rig;
use crate::runtime::{JsonClient, Later, Logger, Setup, service_schemas};

/// For an answer of a service.
const PATIENCE: Duration = Duration::from_secs(30);
/// For one of the parameters of a node: a client that waits asks again.
const PARAMETER_PATIENCE: Duration = Duration::from_secs(3);
/// Services of every node, about itself. Parameters are served as such.
const COMMON: [&str; 2] = ["rcl_interfaces/", "type_description_interfaces/"];

/// The field of `rcl_interfaces/msg/ParameterValue` for each type of parameter.
const FIELDS: [&str; 10] = [
    "",
    "bool_value",
    "integer_value",
    "double_value",
    "string_value",
    "byte_array_value",
    "bool_array_value",
    "integer_array_value",
    "double_array_value",
    "string_array_value",
];

/// What is found of the graph's services. Clones share the clients.
#[derive(Clone)]
pub struct Services {
    later: Later,
    log: Logger,
    namespace: String,
    /// Full names.
    seen: BTreeSet<String>,
    /// Full names of the nodes that have parameters.
    nodes: BTreeSet<String>,
    /// By the names of their services.
    clients: Arc<Mutex<HashMap<String, JsonClient>>>,
}

impl Services {
    /// Those of the node's namespace.
    pub fn of<P: 'static>(setup: &Setup<P>) -> Self {
        let (seen, nodes, clients) = Default::default();
        let (later, log, namespace) = (setup.later.clone(), setup.log.clone(), setup.namespace());
        Self { later, log, namespace, seen, nodes, clients }
    }

    /// What is offered now and was not found before.
    pub async fn look(&mut self) -> Vec<Service> {
        // The node ends.
        let Ok(found) = self.later.services().await else { return Vec::new() };
        let mut new = Vec::new();
        for (name, kinds) in BTreeMap::from_iter(found) {
            if !is_of_rig(&name, &self.namespace) || !self.seen.insert(name.clone()) {
                continue;
            }
            let Some(kind) = kinds.into_iter().next() else { continue };
            if let Some(node) = name.strip_suffix("/list_parameters") {
                self.nodes.insert(node.to_owned());
            }
            if COMMON.iter().any(|common| kind.starts_with(common)) {
                continue;
            }
            match service_schemas(&kind) {
                Ok([request, response]) => new.push(Service { name, kind, request, response }),
                Err(error) => self.log.warn(format!("{name} is not served: {error:#}")),
            }
        }
        new
    }

    /// Does what a client asks for.
    pub async fn answer(self, asked: Asked) {
        match asked {
            Asked::Call { service, request, reply } => {
                reply.send(self.call(&service.name, &service.kind, request, PATIENCE).await);
            }
            Asked::Parameters { names, reply } => reply.send(Ok(self.parameters(&names).await)),
            Asked::SetParameters { parameters, reply } => {
                let names = parameters.iter().map(|parameter| parameter.name.clone()).collect::<Vec<_>>();
                let set = join_all(parameters.into_iter().map(|parameter| self.set(parameter))).await;
                match set.into_iter().collect() {
                    Ok(()) => reply.send(Ok(self.parameters(&names).await)),
                    Err(reason) => reply.send(Err(reason)),
                }
            }
            Asked::Feed(_) | Asked::Asset { .. } => {}
        }
    }

    async fn call(&self, name: &str, kind: &str, request: Value, patience: Duration) -> Result<Value, String> {
        let known = self.clients.lock().await.get(name).cloned();
        let client = match known {
            Some(client) => client,
            None => {
                let new = JsonClient::new(&self.later, name, kind).await.map_err(|error| format!("{error:#}"))?;
                self.clients.lock().await.entry(name.to_owned()).or_insert(new).clone()
            }
        };
        client.call(request, patience).await
    }

    /// Asks a node for something about its parameters.
    async fn ask(&self, node: &str, what: &str, kind: &str, request: Value) -> Result<Value, String> {
        let (name, kind) = (format!("{node}/{what}"), format!("rcl_interfaces/srv/{kind}"));
        self.call(&name, &kind, request, PARAMETER_PATIENCE).await
    }

    /// The values of parameters, or of all. Those of a node that does not answer are left out.
    async fn parameters(&self, names: &[String]) -> Vec<Parameter> {
        let of_node = async |node: &String| {
            let wanted = match names.is_empty() {
                true => {
                    let list = self.ask(node, "list_parameters", "ListParameters", json!({})).await.ok()?;
                    list["result"]["names"].clone()
                }
                false => {
                    let parts = names.iter().filter_map(|name| name.split_once('.'));
                    parts.filter(|(of, _)| of == node).map(|(_, name)| name).collect()
                }
            };
            let values = self.values(node, &wanted).await.ok()?;
            let named = wanted.as_array()?.iter().filter_map(Value::as_str).zip(values);
            let found = named.filter_map(|(name, value)| parameter(format!("{node}.{name}"), &value));
            Some(found.collect::<Vec<_>>())
        };
        join_all(self.nodes.iter().map(of_node)).await.into_iter().flatten().flatten().collect()
    }

    async fn values(&self, node: &str, names: &Value) -> Result<Vec<Value>, String> {
        if names.as_array().is_none_or(Vec::is_empty) {
            return Ok(Vec::new());
        }
        let values = self.ask(node, "get_parameters", "GetParameters", json!({ "names": names })).await?;
        Ok(values["values"].as_array().cloned().unwrap_or_default())
    }

    /// Sets a parameter to a value of the type that it has.
    async fn set(&self, parameter: Parameter) -> Result<(), String> {
        let known = parameter.name.split_once('.').filter(|(node, _)| self.nodes.contains(*node));
        let (node, name) = known.ok_or_else(|| {
            let name = cube::outside::quoted(&parameter.name);
            format!("there is no node with the parameter {name}")
        })?;
        let now = self.values(node, &json!([name])).await?;
        let kind = now.first().and_then(|value| value["type"].as_u64()).unwrap_or_default();
        let field = field(kind).ok_or_else(|| format!("{node} has no parameter {}", cube::outside::quoted(name)))?;
        let request = json!({ "parameters": [{ "name": name, "value": { "type": kind, field: parameter.value } }] });
        let set = self.ask(node, "set_parameters", "SetParameters", request).await;
        let set = set.and_then(|set| match &set["results"][0] {
            result if result["successful"] == true => Ok(()),
            result => Err(result["reason"].as_str().unwrap_or("it is not set").to_owned()),
        });
        set.map_err(|reason| format!("{}: {reason}", parameter.name))
    }
}

fn field(kind: u64) -> Option<&'static str> {
    FIELDS.get(usize::try_from(kind).ok()?).copied().filter(|field| !field.is_empty())
}

/// A parameter as clients have it; `None` for one that is not set, or that JSON has no form for.
fn parameter(name: String, value: &Value) -> Option<Parameter> {
    let kind = value["type"].as_u64()?;
    let number = match kind {
        _ if kind == ParameterType::PARAMETER_BYTE_ARRAY as u64 => return None,
        _ if kind == ParameterType::PARAMETER_DOUBLE as u64 => Some("float64"),
        _ if kind == ParameterType::PARAMETER_DOUBLE_ARRAY as u64 => Some("float64_array"),
        _ => None,
    };
    let value = value.get(field(kind)?)?.clone();
    Some(Parameter { name, value: Some(value), kind: number.map(str::to_owned) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_field_of_their_type() {
        let value = json!({ "type": 3, "integer_value": 0, "double_value": 2.0, "double_array_value": [] });
        let expected = Parameter { name: "/a.b".into(), value: Some(json!(2.0)), kind: Some("float64".into()) };
        assert_eq!(parameter("/a.b".into(), &value), Some(expected));
        let text = parameter("/a.c".into(), &json!({ "type": 4, "string_value": "x" })).expect("it is set");
        assert_eq!((text.value, text.kind), (Some(json!("x")), None));
        for kind in [0, 5, 10, 300] {
            assert_eq!(parameter("/a.d".into(), &json!({ "type": kind, "byte_array_value": [1] })), None);
        }
    }
}
