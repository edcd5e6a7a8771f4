//! A test bench: the real client and control loop against the emulated bricks, on simulated time.
//!
//! Tokio's clock is paused, so it jumps from event to event; the world is advanced to that clock.

pub mod kept;
pub mod landing;
pub mod rigs;
pub mod starved;

use brick::arm_nxj::{ArmBrick, Role};
use brick::control::program_loop::ProgramLoop;
use brick::control::runner::{Handle, JointGoal, Pace, PositionLoop, Report};
use brick::control::{FlatOn, Memory, Tolerances, Trajectory};
use brick::{Brick, BrickName, Timeouts, joint_settings};
use planner::Plan;
use rig::{Action, Arm, Joint, RigState};
use sim::{Truth, World};
use starved::Starved;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep};

/// A world on tokio's clock.
#[derive(Clone)]
pub struct Bench {
    world: Arc<Mutex<World>>,
    started: Instant,
}

impl Bench {
    pub fn new(world: World) -> Bench {
        Bench {
            world: Arc::new(Mutex::new(world)),
            started: Instant::now(),
        }
    }

    /// The world as it is now.
    pub fn world(&self) -> MutexGuard<'_, World> {
        let mut world = self
            .world
            .lock()
            .expect("no test panics while it holds the world");
        world.advance_to(self.started.elapsed().as_secs_f64());
        world
    }

    pub fn truth(&self) -> Truth {
        self.world().truth()
    }

    /// A byte stream to a brick.
    pub fn stream(&self, brick: BrickName) -> SimStream {
        self.world().connected(brick);
        SimStream {
            bench: self.clone(),
            brick,
            arrived: Vec::new(),
            alarm: Box::pin(tokio::time::sleep(Duration::ZERO)),
        }
    }

    pub fn brick(&self, name: BrickName) -> Brick {
        Brick::over(
            name.name().to_owned(),
            Box::new(self.stream(name)),
            Timeouts::default(),
        )
    }

    /// Starts the control loop of each brick. The joints start where `start` says.
    pub async fn drivers(&self, start: &RigState) -> Drivers {
        self.drivers_run_by(start, |_, position_loop| {
            tokio::spawn(position_loop.run());
        })
        .await
    }

    /// The same, and each driver is stopped and continued at random.
    pub async fn starved_drivers(&self, start: &RigState, seed: u64) -> Drivers {
        self.drivers_run_by(start, |name, position_loop| {
            let seed = seed * BrickName::ALL.len() as u64 + name.index() as u64;
            tokio::spawn(Starved::new(position_loop.run(), seed));
        })
        .await
    }

    /// The same, and each driver is stopped once, for so long.
    pub async fn drivers_starved_once(
        &self,
        start: &RigState,
        stops: Duration,
        stopped: Duration,
    ) -> Drivers {
        let stops = Instant::now() + stops;
        self.drivers_run_by(start, |_, position_loop| {
            tokio::spawn(Starved::once(position_loop.run(), stops, stopped));
        })
        .await
    }

    async fn drivers_run_by(
        &self,
        start: &RigState,
        run: impl Fn(BrickName, PositionLoop),
    ) -> Drivers {
        let profile = self.world().profile().clone();
        let angles = rig::joint_angles(start, profile.gearing.open_grip());
        let mut handles = Vec::new();
        let mut reports = Vec::new();
        for name in BrickName::ALL {
            let joints = name.joints().map(|(port, joint)| {
                (port, joint_settings(&profile, joint, angles[joint.index()]))
            });
            let mut brick = self.brick(name);
            brick.mark().await.expect("it answers");
            let (position_loop, handle, report) = PositionLoop::new(brick, joints, Pace::default());
            run(name, position_loop);
            handles.push(handle);
            reports.push(report);
        }
        self.drivers_of(handles, reports).await
    }

    /// The same with the thesis' program on the bricks, which start closed and neutral.
    pub async fn program_drivers(&self) -> Drivers {
        let profile = self.world().profile().clone();
        self.world().run_arm_programs();
        let mut handles = Vec::new();
        let mut reports = Vec::new();
        for name in BrickName::ALL {
            let role = match name.clamps() {
                true => Role::Clamp,
                false => Role::Rotate,
            };
            let stream = Box::new(self.stream(name));
            let patience = Duration::from_secs(5);
            let brick = ArmBrick::start(name.name().to_owned(), stream, role, patience).await;
            let joints = name
                .joints()
                .map(|(_, joint)| joint_settings(&profile, joint, 0.0));
            let (program_loop, handle, report) = ProgramLoop::new(
                brick.expect("the stream is open"),
                joints,
                &Memory::default(),
            );
            tokio::spawn(program_loop.run());
            handles.push(handle);
            reports.push(report);
        }
        self.drivers_of(handles, reports).await
    }

    pub async fn drivers_of(
        &self,
        handles: Vec<Handle>,
        mut reports: Vec<watch::Receiver<Option<Report>>>,
    ) -> Drivers {
        for report in &mut reports {
            report
                .wait_for(Option::is_some)
                .await
                .expect("the loop runs");
        }
        let profile = self.world().profile().clone();
        Drivers {
            handles,
            reports,
            open: profile.gearing.open_grip(),
            timing: profile.timing,
        }
    }
}

/// The four control loops.
pub struct Drivers {
    pub handles: Vec<Handle>,
    pub reports: Vec<watch::Receiver<Option<Report>>>,
    pub open: f64,
    pub timing: rig::Timing,
}

impl Drivers {
    /// Moves joints of one brick, each to a position in so many seconds.
    pub async fn go(
        &self,
        brick: BrickName,
        goals: &[(Joint, f64, f64)],
    ) -> Result<(), brick::Error> {
        let goals = goals.iter().map(|goal| order(brick, *goal)).collect();
        self.handles[brick.index()].follow(goals).await
    }

    /// Where a joint stands as its driver sees it, radians.
    pub fn position(&self, joint: Joint) -> f64 {
        let (brick, port) = BrickName::driving(joint);
        let report = self.reports[brick.index()].borrow();
        (report.as_ref()).map_or(f64::NAN, |seen| {
            seen.joints[usize::from(port.code())].position
        })
    }

    /// Does one action of one arm, from a wrist position in quarters, and waits for it.
    pub async fn act(
        &self,
        arm: Arm,
        action: Action,
        wrist_quarters: i32,
    ) -> Result<(), brick::Error> {
        let (joint, position) = target(arm, action, wrist_quarters, self.open);
        let (brick, _) = BrickName::driving(joint);
        self.go(brick, &[(joint, position, self.timing.seconds(action))])
            .await
    }

    /// One action of each arm of a pair, sent to their brick as one goal.
    pub async fn act_together(
        &self,
        arms: [Arm; 2],
        actions: [Action; 2],
        wrist_quarters: [i32; 2],
    ) -> Result<(), brick::Error> {
        let goals = [0, 1].map(|index| {
            let action = actions[index];
            let (joint, position) = target(arms[index], action, wrist_quarters[index], self.open);
            (joint, position, self.timing.seconds(action))
        });
        let (brick, _) = BrickName::driving(goals[0].0);
        self.go(brick, &goals).await
    }

    /// Closes a claw while its wrist yields to the cube, and learns the wrist's drift there.
    pub async fn close_yielding(&self, arm: Arm, wrist_quarters: i32) -> Result<(), brick::Error> {
        let (brick, port) = BrickName::driving(arm.wrist());
        let (handle, joint) = (&self.handles[brick.index()], usize::from(port.code()));
        let at = f64::from(wrist_quarters) * std::f64::consts::FRAC_PI_2;
        handle.yield_at(joint, at).await?;
        self.act(arm, Action::Close, wrist_quarters).await?;
        // The readings of the wrist come at the pace of holding.
        tokio::time::sleep(2 * Pace::default().holding).await;
        handle.square_up(joint, FlatOn::SameLayer).await.map(drop)
    }

    /// Carries out a plan and its parking: each motion starts when those before it have landed, or have come as far as it waits
    /// for. The two wrists that turn the whole cube go out as one goal. Claws are not held on their way: drivers land in time
    /// here, or the judge says so. Returns the seconds it took.
    pub async fn execute(&self, plan: &Plan) -> Result<f64, brick::Error> {
        let began = Instant::now();
        let (motions, waits) = (plan.all_motions(), plan.waits());
        let mut wrists = plan.start().arms.map(|arm| arm.wrist);
        let goals: Vec<(Joint, f64, f64)> = motions
            .iter()
            .map(|motion| {
                let wrist = &mut wrists[motion.arm.index()];
                let (joint, position) = target(motion.arm, motion.action, *wrist, self.open);
                *wrist += i32::from(motion.action.quarters());
                (joint, position, motion.end - motion.start)
            })
            .collect();
        // Where a motion under way has done a share of its way.
        let place = |motion: usize, share: f64| {
            let (_, target, _) = goals[motion];
            let way = match motions[motion].action {
                Action::Open => self.open,
                Action::Close => -self.open,
                Action::Turn(quarters) => f64::from(quarters) * std::f64::consts::FRAC_PI_2,
            };
            (target - way + share * way, way)
        };
        let mut started = vec![false; motions.len()];
        let mut landed = vec![false; motions.len()];
        let mut running = tokio::task::JoinSet::new();
        while landed.contains(&false) {
            for index in 0..motions.len() {
                let has_come = |wait: &planner::Wait| {
                    let (place, way) = place(wait.motion, wait.share);
                    let passed = 0.0 <= (self.position(goals[wait.motion].0) - place) * way;
                    landed[wait.motion] || (wait.share < 1.0 && started[wait.motion] && passed)
                };
                if started[index] || !waits[index].iter().all(has_come) {
                    continue;
                }
                let (brick, _) = BrickName::driving(goals[index].0);
                let partner = (0..motions.len()).find(|other| {
                    *other != index
                        && !started[*other]
                        && waits[*other] == waits[index]
                        && BrickName::driving(goals[*other].0).0 == brick
                });
                let together: Vec<usize> = [Some(index), partner].into_iter().flatten().collect();
                for motion in &together {
                    started[*motion] = true;
                }
                let orders = together
                    .iter()
                    .map(|motion| order(brick, goals[*motion]))
                    .collect();
                let handle = self.handles[brick.index()].clone();
                running.spawn(async move { handle.follow(orders).await.map(|()| together) });
            }
            let look_again = Duration::from_millis(5);
            let Ok(done) = tokio::time::timeout(look_again, running.join_next()).await else {
                continue;
            };
            let done = done.expect("something is under way");
            for motion in done.expect("no driver panics")? {
                landed[motion] = true;
            }
        }
        Ok(began.elapsed().as_secs_f64())
    }
}

fn order(brick: BrickName, (joint, position, seconds): (Joint, f64, f64)) -> JointGoal {
    JointGoal {
        joint: brick
            .joints()
            .iter()
            .position(|(_, driven)| *driven == joint)
            .expect("a joint of the brick"),
        trajectory: Trajectory::to(joint.name(), position, seconds).expect("a good trajectory"),
        // Slow links are tested too.
        tolerances: Tolerances {
            goal_time: 3.0,
            ..Tolerances::default()
        },
    }
}

/// The joint that an action moves, and where to.
pub fn target(arm: Arm, action: Action, wrist_quarters: i32, open: f64) -> (Joint, f64) {
    match action {
        Action::Open => (arm.grip(), open),
        Action::Close => (arm.grip(), 0.0),
        Action::Turn(quarters) => {
            let quarters = f64::from(wrist_quarters + i32::from(quarters));
            (arm.wrist(), quarters * std::f64::consts::FRAC_PI_2)
        }
    }
}

/// A byte stream to an emulated brick.
pub struct SimStream {
    bench: Bench,
    brick: BrickName,
    /// Bytes that nobody has read yet.
    arrived: Vec<u8>,
    alarm: Pin<Box<Sleep>>,
}

impl AsyncRead for SimStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let brick = self.brick;
            let bytes = self.bench.world().receive(brick);
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

impl AsyncWrite for SimStream {
    fn poll_write(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.bench.world().send(self.brick, bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
