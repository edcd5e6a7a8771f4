//! Where many simulated wrists settle that the real driver moves: the contact physics (`physics/rig_physics`) draws the misses of
//! its wrists from these figures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rig::{Action, Arm, Profile};
use sim::Options;

use super::settling::{Driven, Moved, exercise};

/// The profiles whose landings are written.
pub const WRITTEN: [&str; 1] = ["nxt-2015"];
/// Seeds of the rigs, each with four wrists: motors, links and encoders differ. No other test uses them.
const SEEDS: std::ops::Range<u64> = 1000..1025;
/// How often each wrist turns in each way.
const TIMES: usize = 2;

/// What a wrist turned ("layer" or "open claw"), and by how many quarters.
type Kind = (&'static str, i8);
/// The landings of each wrist by kind: degrees beyond the goal, positive where the joint's angle is too great.
pub type Wrists = Vec<BTreeMap<Kind, Vec<f64>>>;

/// The landings of the wrists of a shipped profile.
pub async fn landings(name: &str) -> Wrists {
    let file = in_repository(&format!("config/profiles/{name}.toml"));
    let text = std::fs::read_to_string(&file).expect("the profile is shipped");
    let profile = Profile::from_toml(&text).expect("shipped profiles are valid");
    let mut actions = Vec::new();
    for way in [1, -1] {
        for turns in [[way, -way], [-2 * way, 2 * way]] {
            let [first, second] = turns.map(Action::Turn);
            actions.extend([first, Action::Open, second, Action::Close]);
        }
    }
    let actions = actions.repeat(TIMES);
    let mut wrists = Wrists::new();
    for seed in SEEDS {
        let options = Options::default();
        let (all, _) = exercise(profile.clone(), seed, options, Driven::Directly, &actions).await;
        for arm in Arm::ALL {
            let mut wrist = BTreeMap::<Kind, Vec<f64>>::new();
            for settled in all.iter().filter(|settled| settled.arm == arm) {
                let turned = match settled.moved {
                    Moved::Layer => "layer",
                    Moved::OpenClaw => "open claw",
                    Moved::Claw => continue,
                };
                let kind = (turned, settled.quarters);
                wrist.entry(kind).or_default().push(settled.error);
            }
            wrists.push(wrist);
        }
    }
    wrists
}

/// The file of a profile's landings.
pub fn path(name: &str) -> PathBuf {
    in_repository(&format!("physics/rig_physics/landings/{name}.csv"))
}

fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}
