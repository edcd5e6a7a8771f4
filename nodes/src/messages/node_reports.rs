//! What the nodes report of themselves on /diagnostics.

use execution::NodeReport;
use r2r::diagnostic_msgs::msg::{DiagnosticArray, DiagnosticStatus};

use crate::runtime::{Health, KIND_KEY, PROCESS_KEY};

/// What nodes report of themselves.
pub fn reports(array: &DiagnosticArray) -> impl Iterator<Item = NodeReport> {
    array.status.iter().map(|status| NodeReport {
        name: status.name.clone(),
        kind: kind(status).map(str::to_owned),
        process: value(status, PROCESS_KEY).map(str::to_owned),
        failure: (status.level == Health::Error as u8).then(|| status.message.clone()),
    })
}

/// The kind of a node, where it reports that.
pub fn kind(status: &DiagnosticStatus) -> Option<&str> {
    value(status, KIND_KEY)
}

fn value<'a>(status: &'a DiagnosticStatus, key: &str) -> Option<&'a str> {
    let found = status.values.iter().find(|value| value.key == key);
    found.map(|value| &*value.value)
}
