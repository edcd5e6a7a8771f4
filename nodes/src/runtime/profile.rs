//! Reads the profile of a rig, which the parameter `profile` of several nodes names.

use anyhow::{Context, Result};
use rig::Profile;

use super::share::named_file;

/// The profile called `name` in config/profiles, or in the file of that path.
///
/// # Errors
/// One sentence that names the parameter's value or the file, and what is wrong with it.
pub fn rig_profile(name: &str) -> Result<Profile> {
    let path = named_file(name, "config/profiles", "toml")
        .with_context(|| format!("parameter 'profile' is '{name}'"))?;
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read the profile {}", path.display()))?;
    Profile::from_toml(&text).with_context(|| format!("in the profile {}", path.display()))
}
