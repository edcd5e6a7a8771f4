//! `cuberig doctor`: checks a rig brick by brick, with the claws empty, and ends with what the launch file needs.

mod advice;
mod asking;
mod checks;
mod finding;
mod launch;
mod maestro;
mod servos;

use brick::{Address, Brick, BrickName, Timeouts};
use clap::Args;
use rig::Profile;

use asking::{Answer, Asker, Ended};
use finding::{Findings, Verdict, joint_name};

use crate::failure::Failure;
use crate::output::Output;
use crate::place::Place;
use crate::profiles;

/// What `doctor` takes.
#[derive(Args)]
pub struct DoctorArguments {
    /// The bricks and where they are, such as rl_rotate=rfcomm:00:16:53:01:02:03,rl_clamp=serial:/dev/rfcomm0: all four, or those
    /// that are built already. The claws are empty and closed, the wrists neutral.
    #[arg(long, value_name = "NAME=ADDRESS,…", required_unless_present = "servos", value_delimiter = ',')]
    pub rig: Vec<Place>,
    /// The bus of servos or the Maestro, such as serial:/dev/ttyACM0, of a profile that names one: reads each servo or channel, and
    /// moves nothing.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "rig")]
    pub servos: Option<Address>,
    /// The rig's gears: a name from config/profiles, or a file.
    #[arg(long, value_name = "P", default_value = launch::PROFILE)]
    pub profile: String,
    /// Ask nothing: move at once, and leave out what only a person can see.
    #[arg(long)]
    pub yes: bool,
}

/// Checks the rig.
pub fn run(typed: &DoctorArguments, output: &mut Output) -> Result<(), Failure> {
    refuse_doubles(&typed.rig)?;
    let profile = profiles::find(&typed.profile)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if let Some(address) = &typed.servos {
        return runtime.block_on(async {
            match profile.maestro.is_empty() {
                true => servos::check(address, &profile, output).await,
                false => maestro::check(address, &profile, output).await,
            }
        });
    }
    let mut check =
        Check { profile: &profile, asker: Asker::new(typed.yes), findings: Findings::default(), output, brick: None };
    let ended = runtime.block_on(check.all_or_ctrl_c(&typed.rig));
    // A host name that is being looked up is not waited for.
    runtime.shutdown_background();
    let wrong = check.findings.wrong();
    match ended {
        Ok(()) => launch::print(&typed.rig, &typed.profile, wrong == 0, output)?,
        Err(Ended::Asked) if wrong == 0 => {
            let reason = "the check was interrupted before its end";
            return Err(Failure::NotAsGiven(reason.to_owned()));
        }
        Err(Ended::Asked) => {}
        Err(Ended::Failed(failure)) => return Err(failure),
    }
    verdict(wrong)
}

/// How the checks end.
fn verdict(wrong: usize) -> Result<(), Failure> {
    match wrong {
        0 => Ok(()),
        1 => Err(Failure::NotAsGiven("one thing is wrong".to_owned())),
        wrong => Err(Failure::NotAsGiven(format!("{wrong} things are wrong"))),
    }
}

/// Each brick is given once, and has an address of its own.
fn refuse_doubles(rig: &[Place]) -> Result<(), Failure> {
    for (index, place) in rig.iter().enumerate() {
        for before in &rig[..index] {
            if before.name == place.name {
                let reason = format!("brick {} is given twice", place.name);
                return Err(Failure::Usage(reason));
            }
            if before.address == place.address {
                return Err(Failure::Usage(format!(
                    "{} and {} are both given the address {}, but each brick needs its own",
                    before.name, place.name, place.address
                )));
            }
        }
    }
    Ok(())
}

/// A check under way.
struct Check<'run> {
    profile: &'run Profile,
    asker: Asker,
    findings: Findings,
    output: &'run mut Output,
    /// The brick that is looked at now.
    brick: Option<(BrickName, Brick)>,
}

impl Check<'_> {
    /// Checks all bricks. Ctrl-C ends it wherever it is, and the motors are braked.
    async fn all_or_ctrl_c(&mut self, rig: &[Place]) -> Result<(), Ended> {
        let ended = tokio::select! {
            biased;
            _ = tokio::signal::ctrl_c() => Err(Ended::Asked),
            ended = self.all(rig) => ended,
        };
        if let Some((name, brick)) = &mut self.brick {
            checks::brake(brick, *name).await;
        }
        ended
    }

    async fn all(&mut self, rig: &[Place]) -> Result<(), Ended> {
        let question =
            "All claws are empty and closed, all wrists are neutral, and nothing is in the way of the arms. Begin?";
        if !self.asker.may_begin(question).await? {
            return Err(Ended::Asked);
        }
        for place in rig {
            self.one(place).await?;
        }
        Ok(())
    }

    async fn one(&mut self, place: &Place) -> Result<(), Ended> {
        let name = place.name;
        self.brick = None;
        let brick = match Brick::connect(&place.address, Timeouts::default()).await {
            Ok(brick) => brick,
            Err(error) => {
                let finding = advice::silent(name, &place.address, &error);
                return Ok(self.findings.add(finding, self.output)?);
            }
        };
        let (_, brick) = self.brick.insert((name, brick));
        if !checks::link(place, brick, &mut self.findings, self.output).await? {
            return Ok(());
        }
        for (port, joint) in name.joints() {
            let question = format!("Move {} a little?", joint_name(joint));
            match self.asker.may(&question).await? {
                Answer::Yes => {}
                Answer::Skip => {
                    let finding = checks::skipped(name, joint);
                    self.findings.add(finding, self.output)?;
                    continue;
                }
                _ => return Err(Ended::Asked),
            }
            let finding = checks::motion(name, brick, port, joint, self.profile).await;
            let is_ok = finding.verdict == Verdict::Ok;
            self.findings.add(finding, self.output)?;
            if is_ok {
                let finding = checks::seen(name, joint, &mut self.asker).await?;
                self.findings.add(finding, self.output)?;
            }
        }
        Ok(())
    }
}
