//! The connections of brick drivers: each connects again for ever, and wrists yield to closing claws.

use brick::control::Memory;
use brick::control::runner::{Handle, Pace, PositionLoop, Report};
use brick::{BrickName, Zeroing, joint_settings};
use rig::{Joint, Profile};
use sim::bench::Bench;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::sleep;

/// What a driver's connection is: orders go in while there is one, reports come out.
#[derive(Clone)]
pub struct Link {
    pub handle: watch::Receiver<Option<Handle>>,
    pub report: watch::Receiver<Option<Report>>,
}

/// Keeps a brick connected for ever.
pub fn keep_connected(bench: &Bench, name: BrickName) -> Link {
    let (link, connection) = connection(bench, name);
    tokio::spawn(connection);
    link
}

/// A brick's connection, and the task that keeps it.
pub fn connection(bench: &Bench, name: BrickName) -> (Link, impl Future<Output = ()> + use<>) {
    let (handles, handle) = watch::channel(None);
    let (told, report) = watch::channel(None);
    let bench = bench.clone();
    let connection = async move {
        let profile = bench.world().profile().clone();
        let mut memory = Memory::default();
        loop {
            let mut brick = bench.brick(name);
            let mut motors = name.joints().map(|(port, joint)| (port, joint_settings(&profile, joint, 0.0)));
            if memory.resume(&mut brick, &mut motors).await.is_ok() {
                let (position_loop, handle, mut reports) = PositionLoop::new(brick, motors, Pace::default());
                let mut ended = std::pin::pin!(position_loop.run());
                loop {
                    tokio::select! {
                        _ = &mut ended => break,
                        Ok(()) = reports.changed() => {
                            let report = reports.borrow_and_update().clone();
                            if let Some(report) = &report {
                                memory.note(report);
                                handles.send_replace(Some(handle.clone()));
                            }
                            told.send_replace(report);
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

/// Lets the wrists of a brick yield while claws close, on what all bricks report.
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
