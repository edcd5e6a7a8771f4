//! Messages as they came over the wire, on topics of any type that is installed.
//!
//! r2r subscribes to raw messages only of types that it made bindings for, which those of actions are not, and it drops when they
//! were sent. Here a message is a buffer, which the function in `published.rs` fills.

use std::cell::Cell;
use std::ffi::{CString, c_void};
use std::path::Path;
use std::ptr::null_mut;

use anyhow::{Context, Result, bail};
use execution::publishers::PublisherId;
use futures::Stream;
use r2r::{QosProfile, WrappedTypesupport};
use r2r_rcl::{
    RCL_RET_OK, rcl_serialized_message_t, rcutils_get_default_allocator, rcutils_get_zero_initialized_uint8_array,
    rcutils_uint8_array_fini, rcutils_uint8_array_init, rosidl_message_type_support_t,
};
use serde::{Deserialize, Serialize};

use super::published;

/// A message in CDR, with its header.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Wire {
    /// Its bytes.
    pub data: Vec<u8>,
    /// Its publisher.
    #[serde(skip)]
    pub by: PublisherId,
    /// When it was published, nanoseconds since 1970; 0 where the middleware does not report it.
    pub sent: i64,
    /// When it was received.
    pub received: i64,
    /// Its number by its publisher, from 1; 0 where the middleware does not report it.
    pub number: u64,
}

/// What rmw must know of a message type.
#[derive(Clone, Copy)]
pub(super) struct TypeSupport(&'static rosidl_message_type_support_t);

// SAFETY: it is a constant of a library that stays loaded; rmw reads it from any thread.
unsafe impl Send for TypeSupport {}

thread_local! {
    /// The type of the subscription that this thread creates.
    static SUBSCRIBED: Cell<Option<TypeSupport>> = const { Cell::new(None) };
    /// The buffer that this thread has made for the message that it takes next.
    static BUFFER: Cell<*mut c_void> = const { Cell::new(null_mut()) };
}

/// Whether a message is to stay as it came over the wire.
pub(super) fn is_buffer(message: *const c_void) -> bool {
    !message.is_null() && BUFFER.get().cast_const() == message
}

/// Subscribes to a topic of this type.
pub(super) fn subscribe(
    node: &mut r2r::Node,
    topic: &str,
    support: TypeSupport,
    qos: QosProfile,
) -> r2r::Result<impl Stream<Item = Wire> + Unpin + Send + use<>> {
    SUBSCRIBED.set(Some(support));
    let subscribed = node.subscribe::<Wire>(topic, qos);
    SUBSCRIBED.set(None);
    // r2r's signature does not show that its receiver can be sent.
    subscribed.map(futures::StreamExt::boxed)
}

impl TypeSupport {
    /// Of a type such as `sensor_msgs/msg/Image`, from the library of its package.
    pub(super) fn find(kind: &str) -> Result<Self> {
        let parts: Vec<&str> = kind.split('/').collect();
        let is_plain = |part: &&str| part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let [package, folder, name] = parts[..] else { bail!("'{}' is no type", cube::outside::line(kind)) };
        if !parts.iter().all(is_plain) {
            bail!("'{}' is no type", cube::outside::line(kind));
        }
        let file = format!("lib{package}__rosidl_typesupport_c.so");
        let prefixes = std::env::var("AMENT_PREFIX_PATH").unwrap_or_default();
        let installed = prefixes.split(':').map(|prefix| Path::new(prefix).join("lib").join(&file));
        let installed = installed.filter(|path| path.is_file()).map(|path| path.to_string_lossy().into_owned());
        let handles = installed.chain([file.clone()]).find_map(|library| {
            let library = CString::new(library).ok()?;
            // SAFETY: it loads a library of an installed interface package, which stays loaded.
            let handle = unsafe { libc::dlopen(library.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
            (!handle.is_null()).then_some(handle)
        });
        let library = handles.with_context(|| format!("{file} is not installed"))?;
        let symbol = format!("rosidl_typesupport_c__get_message_type_support_handle__{package}__{folder}__{name}");
        let symbol_name = CString::new(symbol.clone())?;
        // SAFETY: the library was loaded, and the name is a C string.
        let found = unsafe { libc::dlsym(library, symbol_name.as_ptr()) };
        if found.is_null() {
            bail!("{file} has no {symbol}");
        }
        // SAFETY: rosidl generates each function of such a name with this type.
        let function = unsafe {
            std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> *const rosidl_message_type_support_t>(found)
        };
        // SAFETY: the function takes nothing, and returns null or a constant.
        let support = unsafe { function().as_ref() };
        Ok(Self(support.with_context(|| format!("{file} has no support for {kind}"))?))
    }
}

impl WrappedTypesupport for Wire {
    type CStruct = rcl_serialized_message_t;

    fn get_ts() -> &'static rosidl_message_type_support_t {
        SUBSCRIBED.get().expect("`subscribe` sets it before r2r asks").0
    }

    fn create_msg() -> *mut Self::CStruct {
        // SAFETY: it only fills a struct.
        let mut buffer = Box::new(unsafe { rcutils_get_zero_initialized_uint8_array() });
        // SAFETY: the buffer is new, and rmw makes it larger as it needs.
        let made = unsafe { rcutils_uint8_array_init(&mut *buffer, 0, &rcutils_get_default_allocator()) };
        assert_eq!(made, RCL_RET_OK as i32, "a buffer without bytes needs no memory");
        let buffer = Box::into_raw(buffer);
        BUFFER.set(buffer.cast());
        buffer
    }

    fn destroy_msg(buffer: *mut Self::CStruct) {
        if is_buffer(buffer.cast()) {
            BUFFER.set(null_mut());
        }
        // SAFETY: `create_msg` made it, and r2r gives it back once.
        unsafe {
            rcutils_uint8_array_fini(buffer);
            drop(Box::from_raw(buffer));
        }
    }

    fn from_native(buffer: &Self::CStruct) -> Self {
        let data = match buffer.buffer.is_null() {
            true => Vec::new(),
            // SAFETY: rmw has filled that many bytes.
            false => unsafe { std::slice::from_raw_parts(buffer.buffer, buffer.buffer_length) }.to_vec(),
        };
        let published::Info { by, times: [sent, received], number } = published::last();
        Self { data, by, sent, received, number }
    }

    fn copy_to_native(&self, _: &mut Self::CStruct) {
        unreachable!("nothing of this type is published");
    }
}
