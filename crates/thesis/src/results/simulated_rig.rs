//! The simulated rig that figures 4.27 and 5.7 are measured on. Time is simulated, so a figure does not depend on how fast the
//! machine is.

use std::io;

use rig::Profile;
use sim::bench::Bench;
use sim::{Options, World};

/// Runs a measurement in simulated time.
pub(super) fn in_simulated_time<F: Future>(measurement: F) -> io::Result<F::Output> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?;
    Ok(runtime.block_on(measurement))
}

/// The rig of the thesis; `seed` decides how its motors differ.
pub(super) fn simulated_rig(seed: u64, options: Options) -> Bench {
    Bench::new(World::new(Profile::nxt_2015(), seed, options))
}
