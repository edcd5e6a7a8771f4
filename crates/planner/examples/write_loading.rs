//! Prints, as JSON, how a rig takes a cube from a person's hand, for the contact physics: `write_loading PROFILE.toml`. Motions have
//! the keys that `cuberig plan --json` gives them; `wrists` are the quarters from which they start, with all claws open.

use std::error::Error;
use std::fs;

use planner::{LOADING_START, loading};
use rig::{Arm, Profile};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give a PROFILE.toml")?;
    let profile = Profile::from_toml(&fs::read_to_string(path)?)?;
    let wrists = profile.rules.arms().map(|arm: Arm| format!(r#""{arm}": {}"#, LOADING_START[arm.index()].wrist));
    let motions = loading(&profile.rules, &profile.timing);
    let motions = motions.iter().map(|motion| {
        let (arm, action) = (motion.arm, motion.action.name());
        let (quarters, start, end) = (motion.action.quarters(), motion.start, motion.end);
        format!(r#"{{"arm": "{arm}", "action": "{action}", "quarters": {quarters}, "start": {start}, "end": {end}}}"#)
    });
    let [wrists, motions] = [wrists.collect::<Vec<_>>(), motions.collect()].map(|of| of.join(", "));
    println!(r#"{{"wrists": {{{wrists}}}, "motions": [{motions}]}}"#);
    Ok(())
}
