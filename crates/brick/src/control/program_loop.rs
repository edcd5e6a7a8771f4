//! The thesis' brick program behind the same [`Handle`] as the position loop: trajectories become its motions.
//!
//! The program knows whole motions only, so a goal must end closed, open, or a quarter or half turn from where
//! the joint stands. It hears nothing until a motion has ended: a stop is answered at once, but the motion under way
//! goes on to its end, and a later goal waits for that instead of taking its place. It tells no positions. Until a motion has
//! ended, its joints are reported as moving, at the places where they were. A connection begins with the end of the sequence:
//! all motors go back to where the program started. No other command leads to a known place from everywhere.

use super::handle::{Answer, GoalNumber, Handle, Order, Report, no_such_joint};
use super::{JointGoal, JointReport, JointSettings, Memory, Progress};
use crate::Error;
use crate::arm_nxj::{ArmBrick, ArmMotion, Role, Which};
use std::collections::VecDeque;
use std::f64::consts::FRAC_PI_2;
use std::time::Duration;
use tempo::Instant;
use tokio::sync::{mpsc, watch};

/// How often the joints are reported.
const PACE: Duration = Duration::from_millis(100);
/// Seconds that a motion of the program takes, for the speeds that are told.
const TYPICAL: f64 = 0.6;
/// A program that is back at its start sooner than this has not moved its joints by [`SLACK`] or more; the quickest
/// way of a joint takes half a second.
const AT_ONCE: Duration = Duration::from_millis(200);
/// A goal may be this far from what the program can do, radians.
const SLACK: f64 = 6.0 * std::f64::consts::PI / 180.0;

/// A motion of the program, and where it brings which joints, radians.
type Planned = (ArmMotion, Vec<(usize, f64)>);

/// Two joints that the program of a brick moves.
pub struct ProgramLoop {
    brick: ArmBrick,
    joints: [JointSettings; 2],
    /// Where they stand, as far as the program has told.
    positions: [f64; 2],
    /// Where they rested when an earlier connection broke.
    before: Option<[f64; 2]>,
    /// Speed of each joint on its way, radians a second, roughly; 0 at rest.
    speeds: [f64; 2],
    orders: mpsc::UnboundedReceiver<Order>,
    reports: watch::Sender<Option<Report>>,
    queue: Queue,
}

impl ProgramLoop {
    /// Prepares the loop; where the program starts, the joints stand where their gearing says that the motor counts
    /// zero. `memory` is of the connection before.
    pub fn new(
        brick: ArmBrick,
        joints: [JointSettings; 2],
        memory: &Memory,
    ) -> (ProgramLoop, Handle, watch::Receiver<Option<Report>>) {
        let (handle, orders) = Handle::new(brick.device());
        let (reports, report_receiver) = watch::channel(None);
        let positions = [0, 1].map(|index: usize| joints[index].gearing.position_at_zero);
        let program_loop = ProgramLoop {
            brick,
            joints,
            positions,
            before: memory.at_rest(),
            speeds: [0.0; 2],
            orders,
            reports,
            queue: Queue::default(),
        };
        (program_loop, handle, report_receiver)
    }

    /// Runs until every [`Handle`] is dropped, or the brick is lost.
    ///
    /// Errors: [`Error::Lost`], [`Error::NoAnswer`], [`Error::BeganAnew`]; goals under way are answered with the same
    /// error.
    pub async fn run(mut self) -> Result<(), Error> {
        self.go_to_start().await?;
        loop {
            self.publish();
            if let Some(Waiting { number, goals, answer }) = self.queue.waiting.pop_front() {
                match self.carry_out(number, goals).await {
                    Err(error @ (Error::Lost { .. } | Error::NoAnswer { .. })) => {
                        // Who does not wait any more need not be told.
                        let _ = answer.send(Err(error.clone()));
                        self.queue.give_up(&error);
                        return Err(error);
                    }
                    outcome => {
                        let _ = answer.send(outcome);
                    }
                }
                continue;
            }
            tokio::select! {
                order = self.orders.recv() => match order {
                    None => return Ok(()),
                    Some(order) => {
                        self.queue.take(order, None, self.brick.device());
                    }
                },
                () = tempo::sleep(PACE) => {}
            }
        }
    }

    /// Brings the joints to where the program started.
    async fn go_to_start(&mut self) -> Result<(), Error> {
        let asked = Instant::now();
        self.brick.end_sequence().await?;
        let stood = self.before.unwrap_or(self.positions);
        let off = |(stood, start): (f64, f64)| (stood - start).abs() > SLACK;
        if asked.elapsed() < AT_ONCE && stood.into_iter().zip(self.positions).any(off) {
            return Err(Error::BeganAnew {
                device: self.brick.device().to_owned(),
                degrees: stood.map(f64::to_degrees),
            });
        }
        Ok(())
    }

    /// Does what a goal asks for, one motion of the program after the other. A stop or a cancel lets the motion under way
    /// end, for the program cannot be interrupted, and gives up what would come after it.
    async fn carry_out(&mut self, number: GoalNumber, goals: Vec<JointGoal>) -> Result<(), Error> {
        for (motion, ends) in self.motions(&goals)? {
            for (index, end) in &ends {
                self.speeds[*index] = (end - self.positions[*index]) / TYPICAL;
            }
            self.publish();
            let device = self.brick.device().to_owned();
            let mut broken_off = None;
            let mut deaf = false;
            let report = self.report();
            let outcome = {
                let perform = self.brick.perform(motion);
                tokio::pin!(perform);
                loop {
                    tokio::select! {
                        outcome = &mut perform => break outcome,
                        order = self.orders.recv(), if !deaf => match order {
                            None => deaf = true,
                            Some(order) => {
                                broken_off = self.queue.take(order, Some(number), &device).or(broken_off);
                            }
                        },
                        // Whoever waits for the joints hears that the driver is there.
                        () = tempo::sleep(PACE) => {
                            let at = Instant::now();
                            self.reports.send_replace(Some(Report { at, ..report.clone() }));
                        }
                    }
                }
            };
            outcome?;
            self.speeds = [0.0; 2];
            for (index, position) in ends {
                self.positions[index] = position;
            }
            self.publish();
            if let Some(error) = broken_off {
                return Err(error);
            }
            if deaf {
                return Err(Error::Stopped { device });
            }
        }
        Ok(())
    }

    /// The motions for a goal, each with where it brings which joints.
    fn motions(&self, goals: &[JointGoal]) -> Result<Vec<Planned>, Error> {
        let mut single = Vec::new();
        for goal in goals {
            let joint = self.joints.get(goal.joint);
            let settings = joint.ok_or_else(|| no_such_joint(goal.joint))?;
            settings.allow(&goal.trajectory)?;
            let end = goal.trajectory.goal().position;
            let which = [Which::One, Which::Two][goal.joint];
            let motion = self.motion(settings, which, end - self.positions[goal.joint], end)?;
            single.extend(motion.map(|motion| (motion, goal.joint, end)));
        }
        if let [(one, first, first_end), (other, second, second_end)] = single[..] {
            let ends = vec![(first, first_end), (second, second_end)];
            match (one, other) {
                (ArmMotion::Clamp(_), ArmMotion::Clamp(_)) => {
                    return Ok(vec![(ArmMotion::Clamp(Which::Both), ends)]);
                }
                (ArmMotion::Unclamp(_), ArmMotion::Unclamp(_)) => {
                    return Ok(vec![(ArmMotion::Unclamp(Which::Both), ends)]);
                }
                // The whole cube turns: one wrist after the other would tear it. The program turns both by a quarter
                // only, so half a turn is two of them.
                (ArmMotion::Turn(which, quarters), ArmMotion::Turn(_, back)) if quarters == -back => {
                    let turn = if which == Which::One { quarters } else { back }.signum();
                    let both = ArmMotion::Turn(Which::Both, turn);
                    let half = |(joint, end): (usize, f64)| (joint, (end + self.positions[joint]) / 2.0);
                    let halves = ends.iter().copied().map(half).collect();
                    let parts = match quarters.abs() {
                        1 => vec![ends],
                        _ => vec![halves, ends],
                    };
                    return Ok(parts.into_iter().map(|part| (both, part)).collect());
                }
                _ => {}
            }
        }
        let alone = |(motion, joint, end)| (motion, vec![(joint, end)]);
        Ok(single.into_iter().map(alone).collect())
    }

    /// The motion of one joint; none where it is there already.
    fn motion(&self, settings: &JointSettings, which: Which, way: f64, end: f64) -> Result<Option<ArmMotion>, Error> {
        if way.abs() < SLACK {
            return Ok(None);
        }
        let motion = match self.brick.role() {
            Role::Clamp if end.abs() < SLACK => Some(ArmMotion::Clamp(which)),
            Role::Clamp if (end - settings.limits.1).abs() < SLACK => Some(ArmMotion::Unclamp(which)),
            Role::Clamp => None,
            Role::Rotate => {
                let quarters = (way / FRAC_PI_2).round();
                let fits = (way - quarters * FRAC_PI_2).abs() < SLACK && quarters.abs() <= 2.0;
                fits.then_some(ArmMotion::Turn(which, quarters as i8))
            }
        };
        motion.map(Some).ok_or_else(|| Error::BadTrajectory {
            joint: settings.name.clone(),
            reason: format!(
                "the brick's own program only opens, closes and turns by 90 or 180 degrees, not by {:.1} to {:.1}",
                way.to_degrees(),
                end.to_degrees()
            ),
        })
    }

    fn publish(&self) {
        self.reports.send_replace(Some(self.report()));
    }

    fn report(&self) -> Report {
        let joints = [0, 1].map(|index: usize| JointReport {
            position: self.positions[index],
            speed: self.speeds[index],
            desired: self.positions[index],
            progress: if self.speeds[index] != 0.0 { Progress::Moving } else { Progress::Holding },
            drift: 0.0,
            zero: self.joints[index].gearing.position_at_zero,
            coast: 0.0,
            coasted: None,
        });
        Report {
            joints,
            at: Instant::now(),
            battery_volts: None,
            round_trip: 0.0,
            strays: self.brick.strays(),
            repeats: 0,
        }
    }
}

/// Goals in the order in which they will be carried out.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// Goals are refused.
    is_stopped: bool,
}

/// A goal whose turn has not come.
struct Waiting {
    number: GoalNumber,
    goals: Vec<JointGoal>,
    answer: Answer,
}

impl Queue {
    /// Takes an order while a goal is under way, or none; returns why that goal must end, if it must. The program itself
    /// holds the motors, so letting go of one is refused.
    fn take(&mut self, order: Order, under_way: Option<GoalNumber>, device: &str) -> Option<Error> {
        let device = || device.to_owned();
        match order {
            Order::Follow(_, _, answer) if self.is_stopped => {
                let _ = answer.send(Err(Error::Stopped { device: device() }));
            }
            Order::Follow(number, goals, answer) => self.waiting.push_back(Waiting { number, goals, answer }),
            Order::Cancel(number) => {
                let error = Error::Cancelled { device: device() };
                if under_way == Some(number) {
                    return Some(error);
                }
                if let Some(index) = self.waiting.iter().position(|goal| goal.number == number)
                    && let Some(goal) = self.waiting.remove(index)
                {
                    let _ = goal.answer.send(Err(error));
                }
            }
            Order::Stop(answer) => {
                let error = Error::Stopped { device: device() };
                self.is_stopped = true;
                self.give_up(&error);
                let _ = answer.send(());
                return Some(error);
            }
            Order::Resume => self.is_stopped = false,
            Order::YieldAt(joint, _, answer) => {
                let _ = answer.send(Err(Error::BadTrajectory {
                    joint: joint.to_string(),
                    reason: "the brick's own program holds its motors".to_owned(),
                }));
            }
            Order::SquareUp(_, _, answer) => {
                let _ = answer.send(Ok(0.0));
            }
            Order::TakeHold(_) | Order::SupposeElsewhere(_) => {}
        }
        None
    }

    /// Ends all goals that wait, with this error.
    fn give_up(&mut self, error: &Error) {
        for goal in self.waiting.drain(..) {
            // Who does not wait any more need not be told.
            let _ = goal.answer.send(Err(error.clone()));
        }
    }
}
