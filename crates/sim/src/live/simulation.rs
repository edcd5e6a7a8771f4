//! A world in step with a clock: orders in, bytes, truth and scenes out. It has no thread and no socket.

use cube::Cube;

use crate::render::Scene;
use crate::world::TICK;
use crate::{Fault, Truth, Wire, World};

/// What clients can do to the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// A host has connected.
    Connected(Wire),
    /// Bytes for a brick, or for the servos.
    Bytes(Wire, Vec<u8>),
    /// A cube is put in.
    Put(Cube),
    /// A fault begins.
    Inject(Fault),
    /// All faults end.
    ClearFaults,
    /// The cube of the beginning is put in, all faults end, and violations are forgotten. Motors stay where they are: drivers hold
    /// them there.
    Reset,
}

/// The longest step between two looks for replies, in seconds. After the machine stalled, the world catches up in such steps.
/// So replies keep their order and their times.
const STRIDE: f64 = 0.002;
/// A world that is further behind than this (seconds) skips the lost time. What stalled the world has stalled the drivers
/// too, and motors run on without control: in 0.25 s a wrist turns by 60 degrees. Motors that are late do no harm.
/// The thread may have slept for 0.01 s of it, and for 0.03 s where nothing moved.
const MOST_BEHIND: f64 = 0.05;
/// The number of newest violations that are kept.
const MOST_VIOLATIONS: usize = 200;

/// The world in step with a clock.
pub struct Simulation {
    world: World,
    /// The cube of the beginning, if there was one.
    beginning: Option<Cube>,
    /// Clock time minus world time, in seconds.
    offset: f64,
    violations: Vec<String>,
}

/// What happened in a stretch of time.
#[derive(Debug, Default, PartialEq)]
pub struct Outcome {
    /// Bytes to the hosts, in order.
    pub bytes: Vec<(Wire, Vec<u8>)>,
    /// Seconds of simulated time that were skipped because the machine was too slow.
    pub lost_seconds: f64,
    /// Whether a violation was noted.
    pub violated: bool,
}

impl Simulation {
    /// Starts `world` at the clock time `now` (seconds).
    pub fn new(world: World, now: f64) -> Self {
        let offset = now - world.time();
        Self { beginning: world.truth().cube, world, offset, violations: Vec::new() }
    }

    /// Carries out an order in the world's present.
    pub fn order(&mut self, order: Order) {
        match order {
            Order::Connected(wire) => self.world.connected(wire),
            Order::Bytes(wire, bytes) => self.world.send(wire, &bytes),
            Order::Put(cube) => self.world.set_cube(cube),
            Order::Inject(fault) => self.world.inject(fault),
            Order::ClearFaults => self.world.clear_faults(),
            Order::Reset => {
                self.world.clear_faults();
                self.beginning.into_iter().for_each(|cube| self.world.set_cube(cube));
                self.violations.clear();
            }
        }
    }

    /// Runs the world until the clock time `now`.
    pub fn run_until(&mut self, now: f64) -> Outcome {
        let mut outcome = Outcome::default();
        let behind = now - self.offset - self.world.time();
        if MOST_BEHIND < behind {
            outcome.lost_seconds = behind;
            self.offset += behind;
        }
        let until = now - self.offset;
        while self.world.time() + TICK <= until {
            let next = (self.world.time() + STRIDE).min(until);
            self.world.advance_to(next);
            for wire in Wire::ALL {
                let bytes = self.world.receive(wire);
                if !bytes.is_empty() {
                    outcome.bytes.push((wire, bytes));
                }
            }
        }
        for event in self.world.take_events() {
            outcome.violated = true;
            self.violations.push(format!("{:.3} s: {}", event.time, event.what));
        }
        let surplus = self.violations.len().saturating_sub(MOST_VIOLATIONS);
        self.violations.drain(..surplus);
        outcome
    }

    /// Simulated seconds since the world began.
    pub fn time(&self) -> f64 {
        self.world.time()
    }

    /// The clock time by which the world must run so that the bytes under way arrive next, at the rig or at a host.
    pub fn next_arrival(&self) -> Option<f64> {
        let ticks = (self.world.next_arrival()? / TICK).ceil();
        Some(ticks * TICK + self.offset)
    }

    /// The true state.
    pub fn truth(&self) -> Truth {
        self.world.truth()
    }

    /// What happened against the rules of motion, oldest first.
    pub fn violations(&self) -> &[String] {
        &self.violations
    }

    /// What the camera sees.
    pub fn scene(&self) -> Scene {
        self.world.scene()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use brick::BrickName;
    use brick::command::{Command, GetBatteryLevel, ReplyPacket};
    use brick::frame::{Deframer, frame};
    use rig::Profile;

    fn simulation() -> Simulation {
        Simulation::new(World::new(Profile::nxt_2015(), 7, Options::default()), 100.0)
    }

    fn question() -> Vec<u8> {
        frame(&GetBatteryLevel.packet(true)).expect("two bytes fit into a packet")
    }

    #[test]
    fn a_question_is_answered_after_the_latency_of_both_ways() {
        let mut simulation = simulation();
        simulation.order(Order::Bytes(BrickName::FbClamp.into(), question()));
        assert_eq!(simulation.run_until(100.010).bytes, vec![], "no link is that fast");
        let looks = [100.04, 100.07, 100.10];
        let bytes = looks.map(|now| simulation.run_until(now).bytes).concat();
        let [(name, reply)] = &bytes[..] else { panic!("one answer, not {bytes:?}") };
        assert_eq!(*name, BrickName::FbClamp.into());
        let mut deframer = Deframer::default();
        deframer.push(reply);
        let packet = deframer.next_packet().expect("a whole packet").expect("one is there");
        assert!(ReplyPacket::decode(&packet).expect("a reply").status.is_ok());
    }

    #[test]
    fn running_to_each_next_arrival_gets_the_answer_when_it_is_due() {
        let (mut simulation, mut often) = (simulation(), simulation());
        for simulation in [&mut simulation, &mut often] {
            assert_eq!(simulation.next_arrival(), None);
            simulation.order(Order::Bytes(BrickName::FbClamp.into(), question()));
        }
        let mut arrivals = Vec::new();
        while let Some(next) = simulation.next_arrival() {
            arrivals.push((next, simulation.run_until(next).bytes.len()));
        }
        let (due, answers) = *arrivals.last().expect("the question is under way");
        assert_eq!((arrivals.len(), answers), (2, 1), "{arrivals:?}");
        let mut ticks = (1..1000).map(|tick| 100.0 + f64::from(tick) * TICK);
        let answered = ticks.find(|now| !often.run_until(*now).bytes.is_empty());
        let answered = answered.expect("it answers");
        assert!((answered - due).abs() < 1.1 * TICK, "{answered} and {due}");
    }

    #[test]
    fn a_stall_is_caught_up_and_a_long_one_skipped() {
        let mut simulation = simulation();
        assert_eq!(simulation.run_until(100.03).lost_seconds, 0.0);
        assert!((simulation.truth().time - 0.03).abs() < 0.002);
        let lost = simulation.run_until(160.03).lost_seconds;
        assert!((lost - 60.0).abs() < 0.002);
        assert!((simulation.truth().time - 0.03).abs() < 0.002);
        simulation.run_until(160.06);
        let time = simulation.truth().time;
        assert!((time - 0.06).abs() < 0.002, "afterwards it runs on as before");
    }

    #[test]
    fn a_reset_brings_the_cube_of_the_beginning_back_and_time_goes_on() {
        let mut simulation = simulation();
        let beginning = simulation.truth().cube;
        simulation.run_until(100.04);
        simulation.order(Order::Put(Cube::from_seed(5)));
        assert_ne!(simulation.truth().cube, beginning);
        simulation.order(Order::Inject(Fault::CubeTaken));
        simulation.order(Order::Reset);
        assert_eq!(simulation.truth().cube, beginning);
        assert!((simulation.time() - 0.04).abs() < 0.002);
    }

    #[test]
    fn a_cube_that_is_put_in_is_the_truth() {
        let mut simulation = simulation();
        let cube = Cube::from_seed(5);
        simulation.order(Order::Put(cube));
        assert_eq!(simulation.truth().cube, Some(cube));
        simulation.order(Order::Inject(Fault::CubeTaken));
        assert_eq!(simulation.truth().cube, None);
    }
}
