//! Spins a ROS node on a thread of its own until it is asked to stop.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::queues::Queues;

/// How long one wait for events lasts at most, and with it how long stopping can take. After each wait r2r looks whether the
/// services that this node waits for are there.
const WAIT: Duration = Duration::from_millis(250);

/// What the spin thread does with the node between two waits.
pub(super) type NodeCall = Box<dyn FnOnce(&mut r2r::Node, &mut Queues) + Send>;

/// Spins until `stop` is cancelled, then drops the node. Calls are done between two waits, and messages moved on after each.
/// With a `pause`, messages are collected for that time after the first, and then taken together: the thread is woken seldom.
pub(super) fn spin(
    mut node: r2r::Node,
    mut queues: Queues,
    calls: &Receiver<NodeCall>,
    pause: Option<Duration>,
    stop: &CancellationToken,
) {
    while !stop.is_cancelled() {
        for call in calls.try_iter() {
            call(&mut node, &mut queues);
        }
        node.spin_once(WAIT);
        let mut moved = queues.move_on();
        if let Some(pause) = pause {
            std::thread::sleep(pause);
            while 0 < moved && !stop.is_cancelled() {
                node.spin_once(Duration::ZERO);
                moved = queues.move_on();
            }
        }
    }
}
