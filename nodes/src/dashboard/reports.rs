//! What the nodes of the rig report of themselves, how old that is, and what a run needs that is not there.

use std::collections::BTreeMap;
use std::time::Instant;

use brick::BrickName;
use page::protocol::NodeHealth;
use page::{Missing, NodeCondition};
use r2r::diagnostic_msgs::msg::{DiagnosticArray, DiagnosticStatus};
use r2r::sensor_msgs::msg::JointState;
use rig::Joint;

use super::convert;
use crate::messages::node_reports;
use crate::messages::work::{self, Work};
use crate::runtime::Health;

/// What reports nothing for this many of the dashboard's own seconds counts as gone. Seconds in which the dashboard itself gets
/// no time do not count: the reports of those lie unread.
const GONE: u32 = 6;

/// The last report of a node.
struct Report {
    status: DiagnosticStatus,
    received: Instant,
    /// The dashboard's own seconds since then.
    seconds: u32,
}

/// The nodes of one rig and their joints.
pub(super) struct Reports {
    /// The namespace without slashes, which the names of its nodes begin with.
    namespace: String,
    nodes: BTreeMap<String, Report>,
    /// The dashboard's own seconds since the last reading of each joint.
    joints: BTreeMap<Joint, u32>,
}

impl Reports {
    pub(super) fn of(namespace: &str) -> Self {
        let namespace = namespace.trim_matches('/').to_owned();
        Self { namespace, nodes: BTreeMap::new(), joints: BTreeMap::new() }
    }

    /// Takes reports; those of other rigs do not count.
    pub(super) fn take(&mut self, array: DiagnosticArray) {
        let received = Instant::now();
        for status in array.status {
            let folder = status.name.rsplit_once('/').map_or("", |(folder, _)| folder);
            if folder == self.namespace {
                self.nodes.insert(status.name.clone(), Report { status, received, seconds: 0 });
            }
        }
    }

    /// Takes readings of joints.
    pub(super) fn take_joints(&mut self, readings: &JointState) {
        self.joints.extend(readings.name.iter().filter_map(|name| Some((Joint::parse(name)?, 0))));
    }

    /// One of the dashboard's own seconds has passed.
    pub(super) fn pass_second(&mut self) {
        let nodes = self.nodes.values_mut().map(|report| &mut report.seconds);
        nodes.chain(self.joints.values_mut()).for_each(|seconds| *seconds += 1);
    }

    /// What the conductor is at; nothing where it is not there.
    pub(super) fn work(&self) -> Option<Work> {
        self.conductors().find(|(_, seconds)| *seconds < GONE).map(|(work, _)| work)
    }

    /// Whether there was a conductor.
    pub(super) fn had_conductor(&self) -> bool {
        self.conductors().next().is_some()
    }

    fn conductors(&self) -> impl Iterator<Item = (Work, u32)> {
        self.nodes.values().filter_map(|report| Some((work::read(&report.status)?, report.seconds)))
    }

    /// Whether a recorder keeps the last minute.
    pub(super) fn keeps_minute(&self) -> bool {
        let present = self.nodes.values().filter(|report| report.seconds < GONE);
        present.filter_map(|report| node_reports::minute_of(&report.status)).any(|file| !file.is_empty())
    }

    /// What a run needs and is not there. Only a conductor and motors must be there: other nodes may be foreign, which never
    /// report.
    pub(super) fn missing(&self) -> Missing {
        let mut missing = Missing::default();
        if !self.had_conductor() {
            missing.note_node("conductor", "conductor", &[], &NodeCondition::Absent);
        }
        for (name, Report { status, seconds, .. }) in &self.nodes {
            let condition = match status.level {
                _ if GONE <= *seconds => NodeCondition::Silent,
                level if level == Health::Error as u8 => NodeCondition::Fails(status.message.clone()),
                _ => NodeCondition::Works,
            };
            let own = name.rsplit_once('/').map_or(name.as_str(), |(_, own)| own);
            let driven = BrickName::parse(own).map(|brick| brick.joints().map(|(_, joint)| joint));
            let kind = node_reports::kind(status).unwrap_or(name);
            missing.note_node(kind, name, driven.as_ref().map_or(&[], |joints| joints), &condition);
        }
        let is_read = |joint: &Joint| self.joints.get(joint).is_some_and(|seconds| *seconds < GONE);
        Joint::ALL.into_iter().filter(|joint| !is_read(joint)).for_each(|joint| missing.note_unread(joint));
        missing
    }

    /// All reports as the page shows them.
    pub(super) fn health(&self) -> Vec<NodeHealth> {
        let one = |Report { status, received, seconds }: &Report| {
            convert::health(status, received.elapsed(), GONE <= *seconds)
        };
        self.nodes.values().map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use r2r::diagnostic_msgs::msg::KeyValue;

    use super::*;
    use crate::runtime::KIND_KEY;

    fn report(name: &str, kind: &str, level: Health, message: &str) -> DiagnosticArray {
        let mut values = vec![KeyValue { key: KIND_KEY.into(), value: kind.into() }];
        if kind == "conductor" {
            values.push(KeyValue { key: work::KEY.into(), value: Work::Nothing.text().into() });
        }
        let (level, name, message) = (level as u8, name.into(), message.into());
        let status = DiagnosticStatus { level, name, message, values, ..DiagnosticStatus::default() };
        DiagnosticArray { status: vec![status], ..DiagnosticArray::default() }
    }

    fn readings(joints: &[Joint]) -> JointState {
        let name = joints.iter().map(|joint| joint.name().to_owned()).collect();
        JointState { name, position: vec![0.0; joints.len()], ..JointState::default() }
    }

    /// A rig at which all works.
    fn rig() -> Reports {
        let mut reports = Reports::of("/left/");
        reports.take(report("left/conductor", "conductor", Health::Ok, "nothing to do"));
        reports.take_joints(&readings(&Joint::ALL));
        reports
    }

    #[test]
    fn nothing_is_missing_where_a_conductor_reports_and_all_motors_are_read() {
        assert!(rig().missing().is_empty());
        let nobody = Reports::of("").missing();
        let sentence = "Not ready: no motor answers; the program that runs the rig has not reported yet.";
        assert_eq!(nobody.sentence(), sentence);
    }

    #[test]
    fn motors_that_are_not_read_any_more_are_named() {
        let mut reports = rig();
        for _ in 0..GONE {
            assert!(reports.missing().is_empty());
            reports.pass_second();
            reports.take(report("left/conductor", "conductor", Health::Ok, "nothing to do"));
            reports.take_joints(&readings(&Joint::ALL[1..]));
        }
        assert_eq!(reports.missing().sentence(), "Not ready: the right claw does not answer.");
        reports.take_joints(&readings(&Joint::ALL));
        assert!(reports.missing().is_empty());
    }

    #[test]
    fn a_recorder_that_is_gone_keeps_no_minute() {
        let mut reports = rig();
        let recorder = |file: &str| {
            let mut report = report("left/recorder", "recorder", Health::Ok, "");
            let value = KeyValue { key: node_reports::LAST_MINUTE_KEY.into(), value: file.into() };
            report.status[0].values.push(value);
            report
        };
        for (file, keeps) in [("", false), ("/a.mcap", true)] {
            reports.take(recorder(file));
            assert_eq!(reports.keeps_minute(), keeps);
        }
        (0..GONE).for_each(|_| reports.pass_second());
        assert!(!reports.keeps_minute());
    }

    #[test]
    fn nodes_that_fail_or_fall_silent_are_named_those_of_other_rigs_are_not() {
        let mut reports = rig();
        reports.take(report("right/camera", "camera", Health::Error, "no such device"));
        assert!(reports.missing().is_empty());
        reports.take(report("left/eye", "camera", Health::Error, "no such device"));
        assert_eq!(reports.missing().sentence(), "Not ready: the camera does not work (no such device).");
        assert_eq!(reports.missing().details(), "left/eye: no such device");
        reports.take(report("left/eye", "camera", Health::Warn, "few pictures"));
        assert!(reports.missing().is_empty());
        for _ in 0..GONE {
            reports.pass_second();
            reports.take_joints(&readings(&Joint::ALL));
        }
        let sentence = "Not ready: the program that runs the rig has fallen silent; the camera has fallen silent.";
        assert_eq!(reports.missing().sentence(), sentence);
        assert!(reports.work().is_none() && reports.had_conductor());
    }
}
