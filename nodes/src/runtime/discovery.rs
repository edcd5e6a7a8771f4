//! Who can find the nodes of this process: programs of this machine only, unless the user's environment says otherwise.

use std::env;
use std::ffi::OsString;

use anyhow::Result;

use super::share::share_file;

/// How far ROS looks for other programs: LOCALHOST, SUBNET, OFF or SYSTEM_DEFAULT.
const RANGE: &str = "ROS_AUTOMATIC_DISCOVERY_RANGE";
/// Hosts that are looked for besides, separated by `;`.
const PEERS: &str = "ROS_STATIC_PEERS";
/// Where Fast DDS looks for its profile; the name depends on its version.
const PROFILES: [&str; 2] = [
    "FASTRTPS_DEFAULT_PROFILES_FILE",
    "FASTDDS_DEFAULT_PROFILES_FILE",
];

/// Sets what the environment leaves open. The launch files do the same for the programs of others that they start.
///
/// # Errors
/// When the project's own profile is missing.
///
/// # Safety
/// No other thread may run yet: the environment of a process is not guarded.
pub(super) unsafe fn settle() -> Result<()> {
    let given = |name: &str| env::var_os(name);
    let mut unset = Vec::from_iter(range(given).map(|range| (RANGE, OsString::from(range))));
    if let Some(profile) = profile(given) {
        let file = share_file(profile)?;
        unset.extend(PROFILES.map(|name| (name, file.clone().into_os_string())));
    }
    for (name, value) in unset {
        // SAFETY: the caller promises that this is the only thread.
        unsafe { env::set_var(name, value) };
    }
    Ok(())
}

/// The range to set; `None` where the user has chosen one.
fn range(given: impl Fn(&str) -> Option<OsString>) -> Option<&'static str> {
    given(RANGE)
        .is_none_or(|range| range.is_empty())
        .then_some("LOCALHOST")
}

/// The profile of Fast DDS that fits the range; `None` where the user has one.
fn profile(given: impl Fn(&str) -> Option<OsString>) -> Option<&'static str> {
    let set = |name: &str| given(name).filter(|value| !value.is_empty());
    if PROFILES.into_iter().any(|name| set(name).is_some()) {
        return None;
    }
    let local = set(RANGE).is_none_or(|range| range == "LOCALHOST") && set(PEERS).is_none();
    // With LOCALHOST alone, whoever names this machine as a peer still gets in; the first profile leaves no door open.
    Some(match local {
        true => "config/fastdds.xml",
        false => "config/fastdds_network.xml",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(
        variables: &'static [(&'static str, &'static str)],
    ) -> impl Fn(&str) -> Option<OsString> {
        |name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| OsString::from(value))
        }
    }

    #[test]
    fn nothing_is_found_from_outside_unless_somebody_asks_for_it() {
        for nothing in [&[][..], &[(RANGE, ""), (PEERS, "")]] {
            assert_eq!(range(environment(nothing)), Some("LOCALHOST"));
            assert_eq!(profile(environment(nothing)), Some("config/fastdds.xml"));
        }
    }

    #[test]
    fn the_users_own_choice_stays() {
        assert_eq!(range(environment(&[(RANGE, "SUBNET")])), None);
        for network in [(RANGE, "SUBNET"), (PEERS, "192.168.0.7")] {
            let variables = move |name: &str| (name == network.0).then(|| network.1.into());
            assert_eq!(profile(variables), Some("config/fastdds_network.xml"));
        }
        for name in PROFILES {
            let own = move |asked: &str| (asked == name).then(|| OsString::from("my.xml"));
            assert_eq!(profile(own), None);
        }
    }
}
