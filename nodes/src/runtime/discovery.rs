//! Who can find the nodes of this process: programs of this machine only, unless the user's environment sets more.
//!
//! # Transport
//!
//! A camera frame has 0.9 MB, more than Fast DDS's default shared-memory segment. `config/fastdds.xml` makes a segment
//! of 16 MB; the launch file and the demo choose it. It also binds UDP to 127.0.0.1 (security.md has the reason).
//! `fastdds_network.xml` is chosen with `discovery:=SUBNET` or `peers:=`. `runtime/discovery.rs` does the same for
//! nodes that are started by hand. Fast DDS's `LARGE_DATA` transports were tried first. Alone they lose nothing, but
//! between two processes that also exchange many small messages some images arrived cut short.
//!
//! When twelve nodes start, each sends each other one about 70 topics and services: 9,000 datagrams in two seconds.
//! With Linux's usual receive buffers about 100 of them were lost on a calm machine, and thousands on a busy one. A
//! node that has not discovered a client yet loses its answer to that client. So the profile asks for buffers of 4
//! MB. Where the machine allows no more than usual (`net.core.rmem_max`), this still doubles them, and then none were
//! lost at the start of a rig.
//!
//! A program that is killed and started again takes over the shared-memory port of the dead one. Others send to the old
//! memory until they notice, for up to three seconds, and what was lost is sent again within three more. Nodes of a rig
//! are made for that: a goal that is not answered is sent again (`runtime/action_client.rs`), and a node that starts does
//! not move because it received nothing.
//!
//! Foreign cameras do not know this file. A camera that sends reliably loses nothing, but only to a subscription that
//! asks for reliability. Such a subscription receives nothing from a camera that sends best-effort. So `face_detector` has one
//! subscription of each kind (`camera::DuplicateFilter`).

use std::env;
use std::ffi::{CStr, OsString};
use std::path::Path;

use anyhow::Result;

use super::share::share_file;

/// How far ROS looks for other programs: LOCALHOST, SUBNET, OFF or SYSTEM_DEFAULT.
const RANGE: &str = "ROS_AUTOMATIC_DISCOVERY_RANGE";
/// Hosts that are looked for besides, separated by `;`.
const PEERS: &str = "ROS_STATIC_PEERS";
/// Where Fast DDS looks for its profile; the name depends on its version.
const PROFILES: [&str; 2] = ["FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE"];

/// Sets what the environment leaves open. The launch files do the same for the programs of others that they start.
///
/// # Errors
/// When one of the project's own profiles is missing.
///
/// # Safety
/// No other thread may run yet: the environment of a process is not guarded.
pub(super) unsafe fn settle() -> Result<()> {
    let machine = share_file("config/fastdds.xml")?;
    let network = share_file("config/fastdds_network.xml")?;
    // SAFETY: it loads the middleware's library, which the only thread may do, and returns null or a string that stays.
    let middleware = unsafe { r2r_rcl::rmw_get_implementation_identifier() };
    let fast_dds = !middleware.is_null() && {
        // SAFETY: as above.
        let name = unsafe { CStr::from_ptr(middleware) };
        name.to_bytes().starts_with(b"rmw_fastrtps")
    };
    let given = |name: &str| env::var_os(name);
    for (name, value) in settings(given, fast_dds, &machine, &network) {
        // SAFETY: the caller promises that this is the only thread.
        unsafe { env::set_var(name, value) };
    }
    Ok(())
}

/// The variables to set, given what is set, whether Fast DDS is the middleware, and its profiles for this machine alone and
/// for a network.
///
/// The profile for this machine alone decides who finds the nodes. With LOCALHOST ROS adds transports of its own to it
/// (rmw_fastrtps, `participant.cpp`), and each message goes out twice. So the range is SYSTEM_DEFAULT where this profile
/// is in force: then ROS adds nothing.
fn settings(
    given: impl Fn(&str) -> Option<OsString>,
    fast_dds: bool,
    machine: &Path,
    network: &Path,
) -> Vec<(&'static str, OsString)> {
    let set = |name: &str| given(name).filter(|value| !value.is_empty());
    let mut settings = Vec::new();
    let range = set(RANGE);
    let alone = range.as_ref().is_none_or(|range| range == "LOCALHOST") && set(PEERS).is_none();
    let is_ours = |file: OsString| is_same_file(Path::new(&file), machine);
    let mut given_profiles = PROFILES.into_iter().filter_map(set).peekable();
    // With LOCALHOST alone, any program that names this machine as a peer still gets in; the first profile leaves no door open.
    let profile = match given_profiles.peek() {
        None if alone => Some(machine),
        None => Some(network),
        // Each version of Fast DDS reads one of the names only: one that is missing is set like the other.
        Some(_) => given_profiles.all(is_ours).then_some(machine),
    };
    if let Some(profile) = profile {
        settings.extend(PROFILES.map(|name| (name, profile.into())));
    }
    let ours = profile == Some(machine);
    if alone && ours && fast_dds {
        settings.push((RANGE, "SYSTEM_DEFAULT".into()));
    } else if range.is_none() {
        settings.push((RANGE, "LOCALHOST".into()));
    }
    settings
}

/// Whether two paths lead to one file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().is_ok_and(|one| one == other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MACHINE: &str = "/share/fastdds.xml";
    const NETWORK: &str = "/share/fastdds_network.xml";

    /// The range and the profile that are set, where these variables are given; empty where the given one stays.
    fn set(given: &[(&str, &str)]) -> [String; 2] {
        set_for(true, given)
    }

    fn set_for(fast_dds: bool, given: &[(&str, &str)]) -> [String; 2] {
        let value = |name: &str| {
            let found = given.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| OsString::from(value))
        };
        let settings = settings(value, fast_dds, Path::new(MACHINE), Path::new(NETWORK));
        let of = |wanted: &str| {
            let found = settings.iter().find(|(name, _)| *name == wanted);
            found.map_or(String::new(), |(_, value)| value.to_string_lossy().into())
        };
        assert_eq!(of(PROFILES[0]), of(PROFILES[1]));
        [of(RANGE), of(PROFILES[0])]
    }

    #[test]
    fn nothing_is_found_from_outside_unless_somebody_asks_for_it() {
        for nothing in [&[][..], &[(RANGE, ""), (PEERS, "")], &[(RANGE, "LOCALHOST")]] {
            assert_eq!(set(nothing), ["SYSTEM_DEFAULT", MACHINE]);
        }
        assert_eq!(set(&[(RANGE, "SUBNET")]), ["", NETWORK]);
        assert_eq!(set(&[(PEERS, "192.168.0.7")]), ["LOCALHOST", NETWORK]);
    }

    #[test]
    fn a_range_without_our_profile_keeps_the_nodes_on_this_machine() {
        for name in PROFILES {
            assert_eq!(set(&[(name, "/home/me/my.xml")]), ["LOCALHOST", ""]);
            // As a launch file of ours sets it, and a person who knows only one of the names.
            let ours = [(name, MACHINE), (RANGE, "LOCALHOST")];
            assert_eq!(set(&ours), ["SYSTEM_DEFAULT", MACHINE]);
            assert_eq!(set(&[(name, MACHINE), (RANGE, "SUBNET")]), ["", MACHINE]);
        }
        let mixed = [(PROFILES[0], MACHINE), (PROFILES[1], "my.xml")];
        assert_eq!(set(&mixed), ["LOCALHOST", ""]);
        assert_eq!(set_for(false, &[]), ["LOCALHOST", MACHINE]);
    }
}
