//! A bus of servos, read servo by servo. Nothing moves: so far nobody has tried more on real ones.

use std::time::{Duration, Instant};

use brick::Address;
use rig::{Joint, Profile};
use serde::Serialize;
use servo::bus::{Bus, Fault, Reading, ServoJoint};
use servo::{DrivenJoint, Family, OPENING};

use crate::failure::{Failure, OrFail};
use crate::output::Output;

/// How long a servo is asked again that does not answer, and all others are looked for, round after round: a busy machine stands
/// still for a second or two.
const PATIENCE: Duration = Duration::from_secs(3);
/// Servos that the profile does not name are looked for up to this id: a new one has id 1.
const OTHERS: std::ops::RangeInclusive<u8> = 0..=20;

/// What was found of a servo, as JSON.
#[derive(Serialize)]
struct Found {
    servo: u8,
    /// The joint that the profile gives it.
    joint: Option<&'static str>,
    is_right: bool,
    found: String,
}

/// Reads all servos of this profile, and looks for others.
pub async fn check(address: &Address, profile: &Profile, output: &mut Output) -> Result<(), Failure> {
    if profile.servos.is_empty() {
        let reason = format!("the profile {} names no servos; one that does is bus-servo (--profile)", profile.name);
        return Err(Failure::Usage(reason));
    }
    let stream = address.connect_at(Bus::BAUD, OPENING).await.or_fail()?;
    let mut bus = Bus::over(address.to_string(), stream);
    let mut wrong = 0;
    for (joint, id) in profile.servos.iter() {
        let begun = Instant::now();
        let mut reading = read(&mut bus, id).await?;
        while reading.is_none() && begun.elapsed() < PATIENCE {
            reading = read(&mut bus, id).await?;
        }
        let found = judge(profile, joint, reading);
        let is_right = found.is_ok();
        wrong += usize::from(!is_right);
        let found = found.unwrap_or_else(|fault| fault);
        print(output, Found { servo: id, joint: Some(joint.name()), is_right, found })?;
    }
    let named: Vec<u8> = profile.servos.iter().map(|(_, id)| id).collect();
    let mut others: Vec<u8> = OTHERS.filter(|id| !named.contains(id)).collect();
    let (mut found, begun) = (Vec::new(), Instant::now());
    while begun.elapsed() < PATIENCE && !others.is_empty() {
        for id in std::mem::take(&mut others) {
            let is_there = read(&mut bus, id).await?.is_some();
            if is_there { &mut found } else { &mut others }.push(id);
        }
    }
    wrong += found.len();
    for servo in found {
        let found = "it answers, and the profile has no joint for it".to_owned();
        print(output, Found { servo, joint: None, is_right: false, found })?;
    }
    super::verdict(wrong)
}

async fn read(bus: &mut Bus, id: u8) -> Result<Option<Reading>, Failure> {
    Ok(bus.read(&[id]).await.or_fail()?.into_iter().next().flatten())
}

/// What a servo reports, or what is wrong with it, in words.
fn judge(profile: &Profile, joint: Joint, reading: Option<Reading>) -> Result<String, String> {
    let unknown = || format!("{joint} has no limits in the profile");
    let mut servo = ServoJoint::of(profile, joint).ok_or_else(unknown)?;
    let Some(read) = reading else {
        return Err(Fault::Silent { id: servo.id() }.to_string());
    };
    servo.see(0.0, reading).map_err(|fault| fault.to_string())?;
    match &servo.motion().fault {
        Some(fault) => Err(fault.clone()),
        None => {
            let degrees = read.position.to_degrees() / profile.gearing.ratio(joint.kind);
            Ok(format!("at {degrees:.1} degrees, {:.1} V, {} degrees Celsius", read.volts, read.celsius))
        }
    }
}

fn print(output: &mut Output, found: Found) -> Result<(), Failure> {
    if output.wants_json() {
        return output.json(&found);
    }
    let Found { servo, joint, is_right, found } = found;
    let verdict = if is_right { "ok" } else { "WRONG" };
    output.text(format!("servo {servo:3} {:8} {verdict:5} {found}", joint.unwrap_or("-")))
}
