//! The services of the graph.
//!
//! r2r lists topics only, and keeps its node to itself. It asks rcl for the topics; the linker finds the function here before the one
//! in the library, and this one lists services where they are wanted.

use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, c_void};
use std::mem::transmute;
use std::sync::OnceLock;

use r2r_rcl::{rcl_get_service_names_and_types, rcl_names_and_types_t, rcl_node_t, rcl_ret_t, rcutils_allocator_t};

/// The function that is stood in for.
const NAME: &CStr = c"rcl_get_topic_names_and_types";

type List =
    unsafe extern "C" fn(*const rcl_node_t, *mut rcutils_allocator_t, bool, *mut rcl_names_and_types_t) -> rcl_ret_t;

/// rcl's own function.
static NEXT: OnceLock<List> = OnceLock::new();

thread_local! {
    /// Whether this thread lists services.
    static SERVICES: Cell<bool> = const { Cell::new(false) };
}

/// The services that are discovered so far, and the types of each.
pub(super) fn services(node: &r2r::Node) -> r2r::Result<HashMap<String, Vec<String>>> {
    SERVICES.set(true);
    let found = node.get_topic_names_and_types();
    SERVICES.set(false);
    found
}

/// Lists topics as rcl does, or services.
#[unsafe(no_mangle)]
unsafe extern "C" fn rcl_get_topic_names_and_types(
    node: *const rcl_node_t,
    allocator: *mut rcutils_allocator_t,
    no_demangle: bool,
    found: *mut rcl_names_and_types_t,
) -> rcl_ret_t {
    if SERVICES.get() {
        // SAFETY: the caller promises what rcl asks for, which is the same for topics and services.
        return unsafe { rcl_get_service_names_and_types(node, allocator, found) };
    }
    let next = NEXT.get_or_init(|| {
        // SAFETY: the name is a C string. What comes next after this program is rcl's own function.
        let next = unsafe { libc::dlsym(libc::RTLD_NEXT, NAME.as_ptr()) };
        assert!(!next.is_null(), "r2r is linked with rcl");
        // SAFETY: the function of this name has this type in rcl's header, from which r2r_rcl made its own.
        unsafe { transmute::<*mut c_void, List>(next) }
    });
    // SAFETY: the caller promises what rcl asks for.
    unsafe { next(node, allocator, no_demangle, found) }
}
