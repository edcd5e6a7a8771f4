//! Watches whether a server is there.

use std::time::Duration;

use execution::ServerWatch;
use tokio::time::{sleep, timeout};

/// Calls `report` each time a server has appeared (true) or gone (false), until it returns false.
pub async fn watch_server<F>(
    is_available: impl Fn() -> r2r::Result<F>,
    look: Duration,
    mut report: impl FnMut(bool) -> bool,
) where
    F: Future<Output = r2r::Result<()>>,
{
    let mut watch = ServerWatch::default();
    loop {
        let is_found = match is_available() {
            Ok(there) => timeout(look, there).await.is_ok_and(|there| there.is_ok()),
            // The node of the client has gone.
            Err(_) => return,
        };
        if watch.look(is_found).is_some_and(|is_there| !report(is_there)) {
            return;
        }
        sleep(look).await;
    }
}
