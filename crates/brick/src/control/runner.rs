//! The asynchronous shell around the control law: one task per brick that reads, decides and drives.

use super::{
    Instants, JointLaw, JointReport, JointSettings, MotorReading, Progress, Tolerances, Trajectory,
};
use crate::command::SetOutputState;
use crate::{Brick, Error, Port, Power};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

/// How often the loop runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Least time between two steps while a goal is under way; a Bluetooth link is slower by itself.
    pub moving: Duration,
    /// Time between two steps while the joints hold.
    pub holding: Duration,
    /// Time between two KEEPALIVEs with a look at the battery.
    pub keep_alive: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            moving: Duration::from_millis(15),
            holding: Duration::from_millis(100),
            keep_alive: Duration::from_secs(20),
        }
    }
}

/// What the loop publishes after each step.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The two joints, in the order they were given.
    pub joints: [JointReport; 2],
    /// When the readings were true.
    pub at: Instant,
    /// Battery voltage in volts, once known.
    pub battery_volts: Option<f64>,
    /// Smoothed time from request to reply, seconds.
    pub round_trip: f64,
    /// Packets dropped so far because nobody had asked for them.
    pub strays: u64,
}

/// What to do with one joint, by its index.
#[derive(Debug, Clone, PartialEq)]
pub struct JointGoal {
    /// Which joint, 0 or 1.
    pub joint: usize,
    /// Its path.
    pub trajectory: Trajectory,
    /// How exact.
    pub tolerances: Tolerances,
}

enum Order {
    Follow(Vec<JointGoal>, oneshot::Sender<Result<(), Error>>),
    Stop(oneshot::Sender<()>),
}

/// Gives orders to a running loop; cheap to clone.
#[derive(Debug, Clone)]
pub struct Handle {
    device: String,
    orders: mpsc::Sender<Order>,
}

impl Handle {
    /// Moves joints; answers when all have landed, or with the first failure (then these joints hold). A
    /// later order for one of them supersedes this one, which then fails with [`Error::Superseded`];
    /// orders for different joints do not touch each other.
    ///
    /// Errors: [`Error::BadTrajectory`], the tolerance and stall errors, [`Error::Superseded`], and
    /// [`Error::Lost`] when the loop has ended.
    pub async fn follow(&self, goals: Vec<JointGoal>) -> Result<(), Error> {
        let (sender, receiver) = oneshot::channel();
        self.orders
            .send(Order::Follow(goals, sender))
            .await
            .map_err(|_| self.ended())?;
        receiver.await.map_err(|_| self.ended())?
    }

    /// Brakes both motors at once and holds; answers when the brake commands are sent.
    ///
    /// Errors: [`Error::Lost`] when the loop has ended.
    pub async fn stop(&self) -> Result<(), Error> {
        let (sender, receiver) = oneshot::channel();
        self.orders
            .send(Order::Stop(sender))
            .await
            .map_err(|_| self.ended())?;
        receiver.await.map_err(|_| self.ended())
    }

    fn ended(&self) -> Error {
        Error::Lost {
            device: self.device.clone(),
            reason: "its control loop has ended".to_owned(),
        }
    }
}

/// Two motors of one brick under control.
pub struct PositionLoop {
    brick: Brick,
    ports: [Port; 2],
    laws: [JointLaw; 2],
    pace: Pace,
    orders: mpsc::Receiver<Order>,
    reports: watch::Sender<Option<Report>>,
    waiting: Vec<Waiting>,
    started: Instant,
    round_trip: f64,
    interval: f64,
    last_step: Option<Instant>,
    last_sent: [Option<Power>; 2],
    next_keep_alive: Instant,
    battery_volts: Option<f64>,
}

struct Waiting {
    joints: Vec<usize>,
    answer: oneshot::Sender<Result<(), Error>>,
}

impl Waiting {
    fn answer(self, outcome: Result<(), Error>) {
        // Nobody may be listening any more; that is theirs to decide.
        let _ = self.answer.send(outcome);
    }
}

impl PositionLoop {
    /// Prepares the loop of a connected brick. Reports come out of the watch channel; it holds `None`
    /// before the first step.
    pub fn new(
        brick: Brick,
        joints: [(Port, JointSettings); 2],
        pace: Pace,
    ) -> (PositionLoop, Handle, watch::Receiver<Option<Report>>) {
        let (order_sender, orders) = mpsc::channel(8);
        let (reports, report_receiver) = watch::channel(None);
        let handle = Handle {
            device: brick.device().to_owned(),
            orders: order_sender,
        };
        let ports = [joints[0].0, joints[1].0];
        let laws = joints.map(|(_, settings)| JointLaw::new(settings));
        let now = Instant::now();
        let position_loop = PositionLoop {
            brick,
            ports,
            laws,
            pace,
            orders,
            reports,
            waiting: Vec::new(),
            started: now,
            round_trip: 0.03,
            interval: 0.035,
            last_step: None,
            last_sent: [None; 2],
            next_keep_alive: now,
            battery_volts: None,
        };
        (position_loop, handle, report_receiver)
    }

    /// Runs until every [`Handle`] is dropped, then brakes and returns the brick; or until the brick is lost.
    ///
    /// Errors: [`Error::Lost`], [`Error::Timeout`] after all retries, [`Error::Refused`]. Goals under
    /// way are answered with the same error.
    pub async fn run(mut self) -> Result<Brick, Error> {
        let outcome = self.run_until_idle_or_lost().await;
        // Whatever happened: no motor is left running if the brick can still hear.
        let braked = self.brake().await;
        match outcome.and(braked) {
            Ok(()) => Ok(self.brick),
            Err(error) => {
                for waiting in self.waiting.drain(..) {
                    waiting.answer(Err(error.clone()));
                }
                Err(error)
            }
        }
    }

    async fn run_until_idle_or_lost(&mut self) -> Result<(), Error> {
        loop {
            if Instant::now() >= self.next_keep_alive {
                self.look_after().await?;
            }
            let cycle = Instant::now();
            let order = tokio::select! {
                // A stop must not wait for a slow reply, so orders are looked at first.
                biased;
                order = self.orders.recv() => Some(order),
                step = step(&mut self.brick, self.ports, &mut self.laws, self.started, &mut self.round_trip, self.interval) => {
                    self.drive(step?).await?;
                    None
                }
            };
            match order {
                Some(None) => return Ok(()),
                Some(Some(order)) => self.obey(order).await?,
                None => {
                    let pause = if self.is_moving() {
                        self.pace.moving
                    } else {
                        self.pace.holding
                    };
                    let next = cycle + pause;
                    tokio::select! {
                        biased;
                        order = self.orders.recv() => match order {
                            None => return Ok(()),
                            Some(order) => self.obey(order).await?,
                        },
                        () = tokio::time::sleep_until(next) => {}
                    }
                }
            }
        }
    }

    fn is_moving(&self) -> bool {
        self.laws
            .iter()
            .any(|law| law.report().progress == Progress::Moving)
            || self
                .last_sent
                .iter()
                .any(|power| power.is_some_and(|power| power != Power::ZERO))
    }

    /// Sends the powers that changed and publishes what was read.
    async fn drive(&mut self, step: Step) -> Result<(), Error> {
        for (index, power) in step.powers.into_iter().enumerate() {
            self.send_power(index, power).await?;
        }
        let now = Instant::now();
        if let Some(last) = self.last_step.replace(now) {
            let elapsed = (now - last).as_secs_f64();
            if elapsed < 0.08 {
                self.interval += 0.2 * (elapsed - self.interval);
            }
        }
        self.publish(step.at);
        self.settle();
        Ok(())
    }

    fn publish(&self, at: Instant) {
        let report = Report {
            joints: [self.laws[0].report(), self.laws[1].report()],
            at,
            battery_volts: self.battery_volts,
            round_trip: self.round_trip,
            strays: self.brick.strays(),
        };
        self.reports.send_replace(Some(report));
    }

    /// Answers the goals that are decided. When one joint of a goal fails, its other joint holds too.
    fn settle(&mut self) {
        let mut index = 0;
        while index < self.waiting.len() {
            let joints = &self.waiting[index].joints;
            let progress = || {
                joints
                    .iter()
                    .map(|joint| self.laws[*joint].report().progress)
            };
            let failure = progress().find_map(|progress| match progress {
                Progress::Failed(error) => Some(error),
                _ => None,
            });
            if let Some(error) = failure {
                self.give_up(index, error);
            } else if progress().all(|progress| progress == Progress::Landed) {
                self.waiting.remove(index).answer(Ok(()));
            } else {
                index += 1;
            }
        }
    }

    /// Ends a goal with an error; its joints hold.
    fn give_up(&mut self, index: usize, error: Error) {
        let waiting = self.waiting.remove(index);
        for joint in &waiting.joints {
            self.laws[*joint].hold();
        }
        waiting.answer(Err(error));
    }

    /// Ends all goals that move one of these joints: others take their place.
    fn supersede(&mut self, joints: &[usize]) {
        let error = Error::Superseded {
            device: self.brick.device().to_owned(),
        };
        let shares = |waiting: &Waiting| waiting.joints.iter().any(|joint| joints.contains(joint));
        while let Some(index) = self.waiting.iter().position(shares) {
            self.give_up(index, error.clone());
        }
    }

    async fn obey(&mut self, order: Order) -> Result<(), Error> {
        match order {
            Order::Stop(answer) => {
                self.brake().await?;
                self.supersede(&[0, 1]);
                let _ = answer.send(());
            }
            Order::Follow(goals, answer) => {
                let now = self.started.elapsed().as_secs_f64();
                let mut accepted = self.laws.clone();
                let outcome =
                    goals
                        .iter()
                        .try_for_each(|goal| match accepted.get_mut(goal.joint) {
                            Some(law) => law.follow(&goal.trajectory, goal.tolerances, now),
                            None => Err(Error::BadTrajectory {
                                joint: goal.joint.to_string(),
                                reason: "a brick drives joints 0 and 1 only".to_owned(),
                            }),
                        });
                match outcome {
                    Ok(()) => {
                        let joints: Vec<usize> = goals.iter().map(|goal| goal.joint).collect();
                        self.supersede(&joints);
                        self.laws = accepted;
                        self.waiting.push(Waiting { joints, answer });
                        self.start_off().await?;
                    }
                    Err(error) => {
                        let _ = answer.send(Err(error));
                    }
                }
            }
        }
        Ok(())
    }

    /// Sends the first powers of a new goal at once, on what is known of the motors already.
    async fn start_off(&mut self) -> Result<(), Error> {
        let effect = self.started.elapsed().as_secs_f64() + self.round_trip / 2.0;
        let instants = Instants {
            effect,
            interval: self.interval,
        };
        for index in 0..2 {
            let power = self.laws[index].restep(instants);
            self.send_power(index, power).await?;
        }
        Ok(())
    }

    async fn send_power(&mut self, index: usize, power: Power) -> Result<(), Error> {
        if self.last_sent[index] != Some(power) {
            self.brick
                .send(&SetOutputState::braked(self.ports[index], power))
                .await?;
            self.last_sent[index] = Some(power);
        }
        Ok(())
    }

    async fn brake(&mut self) -> Result<(), Error> {
        for index in 0..2 {
            self.brick
                .send(&SetOutputState::braked(self.ports[index], Power::ZERO))
                .await?;
            self.last_sent[index] = Some(Power::ZERO);
            self.laws[index].hold();
            let effect = self.started.elapsed().as_secs_f64() + self.round_trip / 2.0;
            self.laws[index].record(Power::ZERO, effect);
        }
        Ok(())
    }

    /// Keeps the brick awake and reads its battery; only while nothing moves, unless it is long overdue.
    async fn look_after(&mut self) -> Result<(), Error> {
        let overdue = Instant::now() >= self.next_keep_alive + self.pace.keep_alive;
        if self.is_moving() && !overdue {
            return Ok(());
        }
        self.brick.keep_alive().await?;
        self.battery_volts = Some(f64::from(self.brick.battery().await?.millivolts) / 1000.0);
        self.next_keep_alive = Instant::now() + self.pace.keep_alive;
        Ok(())
    }
}

struct Step {
    powers: [Power; 2],
    at: Instant,
}

/// Reads both motors and decides both powers.
async fn step(
    brick: &mut Brick,
    ports: [Port; 2],
    laws: &mut [JointLaw; 2],
    started: Instant,
    round_trip: &mut f64,
    interval: f64,
) -> Result<Step, Error> {
    let asked = Instant::now();
    let readings = brick.read_motors(ports).await?;
    let answered = Instant::now();
    let elapsed = answered - asked;
    // A reply that came by retry says nothing about the link.
    if elapsed.as_secs_f64() < 0.25 {
        *round_trip += 0.1 * (elapsed.as_secs_f64() - *round_trip);
    }
    let late = elapsed.min(Duration::from_secs_f64(*round_trip));
    let at = answered - late / 2;
    let time = (at - started).as_secs_f64();
    let effect = (answered - started).as_secs_f64() + *round_trip / 2.0;
    let mut powers = [Power::ZERO; 2];
    for ((law, reading), power) in laws.iter_mut().zip(readings).zip(&mut powers) {
        let reading = MotorReading {
            time,
            degrees: reading.rotation,
        };
        *power = law.step(reading, Instants { effect, interval });
    }
    Ok(Step { powers, at })
}
