//! `cuberig calibrate motors --maestro`: leads through the end points of hobby servos, channel by channel.

use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Duration;

use brick::Address;
use rig::{Channel, Joint, JointKind, Profile};
use servo::maestro::Maestro;
use servo::maestro::command::Command;
use servo::{Family, OPENING};

use crate::failure::{Failure, OrFail, log};
use crate::output::{Output, write_file};

/// The pulses that a servo knows, microseconds.
const PULSES: std::ops::RangeInclusive<f64> = 500.0..=2500.0;
/// How fast pulses change meanwhile, 0.25 µs in 10 ms: about 60 degrees a second.
const SLOW: u16 = 20;
/// How often a Maestro is asked whether pulses still change, and how many times at most.
const LOOK: Duration = Duration::from_millis(50);
const LOOKS: usize = 200;

/// What a person wants of an end.
enum Wish {
    Keep,
    Move(f64),
}

/// Leads through all channels of this profile, and writes what was found.
pub async fn run(address: &Address, profile: &Profile, file: &Path, output: &mut Output) -> Result<(), Failure> {
    if profile.maestro.is_empty() {
        let reason =
            format!("the profile {} names no Maestro; one that does is printed-servo (--profile)", profile.name);
        return Err(Failure::Usage(reason));
    }
    let stream = address.connect_at(Maestro::BAUD, OPENING).await.or_fail()?;
    let mut maestro = Maestro::open(address.to_string(), stream, profile);
    log(
        "There is no cube in the rig, and nothing is in the way of the arms. A servo jumps to the first place that it is sent to.",
    );
    log(
        "At each place: ok keeps it, + or - or a number of microseconds (such as +10, -5, 1520) moves it. Ctrl-C ends all.",
    );
    let mut found = Vec::new();
    for (joint, channel) in profile.maestro.iter() {
        let commands = [Command::SetSpeed(channel.number, SLOW), Command::SetAcceleration(channel.number, 0)];
        maestro.send_all(&commands).await.or_fail()?;
        let other = channel.pulse(end_angle(profile, joint));
        let mut pulses = [channel.zero, other];
        for (pulse, place) in pulses.iter_mut().zip(places(joint)) {
            loop {
                go(&mut maestro, channel.number, *pulse).await?;
                match wish(&format!("channel {} {joint}: {place} at {pulse:.0} microseconds?", channel.number), *pulse)?
                {
                    Wish::Keep => break,
                    Wish::Move(to) => *pulse = to,
                }
            }
        }
        go(&mut maestro, channel.number, pulses[0]).await?;
        let [zero, end] = pulses;
        let (least, most) = profile.joint_limits(joint).unwrap_or_default();
        for limit in [least, most] {
            let pulse = zero + (end - zero) * limit / end_angle(profile, joint);
            if !PULSES.contains(&pulse) {
                let degrees = limit.to_degrees();
                log(format_args!(
                    "{joint}: {degrees:.0} degrees would take {pulse:.0} microseconds; mount its horn nearer to the middle of its way, and begin again"
                ));
            }
        }
        let (number, name) = (channel.number, joint.name());
        output.text(format_args!("channel {number:2} {name:8} zero {zero:.0}, end {end:.0}"))?;
        found.push((joint, channel, zero, end));
    }
    write_file(file, &section(&found))?;
    output.text(format_args!("Put the section of {} into your profile, in place of the one there", file.display()))
}

/// Where the joint stands at the two ends.
fn places(joint: Joint) -> [&'static str; 2] {
    match joint.kind {
        JointKind::Grip => ["closed on nothing, as on a cube", "open"],
        JointKind::Wrist => ["neutral", "a quarter turn clockwise, as seen towards the cube"],
    }
}

fn end_angle(profile: &Profile, joint: Joint) -> f64 {
    match joint.kind {
        JointKind::Grip => profile.gearing.open_grip(),
        JointKind::Wrist => std::f64::consts::FRAC_PI_2,
    }
}

/// Brings a channel to a pulse, and waits until the Maestro is there.
async fn go(maestro: &mut Maestro, channel: u8, pulse: f64) -> Result<(), Failure> {
    maestro.send_all(&[Command::SetTarget(channel, (4.0 * pulse).round() as u16)]).await.or_fail()?;
    for _ in 0..LOOKS {
        tokio::time::sleep(LOOK).await;
        let Some(answer) = maestro.ask(&[Command::GetMovingState, Command::GetPosition(channel)]).await.or_fail()?
        else {
            continue;
        };
        if let [0, low, high] = answer[..] {
            let stands = f64::from(u16::from_le_bytes([low, high])) / 4.0;
            if 1.0 < (stands - pulse).abs() {
                let reason = format!(
                    "channel {channel} stays at {stands:.0} microseconds instead of {pulse:.0}: widen its range in the Maestro's settings, or look at its errors"
                );
                return Err(Failure::NotAsGiven(reason));
            }
            return Ok(());
        }
    }
    Err(Failure::NotAsGiven(format!(
        "the Maestro does not answer, or channel {channel} does not come to rest; use its Command Port in the serial mode USB Dual Port"
    )))
}

/// Asks until the answer is one.
fn wish(question: &str, pulse: f64) -> Result<Wish, Failure> {
    loop {
        let mut error = std::io::stderr();
        // Without an error stream the question is invisible, and the answer still counts.
        let _ = write!(error, "{question} [ok/+/-] ");
        let _ = error.flush();
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line)? == 0 {
            return Err(Failure::NotAsGiven(
                "the calibration was interrupted before its end; nothing is written".to_owned(),
            ));
        }
        let typed = line.trim();
        let to = match (typed, typed.parse::<f64>()) {
            ("ok", _) => return Ok(Wish::Keep),
            (_, Ok(by)) if typed.starts_with(['+', '-']) => pulse + by,
            (_, Ok(to)) => to,
            _ => f64::NAN,
        };
        if PULSES.contains(&to) {
            return Ok(Wish::Move(to));
        }
        let _ = writeln!(error, "please answer ok, +10, -5, or a number from 500 to 2500");
    }
}

/// The section of a profile.
fn section(found: &[(Joint, Channel, f64, f64)]) -> String {
    let mut text =
        "# Pulses in microseconds, found by `cuberig calibrate motors --maestro`.\n[maestro.channels]\n".to_owned();
    for (joint, channel, zero, end) in found {
        let seconds = std::f64::consts::FRAC_PI_3 / channel.speed;
        text += &format!(
            "{joint} = {{ channel = {}, zero = {zero:.1}, end = {end:.1}, seconds_per_60 = {seconds:.2} }}\n",
            channel.number
        );
    }
    text
}
