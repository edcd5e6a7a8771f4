//! The failures that other nodes report, so that a failed run can name the cause.

use std::collections::BTreeMap;

use execution::{NodeReport, OwnNodes};
use serde::{Deserialize, Serialize};

/// Reports older than this no longer count, seconds.
const FRESH: f64 = 5.0;

/// The newest reports of this rig's nodes that do not work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failures {
    nodes: OwnNodes,
    reports: BTreeMap<String, (String, f64)>,
}

impl Failures {
    /// Listens to the nodes of this namespace.
    pub fn new(namespace: &str) -> Self {
        Self { nodes: OwnNodes::of(namespace), reports: BTreeMap::new() }
    }

    /// Takes a report, at a second of the machine's time.
    pub fn note(&mut self, report: &NodeReport, now: f64) {
        let Some(node) = self.nodes.name(&report.name) else {
            return;
        };
        match &report.failure {
            Some(failure) => {
                let failure = (failure.clone(), now);
                self.reports.insert(node.to_owned(), failure);
            }
            None => drop(self.reports.remove(node)),
        }
    }

    /// All that is wrong now and that a sentence does not contain, to be appended to it; empty when nothing is.
    pub fn beyond(&self, text: &str, now: f64) -> String {
        let is_fresh = |since: f64| now - since < FRESH;
        let reports = self.reports.iter();
        reports
            .filter(|(_, (failure, since))| is_fresh(*since) && !text.contains(failure.as_str()))
            .map(|(node, (failure, _))| format!("; {node} reports: {failure}"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(name: &str, failure: &str) -> NodeReport {
        NodeReport {
            name: name.into(),
            failure: (!failure.is_empty()).then(|| failure.into()),
            ..NodeReport::default()
        }
    }

    #[test]
    fn only_own_nodes_that_do_not_work_now_are_named() {
        let (mut failures, now) = (Failures::new("/left"), 7.0);
        failures.note(&report("left/camera", "no device"), now);
        failures.note(&report("right/solver", "no tables"), now);
        failures.note(&report("left/rl_clamp", ""), now);
        assert_eq!(failures.beyond("", now), "; camera reports: no device");
        assert_eq!(failures.beyond("no device is there", now), "");
        let later = now + FRESH;
        assert_eq!(failures.beyond("", later), "", "the report is too old");
        failures.note(&report("left/camera", "no device"), later);
        failures.note(&report("left/camera", ""), later);
        assert_eq!(failures.beyond("", later), "");
    }

    #[test]
    fn without_a_namespace_nodes_of_namespaces_are_foreign() {
        let (mut failures, now) = (Failures::new("/"), 7.0);
        failures.note(&report("/camera", "no device"), now);
        failures.note(&report("left/camera", "lens cap on"), now);
        assert_eq!(failures.beyond("", now), "; camera reports: no device");
    }
}
