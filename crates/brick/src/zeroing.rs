//! While claws close on the cube, the wrists of a brick are compliant, and their drift is measured.

use rig::Joint;

use crate::control::JointReport;
use crate::control::closing::{Closing, WristOrder};
use crate::control::runner::Handle;
use crate::{BrickName, Error};

/// More degrees than these are no drift of gears.
const WORTH_REPORTING: f64 = 6.0;

/// Makes the wrists of a brick compliant while claws close, and learns their drift then.
#[derive(Clone, Debug)]
pub struct Zeroing {
    joints: [Joint; 2],
    closings: [Closing; 2],
}

impl Zeroing {
    /// For the wrists of this brick, in a rig whose open claws stand at `travel` radians.
    pub fn new(brick: BrickName, travel: f64) -> Self {
        let joints = brick.driven_joints();
        Self { joints, closings: joints.map(|joint| Closing::new(joint.arm, travel)) }
    }

    /// Takes readings of any joints (radians, radians a second), and gives the orders that follow. `own` returns the connection and
    /// what was read of both wrists last, while there is one. Returns what people should know, in sentences.
    pub async fn take(
        &mut self,
        read: &[(Joint, f64, f64)],
        own: impl Fn() -> Option<(Handle, Vec<JointReport>)>,
    ) -> Vec<String> {
        let mut warnings = Vec::new();
        for (index, (joint, closing)) in self.joints.iter().zip(&mut self.closings).enumerate() {
            let Some((handle, wrists)) = own() else { continue };
            let Some(wrist) = wrists.get(index) else { continue };
            for &(seen, position, speed) in read {
                let outcome = match closing.see(seen, position, speed, wrist) {
                    None => continue,
                    Some(WristOrder::ReleaseAt(angle)) => handle.release_at(index, angle).await,
                    Some(WristOrder::TakeHold) => {
                        handle.take_hold(index);
                        Ok(())
                    }
                    Some(WristOrder::AssumeElsewhere) => {
                        if wrist.coasted.is_some() {
                            warnings.push(format!(
                                "a claw is blocked, and the position of {joint} is only estimated. Another position is assumed. If none fits, set cube and wrist straight by hand and restart this driver"
                            ));
                        }
                        handle.assume_elsewhere(index);
                        Ok(())
                    }
                    Some(WristOrder::Zero(flat_on)) => match handle.zero(index, flat_on).await.map(f64::to_degrees) {
                        Ok(drift) if WORTH_REPORTING < drift.abs() => {
                            warnings.push(format!(
                                "{joint} was {drift:.1} degrees off its estimated position; this is corrected"
                            ));
                            Ok(())
                        }
                        measured => measured.map(drop),
                    },
                };
                // Other errors mean that a goal for the wrist came first, or that the connection has gone.
                if let Err(error @ Error::NotSquare { .. }) = outcome {
                    warnings.push(error.to_string());
                }
            }
        }
        warnings
    }
}
