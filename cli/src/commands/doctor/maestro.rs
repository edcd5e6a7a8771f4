//! A Maestro, read channel by channel. Nothing moves.

use std::time::{Duration, Instant};

use brick::Address;
use rig::{Joint, Profile};
use serde::Serialize;
use servo::maestro::Maestro;
use servo::maestro::command::{Command, Errors};
use servo::{Family, OPENING};

use super::verdict;
use crate::failure::{Failure, OrFail};
use crate::output::Output;

/// How long a Maestro is asked again that does not answer: a busy machine stands still for a second or two.
const PATIENCE: Duration = Duration::from_secs(2);
/// Degrees beyond its limits at which a joint is not what the profile says.
const BEYOND: f64 = 15.0;

/// What was found of a channel, as JSON.
#[derive(Serialize)]
struct Found {
    channel: u8,
    joint: &'static str,
    is_right: bool,
    found: String,
}

/// Reads all channels that the profile names.
pub async fn check(address: &Address, profile: &Profile, output: &mut Output) -> Result<(), Failure> {
    let stream = address.connect_at(Maestro::BAUD, OPENING).await.or_fail()?;
    let mut maestro = Maestro::open(address.to_string(), stream, profile);
    let channels: Vec<_> = profile.maestro.iter().collect();
    let positions = channels.iter().map(|(_, channel)| Command::GetPosition(channel.number));
    let questions: Vec<Command> = std::iter::once(Command::GetErrors).chain(positions).collect();
    // The errors are those of before. What this question itself brings about is seen at the second time.
    let _ = ask(&mut maestro, &questions).await?;
    let Some(bytes) = ask(&mut maestro, &questions).await? else {
        let reason = format!(
            "the Maestro at {address} does not answer: use its Command Port, set its serial mode to USB Dual Port, and compare device and crc of the profile with its settings"
        );
        return Err(Failure::NotAsGiven(reason));
    };
    let mut wrong = 0;
    let mut words = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let errors = Errors(words.next().unwrap_or_default());
    for ((joint, channel), quarters) in channels.into_iter().zip(words) {
        let found = judge(profile, joint, f64::from(quarters) / 4.0, errors);
        wrong += usize::from(found.is_err());
        let (is_right, found) = (found.is_ok(), found.unwrap_or_else(|fault| fault));
        let row = Found { channel: channel.number, joint: joint.name(), is_right, found };
        if output.wants_json() {
            output.json(&row)?;
        } else {
            let verdict = if is_right { "ok" } else { "WRONG" };
            output.text(format!("channel {:2} {:8} {verdict:5} {}", row.channel, row.joint, row.found))?;
        }
    }
    if wrong == 0 && !output.wants_json() {
        output.text("Hobby servos report nothing: only the camera shows what the joints do.")?;
    }
    verdict(wrong)
}

/// Asks again until all answers come.
async fn ask(maestro: &mut Maestro, questions: &[Command]) -> Result<Option<Vec<u8>>, Failure> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(answer) = maestro.ask(questions).await.or_fail()? {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

/// What a channel sends, or what is wrong with it, in words.
fn judge(profile: &Profile, joint: Joint, pulse: f64, errors: Errors) -> Result<String, String> {
    if errors != Errors::default() {
        return Err(format!("the Maestro reports: {}", errors.in_words()));
    }
    let (Some(channel), Some((least, most))) = (profile.maestro.channel(joint), profile.joint_limits(joint)) else {
        return Err("the profile has no limits for it".to_owned());
    };
    if pulse == 0.0 {
        return Ok("off: its servo turns freely".to_owned());
    }
    let [degrees, least, most] = [channel.radians(pulse), least, most].map(f64::to_degrees);
    if !(least - BEYOND..=most + BEYOND).contains(&degrees) {
        return Err(format!(
            "{pulse:.0} microseconds are {degrees:.0} degrees, and it goes from {least:.0} to {most:.0}; is another program using it?"
        ));
    }
    Ok(format!("{pulse:.0} microseconds, {degrees:.1} degrees"))
}
