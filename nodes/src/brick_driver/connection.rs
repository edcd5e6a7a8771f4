//! Keeps a brick connected and its position loop running, for as long as the node lives.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use brick::arm_nxj::{ArmBrick, Job};
use brick::control::program_loop::ProgramLoop;
use brick::control::runner::{Handle, PositionLoop, Report};
use brick::control::{JointSettings, Memory};
use brick::{Address, Brick, Error, Port, Timeouts};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::params::BrickDriverParams;
use crate::runtime::Logger;

/// The first pause between two attempts to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// How long a motion of the brick's own program may take.
const MOTION_PATIENCE: Duration = Duration::from_secs(5);

/// A loop that drives the brick: what it does until it ends, who gives it orders, what it reports.
struct Driving {
    run: Pin<Box<dyn Future<Output = Option<Error>> + Send>>,
    handle: Handle,
    reports: watch::Receiver<Option<Report>>,
}

/// What is spoken with the brick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Protocol {
    /// Direct commands; the position loop is ours.
    Direct,
    /// The thesis' own program, for clamps or wrists.
    ArmNxj(Job),
}

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
    /// What is spoken with it.
    pub protocol: Protocol,
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
        let mut memory = Memory::default();
        while !self.stop.is_cancelled() {
            let reason = match self.connect(&memory).await {
                Ok(driving) => {
                    let (worked, reason) = self.drive(driving, &mut memory, &link, &reports).await;
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

    async fn connect(&self, memory: &Memory) -> Result<Driving, Error> {
        match self.protocol {
            Protocol::Direct => {
                let mut brick = Brick::connect(&self.address, self.timeouts).await?;
                let mut motors = self.motors.clone();
                if memory.resume(&mut brick, &mut motors).await? {
                    let text = "the brick was off and counts anew: its joints are taken to stand where they were seen last";
                    self.log.warn(text);
                }
                for (_, settings) in motors
                    .iter()
                    .filter(|(_, settings)| settings.coasted.is_some())
                {
                    self.log.warn(format!(
                        "{} moved when its brick went off: where it came to rest is only reckoned, until it is measured",
                        settings.name
                    ));
                }
                let (position_loop, handle, reports) =
                    PositionLoop::new(brick, motors, self.params.pace());
                let run = Box::pin(async move { position_loop.run().await.err() });
                Ok(Driving {
                    run,
                    handle,
                    reports,
                })
            }
            Protocol::ArmNxj(job) => {
                let stream = self.address.connect(self.timeouts.connect).await?;
                let name = self.address.to_string();
                let brick = ArmBrick::start(name, stream, job, MOTION_PATIENCE).await?;
                let joints = self.motors.clone().map(|(_, settings)| settings);
                let (program_loop, handle, reports) = ProgramLoop::new(brick, joints, memory);
                let run = Box::pin(async move { program_loop.run().await.err() });
                Ok(Driving {
                    run,
                    handle,
                    reports,
                })
            }
        }
    }

    /// Runs the loop until it breaks or the node ends; whether it ever worked, and why it ended.
    async fn drive(
        &self,
        driving: Driving,
        memory: &mut Memory,
        link: &watch::Sender<Link>,
        reports: &watch::Sender<Option<Arc<Report>>>,
    ) -> (bool, String) {
        let Driving {
            mut run,
            handle,
            reports: mut readings,
        } = driving;
        let mut handle = Some(handle);
        let mut worked = false;
        loop {
            tokio::select! {
                ended = &mut run => {
                    return (worked, ended.map_or("stopped".into(), |error| error.to_string()));
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
                    memory.note(&report);
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
