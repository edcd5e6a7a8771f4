//! Messages with the identity of their publisher.
//!
//! r2r takes each message with `rcl_take`, and drops the information about the publisher. The linker finds the function here before
//! the one in the library. It keeps the identity for the conversion of the message, which r2r does next on the same thread.

use std::cell::Cell;
use std::ffi::{CStr, c_void};
use std::mem::transmute;
use std::sync::OnceLock;

use execution::publishers::PublisherId;
use r2r::WrappedTypesupport;
use r2r_rcl::{
    rcl_ret_t, rcl_subscription_t, rmw_message_info_t, rmw_subscription_allocation_t, rosidl_message_type_support_t,
};
use serde::{Deserialize, Serialize};

use super::wire;

/// The function that is stood in for.
const NAME: &CStr = c"rcl_take";

type Take = unsafe extern "C" fn(
    *const rcl_subscription_t,
    *mut c_void,
    *mut rmw_message_info_t,
    *mut rmw_subscription_allocation_t,
) -> rcl_ret_t;

/// rcl's own function.
static NEXT: OnceLock<Take> = OnceLock::new();

/// What the middleware reports of a message.
#[derive(Clone, Copy)]
pub(super) struct Info {
    /// Its publisher.
    pub by: PublisherId,
    /// When it was published, and when it was received: nanoseconds since 1970, or 0 where the middleware does not report it.
    pub times: [i64; 2],
    /// Its number by its publisher, from 1, or 0 where the middleware does not report it.
    pub number: u64,
}

thread_local! {
    /// Of the message that this thread took last.
    static LAST: Cell<Info> = const { Cell::new(Info { by: PublisherId(0), times: [0; 2], number: 0 }) };
}

/// What the middleware reported of the message that this thread took last.
pub(super) fn last() -> Info {
    LAST.get()
}

/// Takes a message as rcl does, and keeps who published it.
#[unsafe(no_mangle)]
unsafe extern "C" fn rcl_take(
    subscription: *const rcl_subscription_t,
    message: *mut c_void,
    info: *mut rmw_message_info_t,
    allocation: *mut rmw_subscription_allocation_t,
) -> rcl_ret_t {
    let next = NEXT.get_or_init(|| {
        // SAFETY: the name is a C string. What comes next after this program is rcl's own function.
        let next = unsafe { libc::dlsym(libc::RTLD_NEXT, NAME.as_ptr()) };
        assert!(!next.is_null(), "r2r is linked with rcl");
        // SAFETY: the function of this name has this type in rcl's header, from which r2r_rcl made its own.
        unsafe { transmute::<*mut c_void, Take>(next) }
    });
    // SAFETY: the caller promises what rcl asks for; a message that is to stay as it came is a buffer.
    let taken = unsafe {
        match wire::is_buffer(message) {
            true => r2r_rcl::rcl_take_serialized_message(subscription, message.cast(), info, allocation),
            false => next(subscription, message, info, allocation),
        }
    };
    // SAFETY: it is null or what rcl has just written to.
    if let Some(info) = unsafe { info.as_ref() } {
        let times = [info.source_timestamp, info.received_timestamp];
        // The middleware has the greatest number where it reports none.
        let number = Some(info.publication_sequence_number).filter(|number| *number < u64::MAX).unwrap_or(0);
        LAST.set(Info { by: publisher_id(&info.publisher_gid.data), times, number });
    }
    taken
}

/// The identity in the middleware's bytes. No middleware uses more than 16 of them.
pub(super) fn publisher_id(gid: &[u8]) -> PublisherId {
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(gid).for_each(|(to, from)| *to = *from);
    PublisherId(u128::from_le_bytes(bytes))
}

/// A message, and who published it. A subscription of this type is one of the message's own type.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(bound = "T: WrappedTypesupport")]
pub struct Published<T> {
    /// The message.
    pub message: T,
    /// Its publisher.
    #[serde(skip)]
    pub by: PublisherId,
}

impl<T: WrappedTypesupport> WrappedTypesupport for Published<T> {
    type CStruct = T::CStruct;

    fn get_ts() -> &'static rosidl_message_type_support_t {
        T::get_ts()
    }

    fn create_msg() -> *mut T::CStruct {
        T::create_msg()
    }

    fn destroy_msg(msg: *mut T::CStruct) {
        T::destroy_msg(msg);
    }

    fn from_native(msg: &T::CStruct) -> Self {
        Self { message: T::from_native(msg), by: LAST.get().by }
    }

    fn copy_to_native(&self, msg: &mut T::CStruct) {
        self.message.copy_to_native(msg);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_taken_by_the_function_here_and_then_by_rcl() {
        // SAFETY: it only fills a struct.
        let subscription = unsafe { r2r_rcl::rcl_get_zero_initialized_subscription() };
        let mut info = rmw_message_info_t::default();
        info.publisher_gid.data[0] = 7;
        let (message, allocation) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: rcl refuses a subscription that was not begun.
        let taken = unsafe { r2r_rcl::rcl_take(&subscription, message, &mut info, allocation) };
        assert_eq!(taken, r2r_rcl::RCL_RET_SUBSCRIPTION_INVALID as i32);
        assert_eq!(LAST.get().by, PublisherId(7));
    }
}
