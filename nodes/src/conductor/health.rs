//! What other nodes say is wrong with them, so that a failed run can name the cause.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use r2r::diagnostic_msgs::msg::{DiagnosticArray, DiagnosticStatus};

use crate::runtime::Health;

/// Reports older than this no longer count.
const FRESH: Duration = Duration::from_secs(5);

/// The nodes of one rig among all that report.
#[derive(Debug)]
pub struct OwnNodes(String);

impl OwnNodes {
    /// The nodes of this namespace.
    pub fn of(namespace: &str) -> Self {
        Self(match namespace.trim_matches('/') {
            "" => String::new(),
            namespace => format!("{namespace}/"),
        })
    }

    /// A node's own name, if it is one of them.
    pub fn name<'a>(&self, reported: &'a str) -> Option<&'a str> {
        let own = reported.trim_start_matches('/').strip_prefix(&self.0);
        own.filter(|node| !node.contains('/'))
    }
}

/// The newest reports of this rig's nodes that do not work.
pub struct Troubles {
    nodes: OwnNodes,
    reports: BTreeMap<String, (String, Instant)>,
}

impl Troubles {
    /// Listens to the nodes of this namespace.
    pub fn new(namespace: &str) -> Self {
        Self {
            nodes: OwnNodes::of(namespace),
            reports: BTreeMap::new(),
        }
    }

    /// Takes note of a report.
    pub fn note(&mut self, array: &DiagnosticArray) {
        for DiagnosticStatus {
            name,
            level,
            message,
            ..
        } in &array.status
        {
            let Some(node) = self.nodes.name(name) else {
                continue;
            };
            if *level == Health::Error as u8 {
                self.reports
                    .insert(node.to_owned(), (message.clone(), Instant::now()));
            } else {
                self.reports.remove(node);
            }
        }
    }

    /// All that is wrong now, to be appended to a sentence; empty when nothing is.
    pub fn in_words(&self) -> String {
        let fresh = self
            .reports
            .iter()
            .filter(|(_, (_, when))| when.elapsed() < FRESH);
        fresh
            .map(|(node, (message, _))| format!("; {node} reports: {message}"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(name: &str, health: Health, message: &str) -> DiagnosticArray {
        let status = DiagnosticStatus {
            name: name.into(),
            level: health as u8,
            message: message.into(),
            ..DiagnosticStatus::default()
        };
        DiagnosticArray {
            status: vec![status],
            ..DiagnosticArray::default()
        }
    }

    #[test]
    fn only_own_nodes_that_do_not_work_now_are_named() {
        let mut troubles = Troubles::new("/left");
        troubles.note(&report("left/camera", Health::Error, "no device"));
        troubles.note(&report("right/solver", Health::Error, "no tables"));
        troubles.note(&report("left/rl_clamp", Health::Warn, "battery low"));
        assert_eq!(troubles.in_words(), "; camera reports: no device");
        troubles.note(&report("left/camera", Health::Ok, "fine"));
        assert_eq!(troubles.in_words(), "");
    }

    #[test]
    fn without_a_namespace_nodes_of_namespaces_are_foreign() {
        let mut troubles = Troubles::new("/");
        troubles.note(&report("/camera", Health::Error, "no device"));
        troubles.note(&report("left/camera", Health::Error, "lens cap on"));
        assert_eq!(troubles.in_words(), "; camera reports: no device");
    }
}
