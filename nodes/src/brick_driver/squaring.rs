//! While the claws close on the cube, the wrists yield to it, and their drift is measured.

use std::time::Instant;

use brick::control::FlatOn;
use brick::control::closing::{Closing, Squaring};
use brick::control::runner::Handle;
use brick::{Error, Link};
use execution::publishers::Publishers;
use futures::StreamExt;
use r2r::sensor_msgs::msg::JointState;

use super::{Driver, convert};
use crate::runtime::Published;

/// More degrees than these are no drift of gears.
const WORTH_TELLING: f64 = 6.0;

/// Lets the wrists yield to the cube while their claws close, and learns their drift then.
pub async fn square_up(
    driver: Driver,
    mut states: impl futures::Stream<Item = Published<JointState>> + Unpin,
    travel: f64,
) {
    let mut closings = driver.brick.driven_joints().map(|joint| Closing::new(joint.arm, travel));
    let (began, mut publishers) = (Instant::now(), Publishers::default());
    while let Some(state) = states.next().await {
        // What a second program publishes of a claw does not count.
        let mut read: Vec<_> = convert::joints(&state.message).collect();
        read.retain(|(joint, ..)| publishers.note(began.elapsed().as_secs_f64(), state.by, *joint));
        for (index, closing) in closings.iter_mut().enumerate() {
            let (link, report) = (driver.link.borrow().clone(), driver.reports.borrow().clone());
            let (Link::Up(handle), Some(report)) = (link, report) else {
                continue;
            };
            let wrist = &report.joints[index];
            for &(joint, position, speed) in &read {
                let outcome = match closing.see(joint, position, speed, wrist) {
                    None => continue,
                    Some(Squaring::YieldAt(angle)) => handle.yield_at(index, angle).await,
                    Some(Squaring::TakeHold) => {
                        handle.take_hold(index);
                        Ok(())
                    }
                    Some(Squaring::SupposeElsewhere) => {
                        if wrist.coasted.is_some() {
                            let own = driver.brick.driven_joints()[index];
                            driver.log.warn(format!(
                                "a claw is blocked, and where {own} stands is only reckoned. It is taken to stand elsewhere; should no place fit, set cube and wrist straight by hand and start this driver anew"
                            ));
                        }
                        handle.suppose_elsewhere(index);
                        Ok(())
                    }
                    Some(Squaring::SquareUp(flat_on)) => driver.square_up(&handle, index, flat_on).await,
                };
                // Other errors mean that a goal for the wrist came first, or that the connection has gone.
                if let Err(error @ Error::NotSquare { .. }) = outcome {
                    driver.log.warn(error.to_string());
                }
            }
        }
    }
}

impl Driver {
    /// Measures a wrist that is held flat on something, and reports what cannot be drift.
    async fn square_up(&self, handle: &Handle, index: usize, flat_on: FlatOn) -> std::result::Result<(), Error> {
        let drift = handle.square_up(index, flat_on).await?.to_degrees();
        if WORTH_TELLING < drift.abs() {
            let joint = self.brick.driven_joints()[index];
            let text = format!("{joint} was believed {drift:.1} degrees off its place, and is corrected");
            self.log.warn(text);
        }
        Ok(())
    }
}
