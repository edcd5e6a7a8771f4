//! The checks of one brick: its link, its battery and firmware, and each of its two joints.

use brick::bringup::{Answers, Swing, SwingError, ask};
use brick::{Brick, BrickName, Port, Power};
use rig::{Joint, JointKind, Profile};

use super::advice;
use super::asking::{Answer, Asker, Ended};
use super::finding::{Finding, Findings, joint_name};
use crate::failure::Failure;
use crate::output::Output;
use crate::place::Place;

/// The protocol that the drivers speak.
const PROTOCOL: (u8, u8) = (1, 124);
/// Cells with less make slow motors, and soon none; volts.
const WEAK_VOLTS: f64 = 7.0;
/// A link whose answers usually take longer makes every turn of the cube slower, milliseconds.
const SLOW_LINK: f64 = 100.0;
/// How far a wrist is turned each way, degrees.
const WRIST_SWING: f64 = 45.0;

/// Checks what needs no motion. Whether its motors may be tried.
pub async fn link(
    Place { name, address }: &Place,
    brick: &mut Brick,
    findings: &mut Findings,
    output: &mut Output,
) -> Result<bool, Failure> {
    let name = *name;
    let answers = match ask(brick).await {
        Ok(answers) => answers,
        Err(error) => {
            findings.add(advice::silent(name, address, &error), output)?;
            return Ok(false);
        }
    };
    findings.add(Finding::ok(name, "answers", format!("at {}", brick.device())), output)?;
    for finding in [firmware(name, &answers), battery(name, &answers), round_trip(name, &answers)] {
        findings.add(finding, output)?;
    }
    Ok(true)
}

fn firmware(name: BrickName, answers: &Answers) -> Finding {
    match answers.firmware {
        None => Finding::ok(name, "firmware", "the brick does not report its firmware")
            .wrong("The drivers need LEGO's firmware: put 1.29 or later on the brick."),
        Some(version) if version.protocol != PROTOCOL => Finding::ok(name, "firmware", version.to_string())
            .wrong("The drivers speak protocol 1.124: put LEGO's firmware 1.29 or later on the brick."),
        Some(version) => Finding::ok(name, "firmware", version.to_string()),
    }
}

fn battery(name: BrickName, answers: &Answers) -> Finding {
    let volts = answers.volts;
    let finding = Finding::ok(name, "battery", format!("{volts:.1} V")).with("volts", volts);
    if volts < WEAK_VOLTS {
        return finding.wrong(format!(
            "Below {WEAK_VOLTS:.1} V the motors are slow: insert six fresh cells, or charge the battery."
        ));
    }
    finding
}

fn round_trip(name: BrickName, answers: &Answers) -> Finding {
    let trips = answers.round_trips;
    let [median, worst] = [trips.median, trips.worst].map(|time| time.as_secs_f64() * 1e3);
    let mut found = format!("{median:.0} ms (median), {worst:.0} ms (worst)");
    if trips.repeats > 0 {
        found += &format!(", {} of 40 asked again", trips.repeats);
    }
    let finding = Finding::ok(name, "link", found)
        .with("median_ms", median)
        .with("worst_ms", worst)
        .with("repeats", trips.repeats as f64);
    if median > SLOW_LINK {
        return finding.wrong(
            "Answers usually take about 30 ms over Bluetooth: bring the brick nearer to the computer, and end other Bluetooth transfers.",
        );
    }
    finding
}

/// A joint that is not moved.
pub fn skipped(name: BrickName, joint: Joint) -> Finding {
    Finding::ok(name, "motion", "not moved").about(joint).skipped()
}

/// Moves a joint to and fro within its limits: does it turn, does it count the right way, how far does it get?
pub async fn motion(name: BrickName, brick: &mut Brick, port: Port, joint: Joint, profile: &Profile) -> Finding {
    let gearing = &profile.gearing;
    let way = match joint.kind {
        JointKind::Grip => gearing.motor_degrees(JointKind::Grip, gearing.open_grip()),
        JointKind::Wrist => gearing.motor_degrees(JointKind::Wrist, WRIST_SWING.to_radians()),
    };
    let places = match joint.kind {
        JointKind::Grip => vec![way, 0.0],
        JointKind::Wrist => vec![way, -way, 0.0],
    };
    match swing(brick, port, &places).await {
        Ok(reached) => {
            let travel = reached.iter().fold(0f64, |most, at| most.max(at.abs()));
            let found = match joint.kind {
                JointKind::Grip => format!("{travel:.0} degrees of its motor and back"),
                JointKind::Wrist => format!("{travel:.0} degrees of its motor to both sides"),
            };
            Finding::ok(name, "motion", found).about(joint).with("travel_degrees", travel)
        }
        Err(error) => {
            let check = match error {
                SwingError::Backwards { .. } => "encoder",
                SwingError::Brick(_) => "answers",
                _ => "motion",
            };
            let advice = advice::missed_swing(name, port, joint, &error);
            Finding::ok(name, check, error.to_string()).about(joint).wrong(advice)
        }
    }
}

async fn swing(brick: &mut Brick, port: Port, places: &[f64]) -> Result<Vec<f64>, SwingError> {
    let mut swing = Swing::begin(brick, port).await?;
    let mut reached = Vec::new();
    for place in places {
        match swing.to(*place).await {
            Ok(at) => reached.push(at),
            Err(error) => {
                // The obstacle may let the joint go back. Where it stops then does not matter.
                let _ = swing.back().await;
                return Err(error);
            }
        }
    }
    Ok(reached)
}

/// Brakes both motors of a brick.
pub async fn brake(brick: &mut Brick, name: BrickName) {
    for (port, _) in name.joints() {
        // A brick without a link releases its motors at their limit.
        let _ = brick.drive(port, Power::ZERO, 0).await;
    }
}

/// Asks what only a person can see: whether this joint moved and no other, and which way round.
pub async fn seen(name: BrickName, joint: Joint, asker: &mut Asker) -> Result<Finding, Ended> {
    let this = joint_name(joint);
    let direction = || Finding::ok(name, "direction", "as it should be").about(joint);
    if !asker.has_person() {
        let finding = Finding::ok(name, "direction", "not asked").about(joint);
        return Ok(finding.skipped());
    }
    let question = match joint.kind {
        JointKind::Grip => format!("Did {this} open, and then close?"),
        JointKind::Wrist => {
            format!("Did {this} turn clockwise first, seen from outside towards the cube?")
        }
    };
    let answers = [
        ("yes", Answer::Yes),
        ("no", Answer::No),
        ("reverse", Answer::Reverse),
        ("other", Answer::Other),
        ("skip", Answer::Skip),
    ];
    let question =
        format!("{question} 'no': it did not move; 'reverse': the other way round; 'other': another joint moved.");
    Ok(match asker.ask(&question, &answers).await? {
        Answer::Reverse => Finding::ok(name, "direction", format!("{this} moved the other way round"))
            .about(joint)
            .wrong("Turn the motor round in its mount, or add or take out one gear, so that it moves as it should."),
        Answer::Other => {
            Finding::ok(name, "direction", format!("another joint moved than {this}")).about(joint).wrong(format!(
                "Swap the cables: port A of {name} drives {}, port B {}.",
                joint_name(name.joints()[0].1),
                joint_name(name.joints()[1].1)
            ))
        }
        Answer::Skip => Finding::ok(name, "direction", "the person skipped the question").about(joint).skipped(),
        Answer::No => Finding::ok(name, "direction", format!("{this} did not move, though its motor counts"))
            .about(joint)
            .wrong("Check that the gears between the motor and the joint are in place and hold."),
        Answer::Yes => direction(),
    })
}
