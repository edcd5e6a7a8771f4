//! The asynchronous loop around the joints of a controller of servos: reads, judges and sends them on, a hundred times a second.

use std::future::poll_fn;
use std::ops::Range;
use std::task::Poll;
use std::time::Duration;

use brick::Error;
use brick::clock::{Instant, sleep_until};
use brick::control::runner::{Handle, Order, Report, Waiting};
use brick::control::{JointGoal, Progress};
use rig::{Joint, JointGroup, Profile};
use tokio::sync::{mpsc, watch};

use crate::{DrivenJoint, Family};

/// Time between two cycles while a joint moves, and while all hold.
const MOVING: Duration = Duration::from_millis(10);
const HOLDING: Duration = Duration::from_millis(50);

/// How the servos are, for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Health {
    /// What is known of each servo.
    pub joints: Vec<(Joint, String)>,
    /// Answers that did not come.
    pub lost: u64,
    /// What came and nobody had asked for.
    pub strays: u64,
    /// What always has to be known of these servos.
    pub note: Option<&'static str>,
    /// What is not right yet, and no fault.
    pub warning: Option<String>,
    /// What went wrong last, and is not over.
    pub fault: Option<String>,
}

/// Seconds of the loop's time, which began then.
pub(crate) fn since(started: Instant) -> f64 {
    started.elapsed().as_secs_f64()
}

/// The joints that one action serves.
struct Group {
    device: String,
    orders: mpsc::UnboundedReceiver<Order>,
    /// Its joints among all.
    own: Range<usize>,
    waiting: Vec<Waiting>,
    is_stopped: bool,
}

/// All joints of a controller under control.
pub struct ServoLoop<F: Family> {
    family: F,
    joints: Vec<F::Joint>,
    groups: Vec<Group>,
    publish: Box<dyn FnMut(usize, Report) + Send>,
    health: watch::Sender<Health>,
    started: Instant,
    round_trip: f64,
}

impl<F: Family> ServoLoop<F> {
    /// The loop of these groups of a rig, whose servos hang there, and who gives orders to each group. `publish` takes what is
    /// read of a group.
    ///
    /// Errors: [`Error::Actuator`] for a group whose joints servos do not drive.
    pub fn new(
        family: F,
        profile: &Profile,
        served: &[JointGroup],
        publish: Box<dyn FnMut(usize, Report) + Send>,
        health: watch::Sender<Health>,
    ) -> Result<(ServoLoop<F>, Vec<Handle>), Error> {
        let (mut joints, mut groups, mut handles) = (Vec::new(), Vec::new(), Vec::new());
        for JointGroup { name, joints: driven } in served {
            let first = joints.len();
            for &joint in driven {
                let absent = || Error::Actuator {
                    joint: joint.name().to_owned(),
                    fault: format!("the profile {} has no servo for it", profile.name),
                };
                joints.push(F::joint(profile, joint).ok_or_else(absent)?);
            }
            let device = format!("{name} ({} at {})", F::NAME, family.device());
            let (handle, orders) = Handle::new(&device);
            groups.push(Group { device, orders, own: first..joints.len(), waiting: Vec::new(), is_stopped: false });
            handles.push(handle);
        }
        let started = Instant::now();
        let servo_loop = ServoLoop { family, joints, groups, publish, health, started, round_trip: 0.0 };
        Ok((servo_loop, handles))
    }

    /// The joints of a group stood as this report says when they were driven last.
    pub fn remember(&mut self, group: usize, report: &Report) {
        let own = self.groups[group].own.clone();
        for (joint, before) in self.joints[own].iter_mut().zip(&report.joints) {
            joint.remember(before.position);
        }
    }

    /// Runs until every [`Handle`] is dropped, or the controller or a servo is lost. The servos hold where they are then.
    ///
    /// Errors: [`Error::Lost`], [`Error::Actuator`]. Goals under way are answered with the same error.
    pub async fn run(mut self) -> Result<(), Error> {
        let outcome = self.run_until_idle_or_lost().await;
        self.joints.iter_mut().for_each(|joint| joint.motion_mut().hold());
        let held = self.send().await;
        let outcome = outcome.and(held);
        if let Err(error) = &outcome {
            for waiting in self.groups.iter_mut().flat_map(|group| group.waiting.drain(..)) {
                waiting.answer(Err(error.clone()));
            }
        }
        outcome
    }

    async fn run_until_idle_or_lost(&mut self) -> Result<(), Error> {
        loop {
            let cycle = Instant::now();
            self.step().await?;
            let moves = self.joints.iter().any(|joint| joint.motion().progress == Progress::Moving);
            let next = cycle + if moves { MOVING } else { HOLDING };
            loop {
                tokio::select! {
                    biased;
                    order = next_order(&mut self.groups) => match order {
                        None => return Ok(()),
                        Some((group, order)) => if self.obey(group, order).await? { break },
                    },
                    () = sleep_until(next) => break,
                }
            }
        }
    }

    fn now(&self) -> f64 {
        since(self.started)
    }

    /// One cycle.
    async fn step(&mut self) -> Result<(), Error> {
        let asked = self.now();
        self.family.cycle(&mut self.joints, self.started).await?;
        let now = self.now();
        self.round_trip = now - asked;
        self.settle();
        self.send().await?;
        self.publish(now);
        Ok(())
    }

    /// Sends every servo where to be.
    async fn send(&mut self) -> Result<(), Error> {
        let now = self.now();
        self.family.send(&mut self.joints, now).await
    }

    fn publish(&mut self, now: f64) {
        // Nothing is known of a joint before its first reading.
        if self.joints.iter().any(|joint| joint.motion().position.is_nan()) {
            return;
        }
        let health = self.family.health(&self.joints);
        for (index, group) in self.groups.iter().enumerate() {
            let report = Report {
                joints: self.joints[group.own.clone()].iter().map(|joint| joint.motion().report(now)).collect(),
                at: Instant::now(),
                battery_volts: None,
                round_trip: self.round_trip,
                strays: health.strays,
                repeats: health.lost,
            };
            (self.publish)(index, report);
        }
        let fault = self.joints.iter().map(DrivenJoint::motion).find_map(|motion| {
            let fault = motion.fault.clone()?;
            Some(Error::Actuator { joint: motion.joint.name().to_owned(), fault }.to_string())
        });
        self.health.send_replace(Health { fault, ..health });
    }

    /// Answers the goals that are decided. When one joint of a goal fails, the others hold too.
    fn settle(&mut self) {
        for group in 0..self.groups.len() {
            let mut index = 0;
            while let Some(waiting) = self.groups[group].waiting.get(index) {
                let first = self.groups[group].own.start;
                let progress = waiting.joints.iter().map(|joint| &self.joints[first + joint].motion().progress);
                let failure = progress.clone().find_map(|progress| match progress {
                    Progress::Failed(error) => Some(error.clone()),
                    _ => None,
                });
                if let Some(error) = failure {
                    self.give_up(group, index, error);
                } else if progress.clone().all(|progress| *progress != Progress::Moving) {
                    self.groups[group].waiting.remove(index).answer(Ok(()));
                } else {
                    index += 1;
                }
            }
        }
    }

    /// Ends a goal; its joints hold.
    fn give_up(&mut self, group: usize, index: usize, error: Error) {
        let Group { waiting, own, .. } = &mut self.groups[group];
        let waiting = waiting.remove(index);
        for joint in &waiting.joints {
            self.joints[own.start + joint].motion_mut().hold();
        }
        waiting.answer(Err(error));
    }

    /// Ends the goals that this is true of.
    fn give_up_those(&mut self, group: usize, are_meant: impl Fn(&Waiting) -> bool, error: &Error) {
        while let Some(index) = self.groups[group].waiting.iter().position(&are_meant) {
            self.give_up(group, index, error.clone());
        }
    }

    /// Carries out an order; whether the next cycle is to begin at once.
    async fn obey(&mut self, group: usize, order: Order) -> Result<bool, Error> {
        let device = self.groups[group].device.clone();
        match order {
            Order::Stop(answer) => {
                self.groups[group].is_stopped = true;
                self.give_up_those(group, |_| true, &Error::Stopped { device });
                self.send().await?;
                let _ = answer.send(());
            }
            Order::Resume => self.groups[group].is_stopped = false,
            Order::Cancel(number) => {
                self.give_up_those(group, |waiting| waiting.number == number, &Error::Cancelled { device });
                self.send().await?;
            }
            Order::Follow(number, goals, answer) => match self.take_up(group, &goals) {
                Ok(()) => {
                    let joints = goals.iter().map(|goal| goal.joint).collect();
                    self.groups[group].waiting.push(Waiting { number, joints, turns_cube: false, answer });
                    return Ok(true);
                }
                Err(error) => drop(answer.send(Err(error))),
            },
            // These are for motors behind gears that creep. A servo's sensor sits on the joint.
            Order::ReleaseAt(..) | Order::TakeHold(_) | Order::AssumeElsewhere(_) | Order::Zero(..) => {}
        }
        Ok(false)
    }

    /// Has all joints of a goal follow it, or none.
    fn take_up(&mut self, group: usize, goals: &[JointGoal]) -> Result<(), Error> {
        let now = self.now();
        let Group { device, own, is_stopped, .. } = &self.groups[group];
        let (device, own) = (device.clone(), own.clone());
        if *is_stopped {
            return Err(Error::Stopped { device });
        }
        let mut accepted = self.joints[own.clone()].to_vec();
        for goal in goals {
            let reason = || format!("{device} has {} joints only", own.len());
            let no_joint = || Error::BadTrajectory { joint: goal.joint.to_string(), reason: reason() };
            accepted.get_mut(goal.joint).ok_or_else(no_joint)?.follow(&goal.trajectory, goal.tolerances, now)?;
        }
        let shares = |waiting: &Waiting| goals.iter().any(|goal| waiting.joints.contains(&goal.joint));
        self.give_up_those(group, shares, &Error::Superseded { device });
        for goal in goals {
            self.joints[own.start + goal.joint] = accepted[goal.joint].clone();
        }
        Ok(())
    }
}

/// The next order to a group; `None` once nobody can give one any more.
async fn next_order(groups: &mut [Group]) -> Option<(usize, Order)> {
    poll_fn(|context| {
        let mut is_open = false;
        for (index, group) in groups.iter_mut().enumerate() {
            match group.orders.poll_recv(context) {
                Poll::Ready(Some(order)) => return Poll::Ready(Some((index, order))),
                Poll::Ready(None) => {}
                Poll::Pending => is_open = true,
            }
        }
        if is_open { Poll::Pending } else { Poll::Ready(None) }
    })
    .await
}
