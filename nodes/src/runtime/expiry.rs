//! Keeps the results of action goals, because r2r cannot let them expire (r2r issue 136).
//!
//! Ten seconds after a goal ends, rcl_action wants its result dropped, and from then on it wakes every waiter for events. r2r never
//! drops a result: the condition of its loop is false from the start. So `spin_once` would not wait any more, at a third of a
//! core for each action server. r2r asks rcl_action for its default options. The linker finds the function here before the one
//! in the library, and these options put the end off by a hundred years.

use std::ffi::{CStr, c_void};
use std::mem::transmute;

use r2r_actions::rcl_action_server_options_t;

/// The function that is stood in for.
const NAME: &CStr = c"rcl_action_server_get_default_options";
/// A hundred years, in nanoseconds.
const FOREVER: u64 = 100 * 365 * 24 * 3600 * 1_000_000_000;

/// What rcl_action's own function returns.
fn defaults() -> rcl_action_server_options_t {
    type Defaults = unsafe extern "C" fn() -> rcl_action_server_options_t;
    // SAFETY: the name is a C string. What comes next after this program is rcl_action's own function.
    let defaults = unsafe { libc::dlsym(libc::RTLD_NEXT, NAME.as_ptr()) };
    assert!(!defaults.is_null(), "r2r is linked with rcl_action");
    // SAFETY: the function of this name has this type in rcl_action's header, from which r2r_actions made its own.
    unsafe { transmute::<*mut c_void, Defaults>(defaults)() }
}

/// Where the options hold the nanoseconds after which a result expires: it is their last field. The type's size is known, but not
/// its fields.
fn result_timeout(options: &mut rcl_action_server_options_t) -> &mut u64 {
    options.0.last_mut().expect("the options are not empty")
}

/// The default options of an action server, but for the time after which a result expires.
#[unsafe(no_mangle)]
extern "C" fn rcl_action_server_get_default_options() -> rcl_action_server_options_t {
    let mut options = defaults();
    *result_timeout(&mut options) = FOREVER;
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_time_after_which_results_expire_is_another() {
        // SAFETY: it only fills a struct. It is called so that the library is loaded with this program.
        let _ = unsafe { r2r_actions::rcl_action_get_zero_initialized_server() };
        let (mut usual, mut ours) = (defaults(), rcl_action_server_get_default_options());
        let usual_timeout = *result_timeout(&mut usual);
        // 10 s in Jazzy, 15 minutes in Humble.
        assert!([10, 900].map(|seconds| seconds * 1_000_000_000).contains(&usual_timeout));
        assert_eq!(*result_timeout(&mut ours), FOREVER);
        *result_timeout(&mut ours) = usual_timeout;
        assert_eq!(ours.0, usual.0);
    }
}
