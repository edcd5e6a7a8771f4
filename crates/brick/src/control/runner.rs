//! The asynchronous loop around the control law: one task per brick that reads, decides and drives.

mod orders;

use super::cycle::{Looked, Step, look_after, step};
pub use super::handle::{Answer, Following, GoalNumber, Handle, Order, Pace, Report, Waiting};
use super::link::Link;
use super::{Drive, Instants, JointLaw, JointSettings, Progress, together};
use crate::clock::{Instant, sleep_until, tick_near};
use crate::command::SetOutputState;
use crate::{Brick, Error, OutputReading, Port, Power, RunState};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// The battery is looked at this often while the joints rest, and after this many times that even while they move.
const BATTERY_PAUSE: Duration = Duration::from_secs(2);
const BATTERY_PATIENCE: u32 = 3;
/// Two motors of one brick under control.
pub struct PositionLoop {
    brick: Brick,
    ports: [Port; 2],
    laws: [JointLaw; 2],
    pace: Pace,
    orders: mpsc::UnboundedReceiver<Order>,
    reports: watch::Sender<Option<Report>>,
    waiting: Vec<Waiting>,
    /// Nothing that moves a motor is taken up.
    is_stopped: bool,
    started: Instant,
    link: Link,
    last_step: Option<Instant>,
    /// When a joint moved last, or an order came; and what the motors counted then.
    last_stir: Instant,
    counts: [i32; 2],
    last_sent: [Option<(Power, bool)>; 2],
    next_keep_alive: Instant,
    next_battery: Instant,
    battery_volts: Option<f64>,
}

impl PositionLoop {
    /// Prepares the loop of a connected brick. Reports come out of the watch channel; it holds `None`
    /// before the first step.
    pub fn new(
        brick: Brick,
        joints: [(Port, JointSettings); 2],
        pace: Pace,
    ) -> (PositionLoop, Handle, watch::Receiver<Option<Report>>) {
        let (handle, orders) = Handle::new(brick.device());
        let (reports, report_receiver) = watch::channel(None);
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
            is_stopped: false,
            started: now,
            link: Link::default(),
            last_step: None,
            last_stir: now,
            counts: [0; 2],
            last_sent: [None; 2],
            next_keep_alive: now,
            next_battery: now,
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
        // No motor is left running in any case, as long as the brick receives orders.
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
            if let Some(keep_alive) = self.wants_looking_after() {
                tokio::select! {
                    biased;
                    order = self.orders.recv() => match order {
                        None => return Ok(()),
                        Some(order) => self.obey(order).await?,
                    },
                    looked = look_after(&mut self.brick, keep_alive) => self.note(looked?),
                }
            }
            let cycle = Instant::now();
            self.brake_when_silent(cycle);
            self.brick.set_try_time(self.link.try_time());
            let order = tokio::select! {
                // A stop must not wait for a slow reply, so orders are looked at first.
                biased;
                order = self.orders.recv() => Some(order),
                step = step(&mut self.brick, self.ports, &mut self.laws, self.started, &mut self.link) => {
                    self.drive(step?, cycle).await?;
                    None
                }
            };
            match order {
                Some(None) => return Ok(()),
                Some(Some(order)) => self.obey(order).await?,
                None => {
                    let next = self.next_step(cycle);
                    tokio::select! {
                        biased;
                        order = self.orders.recv() => match order {
                            None => return Ok(()),
                            Some(order) => self.obey(order).await?,
                        },
                        () = sleep_until(next) => {}
                    }
                }
            }
        }
    }

    /// Motors that run are braked when no reading comes for longer than it takes to read and drive them twice: their command was
    /// meant to last for one such interval.
    fn brake_when_silent(&mut self, cycle: Instant) {
        let runs = |sent: &Option<(Power, bool)>| sent.is_some_and(|(power, _)| power != Power::ZERO);
        let ports: Vec<Port> = (self.ports.into_iter().zip(&self.last_sent))
            .filter(|(_, sent)| runs(sent))
            .map(|(port, _)| port)
            .collect();
        self.brick.brake_unless_answered(cycle + self.link.silence(), ports);
    }

    /// When the next step begins, given when the last one began.
    fn next_step(&self, last: Instant) -> Instant {
        let pace = self.pace;
        if self.is_moving() {
            return last + pace.moving;
        }
        if self.last_stir.elapsed() < Pace::RESTED {
            return last + pace.holding;
        }
        let next = last + pace.resting;
        match pace.rests_on_ticks {
            true => tick_near(next, pace.resting),
            false => next,
        }
    }

    fn is_moving(&self) -> bool {
        self.laws.iter().any(|law| law.is_compliant() || law.report().progress == Progress::Moving)
            || self.last_sent.iter().any(|sent| sent.is_some_and(|(power, _)| power != Power::ZERO))
    }

    /// Sends the powers that changed and publishes what was read in a cycle that began at a time.
    async fn drive(&mut self, step: Step, cycle: Instant) -> Result<(), Error> {
        for (sent, reading) in self.last_sent.iter_mut().zip(step.readings) {
            // It was sent before this reading was asked for: what the reading does not show was lost on its way.
            *sent = sent.filter(|(power, free)| shows(&reading, *power, *free));
        }
        for (index, drive) in step.drives.into_iter().enumerate() {
            self.send(index, drive).await?;
        }
        let now = Instant::now();
        let counts = step.readings.map(|reading| reading.rotation);
        if self.is_moving() || counts != self.counts {
            (self.last_stir, self.counts) = (now, counts);
        }
        if let Some(last) = self.last_step.replace(now) {
            // Between goals there are pauses. The brick's answers show then how short a cycle could be.
            let elapsed = match self.is_moving() {
                true => now - last,
                false => (now - cycle).max(self.pace.moving),
            };
            self.link.stepped(elapsed);
        }
        self.publish(step.at);
        if self.settle() {
            // What failed is braked now, not after the next reading.
            self.redrive().await?;
        }
        Ok(())
    }

    fn publish(&self, at: Instant) {
        let report = Report {
            joints: self.laws.iter().map(JointLaw::report).collect(),
            at,
            battery_volts: self.battery_volts,
            round_trip: self.link.round_trip,
            strays: self.brick.strays(),
            repeats: self.brick.repeats(),
        };
        self.reports.send_replace(Some(report));
    }

    /// Answers the goals that are decided. When one joint of a goal fails, its other joint holds too. Whether one failed.
    fn settle(&mut self) -> bool {
        let mut has_failed = false;
        let mut index = 0;
        while index < self.waiting.len() {
            let joints = &self.waiting[index].joints;
            let progress = || joints.iter().map(|joint| self.laws[*joint].report().progress);
            let failure = progress().find_map(|progress| match progress {
                Progress::Failed(error) => Some(error),
                _ => None,
            });
            let apart = self.waiting[index].turns_cube.then(|| together::apart(&self.laws)).flatten();
            if let Some(error) = failure.or(apart) {
                self.give_up(index, error);
                has_failed = true;
            } else if progress().all(|progress| progress != Progress::Moving) {
                // One that has arrived may have been let go of since, and be held where it was pushed.
                self.waiting.remove(index).answer(Ok(()));
            } else {
                index += 1;
            }
        }
        has_failed
    }

    /// Sends the first powers of a new goal at once.
    async fn start_off(&mut self) -> Result<(), Error> {
        self.last_step = None;
        self.redrive().await
    }

    /// Decides and sends both powers at once, on what is known of the motors already.
    async fn redrive(&mut self) -> Result<(), Error> {
        let instants = self.instants();
        for (index, drive) in together::drive(&mut self.laws, instants).into_iter().enumerate() {
            self.send(index, drive).await?;
        }
        Ok(())
    }

    /// The times of a command that is sent now.
    fn instants(&self) -> Instants {
        let Link { round_trip, interval, .. } = self.link;
        Instants { effect: self.started.elapsed().as_secs_f64() + round_trip / 2.0, interval }
    }

    /// Sends what is new. Every drive has a limit, so that a motor stops by itself behind its goal when
    /// the link fails.
    async fn send(&mut self, index: usize, drive: Drive) -> Result<(), Error> {
        let sent = Some((drive.power, drive.free));
        // A motor that is driven gets a new limit each time.
        if self.last_sent[index] == sent && drive.power == Power::ZERO {
            return Ok(());
        }
        let port = self.ports[index];
        if drive.free {
            self.brick.send(&SetOutputState::released(port)).await?;
        } else {
            self.brick.drive(port, drive.power, drive.limit).await?;
        }
        self.last_sent[index] = sent;
        Ok(())
    }

    async fn brake(&mut self) -> Result<(), Error> {
        for index in 0..2 {
            self.laws[index].hold();
            self.brake_motor(index).await?;
        }
        Ok(())
    }

    /// Brakes a motor against its law's decision.
    async fn brake_motor(&mut self, index: usize) -> Result<(), Error> {
        self.brick.drive(self.ports[index], Power::ZERO, 0).await?;
        self.last_sent[index] = Some((Power::ZERO, false));
        let instants = self.instants();
        self.laws[index].record_brake(instants);
        Ok(())
    }

    /// Whether the brick is to be looked after now, and if so whether its sleep timer too. Rather while nothing moves, for
    /// it takes a reading's time.
    fn wants_looking_after(&self) -> Option<bool> {
        let now = Instant::now();
        let (mut keep_alive, mut battery) = (self.next_keep_alive, self.next_battery);
        if self.is_moving() {
            keep_alive += self.pace.keep_alive;
            battery += BATTERY_PATIENCE * BATTERY_PAUSE;
        }
        let due = keep_alive <= now;
        (due || battery <= now).then_some(due)
    }

    fn note(&mut self, Looked { keep_alive, volts }: Looked) {
        let now = Instant::now();
        if let Some(round_trip) = keep_alive {
            if self.battery_volts.is_none() {
                // The first look at the link; from here on each reading refines it.
                self.link.begin(round_trip);
            }
            self.next_keep_alive = now + self.pace.keep_alive;
        }
        for law in &mut self.laws {
            law.set_battery(volts);
        }
        self.battery_volts = Some(volts);
        self.next_battery = now + BATTERY_PAUSE;
    }
}

/// Whether a reading shows that the motor is driven at a power, or free.
fn shows(reading: &OutputReading, power: Power, free: bool) -> bool {
    let runs = reading.mode.on && reading.run_state != RunState::Idle;
    match free {
        true => !runs,
        false => runs && reading.mode.brake && reading.power == power,
    }
}
