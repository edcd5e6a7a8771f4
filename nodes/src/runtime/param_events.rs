//! A node's parameters on /parameter_events, as other ROS nodes publish theirs: all at the start, then each change.

use std::sync::{Arc, Mutex, PoisonError};

use r2r::QosProfile;
use r2r::rcl_interfaces::msg::{Parameter, ParameterEvent};

use super::clock::Clock;
use super::param_values::to_msg;
use super::params::Parameters;

/// Publishes the events of one node.
#[derive(Clone)]
pub struct ParamEvents {
    publisher: Arc<Mutex<r2r::Publisher<ParameterEvent>>>,
    node: String,
    clock: Clock,
}

impl ParamEvents {
    /// Creates the publisher.
    pub fn new(node: &mut r2r::Node, clock: Clock) -> r2r::Result<Self> {
        let publisher = node.create_publisher("/parameter_events", QosProfile::parameter_events())?;
        Ok(Self { publisher: Arc::new(Mutex::new(publisher)), node: node.fully_qualified_name()?, clock })
    }

    /// Publishes the parameters that the node begins with.
    pub fn begin<P: Parameters>(&self, params: &P) {
        let new_parameters = P::fields().into_iter().map(|field| field.name.to_owned());
        self.publish(ParameterEvent { new_parameters: values(params, new_parameters), ..ParameterEvent::default() });
    }

    /// Publishes that these parameters were set.
    pub fn changed<P: Parameters>(&self, params: &P, names: impl IntoIterator<Item = String>) {
        self.publish(ParameterEvent { changed_parameters: values(params, names), ..ParameterEvent::default() });
    }

    fn publish(&self, event: ParameterEvent) {
        let event = ParameterEvent { stamp: self.clock.stamp(), node: self.node.clone(), ..event };
        // A subscriber that went away is no reason to stop the node.
        let _ = self.publisher.lock().unwrap_or_else(PoisonError::into_inner).publish(&event);
    }
}

fn values<P: Parameters>(params: &P, names: impl IntoIterator<Item = String>) -> Vec<Parameter> {
    let fields = P::fields();
    let value = |name: String| {
        let field = fields.iter().find(|field| field.name == name)?;
        Some(Parameter { value: to_msg((field.get)(params)), name })
    };
    names.into_iter().filter_map(value).collect()
}
