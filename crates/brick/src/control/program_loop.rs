//! The seed's brick program behind the same [`Handle`] as the position loop: trajectories become its motions.
//!
//! The program knows whole motions only, so a goal must end closed, open, or a quarter or half turn from where
//! the joint stands. It hears nothing until a motion has ended: a stop is answered at once, but the motion under way
//! goes on to its end, and a later goal waits for that instead of taking its place. It tells no positions: until a motion has ended its joints are reported where they were, moving, and
//! a connection begins with the one command that leads to a known place from wherever they are, the end of the
//! sequence: all motors go back to where the program started.

use super::handle::{Handle, JointGoal, Order, Report, no_such_joint};
use super::{JointReport, JointSettings, Memory, Progress};
use crate::Error;
use crate::arm_nxj::{ArmBrick, ArmMotion, Job, Which};
use std::collections::VecDeque;
use std::f64::consts::FRAC_PI_2;
use std::time::Duration;
use tempo::Instant;
use tokio::sync::{mpsc, oneshot, watch};

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

type Answer = oneshot::Sender<Result<(), Error>>;

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
    orders: mpsc::Receiver<Order>,
    reports: watch::Sender<Option<Report>>,
    waiting: VecDeque<(Vec<JointGoal>, Answer)>,
}

impl ProgramLoop {
    /// Prepares the loop; where the program starts, the joints stand where their gearing says that the motor counts
    /// zero. `memory` is of the connection before.
    pub fn new(
        brick: ArmBrick,
        joints: [JointSettings; 2],
        memory: &Memory,
    ) -> (ProgramLoop, Handle, watch::Receiver<Option<Report>>) {
        let (order_sender, orders) = mpsc::channel(8);
        let (reports, report_receiver) = watch::channel(None);
        let handle = Handle {
            device: brick.device().to_owned(),
            orders: order_sender,
        };
        let positions = [0, 1].map(|index: usize| joints[index].gearing.position_at_zero);
        let program_loop = ProgramLoop {
            brick,
            joints,
            positions,
            before: memory.at_rest(),
            speeds: [0.0; 2],
            orders,
            reports,
            waiting: VecDeque::new(),
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
            if let Some((goals, answer)) = self.waiting.pop_front() {
                match self.carry_out(goals).await {
                    Err(error @ (Error::Lost { .. } | Error::NoAnswer { .. })) => {
                        let waiting = self.waiting.drain(..).map(|(_, answer)| answer);
                        // Who does not wait any more need not be told.
                        for answer in waiting.chain([answer]) {
                            let _ = answer.send(Err(error.clone()));
                        }
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
                        take(order, &mut self.waiting, self.brick.device());
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

    /// Does what a goal asks for, one motion of the program after the other. A stop lets the motion under way
    /// end, for the program cannot be interrupted, and gives up what would come after it.
    async fn carry_out(&mut self, goals: Vec<JointGoal>) -> Result<(), Error> {
        for (motion, ends) in self.motions(&goals)? {
            for (index, end) in &ends {
                self.speeds[*index] = (end - self.positions[*index]) / TYPICAL;
            }
            self.publish();
            let device = self.brick.device().to_owned();
            let mut stopped = false;
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
                            Some(order) => stopped |= take(order, &mut self.waiting, &device),
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
            if stopped || deaf {
                return Err(Error::Superseded { device });
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
                (ArmMotion::Turn(which, quarters), ArmMotion::Turn(_, back))
                    if quarters == -back =>
                {
                    let turn = if which == Which::One { quarters } else { back }.signum();
                    let both = ArmMotion::Turn(Which::Both, turn);
                    let half =
                        |(joint, end): (usize, f64)| (joint, (end + self.positions[joint]) / 2.0);
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
    fn motion(
        &self,
        settings: &JointSettings,
        which: Which,
        way: f64,
        end: f64,
    ) -> Result<Option<ArmMotion>, Error> {
        if way.abs() < SLACK {
            return Ok(None);
        }
        let motion = match self.brick.job() {
            Job::Clamp if end.abs() < SLACK => Some(ArmMotion::Clamp(which)),
            Job::Clamp if (end - settings.limits.1).abs() < SLACK => {
                Some(ArmMotion::Unclamp(which))
            }
            Job::Clamp => None,
            Job::Rotate => {
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
            progress: if self.speeds[index] != 0.0 {
                Progress::Moving
            } else {
                Progress::Holding
            },
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

/// Takes an order; whether it was a stop. A stop gives up all that waits; the program itself holds the motors,
/// so letting go of one is refused.
fn take(order: Order, waiting: &mut VecDeque<(Vec<JointGoal>, Answer)>, device: &str) -> bool {
    let refusal = |joint: usize| Error::BadTrajectory {
        joint: joint.to_string(),
        reason: "the brick's own program holds its motors".to_owned(),
    };
    match order {
        Order::Follow(goals, answer) => waiting.push_back((goals, answer)),
        Order::Stop(answer) => {
            for (_, waits) in waiting.drain(..) {
                let device = device.to_owned();
                let _ = waits.send(Err(Error::Superseded { device }));
            }
            let _ = answer.send(());
            return true;
        }
        Order::YieldAt(joint, _, answer) => {
            let _ = answer.send(Err(refusal(joint)));
        }
        Order::SquareUp(_, _, answer) => {
            let _ = answer.send(Ok(0.0));
        }
        Order::TakeHold(_) | Order::SupposeElsewhere(_) => {}
    }
    false
}
