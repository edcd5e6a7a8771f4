//! Storms through the crate's public interface.

mod determinism;
mod laws;
mod whole_runs;

use std::sync::{Arc, LazyLock};

use solver::LoadOptions;
use storm::Tools;

/// What all storms share.
static TOOLS: LazyLock<Arc<Tools>> = LazyLock::new(|| {
    let tools = Tools::load(&LoadOptions::small(LoadOptions::user_cache()));
    Arc::new(tools.expect("tables can be kept in the build directory"))
});
