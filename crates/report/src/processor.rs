//! The processor time of the processes of the graph, as their nodes report it once a second.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::sample::Summary;

/// The processor time of a process, in percent of one core.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProcessorTime {
    /// Its nodes.
    pub nodes: Vec<String>,
    /// Mean of its seconds.
    pub mean: f64,
    /// Its seconds.
    pub percent: Summary,
}

/// Reports of processes, by their number.
#[derive(Default)]
pub struct Processes(BTreeMap<String, Process>);

#[derive(Default)]
struct Process {
    nodes: BTreeSet<String>,
    /// Percent of one core, by the node that reported it: nodes of one process report the same.
    seconds: BTreeMap<String, Vec<f64>>,
}

impl Processes {
    /// Takes what a node reports of its process, such as `12.5 %`.
    pub fn take(&mut self, node: &str, process: &str, used: &str) {
        let Some(percent) = used.trim_end_matches('%').trim().parse::<f64>().ok().filter(|value| value.is_finite())
        else {
            return;
        };
        let found = self.0.entry(process.to_owned()).or_default();
        found.nodes.insert(node.to_owned());
        found.seconds.entry(node.to_owned()).or_default().push(percent);
    }

    /// All of them, the busiest first.
    pub fn list(self) -> Vec<ProcessorTime> {
        let mut all: Vec<ProcessorTime> = self.0.into_values().filter_map(Process::time).collect();
        all.sort_by(|one, other| other.mean.total_cmp(&one.mean));
        all
    }
}

impl Process {
    fn time(self) -> Option<ProcessorTime> {
        let seconds = self.seconds.into_values().max_by_key(Vec::len)?;
        let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
        Some(ProcessorTime { nodes: self.nodes.into_iter().collect(), mean, percent: Summary::of(seconds)? })
    }
}
