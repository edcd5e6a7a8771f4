//! What a node is given while it starts: its ROS node, parameters, log, clock and the sign to stop.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use futures::{Stream, StreamExt};
use r2r::{QosProfile, ServiceRequest, WrappedActionTypeSupport, WrappedServiceTypeSupport, WrappedTypesupport};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::action_client::ActionClient;
use super::clock::Clock;
use super::diagnostics::Diagnostics;
use super::goals::{Goal, accept_goals};
use super::later::Later;
use super::logger::Logger;
use super::params::LiveParams;
use super::publisher::Publisher;
use super::queues::Queues;
use super::service_client::ServiceClient;

/// Everything a node needs to create its topics, services and actions. All must be created before it spins.
pub struct Setup<P> {
    /// The node's parameters, checked.
    pub params: LiveParams<P>,
    /// Its log.
    pub log: Logger,
    /// Its ROS time.
    pub clock: Clock,
    /// What it reports on /diagnostics.
    pub diagnostics: Diagnostics,
    /// Cancelled when the node must end.
    pub stop: CancellationToken,
    /// Its name without namespace.
    pub name: String,
    /// Subscribes while the node spins.
    pub later: Later,
    /// How long the node may let messages wait, so that it is woken seldom; by default it takes each at once.
    pub pause: Option<Duration>,
    pub(super) node: r2r::Node,
    pub(super) queues: Queues,
    pub(super) tokio: tokio::runtime::Handle,
}

impl<P: 'static> Setup<P> {
    /// The node's namespace, such as `/` or `/left`.
    pub fn namespace(&self) -> String {
        self.node.namespace().unwrap_or_default()
    }

    /// Creates a publisher.
    pub fn publisher<T: WrappedTypesupport + 'static>(&mut self, topic: &str, qos: QosProfile) -> Result<Publisher<T>> {
        let publisher = self.node.create_publisher(topic, qos).with_context(|| format!("cannot publish '{topic}'"))?;
        Ok(Publisher::new(publisher, topic, self.log.clone()))
    }

    /// Subscribes to every message, with a queue as long as the history of `qos`.
    pub fn subscribe<T: WrappedTypesupport + Send + 'static>(
        &mut self,
        topic: &str,
        qos: QosProfile,
    ) -> Result<impl Stream<Item = T> + Unpin + Send + use<T, P>> {
        let depth = qos.depth;
        let taken = self.node.subscribe::<T>(topic, qos).with_context(|| format!("cannot subscribe to '{topic}'"))?;
        Ok(self.queues.add(taken, depth))
    }

    /// Subscribes to the newest message only: a slow reader skips the ones between.
    pub fn subscribe_latest<T: WrappedTypesupport + Send + Sync + 'static>(
        &mut self,
        topic: &str,
        qos: QosProfile,
    ) -> Result<watch::Receiver<Option<Arc<T>>>> {
        let mut stream = self.subscribe::<T>(topic, qos)?;
        let (sender, receiver) = watch::channel(None);
        self.spawn(async move {
            while let Some(message) = stream.next().await {
                sender.send_replace(Some(Arc::new(message)));
            }
        });
        Ok(receiver)
    }

    /// Offers a service.
    pub fn service<S: WrappedServiceTypeSupport + 'static>(
        &mut self,
        name: &str,
    ) -> Result<impl Stream<Item = ServiceRequest<S>> + Unpin + Send + use<S, P>> {
        self.node
            .create_service::<S>(name, QosProfile::services_default())
            .with_context(|| format!("cannot serve '{name}'"))
    }

    /// Creates a client of a service.
    pub fn client<S: WrappedServiceTypeSupport + 'static>(&mut self, name: &str) -> Result<ServiceClient<S>>
    where
        S::Response: Send,
    {
        let client = self
            .node
            .create_client::<S>(name, QosProfile::services_default())
            .with_context(|| format!("cannot create a client of '{name}'"))?;
        Ok(ServiceClient::new(client, name))
    }

    /// Offers an action. All its goals are accepted: the node aborts what it refuses, with a code and a sentence.
    pub fn action_server<A: WrappedActionTypeSupport + 'static>(
        &mut self,
        name: &str,
    ) -> Result<tokio::sync::mpsc::UnboundedReceiver<Goal<A>>>
    where
        A::Goal: Clone + Send + Sync,
        A::Feedback: Send,
        A::Result: Send,
    {
        let requests =
            self.node.create_action_server::<A>(name).with_context(|| format!("cannot serve the action '{name}'"))?;
        let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
        self.spawn(accept_goals(requests, sender, self.log.clone()));
        Ok(receiver)
    }

    /// Creates a client of an action.
    pub fn action_client<A: WrappedActionTypeSupport + 'static>(&mut self, name: &str) -> Result<ActionClient<A>>
    where
        A::Goal: Clone + Send,
        A::Feedback: Send,
        A::Result: Send,
        <A::GetResult as WrappedServiceTypeSupport>::Response: Send,
    {
        let goals = self
            .node
            .create_action_client::<A>(name)
            .with_context(|| format!("cannot create a client of the action '{name}'"))?;
        Ok(ActionClient::new(goals, self.client(&format!("{name}/_action/get_result"))?))
    }

    /// Runs a helper task until it ends or the process does.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tokio.spawn(task);
    }
}
