//! What a run needs of the rig and is not there: motors without readings, programs that are silent or do not work. In the words of
//! people who look at the rig; the names of nodes are details.

use std::collections::BTreeSet;

use rig::{Arm, Joint, JointKind};

use crate::laws::side;

/// What a node reports of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeCondition {
    /// It works.
    Works,
    /// It was there, and has fallen silent.
    Silent,
    /// It does not work, for this reason.
    Fails(String),
    /// It has never reported.
    Absent,
}

/// What is missing; in words, and with the names of nodes and their own reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Joints without readings.
    unread: BTreeSet<Joint>,
    /// Joints of drivers that do not work.
    undriven: BTreeSet<Joint>,
    /// Other parts, and whether they only lack the motors.
    words: Vec<(String, bool)>,
    details: Vec<String>,
}

/// What people call the kinds of nodes that a run needs.
const NODES: [(&str, &str); 7] = [
    ("conductor", "the program that runs the rig"),
    ("motion_planner", "the program that moves the arms"),
    ("camera", "the camera"),
    ("face_detector", "the program that reads the stickers"),
    ("state_assembler", "the program that keeps the cube's state"),
    ("solver", "the solver"),
    ("rig_sim", "the simulated rig"),
];
/// The kind of the node that reports motors without readings too.
const PLANNER: &str = "motion_planner";
/// The kind of the nodes that drive motors.
const DRIVERS: [&str; 2] = ["brick_driver", "servo_driver"];

impl Missing {
    /// Notes the condition of a node of this kind, which drives these joints as far as is known. Kinds that no run needs do not count.
    pub fn note_node(&mut self, kind: &str, name: &str, driven: &[Joint], condition: &NodeCondition) {
        let known = NODES.iter().find(|(needed, _)| *needed == kind).map(|(_, words)| (*words).to_owned());
        let driver = DRIVERS.contains(&kind).then(|| format!("the driver of motors {name}"));
        let Some(words) = known.or(driver) else { return };
        let (words, detail) = match condition {
            NodeCondition::Works => return,
            NodeCondition::Silent => (format!("{words} has fallen silent"), "silent".to_owned()),
            NodeCondition::Absent => (format!("{words} has not reported yet"), "no report yet".to_owned()),
            NodeCondition::Fails(reason) => (format!("{words} does not work ({reason})"), reason.clone()),
        };
        self.details.push(format!("{name}: {detail}"));
        match condition {
            // Whose motors are read all the same, somebody else drives them.
            NodeCondition::Silent if DRIVERS.contains(&kind) => {}
            _ if !driven.is_empty() => self.undriven.extend(driven),
            _ => self.words.push((words, kind == PLANNER && matches!(condition, NodeCondition::Fails(_)))),
        }
    }

    /// Notes that there are no readings of this joint.
    pub fn note_unread(&mut self, joint: Joint) {
        self.unread.insert(joint);
    }

    /// Whether nothing is missing.
    pub fn is_empty(&self) -> bool {
        self.unread.is_empty() && self.undriven.is_empty() && self.words.is_empty()
    }

    /// What is missing, in a sentence; empty when nothing is.
    pub fn sentence(&self) -> String {
        let motors = self.motors();
        let others = self.words.iter().filter(|(_, lacks_motors)| motors.is_empty() || !lacks_motors);
        let others = others.map(|(words, _)| &**words);
        let all: Vec<&str> = (!motors.is_empty()).then_some(&*motors).into_iter().chain(others).collect();
        if all.is_empty() { String::new() } else { format!("Not ready: {}.", all.join("; ")) }
    }

    /// The same by the names of nodes and joints, for people who know them; empty when nothing is missing.
    pub fn details(&self) -> String {
        let unread: Vec<_> = self.unread.iter().map(|joint| joint.name()).collect();
        let joints = (!unread.is_empty()).then(|| format!("no joint_states of {}", unread.join(", ")));
        joints.into_iter().chain(self.details.iter().cloned()).collect::<Vec<_>>().join("; ")
    }

    fn motors(&self) -> String {
        let is_dead = |joint| self.unread.contains(&joint) || self.undriven.contains(&joint);
        let of = |kind| Arm::ALL.into_iter().filter(move |arm| is_dead(Joint { arm: *arm, kind }));
        let (wrists, claws) = (of(JointKind::Wrist).count(), of(JointKind::Grip).count());
        let named = |kind, word: &str| match of(kind).count() {
            0 => None,
            4 => Some(format!("the {word}s")),
            _ => Some(of(kind).map(|arm| format!("the {} {word}", side(arm.side()))).collect::<Vec<_>>().join(", ")),
        };
        let who = match (wrists, claws) {
            (0, 0) => return String::new(),
            (4, 4) => return "no motor answers".to_owned(),
            _ => [named(JointKind::Wrist, "wrist"), named(JointKind::Grip, "claw")].into_iter().flatten(),
        };
        let who = who.collect::<Vec<_>>().join(" and ");
        let verb = if wrists + claws == 1 { "does" } else { "do" };
        format!("{who} {verb} not answer")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unread(joints: &[Joint]) -> Missing {
        let mut missing = Missing::default();
        joints.iter().for_each(|joint| missing.note_unread(*joint));
        missing
    }

    #[test]
    fn motors_that_are_not_read_are_named_by_their_place() {
        let (wrists, claws) = (Arm::ALL.map(Arm::wrist), Arm::ALL.map(Arm::grip));
        for (joints, sentence) in [
            (vec![], ""),
            (vec![Arm::R.wrist()], "Not ready: the right wrist does not answer."),
            (vec![Arm::R.wrist(), Arm::L.wrist()], "Not ready: the right wrist, the left wrist do not answer."),
            (wrists.to_vec(), "Not ready: the wrists do not answer."),
            ([&wrists[2..3], &claws].concat(), "Not ready: the front wrist and the claws do not answer."),
            ([wrists, claws].concat(), "Not ready: no motor answers."),
        ] {
            assert_eq!(unread(&joints).sentence(), sentence);
            assert_eq!(unread(&joints).is_empty(), joints.is_empty());
        }
        assert_eq!(unread(&[Arm::B.grip()]).details(), "no joint_states of b_grip");
    }

    #[test]
    fn a_driver_that_does_not_work_is_named_by_its_motors() {
        let failed = NodeCondition::Fails("not connected".into());
        let mut missing = Missing::default();
        let (wrists, claws) = (Arm::ALL.map(Arm::wrist), Arm::ALL.map(Arm::grip));
        missing.note_node("brick_driver", "left/rl_rotate", &wrists[..2], &NodeCondition::Silent);
        assert!(missing.is_empty(), "its motors are read: somebody else drives them");
        missing.note_node("brick_driver", "left/rl_rotate", &[Arm::R.wrist(), Arm::L.wrist()], &failed);
        // What lacks the readings says so too.
        missing.note_node(
            "motion_planner",
            "left/motion_planner",
            &[],
            &NodeCondition::Fails("no joint_states".into()),
        );
        assert_eq!(missing.sentence(), "Not ready: the right wrist, the left wrist do not answer.");
        assert!(missing.details().ends_with("left/rl_rotate: not connected; left/motion_planner: no joint_states"));
        for (driver, joints) in [("clamps", claws), ("rotates", wrists)] {
            missing.note_node("brick_driver", driver, &joints, &failed);
        }
        assert_eq!(missing.sentence(), "Not ready: no motor answers.");
        let mut other = Missing::default();
        other.note_node("brick_driver", "hub", &[], &failed);
        assert_eq!(other.sentence(), "Not ready: the driver of motors hub does not work (not connected).");
        let mut bus = Missing::default();
        let reason = "servo 4 does not answer".into();
        bus.note_node("servo_driver", "servo_driver", &[], &NodeCondition::Fails(reason));
        let words = "Not ready: the driver of motors servo_driver does not work (servo 4 does not answer).";
        assert_eq!(bus.sentence(), words);
        let mut planner = Missing::default();
        planner.note_node(
            "motion_planner",
            "motion_planner",
            &[],
            &NodeCondition::Fails("the claws hold nothing".into()),
        );
        assert!(planner.sentence().contains("(the claws hold nothing)"), "{}", planner.sentence());
    }

    #[test]
    fn a_node_that_a_run_needs_is_named_in_plain_words() {
        let mut missing = Missing::default();
        for (kind, condition) in [
            ("conductor", NodeCondition::Works),
            ("tutor", NodeCondition::Silent),
            ("solver", NodeCondition::Silent),
            ("camera", NodeCondition::Fails("no such device".into())),
        ] {
            missing.note_node(kind, &format!("left/{kind}"), &[], &condition);
        }
        let sentence = "Not ready: the solver has fallen silent; the camera does not work (no such device).";
        assert_eq!(missing.sentence(), sentence);
        assert_eq!(missing.details(), "left/solver: silent; left/camera: no such device");
    }
}
