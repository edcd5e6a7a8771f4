//! `cuberig calibrate motors`: a step response of each motor at some powers, and the model that explains them.

use std::path::{PathBuf, absolute};

use brick::control::identify::{Fit, fit};
use brick::control::measure::steps;
use brick::{Address, Brick, Motors, Timeouts};
use clap::Args;
use rig::{Joint, Profile};
use serde::Serialize;

use super::step_plot::{self, Found};
use crate::failure::{Failure, OrFail, log};
use crate::output::{Output, write_file};
use crate::place::Place;
use crate::profiles;

/// What `calibrate motors` takes.
#[derive(Args)]
pub struct MotorsArguments {
    /// A brick and where it is, such as rl_rotate=tcp:127.0.0.1:15701 or fb_clamp=rfcomm:00:16:53:01:02:03. All its claws stand
    /// closed and all its wrists neutral, and there is no cube in the rig.
    #[arg(long = "brick", value_name = "NAME=ADDRESS", required_unless_present = "maestro")]
    pub bricks: Vec<Place>,
    /// The Maestro of a profile that names one, such as serial:/dev/ttyACM0: asks a person where each of its servos stands right, and
    /// writes the section [maestro.channels] of a profile.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "bricks")]
    pub maestro: Option<Address>,
    /// The rig's gears: a name from config/profiles, or a file.
    #[arg(long, value_name = "P", default_value = "nxt-2015")]
    pub profile: String,
    /// How often each step is taken; more make a jittery link matter less.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub repeats: u8,
    /// Where the models, or the section, are written.
    #[arg(long, value_name = "FILE.toml", default_value = "motors.toml")]
    pub output: PathBuf,
    /// Draw the responses and the fits.
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
}

#[derive(Serialize)]
struct Row {
    joint: &'static str,
    speed_per_percent: f64,
    friction_percent: f64,
    time_constant: f64,
    rms_degrees: f64,
    steps: usize,
}

/// Measures all motors of the bricks.
pub fn run(typed: &MotorsArguments, output: &mut Output) -> Result<(), Failure> {
    let profile = profiles::find(&typed.profile)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if let Some(address) = &typed.maestro {
        return runtime.block_on(super::maestro::run(address, &profile, &typed.output, output));
    }
    // What was found is kept where another motor fails.
    let (mut found, mut has_failed) = (Vec::new(), false);
    for place in &typed.bricks {
        for one in runtime.block_on(measure(place, &profile, typed.repeats)) {
            match one {
                Ok(one) => found.push(one),
                Err(failure) => {
                    log(failure);
                    has_failed = true;
                }
            }
        }
    }
    if found.is_empty() {
        return Err(Failure::Several);
    }
    for one in &found {
        let model = one.fit.model;
        let row = Row {
            joint: one.joint.name(),
            speed_per_percent: model.speed_per_percent,
            friction_percent: model.friction_percent,
            time_constant: model.time_constant,
            rms_degrees: one.fit.rms_degrees,
            steps: one.responses.len(),
        };
        if output.wants_json() {
            output.json(&row)?;
        } else {
            output.text(format_args!(
                "{:8} {:6.2} degrees/s per percent, {:4.1} % friction, {:5.1} ms, off by {:.1} degrees",
                row.joint,
                row.speed_per_percent,
                row.friction_percent,
                row.time_constant * 1e3,
                row.rms_degrees
            ))?;
        }
    }
    let fits: Vec<(Joint, Fit)> = found.iter().map(|one| (one.joint, one.fit)).collect();
    write_file(&typed.output, &Motors::to_toml(&fits))?;
    if let Some(path) = &typed.plot {
        write_file(path, &step_plot::draw(&found))?;
    }
    if has_failed {
        log(format_args!("{} has the other motors", typed.output.display()));
        return Err(Failure::Several);
    }
    if !output.wants_json() {
        // The drivers do not look for a file from where this program runs.
        let file = absolute(&typed.output)?;
        output.text(format_args!("Launch the rig with motors:={}", file.display()))?;
    }
    Ok(())
}

/// Both motors of a brick, or why one was not identified.
async fn measure(place: &Place, profile: &Profile, repeats: u8) -> Vec<Result<Found, Failure>> {
    let connected = async {
        let mut brick = Brick::connect(&place.address, Timeouts::default()).await?;
        brick.keep_alive().await.map(|_| brick)
    };
    let mut brick = match connected.await.or_fail() {
        Ok(brick) => brick,
        Err(failure) => return vec![Err(failure)],
    };
    let mut found = Vec::new();
    for (port, joint) in place.name.joints() {
        log(format_args!("{}: {} steps, or more over a slow link", joint.name(), 6 * repeats));
        let responses = steps(&mut brick, port, joint, &profile.gearing, repeats).await;
        let fitted = responses.and_then(|responses| Ok(Found { joint, fit: fit(&responses)?, responses }));
        found.push(fitted.or_fail());
    }
    found
}
