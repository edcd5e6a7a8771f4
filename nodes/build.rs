//! Tells the nodes whether this ROS 2 has the service type with which nodes describe their messages (Iron and later).

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=AMENT_PREFIX_PATH");
    println!("cargo::rustc-check-cfg=cfg(has_type_descriptions)");
    let prefixes = env::var("AMENT_PREFIX_PATH").unwrap_or_default();
    let service = "share/type_description_interfaces/srv/GetTypeDescription.idl";
    if prefixes.split(':').any(|prefix| Path::new(prefix).join(service).is_file()) {
        println!("cargo::rustc-cfg=has_type_descriptions");
    }
    // Where the types that the nodes were built with are described.
    println!("cargo::rustc-env=CUBERIG_BUILT_WITH={prefixes}");
}
