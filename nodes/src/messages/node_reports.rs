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

/// The value of a recorder's report that names the file of the next failure.
pub const LAST_MINUTE_KEY: &str = "last_minute";

/// The file in which the recorder of this namespace saves the last minute when a run fails, where there is one: empty when it saves none.
pub fn last_minute<'a>(array: &'a DiagnosticArray, namespace: &str) -> Option<&'a str> {
    let space = namespace.trim_matches('/');
    let is_ours = |status: &&DiagnosticStatus| status.name.rsplit_once('/').map_or("", |(before, _)| before) == space;
    array.status.iter().filter(is_ours).find_map(minute_of)
}

/// The same in one report.
pub fn minute_of(status: &DiagnosticStatus) -> Option<&str> {
    value(status, LAST_MINUTE_KEY)
}

fn value<'a>(status: &'a DiagnosticStatus, key: &str) -> Option<&'a str> {
    let found = status.values.iter().find(|value| value.key == key);
    found.map(|value| &*value.value)
}

#[cfg(test)]
mod tests {
    use r2r::diagnostic_msgs::msg::KeyValue;

    use super::*;

    fn status(name: &str, file: Option<&str>) -> DiagnosticStatus {
        let value = |file: &str| KeyValue { key: LAST_MINUTE_KEY.into(), value: file.into() };
        DiagnosticStatus { name: name.into(), values: file.map(value).into_iter().collect(), ..Default::default() }
    }

    #[test]
    fn the_recorder_of_the_own_namespace_is_read() {
        let status = vec![
            status("right/recorder", Some("/right.mcap")),
            status("left/recording", None),
            status("left/recorder", Some("/left.mcap")),
            status("recorder", Some("")),
        ];
        let array = DiagnosticArray { status, ..Default::default() };
        assert_eq!(last_minute(&array, "/left"), Some("/left.mcap"));
        assert_eq!(last_minute(&array, "/"), Some(""));
        assert_eq!(last_minute(&array, "/middle"), None);
    }
}
