//! Keeps a controller of servos connected and its loop running, and reports the state of the connection to each group.

use std::sync::Arc;
use std::time::Duration;

use brick::control::runner::Report;
use brick::{Address, ConnectionEvent, Link};
use rig::{JointGroup, Profile};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{Family, Health, ServoLoop};

/// How long it may take to open.
pub const OPENING: Duration = Duration::from_secs(10);
/// The pauses between two attempts: the first, each next twice as long, and the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Joints that one action serves, and who learns of them.
pub struct Group {
    /// The joints.
    pub joints: JointGroup,
    /// Has the state of the connection.
    pub link: watch::Sender<Link>,
    /// Carries each reading.
    pub reports: watch::Sender<Option<Arc<Report>>>,
}

/// Runs until `stop`. All groups have one controller: they are connected together.
pub async fn keep<F: Family>(
    address: Address,
    profile: Profile,
    groups: Vec<Group>,
    health: watch::Sender<Health>,
    on_event: impl Fn(&ConnectionEvent),
    stop: CancellationToken,
) {
    let set_link = |link: &dyn Fn(usize) -> Link| {
        groups.iter().enumerate().for_each(|(index, group)| drop(group.link.send_replace(link(index))));
    };
    let (mut pause, mut reported) = (FIRST_PAUSE, String::new());
    while !stop.is_cancelled() {
        let joints: Vec<JointGroup> = groups.iter().map(|group| group.joints.clone()).collect();
        let (sender, mut readings) = watch::channel(());
        let reports: Vec<_> = groups.iter().map(|group| group.reports.clone()).collect();
        let publish = Box::new(move |index: usize, report: Report| {
            reports[index].send_replace(Some(Arc::new(report)));
            sender.send_replace(());
        });
        let opened = async {
            let stream = address.connect_at(F::BAUD, OPENING).await?;
            let family = F::open(address.to_string(), stream, &profile);
            ServoLoop::new(family, &profile, &joints, publish, health.clone())
        };
        let ended = match opened.await {
            Err(error) => Err(error),
            Ok((mut servo_loop, handles)) => {
                for (index, group) in groups.iter().enumerate() {
                    if let Some(report) = &*group.reports.borrow() {
                        servo_loop.remember(index, report);
                    }
                }
                let (mut handles, mut is_up) = (Some(handles), false);
                let mut running = std::pin::pin!(servo_loop.run());
                loop {
                    tokio::select! {
                        biased;
                        ended = &mut running => break ended,
                        // With the last handle gone the loop ends, and the servos hold.
                        () = stop.cancelled(), if handles.is_some() => {
                            handles = None;
                            set_link(&|_| Link::Down("the driver is stopping".into()));
                        }
                        Ok(()) = readings.changed(), if !is_up => if let Some(handles) = &handles {
                            is_up = true;
                            (pause, reported) = (FIRST_PAUSE, String::new());
                            on_event(&ConnectionEvent::Connected(address.to_string()));
                            set_link(&|index| Link::Up(handles[index].clone()));
                        },
                    }
                }
            }
        };
        if stop.is_cancelled() {
            return;
        }
        let reason = ended.err().map_or_else(|| "its loop has ended".to_owned(), |error| error.to_string());
        if reported != reason {
            on_event(&ConnectionEvent::Lost(reason.clone()));
        }
        set_link(&|_| Link::Down(reason.clone()));
        reported = reason;
        stop.run_until_cancelled(tokio::time::sleep(pause)).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
