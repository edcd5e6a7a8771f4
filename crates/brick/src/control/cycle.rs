//! One cycle of the control loop: both motors read, both powers decided; and now and then the brick looked after.

use super::{Drive, Instants, JointLaw, MotorReading};
use crate::clock::Instant;
use crate::{Brick, Error, OutputReading, Port};
use std::time::Duration;

/// A single reply counts as at most this many times slower than those before it.
const MOST_SLOWER: f64 = 3.0;
/// A reply that took this much longer than usual, seconds, is too old to move a wrist on towards the end of its cable;
/// but at most this many in a row: then the link has become slower.
const TOO_LATE: f64 = 0.045;
const MOST_TOO_LATE: u32 = 2;

/// What a cycle read and decided, and when its readings were true.
pub(super) struct Step {
    pub readings: [OutputReading; 2],
    pub drives: [Drive; 2],
    pub at: Instant,
}

/// Reads both motors and decides both powers. `None` when the reply came too late to act on: the motors are to be asked again.
pub(super) async fn step(
    brick: &mut Brick,
    ports: [Port; 2],
    laws: &mut [JointLaw; 2],
    started: Instant,
    round_trip: &mut f64,
    interval: f64,
    late_replies: &mut u32,
) -> Result<Option<Step>, Error> {
    let asked = Instant::now();
    let repeats = brick.repeats();
    let readings = brick.read_motors(ports).await?;
    let answered = Instant::now();
    let usual = *round_trip;
    if let Some(elapsed) = brick.last_round_trip() {
        // One very late reply is weaker evidence about the link than many.
        let counted = elapsed.as_secs_f64().min(MOST_SLOWER * *round_trip);
        *round_trip += 0.15 * (counted - *round_trip);
    }
    let late = (answered - asked).min(Duration::from_secs_f64(*round_trip));
    let at = answered - late / 2;
    let time = (at - started).as_secs_f64();
    let asked_once = brick.repeats() == repeats;
    // A reply to the only question asked may have come long before somebody had the time to take it.
    let earliest = match asked_once {
        true => (asked - started).as_secs_f64() + *round_trip / 2.0,
        false => time,
    };
    let is_too_late =
        asked_once && (answered - asked).as_secs_f64() > usual + TOO_LATE && laws.iter().any(JointLaw::nears_cable_end);
    if is_too_late && *late_replies < MOST_TOO_LATE {
        *late_replies += 1;
        // It was this driver that came late, not the link.
        *round_trip = usual;
        for (law, reading) in laws.iter_mut().zip(readings) {
            law.see(earliest, motor_reading(time, reading), interval);
        }
        return Ok(None);
    }
    *late_replies = 0;
    let effect = (answered - started).as_secs_f64() + *round_trip / 2.0;
    let mut drives = [Drive::BRAKE; 2];
    for ((law, reading), drive) in laws.iter_mut().zip(readings).zip(&mut drives) {
        let reading = motor_reading(time, reading);
        *drive = law.step_since(earliest, reading, Instants { effect, interval });
    }
    Ok(Some(Step { readings, drives, at }))
}

fn motor_reading(time: f64, reading: OutputReading) -> MotorReading {
    MotorReading { time, degrees: reading.rotation }
}

/// What a look after a brick has read.
pub(super) struct Looked {
    /// How long the answer to KEEPALIVE took, if it was asked.
    pub keep_alive: Option<Duration>,
    /// Battery voltage.
    pub volts: f64,
}

/// Reads the battery, and keeps the brick awake where that is due.
pub(super) async fn look_after(brick: &mut Brick, keep_alive: bool) -> Result<Looked, Error> {
    let asked = Instant::now();
    let mut answered = None;
    if keep_alive {
        brick.keep_alive().await?;
        answered = Some(asked.elapsed());
    }
    let volts = f64::from(brick.battery().await?.millivolts) / 1000.0;
    Ok(Looked { keep_alive: answered, volts })
}

#[cfg(test)]
mod tests {
    use super::super::{Gearing, JointSettings, MotorModel, Tolerances, Trajectory};
    use super::*;
    use crate::command::{Command, GetOutputState, ReplyPacket};
    use crate::frame::{Deframer, frame};
    use crate::{OutputMode, Power, Regulation, RunState, Timeouts};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// A brick with motors at rest, whose replies to the questions of one step take this many milliseconds.
    fn brick(delays: Vec<u64>) -> Brick {
        let (host, mut stream) = tokio::io::duplex(4096);
        tokio::spawn(async move {
            let (mut deframer, mut bytes) = (Deframer::default(), [0; 256]);
            for delay in delays {
                let mut ports = Vec::new();
                while ports.len() < 2 {
                    let read = stream.read(&mut bytes).await.expect("the test waits");
                    deframer.push(&bytes[..read]);
                    while let Some(packet) = deframer.next_packet().expect("good frames") {
                        ports.push(GetOutputState::decode_body(&packet[2..]).expect("a question").port);
                    }
                }
                tokio::time::sleep(Duration::from_millis(delay)).await;
                for port in ports {
                    let reading = OutputReading {
                        port,
                        power: Power::ZERO,
                        mode: OutputMode::default(),
                        regulation: Regulation::Idle,
                        turn_ratio: 0,
                        run_state: RunState::Idle,
                        tacho_limit: 0,
                        tacho: 0,
                        block_tacho: 0,
                        rotation: 0,
                    };
                    let reply = ReplyPacket::done::<GetOutputState>(&reading).encode();
                    let reply = frame(&reply).expect("1 to 64 bytes");
                    stream.write_all(&reply).await.expect("the test waits");
                }
            }
        });
        Brick::over("emulated".to_owned(), Box::new(host), Timeouts::default())
    }

    /// Two wrists at 150 degrees whose cables end at 180.
    fn wrists() -> [JointLaw; 2] {
        ["r_wrist", "l_wrist"].map(|name| {
            JointLaw::new(JointSettings {
                name: name.to_owned(),
                gearing: Gearing {
                    motor_degrees_per_radian: 1f64.to_degrees(),
                    position_at_zero: 150f64.to_radians(),
                    backlash_degrees: 0.0,
                },
                model: MotorModel::default(),
                limits: (-std::f64::consts::PI, std::f64::consts::PI),
                cable_slack: 0.0,
                has_ends: false,
                most_power: 100.0,
                coasted: None,
            })
        })
    }

    /// Which of the steps were acted on whose replies take so long, when the first wrist goes to `goal` degrees.
    async fn acted_on(goal: f64, delays: &[u64]) -> Vec<bool> {
        let ports = [Port::A, Port::B];
        let (mut brick, mut laws) = (brick(delays.to_vec()), wrists());
        let (mut round_trip, mut late_replies) = (0.03, 0);
        let started = Instant::now();
        let mut acted = Vec::new();
        for index in 0..delays.len() {
            brick.set_try_time(Duration::from_secs(1));
            let step = step(&mut brick, ports, &mut laws, started, &mut round_trip, 0.035, &mut late_replies);
            acted.push(step.await.expect("it answers").is_some());
            if index == 0 {
                let way = Trajectory::to("r_wrist", goal.to_radians(), 1.0).expect("a way");
                let now = started.elapsed().as_secs_f64();
                laws[0].follow(&way, Tolerances::default(), now).expect("it may");
            }
        }
        acted
    }

    #[tokio::test(start_paused = true)]
    async fn a_late_reply_moves_no_wrist_on_to_the_end_of_its_cable() {
        let to_end = acted_on(180.0, &[30, 30, 200, 30, 30]).await;
        assert_eq!(to_end, [true, true, false, true, true]);
        let from_end = acted_on(0.0, &[30, 30, 200, 30, 30]).await;
        assert_eq!(from_end, [true; 5]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_link_counts_as_slower_after_two_late_replies() {
        let slow = acted_on(180.0, &[30, 30, 200, 200, 200]).await;
        assert_eq!(slow, [true, true, false, false, true]);
    }
}
