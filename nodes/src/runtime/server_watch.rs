//! Watches whether a server is there.

use std::time::Duration;

use tokio::time::{sleep, timeout};

/// Looks in a row that find no server before it counts as gone: a busy machine can be late with one.
const MISSED: u32 = 2;

/// Calls `report` each time a server has appeared (true) or gone (false), until it returns false.
pub async fn watch_server<F>(
    is_available: impl Fn() -> r2r::Result<F>,
    look: Duration,
    mut report: impl FnMut(bool) -> bool,
) where
    F: Future<Output = r2r::Result<()>>,
{
    let (mut was_there, mut missed) = (false, 0);
    loop {
        let is_found = match is_available() {
            Ok(there) => timeout(look, there).await.is_ok_and(|there| there.is_ok()),
            // The node of the client has gone.
            Err(_) => return,
        };
        missed = if is_found { 0 } else { missed + 1 };
        let is_there = is_found || was_there && missed < MISSED;
        if is_there != was_there && !report(is_there) {
            return;
        }
        was_there = is_there;
        sleep(look).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{Ready, ready};
    use std::sync::Mutex;

    #[tokio::test(start_paused = true)]
    async fn one_look_in_vain_is_not_the_end_and_two_are() {
        let looks = Mutex::new([false, true, false, true, false, false, true].into_iter());
        let look = || -> r2r::Result<Ready<r2r::Result<()>>> {
            let gone = r2r::Error::RCL_RET_ERROR;
            let is_there = looks.lock().expect("one thread").next().ok_or(gone)?;
            Ok(ready(is_there.then_some(()).ok_or(r2r::Error::RCL_RET_ERROR)))
        };
        let mut reported = Vec::new();
        watch_server(look, Duration::from_millis(300), |is_there| {
            reported.push(is_there);
            true
        })
        .await;
        assert_eq!(reported, [true, false, true]);
    }
}
