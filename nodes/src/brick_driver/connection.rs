//! Keeps a brick connected and its position loop running, for as long as the node lives.

use std::sync::Arc;
use std::time::Duration;

use brick::control::JointSettings;
use brick::control::runner::{Handle, PositionLoop, Report};
use brick::{Address, Brick, Port, Timeouts};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::params::BrickDriverParams;
use crate::runtime::Logger;

/// The first pause between two attempts to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// Where the connection stands.
#[derive(Clone, Debug)]
pub enum Link {
    /// Orders can be given.
    Up(Handle),
    /// They cannot; with the reason.
    Down(String),
}

/// What a connection is made with.
pub struct Connection {
    /// Where the brick is.
    pub address: Address,
    /// How long to wait for it.
    pub timeouts: Timeouts,
    /// Its two motors: port and settings of the joint.
    pub motors: [(Port, JointSettings); 2],
    /// Parameters, for the pace and the pauses.
    pub params: BrickDriverParams,
    /// The node's log.
    pub log: Logger,
    /// Cancelled when the node ends.
    pub stop: CancellationToken,
}

impl Connection {
    /// Runs until the node ends. `link` always tells where it stands, `reports` carries each reading.
    pub async fn keep(
        self,
        link: watch::Sender<Link>,
        reports: watch::Sender<Option<Arc<Report>>>,
    ) {
        let longest = Duration::from_secs_f64(self.params.longest_pause);
        let mut pause = FIRST_PAUSE;
        while !self.stop.is_cancelled() {
            let reason = match Brick::connect(&self.address, self.timeouts).await {
                Ok(brick) => {
                    let (worked, reason) = self.drive(brick, &link, &reports).await;
                    if worked {
                        pause = FIRST_PAUSE;
                    }
                    reason
                }
                Err(error) => error.to_string(),
            };
            if self.stop.is_cancelled() {
                return;
            }
            let news = !matches!(&*link.borrow(), Link::Down(before) if *before == reason);
            if news {
                self.log
                    .warn(format!("{reason}; trying again until it works"));
            }
            link.send_replace(Link::Down(reason));
            self.stop
                .run_until_cancelled(tokio::time::sleep(pause))
                .await;
            pause = (pause * 2).min(longest);
        }
    }

    /// Runs the position loop until it breaks or the node ends; whether it ever worked, and why it ended.
    async fn drive(
        &self,
        brick: Brick,
        link: &watch::Sender<Link>,
        reports: &watch::Sender<Option<Arc<Report>>>,
    ) -> (bool, String) {
        let (position_loop, handle, mut readings) =
            PositionLoop::new(brick, self.motors.clone(), self.params.pace());
        let run = position_loop.run();
        tokio::pin!(run);
        let mut handle = Some(handle);
        let mut worked = false;
        loop {
            tokio::select! {
                ended = &mut run => {
                    return (worked, ended.err().map_or("stopped".into(), |error| error.to_string()));
                }
                () = self.stop.cancelled(), if handle.is_some() => {
                    // With the last handle gone the loop brakes the motors and ends.
                    handle = None;
                    link.send_replace(Link::Down("the driver is stopping".into()));
                }
                changed = readings.changed() => {
                    if changed.is_err() {
                        continue;
                    }
                    let report = readings.borrow_and_update().clone();
                    let Some(report) = report else { continue };
                    if let (false, Some(handle)) = (worked, &handle) {
                        worked = true;
                        self.log.info(format!("connected to {}", self.address));
                        link.send_replace(Link::Up(handle.clone()));
                    }
                    reports.send_replace(Some(Arc::new(report)));
                }
            }
        }
    }
}
