//! Subscriptions that a node makes while it spins, and gives up again: for what costs a lot and is seldom wanted.

use std::sync::mpsc;

use anyhow::{Context, Result};
use futures::{Stream, StreamExt};
use r2r::{QosProfile, WrappedTypesupport};
use tokio::sync::oneshot;

use super::spin::NodeCall;

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
        let (sender, receiver) = oneshot::channel();
        let name = topic.to_owned();
        let call: NodeCall = Box::new(move |node| {
            let subscribed = node.subscribe::<T>(&name, qos);
            // Whoever asked may have given up.
            let _ = sender.send(subscribed.map(StreamExt::boxed));
        });
        let ended = || format!("cannot subscribe to '{topic}': the node ends");
        self.calls.send(call).ok().with_context(ended)?;
        receiver
            .await
            .with_context(ended)?
            .with_context(|| format!("cannot subscribe to '{topic}'"))
    }
}
