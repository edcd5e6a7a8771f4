//! The profile of a rig that an option names.

use rig::Profile;

use crate::failure::Failure;

/// The profile of a name such as `nxt-2015`, or in a file.
pub fn find(given: &str) -> Result<Profile, Failure> {
    Profile::find(given).map_err(|error| {
        // Errors in a file show its lines; ours are one sentence.
        let words = error.to_string();
        let words: Vec<&str> = words.split_whitespace().collect();
        Failure::Usage(words.join(" "))
    })
}
