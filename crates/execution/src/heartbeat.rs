//! Which nodes live. Each reports once a second, so a node that falls silent, or comes back as another process, has lost
//! what it was doing.

use std::collections::{BTreeMap, BTreeSet};

use crate::node_report::{NodeReport, OwnNodes};

/// What is known of one node's life.
#[derive(Debug)]
struct Life {
    /// What it is, as it reports, or else its name.
    kind: String,
    /// Its process, where it reports that.
    process: Option<String>,
    /// Looks at the clock since its last report.
    looks: u32,
    /// It was another process before, and that was not reported yet.
    is_new: bool,
}

/// The lives of this rig's nodes. Time is counted in the owner's looks at its clock. When the owner's own process gets
/// no time, no node ages.
#[derive(Debug)]
pub struct Heartbeat {
    nodes: OwnNodes,
    lives: BTreeMap<String, Life>,
    /// The kinds of the nodes that fell silent and have not reported since.
    gone: BTreeSet<String>,
}

impl Heartbeat {
    /// Listens to the nodes of this namespace.
    pub fn new(namespace: &str) -> Self {
        Self { nodes: OwnNodes::of(namespace), lives: BTreeMap::new(), gone: BTreeSet::new() }
    }

    /// The kinds of the nodes that fell silent and have not reported since; a new run does not bring them back.
    pub fn gone(&self) -> &BTreeSet<String> {
        &self.gone
    }

    /// Takes a report. A node that never reports, such as a foreign one, is never missed.
    pub fn note(&mut self, report: &NodeReport) {
        let Some(node) = self.nodes.name(&report.name) else {
            return;
        };
        let process = report.process.clone();
        let before = self.lives.remove(node);
        let is_new = before.is_some_and(|life| life.is_new || life.process.is_some() && life.process != process);
        let life = Life { kind: report.kind.clone().unwrap_or_else(|| node.to_owned()), process, looks: 0, is_new };
        self.gone.remove(&life.kind);
        self.lives.insert(node.to_owned(), life);
    }

    /// Looks at the clock. Returns the kind of each node that is lost, and a sentence on what happened to it. Silence for
    /// `patience` looks is reported at each look from then on, a new process once.
    pub fn look(&mut self, patience: u32) -> Vec<(String, String)> {
        let mut lost = Vec::new();
        for (node, life) in &mut self.lives {
            life.looks = life.looks.saturating_add(1);
            if std::mem::take(&mut life.is_new) {
                lost.push((life.kind.clone(), format!("the node {node} was restarted")));
            } else if patience <= life.looks {
                self.gone.insert(life.kind.clone());
                lost.push((life.kind.clone(), format!("the node {node} has fallen silent")));
            }
        }
        lost
    }

    /// Forgets what happened until now: a run that begins cannot have lost anything.
    pub fn start_over(&mut self) {
        let gone = &self.gone;
        self.lives.retain(|_, life| !gone.contains(&life.kind));
        for life in self.lives.values_mut() {
            (life.looks, life.is_new) = (0, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(name: &str, process: &str) -> NodeReport {
        NodeReport { name: name.into(), process: Some(process.into()), ..NodeReport::default() }
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
    fn a_silent_node_is_gone_until_it_reports() {
        let mut heartbeat = Heartbeat::new("");
        heartbeat.note(&report("solver", "1"));
        heartbeat.note(&report("camera", "2"));
        (0..9).for_each(|_| drop(heartbeat.look(10)));
        heartbeat.note(&report("camera", "2"));
        heartbeat.look(10);
        heartbeat.start_over();
        assert_eq!(Vec::from_iter(heartbeat.gone()), ["solver"]);
        heartbeat.note(&report("solver", "3"));
        assert!(heartbeat.gone().is_empty());
    }

    #[test]
    fn a_new_process_is_reported_once() {
        let mut heartbeat = Heartbeat::new("/");
        heartbeat.note(&report("/rl_clamp", "1"));
        heartbeat.note(&report("/rl_clamp", "2"));
        heartbeat.note(&report("/rl_clamp", "2"));
        let lost = heartbeat.look(10);
        assert_eq!(lost.len(), 1);
        assert_eq!(lost[0].1, "the node rl_clamp was restarted");
        assert_eq!(heartbeat.look(10), []);
    }

    #[test]
    fn a_renamed_node_is_known_by_what_it_is() {
        let mut heartbeat = Heartbeat::new("");
        heartbeat.note(&NodeReport { kind: Some("face_detector".into()), ..report("my_eyes", "1") });
        let text = "the node my_eyes has fallen silent".into();
        assert_eq!(heartbeat.look(1), [("face_detector".into(), text)]);
    }

    #[test]
    fn a_node_that_reported_just_before_a_run_is_missed_in_it() {
        for looks in [0, 1, 5] {
            let mut heartbeat = Heartbeat::new("");
            heartbeat.note(&report("solver", "1"));
            (0..looks).for_each(|_| drop(heartbeat.look(10)));
            heartbeat.start_over();
            (0..9).for_each(|_| assert_eq!(heartbeat.look(10), []));
            assert_eq!(heartbeat.look(10), [silent("solver")]);
            heartbeat.note(&report("solver", "2"));
            assert_eq!(heartbeat.look(10)[0].1, "the node solver was restarted");
        }
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
