//! Writes where simulated wrists land that the real driver moves, for the contact physics: `physics/rig_physics/landings`.

#[path = "../tests/all/bench/mod.rs"]
#[allow(dead_code, reason = "this uses a part of it")]
mod bench;

use std::fmt::Write;

use bench::wrists;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?;
    for name in wrists::WRITTEN {
        let landings = runtime.block_on(wrists::landings(name));
        let path = wrists::path(name);
        std::fs::write(&path, as_csv(name, &landings))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// The text of a profile's file.
fn as_csv(name: &str, wrists: &wrists::Wrists) -> String {
    let mut csv = format!(
        "# Where the driver of crates/brick lands simulated wrists of the profile {name}, degrees beyond the goal, 60 ms after landing.\n\
         # Written by the example write_landings of the package cuberig-sim: do not edit.\n\
         wrist,turned,quarters,degrees\n"
    );
    for (index, wrist) in wrists.iter().enumerate() {
        for ((turned, quarters), landings) in wrist {
            let degrees: Vec<String> = (landings.iter()).map(|degrees| format!("{degrees:.2}")).collect();
            let _ = writeln!(csv, "{index},{turned},{quarters},{}", degrees.join(" "));
        }
    }
    csv
}
