//! The topics of a rig that a report reads.

/// What a topic has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// What the camera saw.
    Faces,
    /// The known cube.
    State,
    /// How the cube lies, and which face the camera is shown.
    Pose,
    /// Planned motions.
    Plan,
    /// Measured positions.
    Joints,
    /// When goals of bricks were accepted and ended.
    Goals,
    /// Desired and actual positions while a goal is under way.
    Tracking,
    /// Whether the rig is stopped.
    Stop,
    /// Where the run stands.
    Run,
    /// What really is the case in a simulated rig.
    Truth,
    /// The health of nodes.
    Diagnostics,
    /// The log.
    Log,
}

/// Names within the namespace of a rig. What is left before the name of an action is a brick.
const OF_RIG: [(&str, Subject); 10] = [
    ("faces", Subject::Faces),
    ("cube/state", Subject::State),
    ("cube/pose", Subject::Pose),
    ("plan", Subject::Plan),
    ("joint_states", Subject::Joints),
    ("follow_joint_trajectory/_action/status", Subject::Goals),
    ("follow_joint_trajectory/_action/feedback", Subject::Tracking),
    ("stop_state", Subject::Stop),
    ("run/status", Subject::Run),
    ("sim/truth", Subject::Truth),
];

/// Topics that all rigs share.
const SHARED: [(&str, Subject); 2] = [("/diagnostics", Subject::Diagnostics), ("/rosout", Subject::Log)];

/// Whose topic it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What it has.
    pub subject: Subject,
    /// The namespace of its rig, without a slash at its end; `None` where all rigs share it.
    pub namespace: Option<String>,
    /// The brick of an action.
    pub brick: String,
}

/// The place of a topic; `None` where a report does not read it.
pub fn place(topic: &str) -> Option<Place> {
    if let Some((_, subject)) = SHARED.iter().find(|(name, _)| *name == topic) {
        return Some(Place { subject: *subject, namespace: None, brick: String::new() });
    }
    let found = OF_RIG.iter().find_map(|(name, subject)| {
        let before = topic.strip_suffix(name)?.strip_suffix('/')?;
        Some((before, *subject))
    });
    let (before, subject) = found?;
    let (namespace, brick) = match subject {
        Subject::Goals | Subject::Tracking => before.rsplit_once('/')?,
        _ => (before, ""),
    };
    Some(Place { subject, namespace: Some(namespace.to_owned()), brick: brick.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_has_a_subject_and_a_rig() {
        let of = |topic: &str| place(topic).map(|place| (place.subject, place.namespace, place.brick));
        let rig = |name: &str| Some(name.to_owned());
        assert_eq!(of("/faces"), Some((Subject::Faces, rig(""), String::new())));
        assert_eq!(of("/left/cube/state"), Some((Subject::State, rig("/left"), String::new())));
        let tracking = of("/left/rl_clamp/follow_joint_trajectory/_action/feedback");
        assert_eq!(tracking, Some((Subject::Tracking, rig("/left"), "rl_clamp".into())));
        assert_eq!(of("/rosout"), Some((Subject::Log, None, String::new())));
        for other in ["/tf", "/interfaces", "faces", "/faces/image", ""] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
