//! Which nodes live: each reports on /diagnostics once a second, so one that falls silent, or comes back as
//! another process, has lost what it was doing.

use std::collections::BTreeMap;

use r2r::diagnostic_msgs::msg::{DiagnosticArray, DiagnosticStatus};

use super::health::OwnNodes;
use crate::runtime::{KIND_KEY, PROCESS_KEY};

/// What is known of one node's life.
#[derive(Debug)]
struct Life {
    /// What it is: as it tells, or else its name.
    kind: String,
    /// Its process, where it tells.
    process: Option<String>,
    /// Looks at the clock since it was heard.
    looks: u32,
    /// It has been another process before, and nobody was told yet.
    is_new: bool,
}

/// The lives of this rig's nodes. Time is counted in the conductor's own looks at its clock: when its own
/// process gets no time, nobody ages.
#[derive(Debug)]
pub struct Heartbeat {
    nodes: OwnNodes,
    lives: BTreeMap<String, Life>,
}

impl Heartbeat {
    /// Listens to the nodes of this namespace.
    pub fn new(namespace: &str) -> Self {
        Self {
            nodes: OwnNodes::of(namespace),
            lives: BTreeMap::new(),
        }
    }

    /// Takes note of a report. A node that never reports, such as a foreign one, is never missed.
    pub fn note(&mut self, array: &DiagnosticArray) {
        for DiagnosticStatus { name, values, .. } in &array.status {
            let Some(node) = self.nodes.name(name) else {
                continue;
            };
            let told = |key: &str| {
                let value = values.iter().find(|value| value.key == key);
                value.map(|value| value.value.clone())
            };
            let process = told(PROCESS_KEY);
            let kind = told(KIND_KEY).unwrap_or_else(|| node.to_owned());
            let before = self.lives.remove(node);
            let is_new = before.is_some_and(|life| {
                life.is_new || life.process.is_some() && life.process != process
            });
            let life = Life {
                kind,
                process,
                looks: 0,
                is_new,
            };
            self.lives.insert(node.to_owned(), life);
        }
    }

    /// Looks at the clock; gives what the nodes were that are lost, each with what happened to it by name. Silence for
    /// `patience` looks is told at each look from then on, a new process once.
    pub fn look(&mut self, patience: u32) -> Vec<(String, String)> {
        let mut lost = Vec::new();
        for (node, life) in &mut self.lives {
            life.looks = life.looks.saturating_add(1);
            if std::mem::take(&mut life.is_new) {
                lost.push((
                    life.kind.clone(),
                    format!("the node {node} was started anew"),
                ));
            } else if patience <= life.looks {
                lost.push((
                    life.kind.clone(),
                    format!("the node {node} has fallen silent"),
                ));
            }
        }
        lost
    }

    /// Forgets what happened until now: a run that begins cannot have lost anything.
    pub fn start_over(&mut self) {
        self.lives.retain(|_, life| !life.is_new && life.looks == 0);
        self.lives.values_mut().for_each(|life| life.looks = 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use r2r::diagnostic_msgs::msg::KeyValue;

    fn report(name: &str, process: &str) -> DiagnosticArray {
        let values = vec![KeyValue {
            key: PROCESS_KEY.into(),
            value: process.into(),
        }];
        DiagnosticArray {
            status: vec![DiagnosticStatus {
                name: name.into(),
                values,
                ..DiagnosticStatus::default()
            }],
            ..DiagnosticArray::default()
        }
    }

    fn silent(node: &str) -> (String, String) {
        (node.into(), format!("the node {node} has fallen silent"))
    }

    #[test]
    fn silence_is_noticed_and_ends() {
        let mut heartbeat = Heartbeat::new("/left");
        heartbeat.note(&report("left/solver", "1"));
        heartbeat.note(&report("right/solver", "2"));
        for _ in 0..9 {
            assert_eq!(heartbeat.look(10), []);
        }
        assert_eq!(heartbeat.look(10), [silent("solver")]);
        assert_eq!(heartbeat.look(10), [silent("solver")]);
        heartbeat.note(&report("left/solver", "1"));
        assert_eq!(heartbeat.look(10), [], "the same process was only late");
    }

    #[test]
    fn a_new_process_is_told_once() {
        let mut heartbeat = Heartbeat::new("/");
        heartbeat.note(&report("/rl_clamp", "1"));
        heartbeat.note(&report("/rl_clamp", "2"));
        heartbeat.note(&report("/rl_clamp", "2"));
        let lost = heartbeat.look(10);
        assert_eq!(lost.len(), 1);
        assert_eq!(lost[0].1, "the node rl_clamp was started anew");
        assert_eq!(heartbeat.look(10), []);
    }

    #[test]
    fn a_renamed_node_is_known_by_what_it_is() {
        let mut heartbeat = Heartbeat::new("");
        let mut renamed = report("my_eyes", "1");
        renamed.status[0].values.push(KeyValue {
            key: KIND_KEY.into(),
            value: "face_detector".into(),
        });
        heartbeat.note(&renamed);
        let text = "the node my_eyes has fallen silent".into();
        assert_eq!(heartbeat.look(1), [("face_detector".into(), text)]);
    }

    #[test]
    fn what_happened_before_a_run_does_not_count() {
        let mut heartbeat = Heartbeat::new("");
        heartbeat.note(&report("solver", "1"));
        (0..50).for_each(|_| drop(heartbeat.look(10)));
        heartbeat.note(&report("camera", "3"));
        heartbeat.note(&report("camera", "4"));
        heartbeat.start_over();
        assert_eq!(heartbeat.look(10), []);
    }
}
