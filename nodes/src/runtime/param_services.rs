//! The six parameter services of a node, answered from its parameter struct.
//!
//! r2r has its own, but without ranges, read-only parameters, lists, or a refusal of unknown names.

use futures::StreamExt;
use r2r::rcl_interfaces::msg::{
    FloatingPointRange, IntegerRange, ListParametersResult, ParameterDescriptor, SetParametersResult,
};
use r2r::rcl_interfaces::srv::{
    DescribeParameters, GetParameterTypes, GetParameters, ListParameters, SetParameters, SetParametersAtomically,
};
use r2r::{ParameterValue, QosProfile};

use super::param_events::ParamEvents;
use super::param_values::{from_msg, to_msg, type_code};
use super::params::{Allowed, Field, LiveParams, Parameters};

/// Creates the services and returns the task that answers them.
pub fn serve<P: Parameters>(
    node: &mut r2r::Node,
    params: &LiveParams<P>,
    events: ParamEvents,
) -> r2r::Result<impl Future<Output = ()> + Send + use<P>> {
    let name = node.name()?;
    let qos = || QosProfile::parameters();
    macro_rules! service {
        ($type:ident, $service:literal) => {
            node.create_service::<$type::Service>(&format!("{name}/{}", $service), qos())?
        };
    }
    let mut get = service!(GetParameters, "get_parameters");
    let mut get_types = service!(GetParameterTypes, "get_parameter_types");
    let mut set = service!(SetParameters, "set_parameters");
    let mut set_together = service!(SetParametersAtomically, "set_parameters_atomically");
    let mut list = service!(ListParameters, "list_parameters");
    let mut describe = service!(DescribeParameters, "describe_parameters");
    let params = params.clone();
    let change = move |params: &LiveParams<P>, values: &[(String, ParameterValue)]| {
        params.change(values)?;
        let names = values.iter().map(|(name, _)| name.clone());
        events.changed(&params.get(), names);
        Ok(())
    };
    Ok(async move {
        // A reply that cannot be sent means that the asker has gone: nothing to do about it.
        loop {
            tokio::select! {
                Some(request) = get.next() => {
                    let values = request.message.names.iter().map(|name| value_of(&params, name)).map(to_msg).collect();
                    let _ = request.respond(GetParameters::Response { values });
                }
                Some(request) = get_types.next() => {
                    let types = request.message.names.iter().map(|name| type_code(&value_of(&params, name))).collect();
                    let _ = request.respond(GetParameterTypes::Response { types });
                }
                Some(request) = set.next() => {
                    let results = request.message.parameters.iter()
                        .map(|p| result(change(&params, &[(p.name.clone(), from_msg(&p.value))])))
                        .collect();
                    let _ = request.respond(SetParameters::Response { results });
                }
                Some(request) = set_together.next() => {
                    let values: Vec<_> = request.message.parameters.iter()
                        .map(|p| (p.name.clone(), from_msg(&p.value)))
                        .collect();
                    let result = result(change(&params, &values));
                    let _ = request.respond(SetParametersAtomically::Response { result });
                }
                Some(request) = list.next() => {
                    let prefixes = &request.message.prefixes;
                    let names = P::fields().iter().map(|field| field.name.to_string())
                        .filter(|name| prefixes.is_empty() || prefixes.contains(name))
                        .collect();
                    let result = ListParametersResult { names, prefixes: vec![] };
                    let _ = request.respond(ListParameters::Response { result });
                }
                Some(request) = describe.next() => {
                    let fields = P::fields();
                    let descriptors = request.message.names.iter()
                        .map(|name| match fields.iter().find(|field| field.name == name) {
                            Some(field) => descriptor(field),
                            None => ParameterDescriptor { name: name.clone(), ..Default::default() },
                        })
                        .collect();
                    let _ = request.respond(DescribeParameters::Response { descriptors });
                }
                else => return,
            }
        }
    })
}

fn value_of<P: Parameters>(params: &LiveParams<P>, name: &str) -> ParameterValue {
    let fields = P::fields();
    match fields.iter().find(|field| field.name == name) {
        Some(field) => (field.get)(&params.get()),
        None => ParameterValue::NotSet,
    }
}

fn result(outcome: Result<(), super::params::ParamError>) -> SetParametersResult {
    let reason = outcome.as_ref().err().map(ToString::to_string).unwrap_or_default();
    SetParametersResult { successful: outcome.is_ok(), reason }
}

fn descriptor<P: Parameters>(field: &Field<P>) -> ParameterDescriptor {
    let mut descriptor = ParameterDescriptor {
        name: field.name.into(),
        type_: type_code(&(field.get)(&P::default())),
        description: field.description.clone(),
        additional_constraints: field.allowed.in_words(),
        read_only: field.fixed,
        ..Default::default()
    };
    match &field.allowed {
        Allowed::Integer(range) => {
            let (from_value, to_value) = (*range.start(), *range.end());
            descriptor.integer_range = vec![IntegerRange { from_value, to_value, step: 0 }];
        }
        Allowed::Double(range) => {
            let (from_value, to_value) = (*range.start(), *range.end());
            descriptor.floating_point_range = vec![FloatingPointRange { from_value, to_value, step: 0.0 }];
        }
        Allowed::Anything | Allowed::OneOf(_) => {}
    }
    descriptor
}
