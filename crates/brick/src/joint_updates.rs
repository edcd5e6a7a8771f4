//! When a driver publishes how its joints stand: at once where one moves, else together with the other drivers.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::clock::{Instant, sleep_until, tick_from};
use crate::control::Progress;
use crate::control::runner::Report;

/// Joints at rest are published at most this often, at the multiples of this on the machine's clock.
const REST_PAUSE: Duration = Duration::from_millis(100);

/// The newest reading of the joints, and the message of it that waits to be published.
pub struct JointUpdates<T> {
    has_ticks: bool,
    newest: Option<Arc<Report>>,
    waiting: Option<(T, Instant)>,
}

impl<T> Default for JointUpdates<T> {
    fn default() -> Self {
        let (newest, waiting) = (None, None);
        Self { has_ticks: true, newest, waiting }
    }
}

impl<T> JointUpdates<T> {
    /// For a simulation, where the ticks of the machine's clock would make runs differ: joints at rest are published as often.
    pub fn without_ticks() -> Self {
        Self { has_ticks: false, ..Self::default() }
    }

    /// The next message to be published, where `message` makes them of readings. May be dropped at any time.
    pub async fn next(
        &mut self,
        reports: &mut watch::Receiver<Option<Arc<Report>>>,
        message: impl Fn(&Report) -> T,
    ) -> T {
        loop {
            tokio::select! {
                biased;
                Ok(()) = reports.changed() => {
                    let Some(report) = reports.borrow_and_update().clone() else { continue };
                    let message = message(&report);
                    if let Some(message) = self.update(report, message) {
                        return message;
                    }
                }
                message = self.due() => return message,
            }
        }
    }

    /// Takes a reading and its message. Returns the message if it is to be published at once.
    fn update(&mut self, report: Arc<Report>, message: T) -> Option<T> {
        let before = self.newest.replace(report.clone());
        if before.is_none_or(|before| !stand_still(&before, &report)) {
            self.waiting = None;
            return Some(message);
        }
        let due = match self.waiting.take() {
            Some((_, due)) => due,
            None if self.has_ticks => tick_from(Instant::now(), REST_PAUSE),
            None => Instant::now() + REST_PAUSE,
        };
        self.waiting = Some((message, due));
        None
    }

    /// The message of joints at rest, once it is due. Nothing is lost when the wait is dropped.
    async fn due(&mut self) -> T {
        if let Some((_, due)) = self.waiting {
            sleep_until(due).await;
        }
        match self.waiting.take() {
            Some((message, _)) => message,
            None => std::future::pending().await,
        }
    }
}

/// Whether no joint has moved, nor has something to do.
fn stand_still(before: &Report, now: &Report) -> bool {
    let mut joints = before.joints.iter().zip(&now.joints);
    joints.all(|(before, now)| {
        before.position == now.position
            && before.speed == now.speed
            && before.progress == now.progress
            && now.progress != Progress::Moving
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::JointReport;

    fn report(position: f64, progress: Progress) -> Arc<Report> {
        let joint = JointReport {
            position,
            speed: 0.0,
            desired: position,
            progress,
            drift: 0.0,
            zero: 0.0,
            coast: 0.0,
            coasted: None,
        };
        Arc::new(Report {
            joints: vec![joint.clone(), joint],
            at: Instant::now(),
            battery_volts: None,
            round_trip: 0.03,
            strays: 0,
            repeats: 0,
        })
    }

    #[tokio::test(start_paused = true)]
    async fn joints_at_rest_are_published_once_for_each_tick_and_with_the_newest_reading() {
        let mut updates = JointUpdates::default();
        let rest = || report(1.0, Progress::Arrived);
        assert_eq!(updates.update(rest(), 1), Some(1), "nobody knows of it yet");
        let begun = Instant::now();
        assert_eq!(updates.update(rest(), 2), None);
        assert_eq!(updates.update(rest(), 3), None);
        assert_eq!(updates.due().await, 3);
        assert!(begun.elapsed() <= REST_PAUSE + Duration::from_millis(1));
        let more = tokio::time::timeout(Duration::from_secs(3600), updates.due());
        more.await.expect_err("nothing is published twice");
    }

    #[tokio::test(start_paused = true)]
    async fn a_joint_that_moves_is_published_at_once_and_the_waiting_message_is_dropped() {
        let mut updates = JointUpdates::default();
        updates.update(report(1.0, Progress::Arrived), 1);
        assert_eq!(updates.update(report(1.0, Progress::Arrived), 2), None);
        assert_eq!(updates.update(report(1.1, Progress::Arrived), 3), Some(3));
        let more = tokio::time::timeout(Duration::from_secs(3600), updates.due());
        more.await.expect_err("it is out of date");
        assert_eq!(updates.update(report(1.1, Progress::Moving), 4), Some(4));
        assert_eq!(updates.update(report(1.1, Progress::Moving), 5), Some(5));
    }
}
