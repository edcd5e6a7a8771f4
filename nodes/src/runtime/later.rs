//! What a node does with ROS while it spins: it subscribes to what costs a lot and is seldom wanted, and looks who is there.

use std::collections::HashMap;
use std::sync::mpsc;

use anyhow::{Context, Result};
use execution::publishers::PublisherId;
use futures::{Stream, StreamExt};
use r2r::{QosProfile, WrappedServiceTypeSupport, WrappedTypesupport};
use tokio::sync::oneshot;

use super::published::publisher_id;
use super::queues::Queues;
use super::service_client::ServiceClient;
use super::service_names;
use super::spin::NodeCall;
use super::wire::{self, TypeSupport, Wire};

/// The name of a node that has not published it yet (rmw_dds_common).
const NAMELESS: &str = "_NODE_NAME_UNKNOWN_";

/// Reaches the node while it spins. Clones reach the same one.
#[derive(Clone)]
pub struct Later {
    calls: mpsc::Sender<NodeCall>,
}

impl Later {
    /// The handle, and the calls for the spin thread.
    pub(super) fn new() -> (Self, mpsc::Receiver<NodeCall>) {
        let (calls, receiver) = mpsc::channel();
        (Self { calls }, receiver)
    }

    /// Subscribes to a topic. r2r ends the subscription with the first message that comes after the stream was dropped.
    ///
    /// # Errors
    /// ROS refuses the subscription, or the node ends.
    pub async fn subscribe<T: WrappedTypesupport + Send + 'static>(
        &self,
        topic: &str,
        qos: QosProfile,
    ) -> Result<impl Stream<Item = T> + Unpin + Send + use<T>> {
        let name = topic.to_owned();
        let subscribed = self.ask(move |node| node.subscribe::<T>(&name, qos).map(StreamExt::boxed));
        subscribed.await.with_context(|| format!("cannot subscribe to '{topic}'"))
    }

    /// Creates a client of a service.
    ///
    /// # Errors
    /// ROS refuses it, or the node ends.
    pub async fn client<S: WrappedServiceTypeSupport + 'static>(&self, name: &str) -> Result<ServiceClient<S>>
    where
        S::Response: Send,
    {
        let of = name.to_owned();
        let client = self.ask(move |node| node.create_client::<S>(&of, QosProfile::services_default())).await;
        Ok(ServiceClient::new(client.with_context(|| format!("cannot create a client of '{name}'"))?, name))
    }

    /// The nodes that publish on a topic with this full name, as far as they are discovered: a name for each publisher.
    ///
    /// # Errors
    /// ROS does not answer, or the node ends.
    pub async fn publishers(&self, topic: &str) -> Result<Vec<String>> {
        let found = self.sources(topic).await?;
        let names = found.into_iter().map(|(_, name)| match name.as_str() {
            NAMELESS => "a node without a name so far".to_owned(),
            _ => name,
        });
        Ok(names.collect())
    }

    /// As [`Later::publishers`], with their identities; those without a name so far are left out.
    ///
    /// # Errors
    /// ROS does not answer, or the node ends.
    pub async fn named_publishers(&self, topic: &str) -> Result<Vec<(PublisherId, String)>> {
        let mut found = self.sources(topic).await?;
        found.retain(|(_, name)| name != NAMELESS);
        Ok(found)
    }

    /// Subscribes to a topic of any type that is installed. `take` has each message as it came over the wire, on the thread that
    /// spins, until it returns false.
    ///
    /// # Errors
    /// The type is not installed, ROS refuses the subscription, or the node ends.
    pub(super) async fn subscribe_wire(
        &self,
        topic: &str,
        kind: &str,
        qos: QosProfile,
        take: impl FnMut(Wire) -> bool + Send + 'static,
    ) -> Result<()> {
        let support = TypeSupport::find(kind)?;
        let name = topic.to_owned();
        let subscribed = self.reach(move |node, queues| {
            let messages = wire::subscribe(node, &name, support, qos)?;
            queues.each(messages, take);
            Ok(())
        });
        subscribed.await.with_context(|| format!("cannot subscribe to '{topic}'"))
    }

    /// The topics that are discovered so far, and the types of each.
    ///
    /// # Errors
    /// ROS does not answer, or the node ends.
    pub async fn topics(&self) -> Result<HashMap<String, Vec<String>>> {
        let topics = self.ask(|node| node.get_topic_names_and_types());
        topics.await.context("cannot find out which topics there are")
    }

    /// The services that are discovered so far, and the types of each.
    ///
    /// # Errors
    /// ROS does not answer, or the node ends.
    pub async fn services(&self) -> Result<HashMap<String, Vec<String>>> {
        let services = self.ask(|node| service_names::services(node));
        services.await.context("cannot find out which services there are")
    }

    /// What the publishers of a topic with this full name offer.
    ///
    /// # Errors
    /// ROS does not answer, or the node ends.
    pub async fn offers(&self, topic: &str) -> Result<Vec<QosProfile>> {
        let name = topic.to_owned();
        let found = self.ask(move |node| node.get_publishers_info_by_topic(&name, false));
        let found = found.await.with_context(|| format!("cannot find out who publishes '{topic}'"))?;
        Ok(found.into_iter().map(|info| info.qos_profile).collect())
    }

    async fn sources(&self, topic: &str) -> Result<Vec<(PublisherId, String)>> {
        let name = topic.to_owned();
        let found = self.ask(move |node| node.get_publishers_info_by_topic(&name, false));
        let found = found.await.with_context(|| format!("cannot find out who publishes '{topic}'"))?;
        let sources = found.into_iter();
        Ok(sources.map(|info| (publisher_id(&info.endpoint_gid), info.node_name)).collect())
    }

    /// What the node answers, when its thread comes to it.
    pub(super) async fn ask<A: Send + 'static>(
        &self,
        question: impl FnOnce(&mut r2r::Node) -> r2r::Result<A> + Send + 'static,
    ) -> Result<A> {
        self.reach(|node, _| question(node)).await
    }

    /// The same, with the queues that the node's messages go to.
    async fn reach<A: Send + 'static>(
        &self,
        question: impl FnOnce(&mut r2r::Node, &mut Queues) -> r2r::Result<A> + Send + 'static,
    ) -> Result<A> {
        let (sender, receiver) = oneshot::channel();
        let call: NodeCall = Box::new(move |node, queues| {
            // The caller may have given up.
            let _ = sender.send(question(node, queues));
        });
        self.calls.send(call).ok().context("the node ends")?;
        Ok(receiver.await.context("the node ends")??)
    }
}
