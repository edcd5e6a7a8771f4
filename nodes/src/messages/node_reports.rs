//! What the nodes report of themselves on /diagnostics.

use mission::NodeReport;
use r2r::diagnostic_msgs::msg::DiagnosticArray;

use crate::runtime::{Health, KIND_KEY, PROCESS_KEY};

/// What nodes report of themselves.
pub fn reports(array: &DiagnosticArray) -> impl Iterator<Item = NodeReport> {
    array.status.iter().map(|status| {
        let value = |key: &str| {
            let found = status.values.iter().find(|value| value.key == key);
            found.map(|value| value.value.clone())
        };
        NodeReport {
            name: status.name.clone(),
            kind: value(KIND_KEY),
            process: value(PROCESS_KEY),
            failure: (status.level == Health::Error as u8).then(|| status.message.clone()),
        }
    })
}
