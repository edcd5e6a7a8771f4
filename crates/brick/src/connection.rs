//! Keeps a brick connected and its position loop running, and reports the state of the connection.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::control::runner::{Handle, Pace, PositionLoop, Report};
use crate::control::{JointSettings, Memory};
use crate::{Address, Brick, Error, Port, Timeouts};

/// The first pause between two attempts to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// A loop that drives the brick: what it does until it ends, who gives it orders, what it reports.
struct Driving {
    device: String,
    run: Pin<Box<dyn Future<Output = Option<Error>> + Send>>,
    handle: Handle,
    reports: watch::Receiver<Option<Report>>,
}

/// Where the connection stands.
#[derive(Clone, Debug)]
pub enum Link {
    /// Orders can be given.
    Up(Handle),
    /// They cannot; with the reason.
    Down(String),
}

/// How a connection reaches its brick.
pub enum Reach {
    /// At this address.
    At(Address),
    /// Over a stream that is opened by this, such as a test bench's.
    Over(Box<dyn Fn() -> Brick + Send + Sync>),
}

/// What a connection is made with.
pub struct Connection {
    /// Where the brick is.
    pub reach: Reach,
    /// How long to wait for it.
    pub timeouts: Timeouts,
    /// Its two motors: port and settings of the joint.
    pub motors: [(Port, JointSettings); 2],
    /// How often the position loop runs.
    pub pace: Pace,
    /// The longest pause between two attempts to connect. The first pause is a quarter second, each next twice as long.
    pub longest_pause: Duration,
    /// Called for each event of the connection.
    pub on_event: Box<dyn Fn(&ConnectionEvent) + Send + Sync>,
    /// Cancelled when the driver ends.
    pub stop: CancellationToken,
}

/// What happens to a connection; `Display` is a sentence for people.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectionEvent {
    /// The brick of this name or at this address works.
    Connected(String),
    /// It does not, with the reason. Attempts go on.
    Lost(String),
    /// The brick was off, and its counts begin anew.
    CountsAnew,
    /// The joint of this name moved while its brick went off.
    Coasted(String),
}

impl fmt::Display for ConnectionEvent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectionEvent::Connected(address) => write!(formatter, "connected to {address}"),
            ConnectionEvent::Lost(reason) => write!(formatter, "{reason}; trying again until it works"),
            ConnectionEvent::CountsAnew => formatter.write_str(
                "the brick was off and counts from 0 again: its joints are assumed to stand where they were last seen",
            ),
            ConnectionEvent::Coasted(joint) => write!(
                formatter,
                "{joint} moved when its brick went off: its position is only estimated until it is measured"
            ),
        }
    }
}

impl Connection {
    /// Runs until [`Connection::stop`]. `link` always has the state of the connection, `reports` carries each reading.
    pub async fn keep(self, link: watch::Sender<Link>, reports: watch::Sender<Option<Arc<Report>>>) {
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
            let is_new = !matches!(&*link.borrow(), Link::Down(before) if *before == reason);
            if is_new {
                (self.on_event)(&ConnectionEvent::Lost(reason.clone()));
            }
            link.send_replace(Link::Down(reason));
            self.stop.run_until_cancelled(tokio::time::sleep(pause)).await;
            pause = (pause * 2).min(self.longest_pause);
        }
    }

    async fn connect(&self, memory: &Memory) -> Result<Driving, Error> {
        let mut brick = match &self.reach {
            Reach::At(address) => Brick::connect(address, self.timeouts).await?,
            Reach::Over(open) => open(),
        };
        let device = brick.device().to_owned();
        let mut motors = self.motors.clone();
        if memory.resume(&mut brick, &mut motors).await? {
            (self.on_event)(&ConnectionEvent::CountsAnew);
        }
        for (_, settings) in motors.iter().filter(|(_, settings)| settings.coasted.is_some()) {
            (self.on_event)(&ConnectionEvent::Coasted(settings.name.clone()));
        }
        let (position_loop, handle, reports) = PositionLoop::new(brick, motors, self.pace);
        let run = Box::pin(async move { position_loop.run().await.err() });
        Ok(Driving { device, run, handle, reports })
    }

    /// Runs the loop until it breaks or the driver ends; whether it ever worked, and why it ended.
    async fn drive(
        &self,
        driving: Driving,
        memory: &mut Memory,
        link: &watch::Sender<Link>,
        reports: &watch::Sender<Option<Arc<Report>>>,
    ) -> (bool, String) {
        let Driving { device, mut run, handle, reports: mut readings } = driving;
        let mut handle = Some(handle);
        let mut worked = false;
        loop {
            tokio::select! {
                // In this order, so that a simulation goes the same way each time.
                biased;
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
                        (self.on_event)(&ConnectionEvent::Connected(device.clone()));
                        link.send_replace(Link::Up(handle.clone()));
                    }
                    reports.send_replace(Some(Arc::new(report)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::sync::Mutex;

    use rig::Profile;

    use super::*;
    use crate::{BrickName, joint_settings};

    /// Time is the test's own, so a minute of attempts passes at once.
    #[tokio::test(start_paused = true)]
    async fn a_brick_that_is_not_there_is_reported_once_and_tried_until_the_driver_ends() {
        let nobody = TcpListener::bind("127.0.0.1:0").expect("a port of this machine");
        let port = nobody.local_addr().expect("it is bound").port();
        drop(nobody);
        let events: Arc<Mutex<Vec<ConnectionEvent>>> = Arc::default();
        let (sink, stop) = (events.clone(), CancellationToken::new());
        let settings = |(port, joint)| (port, joint_settings(&Profile::nxt_2015(), joint, 0.0));
        let connection = Connection {
            reach: Reach::At(format!("tcp:127.0.0.1:{port}").parse().expect("an address")),
            timeouts: Timeouts::default(),
            motors: BrickName::RlClamp.joints().map(settings),
            pace: Pace::default(),
            longest_pause: Duration::from_secs(5),
            on_event: Box::new(move |event| sink.lock().expect("no panic").push(event.clone())),
            stop: stop.clone(),
        };
        let (link_in, link) = watch::channel(Link::Down("not connected yet".into()));
        let (reports_in, reports) = watch::channel(None);
        let kept = tokio::spawn(connection.keep(link_in, reports_in));
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert!(!kept.is_finished(), "it is tried until the end");
        stop.cancel();
        kept.await.expect("it ends");
        let events = events.lock().expect("no panic").clone();
        let [ConnectionEvent::Lost(reason)] = &events[..] else {
            panic!("{events:?}");
        };
        assert!(reason.contains(&port.to_string()), "{reason}");
        assert!(matches!(&*link.borrow(), Link::Down(down) if down == reason));
        assert!(reports.borrow().is_none());
    }
}
