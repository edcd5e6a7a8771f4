//! The simulated rig with its drivers, in simulated time: what figures 4.27 and 5.7 are measured on.
//!
//! The world is advanced to tokio's clock, which is paused and jumps from event to event. So a figure does not depend on how fast
//! the machine is.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use brick::arm_nxj::{ArmBrick, Role};
use brick::control::program_loop::ProgramLoop;
use brick::control::runner::{Handle, JointGoal, Pace, PositionLoop, Report};
use brick::control::{FlatOn, Memory, Tolerances, Trajectory};
use brick::{Brick, BrickName, Timeouts, joint_settings};
use rig::{Action, Arm, Joint, Profile, RigState, Timing};
use sim::{Options, Truth, World};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep};

/// How long a motion of the thesis' program may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs a measurement in simulated time.
pub(super) fn in_simulated_time<F: Future>(measurement: F) -> io::Result<F::Output> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()?;
    Ok(runtime.block_on(measurement))
}

/// A simulated rig on tokio's clock.
#[derive(Clone)]
pub(super) struct SimulatedRig {
    world: Arc<Mutex<World>>,
    started: Instant,
}

impl SimulatedRig {
    /// The rig of the thesis; `seed` decides how its motors differ.
    pub(super) fn new(seed: u64, options: Options) -> SimulatedRig {
        SimulatedRig {
            world: Arc::new(Mutex::new(World::new(Profile::nxt_2015(), seed, options))),
            started: Instant::now(),
        }
    }

    /// The world as it is now.
    pub(super) fn world(&self) -> MutexGuard<'_, World> {
        let mut world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        world.advance_to(self.started.elapsed().as_secs_f64());
        world
    }

    pub(super) fn truth(&self) -> Truth {
        self.world().truth()
    }

    fn wire(&self, brick: BrickName) -> Box<Wire> {
        self.world().connected(brick);
        Box::new(Wire {
            rig: self.clone(),
            brick,
            arrived: Vec::new(),
            alarm: Box::pin(tokio::time::sleep(Duration::ZERO)),
        })
    }

    /// A brick with LEGO's firmware.
    pub(super) fn brick(&self, name: BrickName) -> Brick {
        let device = name.name().to_owned();
        Brick::over(device, self.wire(name), Timeouts::default())
    }

    /// A brick on which the thesis' program runs, on a rig that has started closed and neutral.
    pub(super) async fn arm_brick(&self, name: BrickName) -> Result<ArmBrick, brick::Error> {
        let role = match name.clamps() {
            true => Role::Clamp,
            false => Role::Rotate,
        };
        ArmBrick::start(name.name().to_owned(), self.wire(name), role, PATIENCE).await
    }

    /// Starts the product's position loop for each brick; the joints start as `start` says.
    pub(super) async fn drivers(&self, start: &RigState) -> Result<Drivers, brick::Error> {
        let profile = self.world().profile().clone();
        let angles = rig::joint_angles(start, profile.gearing.open_grip());
        let mut handles = Vec::new();
        for name in BrickName::ALL {
            let joints = name.joints().map(|(port, joint)| {
                (port, joint_settings(&profile, joint, angles[joint.index()]))
            });
            let mut brick = self.brick(name);
            brick.mark().await?;
            let (position_loop, handle, reports) =
                PositionLoop::new(brick, joints, Pace::default());
            tokio::spawn(position_loop.run());
            first_report(reports).await;
            handles.push(handle);
        }
        Ok(Drivers::new(handles, &profile))
    }

    /// Starts the thesis' program on each brick, behind the same orders.
    pub(super) async fn programs(&self) -> Result<Drivers, brick::Error> {
        let profile = self.world().profile().clone();
        self.world().run_arm_programs();
        let mut handles = Vec::new();
        for name in BrickName::ALL {
            let joints = name.driven_joints();
            let joints = joints.map(|joint| joint_settings(&profile, joint, 0.0));
            let brick = self.arm_brick(name).await?;
            let (program_loop, handle, reports) =
                ProgramLoop::new(brick, joints, &Memory::default());
            tokio::spawn(program_loop.run());
            first_report(reports).await;
            handles.push(handle);
        }
        Ok(Drivers::new(handles, &profile))
    }
}

/// Waits until a loop has read its motors. A loop that ends instead refuses the first goal.
async fn first_report(mut reports: watch::Receiver<Option<Report>>) {
    let _ = reports.wait_for(Option::is_some).await;
}

/// Orders to the four bricks.
pub(super) struct Drivers {
    handles: Vec<Handle>,
    open: f64,
    timing: Timing,
}

impl Drivers {
    fn new(handles: Vec<Handle>, profile: &Profile) -> Drivers {
        Drivers {
            handles,
            open: profile.gearing.open_grip(),
            timing: profile.timing,
        }
    }

    /// Does one action of one arm, whose wrist stands at so many quarters, and waits for its end.
    pub(super) async fn act(
        &self,
        arm: Arm,
        action: Action,
        quarters: i32,
    ) -> Result<(), brick::Error> {
        self.act_together([(arm, action, quarters)]).await
    }

    /// The same for arms of one pair at once.
    pub(super) async fn act_together<const N: usize>(
        &self,
        actions: [(Arm, Action, i32); N],
    ) -> Result<(), brick::Error> {
        let mut brick = BrickName::RlClamp;
        let mut goals = Vec::new();
        for (arm, action, quarters) in actions {
            let (joint, position) = target(arm, action, quarters, self.open);
            let port;
            (brick, port) = BrickName::driving(joint);
            let seconds = self.timing.seconds(action);
            goals.push(JointGoal {
                joint: usize::from(port.code()),
                trajectory: Trajectory::to(joint.name(), position, seconds)?,
                tolerances: Tolerances {
                    goal_time: 3.0,
                    ..Tolerances::default()
                },
            });
        }
        self.handles[brick.index()].follow(goals).await
    }

    /// Closes a claw while its wrist yields to the cube, and learns the wrist's drift there.
    pub(super) async fn close_squaring(&self, arm: Arm, quarters: i32) -> Result<(), brick::Error> {
        let (brick, port) = BrickName::driving(arm.wrist());
        let (handle, joint) = (&self.handles[brick.index()], usize::from(port.code()));
        let (_, at) = target(arm, Action::Turn(0), quarters, self.open);
        handle.yield_at(joint, at).await?;
        self.act(arm, Action::Close, quarters).await?;
        // The readings of the wrist come at the pace of holding.
        tokio::time::sleep(2 * Pace::default().holding).await;
        handle.square_up(joint, FlatOn::SameLayer).await.map(drop)
    }
}

/// The joint that an action moves, and where to, radians.
pub(super) fn target(arm: Arm, action: Action, quarters: i32, open: f64) -> (Joint, f64) {
    match action {
        Action::Open => (arm.grip(), open),
        Action::Close => (arm.grip(), 0.0),
        Action::Turn(more) => {
            let quarters = f64::from(quarters + i32::from(more));
            (arm.wrist(), quarters * std::f64::consts::FRAC_PI_2)
        }
    }
}

/// A byte stream to an emulated brick.
struct Wire {
    rig: SimulatedRig,
    brick: BrickName,
    /// Bytes that nobody has read yet.
    arrived: Vec<u8>,
    alarm: Pin<Box<Sleep>>,
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let bytes = self.rig.world().receive(self.brick);
            self.arrived.extend(bytes);
            if !self.arrived.is_empty() {
                let count = self.arrived.len().min(buffer.remaining());
                buffer.put_slice(&self.arrived[..count]);
                self.arrived.drain(..count);
                return Poll::Ready(Ok(()));
            }
            let next = Instant::now() + Duration::from_millis(1);
            self.alarm.as_mut().reset(next);
            if self.alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.rig.world().send(self.brick, bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
