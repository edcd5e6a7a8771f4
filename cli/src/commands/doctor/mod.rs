//! `cuberig doctor`: checks a rig brick by brick, with the claws empty, and ends with what the launch file needs.

mod asking;
mod checks;
mod finding;

use brick::{Brick, Timeouts};
use clap::Args;
use rig::Profile;
use serde::Serialize;

use asking::{Answer, Asker};
use finding::{Findings, Verdict};

use crate::failure::Failure;
use crate::output::Output;
use crate::place::Place;
use crate::profiles;

/// What `doctor` takes.
#[derive(Args)]
pub struct DoctorArguments {
    /// The bricks and where they are, such as rl_rotate=rfcomm:00:16:53:01:02:03,rl_clamp=serial:/dev/rfcomm0: all four, or those
    /// that are built already. The claws are empty and closed, the wrists neutral.
    #[arg(
        long,
        value_name = "NAME=ADDRESS,…",
        required = true,
        value_delimiter = ','
    )]
    pub rig: Vec<Place>,
    /// The rig's gears: a name from config/profiles, or a file.
    #[arg(long, value_name = "P", default_value = "nxt-2015")]
    pub profile: String,
    /// Ask nothing: move at once, and leave out what only a person can see.
    #[arg(long)]
    pub yes: bool,
}

/// What the launch file needs, as JSON.
#[derive(Serialize)]
struct Launch {
    launch: String,
}

/// Why the checks ended before the last one.
enum Ended {
    Asked,
    Failed(Failure),
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        Ended::Failed(failure)
    }
}

/// Checks the rig.
pub fn run(typed: &DoctorArguments, output: &mut Output) -> Result<(), Failure> {
    let profile = profiles::find(&typed.profile)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let mut findings = Findings::default();
    let mut asker = Asker::new(typed.yes);
    let ended = runtime.block_on(check(
        &typed.rig,
        &profile,
        &mut asker,
        &mut findings,
        output,
    ));
    let is_whole = match ended {
        Ok(()) => true,
        Err(Ended::Asked) => false,
        Err(Ended::Failed(failure)) => return Err(failure),
    };
    tell_launch(&typed.rig, output)?;
    match (findings.wrong(), is_whole) {
        (0, true) => Ok(()),
        (0, false) => Err(Failure::NotAsGiven(
            "it was ended before everything was checked".to_owned(),
        )),
        (1, _) => Err(Failure::NotAsGiven("one thing is wrong".to_owned())),
        (wrong, _) => Err(Failure::NotAsGiven(format!("{wrong} things are wrong"))),
    }
}

async fn check(
    rig: &[Place],
    profile: &Profile,
    asker: &mut Asker,
    findings: &mut Findings,
    output: &mut Output,
) -> Result<(), Ended> {
    let ready = asker
        .may("All claws are empty and closed, all wrists are neutral, and nothing is in the way of the arms. Begin?")
        .await?;
    if ready != Answer::Yes {
        return Err(Ended::Asked);
    }
    for place in rig {
        let name = place.name;
        let timeouts = Timeouts::default();
        let mut brick = match Brick::connect(&place.address, timeouts).await {
            Ok(brick) => brick,
            Err(error) => {
                let finding = checks::silent(name, &error);
                findings.add(finding, output)?;
                continue;
            }
        };
        if !checks::link(name, &mut brick, findings, output).await? {
            continue;
        }
        for (port, joint) in name.joints() {
            let question = format!("Move {} a little?", checks::joint_name(joint));
            match asker.may(&question).await? {
                Answer::Yes => {}
                Answer::Skip => {
                    let finding = checks::skipped(name, joint);
                    findings.add(finding, output)?;
                    continue;
                }
                _ => return Err(Ended::Asked),
            }
            let moved = tokio::select! {
                biased;
                _ = tokio::signal::ctrl_c() => None,
                finding = checks::motion(name, &mut brick, port, joint, profile) => Some(finding),
            };
            let Some(finding) = moved else {
                checks::brake(&mut brick, name).await;
                return Err(Ended::Asked);
            };
            let is_ok = finding.verdict == Verdict::Ok;
            findings.add(finding, output)?;
            if is_ok {
                let finding = checks::seen(name, joint, asker).await?;
                findings.add(finding, output)?;
            }
        }
    }
    Ok(())
}

fn tell_launch(rig: &[Place], output: &mut Output) -> Result<(), Failure> {
    let bricks = rig
        .iter()
        .map(|place| format!("{}:={}", place.name, place.address));
    let launch = bricks.collect::<Vec<String>>().join(" ");
    match output.wants_json() {
        true => output.json(&Launch { launch }),
        false => output.text(format_args!(
            "\nros2 launch cuberig rig.launch.xml sim:=false {launch}"
        )),
    }
}
