//! What every node shares: hosting, spinning, parameters, log, diagnostics, goals.

mod acceptance;
mod ask;
mod camera_info;
mod cancel_all;
mod clock;
mod complaints;
mod compute;
mod diagnostics;
mod discovery;
mod enclave;
mod goals;
mod host;
mod logger;
mod param_events;
mod param_services;
mod params;
mod profile;
mod publisher;
mod qos;
mod setup;
mod share;
mod spin;
mod stop_switch;
#[cfg(has_type_descriptions)]
mod type_description;

pub use acceptance::{accepted, cancel};
pub use ask::ask;
pub use camera_info::camera_info;
pub use cancel_all::CancelAll;
pub use clock::{Clock, stamp_to_duration, system_time};
pub use complaints::Complaints;
pub use compute::compute;
pub use diagnostics::{Diagnostics, Health, KIND_KEY, PROCESS_KEY};
pub use goals::Goal;
pub use host::{Host, RigNode, Starter, Task, help, main, run};
pub use logger::{Logger, Severity};
pub use params::{Allowed, Field, LiveParams, ParamError, ParamType, Parameters, show};
pub use profile::rig_profile;
pub use publisher::Publisher;
pub use qos::camera_qos;
pub use setup::Setup;
pub use share::share_file;
pub use stop_switch::{StopChange, StopSwitch};
