//! Whether a server that is needed can be asked.

use std::collections::BTreeSet;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::timeout;

/// The kinds of the nodes that fell silent and have not reported since.
pub type Gone = watch::Receiver<BTreeSet<String>>;

/// Waits until the server of a node can be asked, for `patience` at most; whether it can. ROS lists a dead server for up to
/// twenty seconds; requests to it are lost, even if it is back meanwhile. So for half of the time this waits until a silent
/// node reports again. A foreign one in its place may never report.
pub async fn can_be_asked(
    node: &str,
    server: r2r::Result<impl Future<Output = r2r::Result<()>>>,
    mut gone: Gone,
    patience: Duration,
) -> bool {
    let Ok(server) = server else { return false };
    let ready = async {
        let reported = gone.wait_for(|gone| !gone.contains(node));
        // With or without a report, it is asked then.
        let _ = timeout(patience / 2, reported).await;
        server.await.is_ok()
    };
    timeout(patience, ready).await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;
    use tokio::sync::oneshot;
    use tokio::time::{Instant, sleep};

    const PATIENCE: Duration = Duration::from_secs(20);

    /// Seconds until the motion planner's server, which seems to be there, can be asked.
    async fn asked_after(gone: &[&str], reported_after: u64) -> u64 {
        let (sender, receiver) = watch::channel(gone.iter().map(ToString::to_string).collect());
        tokio::spawn(async move {
            sleep(Duration::from_secs(reported_after)).await;
            sender.send_modify(BTreeSet::clear);
            sender.closed().await;
        });
        let began = Instant::now();
        assert!(can_be_asked("motion_planner", Ok(ready(Ok(()))), receiver, PATIENCE).await);
        began.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_node_is_asked_when_it_reports() {
        assert_eq!(asked_after(&[], 3).await, 0);
        assert_eq!(asked_after(&["solver"], 3).await, 0);
        assert_eq!(asked_after(&["motion_planner"], 3).await, 3);
        let foreign = asked_after(&["motion_planner"], 1000).await;
        assert_eq!(foreign, 10, "it may be somebody else's, which never reports");
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_never_comes_is_given_up() {
        let (_sender, gone) = watch::channel(BTreeSet::new());
        let (_server, never) = oneshot::channel::<()>();
        let server = async { never.await.map_err(|_| r2r::Error::RCL_RET_ERROR) };
        assert!(!can_be_asked("solver", Ok(server), gone, PATIENCE).await);
    }
}
