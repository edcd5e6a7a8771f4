//! A rig whose drivers always connect again, and whose wrists are compliant to closing claws.

use brick::control::runner::{Handle, Pace, PositionLoop, Report};
use brick::control::{JointReport, JointSettings, Memory};
use brick::{BrickName, Motors, Zeroing, joint_settings};
use rig::{Joint, Profile};
use sim::bench::Bench;
use sim::{Options, World};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::sleep;

/// What a driver's connection is: orders go in while there is one, reports come out.
#[derive(Clone)]
pub struct Link {
    pub handle: watch::Receiver<Option<Handle>>,
    pub report: watch::Receiver<Option<Report>>,
}

/// A rig with its four connections.
pub struct Connected {
    pub bench: Bench,
    pub links: [Link; 4],
}

impl Connected {
    pub fn new(seed: u64, options: Options) -> Connected {
        let bench = Bench::new(World::new(Profile::nxt_2015(), seed, options));
        let links = BrickName::ALL.map(|name| {
            let (link, connection) = connection(&bench, name, Motors::default());
            tokio::spawn(connection);
            link
        });
        Connected { bench, links }
    }

    /// Waits until all bricks are connected; what takes their orders.
    pub async fn handles(&self) -> Vec<Handle> {
        let mut handles = Vec::new();
        for link in &self.links {
            let mut handle = link.handle.clone();
            let up = handle.wait_for(Option::is_some).await;
            handles.extend(up.expect("the connection is kept forever").clone());
        }
        handles
    }

    /// What the driver of a joint reports of it.
    pub fn report(&self, joint: Joint) -> Option<JointReport> {
        let (brick, port) = BrickName::driving(joint);
        let report = self.links[brick.index()].report.borrow().clone();
        report.map(|report| report.joints[usize::from(port.code())].clone())
    }

    /// Stops what is connected, and takes the stop back.
    pub async fn stop(&self) {
        for link in &self.links {
            let handle = link.handle.borrow().clone();
            if let Some(handle) = handle {
                let stopped = handle.stop();
                handle.resume();
                // An error means that the connection has gone.
                let _ = stopped.await;
            }
        }
    }
}

/// A brick's connection, and the task that keeps it. The driver knows what was identified of its motors.
pub fn connection(bench: &Bench, name: BrickName, known: Motors) -> (Link, impl Future<Output = ()> + use<>) {
    let (handles, handle) = watch::channel(None);
    let (sender, report) = watch::channel(None);
    let bench = bench.clone();
    let connection = async move {
        let profile = bench.world().profile().clone();
        let mut memory = Memory::default();
        loop {
            let mut brick = bench.brick(name);
            let mut motors = name.joints().map(|(port, joint)| {
                let settings = joint_settings(&profile, joint, 0.0);
                (port, JointSettings { model: known.of(joint).unwrap_or(settings.model), ..settings })
            });
            if memory.resume(&mut brick, &mut motors).await.is_ok() {
                let (position_loop, handle, mut reports) = PositionLoop::new(brick, motors, Pace::default());
                let mut ended = std::pin::pin!(position_loop.run());
                loop {
                    tokio::select! {
                        biased;
                        _ = &mut ended => break,
                        Ok(()) = reports.changed() => {
                            let report = reports.borrow_and_update().clone();
                            if let Some(report) = &report {
                                memory.note(report);
                                handles.send_replace(Some(handle.clone()));
                            }
                            sender.send_replace(report);
                        }
                    }
                }
            }
            handles.send_replace(None);
            sleep(Duration::from_millis(250)).await;
        }
    };
    (Link { handle, report }, connection)
}

/// Keeps the wrists of a brick compliant while claws close, on what all bricks report.
pub fn keep_square(name: BrickName, links: [Link; 4]) {
    let open = Profile::nxt_2015().gearing.open_grip();
    let mut zeroing = Zeroing::new(name, open);
    let own = links[name.index()].clone();
    tokio::spawn(async move {
        loop {
            sleep(Duration::from_millis(5)).await;
            let mut seen: Vec<(Joint, f64, f64)> = Vec::new();
            for (brick, link) in BrickName::ALL.into_iter().zip(&links) {
                if let Some(report) = &*link.report.borrow() {
                    let joints = brick.joints().into_iter().zip(&report.joints);
                    seen.extend(joints.map(|((_, joint), at)| (joint, at.position, at.speed)));
                }
            }
            // Its warnings are for people.
            zeroing
                .take(&seen, || {
                    let (handle, report) = (own.handle.borrow().clone(), own.report.borrow());
                    Some((handle?, report.as_ref()?.joints.clone()))
                })
                .await;
        }
    });
}
