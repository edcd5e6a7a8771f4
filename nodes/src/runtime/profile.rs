//! Reads the profile of a rig, which the parameter `profile` of several nodes names.

use anyhow::{Context, Result};
use rig::Profile;

/// The profile called `name` in config/profiles, or in the file of that path.
///
/// # Errors
/// One sentence that names the parameter's value or the file, and what is wrong with it.
pub fn rig_profile(name: &str) -> Result<Profile> {
    Profile::find(name).with_context(|| format!("parameter 'profile' is {}", cube::outside::quoted(name)))
}
