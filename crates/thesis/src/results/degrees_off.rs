//! Figure 4.27: by how many degrees each command misses, with and without a feedback loop. **On the simulated rig.**
//!
//! The thesis gives the degrees of each command and how much they vary between its motors, tuned by eye. Here each command
//! is given to the same joint of several rigs, whose motors differ. The degrees of a command are those by which its motor
//! really turned under the product's closed loop, with a fresh battery. What counts for a miss is the joint's real place,
//! with the play of the gears, in degrees of the motor. An open loop runs the motor for the time that takes it there with a fresh battery,
//! found anew for each motor as the thesis calibrates. Then all meet batteries that have run down, which an open loop
//! cannot compensate, according to section 2.6.1. An open loop runs on the brick itself, so its link adds no latency; the
//! product's loop runs on the host, over Bluetooth.

use std::time::Duration;

use brick::{BrickName, Port, Power};
use rig::{Action, Arm, Claw, Joint, JointKind, Profile, RigState};
use sim::Options;
use sim::bench::{Bench, target};
use sim::link::Latency;
use tokio::time::sleep;

use super::simulated_rig::{in_simulated_time, simulated_rig};
use super::{Conditions, Published, Row};
use crate::Error;

/// Volts of the batteries: as calibrated with, and run down.
const VOLTS: [f64; 3] = [9.0, 8.2, 7.5];
/// Power of the open loop, which is also the one that lets the firmware stop the motor, percent.
const POWER: f64 = 50.0;
/// After so long every joint is at rest.
const REST: Duration = Duration::from_millis(500);
/// No command takes an open loop longer than this, s.
const LONGEST: f64 = 2.0;

/// A command of the figure, with the degrees of the motor that the thesis gives it, and by how much they vary.
struct Command {
    name: &'static str,
    action: Action,
    degrees: f64,
    variation: f64,
}

const COMMANDS: [Command; 5] = [
    command("clamp", Action::Close, 95.0, 2.0),
    command("unclamp", Action::Open, 95.0, 0.0),
    command("clockwise 90", Action::Turn(1), 123.0, 2.0),
    command("anticlockwise 90", Action::Turn(-1), 123.0, 2.0),
    command("180", Action::Turn(2), 247.0, 1.0),
];

const fn command(name: &'static str, action: Action, degrees: f64, variation: f64) -> Command {
    Command { name, action, degrees, variation }
}

/// Who ends the motion, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loop {
    /// Nobody looks: power for a time, then the brake.
    Open,
    /// LEGO's firmware lets go of the motor at the count that it was given.
    Firmware,
    /// The product's position loop on the host.
    Position,
}

const LOOPS: [(Loop, &str); 3] = [
    (Loop::Open, "open loop by time"),
    (Loop::Firmware, "the firmware's limit"),
    (Loop::Position, "closed loop of the product"),
];

/// The arm that is commanded.
const ARM: Arm = Arm::R;

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let profile = Profile::nxt_2015();
    let seeds = 0..conditions.either(2, 10);
    let (mut turned, mut off) = (Vec::new(), Vec::new());
    for (at, command) in COMMANDS.iter().enumerate() {
        conditions.report(at as f64 / COMMANDS.len() as f64, command.name);
        for (looped, name) in LOOPS {
            let mut worst = [0.0_f64; VOLTS.len()];
            let mut motor = Vec::new();
            for seed in seeds.clone() {
                let ends = ends(command, looped, seed, &profile)?;
                motor.push(ends[0].motor.abs());
                for (worst, end) in worst.iter_mut().zip(ends) {
                    *worst = worst.max(end.missed.abs());
                }
            }
            if looped == Loop::Position {
                turned.push(turned_row(command, &motor, &profile));
            }
            let published = match (looped, command.variation) {
                (Loop::Position, variation) => Published::exactly(variation),
                _ => Published::NOTHING,
            };
            let most = worst.into_iter().fold(0.0, f64::max);
            let row = format!("{}: most degrees off, {name}", command.name);
            let [fresh, used, weak] = worst;
            off.push(Row::new(row, "degrees of the motor", published, most).noted(format!(
                "simulated rig; {fresh:.1} at {} V, {used:.1} at {} V, {weak:.1} at {} V",
                VOLTS[0], VOLTS[1], VOLTS[2]
            )));
        }
    }
    Ok([turned, off].concat())
}

/// By how many degrees the motors of several rigs turned for a command.
fn turned_row(command: &Command, motor: &[f64], profile: &Profile) -> Row {
    let mean = motor.iter().sum::<f64>() / motor.len() as f64;
    let least = motor.iter().copied().fold(f64::INFINITY, f64::min);
    let most = motor.iter().copied().fold(0.0, f64::max);
    let (joint, way) = way(command.action, profile);
    let by_gears = profile.gearing.motor_degrees(joint.kind, way.abs());
    let row = format!("{}: degrees that the motor turned", command.name);
    Row::new(row, "degrees", Published::exactly(command.degrees), mean).noted(format!(
        "simulated rig, product's closed loop; {least:.1} to {most:.1}; by the gears {by_gears:.1}{}",
        match joint.kind {
            JointKind::Grip => ", which the profile has from the thesis",
            JointKind::Wrist => "",
        }
    ))
}

/// The joint that a command moves, and its way, radians.
fn way(action: Action, profile: &Profile) -> (Joint, f64) {
    let open = profile.gearing.open_grip();
    let (joint, end) = target(ARM, action, 0, open);
    let start = match action {
        Action::Close => open,
        _ => 0.0,
    };
    (joint, end - start)
}

/// Where a command ends, in degrees of the motor.
#[derive(Clone, Copy, Default)]
struct End {
    /// How far the joint is beyond its goal.
    missed: f64,
    /// How far the motor has turned.
    motor: f64,
}

/// Where a command ends with each battery.
fn ends(command: &Command, looped: Loop, seed: u64, profile: &Profile) -> Result<[End; VOLTS.len()], Error> {
    let trial = |volts: f64, seconds: f64| Trial { command, looped, seed, volts, seconds };
    let seconds = match looped {
        Loop::Open => calibrated(|seconds| {
            let end = trial(VOLTS[0], seconds).run(profile)?;
            Ok(end.missed)
        })?,
        _ => 0.0,
    };
    let mut ends = [End::default(); VOLTS.len()];
    for (end, volts) in ends.iter_mut().zip(VOLTS) {
        *end = trial(volts, seconds).run(profile)?;
    }
    Ok(ends)
}

/// The time after which a motor comes nearest to where it should, by halving: `off` is how far it goes beyond.
fn calibrated(off: impl Fn(f64) -> Result<f64, Error>) -> Result<f64, Error> {
    let (mut short, mut long) = (0.0, LONGEST);
    for _ in 0..11 {
        let middle = (short + long) / 2.0;
        // A claw that closes is stopped by the cube: it needs no more time than until then.
        match off(middle)? < -0.1 {
            true => short = middle,
            false => long = middle,
        }
    }
    Ok(long)
}

/// One command on one rig.
struct Trial<'a> {
    command: &'a Command,
    looped: Loop,
    seed: u64,
    volts: f64,
    /// How long the open loop gives power.
    seconds: f64,
}

impl Trial<'_> {
    fn run(&self, profile: &Profile) -> Result<End, Error> {
        let (joint, way) = way(self.command.action, profile);
        in_simulated_time(self.carry_out(joint, way, profile)).map_err(|error| Error::Clock { source: error })?
    }

    async fn carry_out(&self, joint: Joint, way: f64, profile: &Profile) -> Result<End, Error> {
        let action = self.command.action;
        let mut start = RigState::REST;
        if action == Action::Close {
            start.arms[ARM.index()].claw = Claw::Open;
        }
        let latency = match self.looped {
            Loop::Position => Latency::BLUETOOTH,
            _ => Latency::NONE,
        };
        let options = Options { start, latency, battery_volts: self.volts, ..Options::default() };
        let rig = simulated_rig(self.seed, options);
        let (name, port) = BrickName::driving(joint);
        let angle = || rig.world().brick(name).motor(port).angle().to_degrees();
        let start_angle = angle();
        match self.looped {
            Loop::Open | Loop::Firmware => {
                let degrees = profile.gearing.motor_degrees(joint.kind, way);
                self.run_motor(&rig, name, port, degrees).await?;
            }
            Loop::Position => rig.drivers(&start).await?.act(ARM, action, 0).await?,
        }
        sleep(REST).await;
        let (_, goal) = target(ARM, action, 0, profile.gearing.open_grip());
        let beyond = rig.truth().joints[joint.index()] - goal;
        Ok(End {
            missed: profile.gearing.motor_degrees(joint.kind, beyond) * way.signum(),
            motor: angle() - start_angle,
        })
    }

    /// Gives power, and does not look.
    async fn run_motor(&self, rig: &Bench, name: BrickName, port: Port, degrees: f64) -> Result<(), Error> {
        let mut brick = rig.brick(name);
        let power = Power::saturating(POWER.copysign(degrees));
        match self.looped {
            Loop::Open => {
                brick.drive(port, power, 0).await?;
                sleep(Duration::from_secs_f64(self.seconds)).await;
                brick.drive(port, Power::ZERO, 0).await?;
            }
            _ => {
                brick.drive(port, power, degrees.abs().round() as u32).await?;
                sleep(Duration::from_secs_f64(LONGEST)).await;
            }
        }
        Ok(())
    }
}
