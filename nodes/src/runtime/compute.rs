//! Long computations, away from the threads that carry messages.

use anyhow::{Context, Result};

/// Computes on a thread of its own, while the tasks of the process go on. What was begun is not broken off.
///
/// # Errors
/// The computation panicked, or the process ends.
pub async fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let computed = tokio::task::spawn_blocking(work).await;
    computed.context("a computation broke off")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// The runtime of this test has one thread. If that thread computed, nobody could send the number.
    #[tokio::test]
    async fn other_tasks_go_on_meanwhile() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let computing = compute(move || receiver.recv_timeout(Duration::from_secs(60)));
        let sending = async move { sender.send(7) };
        let (computed, sent) = tokio::join!(computing, sending);
        assert_eq!(sent, Ok(()));
        assert_eq!(computed.expect("it does not panic"), Ok(7));
    }

    #[tokio::test]
    async fn a_panic_is_an_error() {
        let broken = compute(|| panic!("a test's own")).await;
        assert!(broken.is_err());
    }
}
