//! What the launch file needs to know of the rig that was checked.

use std::path::{Path, absolute};

use brick::BrickName;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::place::Place;

/// The profile that the launch file takes by itself.
pub const PROFILE: &str = "nxt-2015";

/// The arguments of the launch file, as JSON.
#[derive(Serialize)]
struct Launch {
    launch: String,
    /// Nothing is wrong, so that it can be launched.
    ready: bool,
    /// The bricks that were not given.
    missing: Vec<&'static str>,
}

/// Prints the command that launches this rig; `ready` means that nothing is wrong.
pub fn print(rig: &[Place], profile: &str, ready: bool, output: &mut Output) -> Result<(), Failure> {
    let mut arguments = vec!["sim:=false".to_owned()];
    if profile != PROFILE {
        // The nodes do not look for a file from where this program runs.
        let file = Path::new(profile).is_file().then(|| absolute(profile).ok());
        let profile = file.flatten().unwrap_or_else(|| profile.into());
        arguments.push(format!("profile:={}", profile.display()));
    }
    let mut missing = Vec::new();
    for name in BrickName::ALL {
        match rig.iter().find(|place| place.name == name) {
            Some(place) => arguments.push(format!("{name}:={}", place.address)),
            None => {
                missing.push(name.name());
                arguments.push(format!("{name}:=none"));
            }
        }
    }
    let launch = arguments.join(" ");
    if output.wants_json() {
        return output.json(&Launch { launch, ready, missing });
    }
    output.text("")?;
    if !ready {
        output.text("After these repairs, launch the rig with:")?;
    }
    output.text(format_args!("ros2 launch cuberig rig.launch.xml {launch}"))?;
    if missing.is_empty() {
        return Ok(());
    }
    output.text(format_args!("No node will drive {}: add these bricks when they are built.", missing.join(", ")))
}
