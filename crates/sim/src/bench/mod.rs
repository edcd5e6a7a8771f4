//! The real drivers against the emulated bricks, in one process.
//!
//! The world is advanced to tokio's clock. Where that is paused, it jumps from event to event, and what comes out does not depend on
//! how fast the machine is.

mod drivers;
mod stream;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use brick::control::runner::{Handle, Pace, PositionLoop, Report};
use brick::{Brick, BrickName, Timeouts, joint_settings};
use rig::{JointGroup, RigState};
use servo::{Family, Health, ServoLoop};
use tokio::sync::watch;
use tokio::time::Instant;

pub use drivers::{Drivers, target};
pub use stream::BrickStream;

use crate::{Truth, Wire, World};

/// Orders to the loop of the servos, and its reports.
pub struct Servos {
    /// Of each group: takes orders, and what was read last.
    pub loops: Vec<(Handle, watch::Receiver<Option<Report>>)>,
    /// How the servos are.
    pub health: watch::Receiver<Health>,
}

/// A world on tokio's clock.
#[derive(Clone)]
pub struct Bench {
    world: Arc<Mutex<World>>,
    started: Instant,
}

impl Bench {
    /// The world's time begins now. Call it within a tokio runtime that has a clock.
    pub fn new(world: World) -> Bench {
        Bench { world: Arc::new(Mutex::new(world)), started: Instant::now() }
    }

    /// The world as it is now.
    pub fn world(&self) -> MutexGuard<'_, World> {
        let mut world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        world.advance_to(self.started.elapsed().as_secs_f64());
        world
    }

    /// The true state now.
    pub fn truth(&self) -> Truth {
        self.world().truth()
    }

    /// A byte stream to a brick, or to the servos.
    pub fn stream(&self, wire: impl Into<Wire>) -> BrickStream {
        let wire = wire.into();
        self.world().connected(wire);
        BrickStream::new(self.clone(), wire)
    }

    /// The product's loop for groups of joints that servos of a family drive, and who gives orders to each.
    ///
    /// # Errors
    /// When the profile has none.
    pub fn servo_loop<F: Family>(&self, groups: &[JointGroup]) -> Result<(ServoLoop<F>, Servos), brick::Error> {
        let profile = self.world().profile().clone();
        let (senders, reports): (Vec<_>, Vec<_>) = groups.iter().map(|_| watch::channel(None)).unzip();
        let publish = Box::new(move |index: usize, report: Report| drop(senders[index].send_replace(Some(report))));
        let (health_sender, health) = watch::channel(Health::default());
        let family = F::open("bus".to_owned(), Box::new(self.stream(Wire::Servos)), &profile);
        let (servo_loop, handles) = ServoLoop::new(family, &profile, groups, publish, health_sender)?;
        Ok((servo_loop, Servos { loops: handles.into_iter().zip(reports).collect(), health }))
    }

    /// A brick with LEGO's firmware.
    pub fn brick(&self, name: BrickName) -> Brick {
        let stream = Box::new(self.stream(name));
        Brick::over(name.name().to_owned(), stream, Timeouts::default())
    }

    /// Starts the product's position loop for each brick; `start` is the state of the joints at the start.
    ///
    /// # Errors
    /// When a brick does not answer.
    pub async fn drivers(&self, start: &RigState) -> Result<Drivers, brick::Error> {
        self.drivers_run_by(start, |_, position_loop| {
            tokio::spawn(position_loop.run());
        })
        .await
    }

    /// The same, with loops that `run` starts.
    ///
    /// # Errors
    /// When a brick does not answer.
    pub async fn drivers_run_by(
        &self,
        start: &RigState,
        run: impl Fn(BrickName, PositionLoop),
    ) -> Result<Drivers, brick::Error> {
        let profile = self.world().profile().clone();
        let angles = rig::joint_angles(start, profile.gearing.open_grip());
        let mut loops = Vec::new();
        for name in BrickName::ALL {
            let joints =
                name.joints().map(|(port, joint)| (port, joint_settings(&profile, joint, angles[joint.index()])));
            let mut brick = self.brick(name);
            brick.mark().await?;
            let (position_loop, handle, reports) = PositionLoop::new(brick, joints, Pace::default());
            run(name, position_loop);
            loops.push((handle, reports));
        }
        Ok(self.drivers_of(loops).await)
    }

    /// The orders to these loops, in the order of [`BrickName::ALL`], once each has read its motors. A loop that ends instead
    /// refuses its first goal.
    pub async fn drivers_of(&self, loops: Vec<(Handle, watch::Receiver<Option<Report>>)>) -> Drivers {
        let (handles, mut reports): (Vec<_>, Vec<_>) = loops.into_iter().unzip();
        for report in &mut reports {
            let _ = report.wait_for(Option::is_some).await;
        }
        let profile = self.world().profile().clone();
        Drivers { handles, reports, open: profile.gearing.open_grip(), timing: profile.timing }
    }
}
