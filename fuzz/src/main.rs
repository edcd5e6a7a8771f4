//! One target under libFuzzer: `cargo xtask fuzz` builds this with the instruments of a coverage-guided fuzzer and starts it.
#![no_main]

use std::sync::LazyLock;

/// The target that the environment names.
static TARGET: LazyLock<&fuzz::Target> = LazyLock::new(|| {
    let name = std::env::var(fuzz::VARIABLE).unwrap_or_default();
    fuzz::TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("there is no target '{name}'"))
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| (TARGET.run)(data));
