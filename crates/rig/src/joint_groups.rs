//! Which action serves which joints.

use std::collections::BTreeMap;
use std::ops::Index;

use cube::outside::quoted;

use crate::profile::bad;
use crate::{Error, Joint, JointKind, Pair};

/// Joints that one action serves: each goal for it names all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointGroup {
    /// Its name, also that of its driver in messages.
    pub name: String,
    /// Its joints, at least one.
    pub joints: Vec<Joint>,
}

impl JointGroup {
    /// What an action for joints is called within its group, as ros2_control calls it.
    pub const ACTION: &str = "follow_joint_trajectory";

    /// The name of its action, a control_msgs/FollowJointTrajectory.
    pub fn action(&self) -> String {
        Self::action_of(&self.name)
    }

    /// The name of the action for a group of this name.
    pub fn action_of(name: &str) -> String {
        format!("{name}/{}", Self::ACTION)
    }
}

/// The number of a group among all of a rig.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(usize);

/// The groups of a rig: each joint is in exactly one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointGroups(Vec<JointGroup>);

/// The claws, and the wrists, of each pair of arms: as the bricks of the thesis drive them.
impl Default for JointGroups {
    fn default() -> Self {
        let group = |pair: Pair, kind| {
            let job = if kind == JointKind::Grip { "clamp" } else { "rotate" };
            let joints = pair.arms().map(|arm| Joint { arm, kind }).to_vec();
            JointGroup { name: format!("{}_{job}", pair.name()), joints }
        };
        let kinds = [JointKind::Grip, JointKind::Wrist];
        Self(Pair::ALL.into_iter().flat_map(|pair| kinds.map(|kind| group(pair, kind))).collect())
    }
}

impl JointGroups {
    /// Reads the section `[groups]` of a profile: names of groups, and the names of their joints. Without it they are the default.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a name that ROS does not allow, a joint that there is not, and one that is in no group or in two.
    pub(crate) fn new(names: &BTreeMap<String, Vec<String>>) -> Result<JointGroups, Error> {
        if names.is_empty() {
            return Ok(JointGroups::default());
        }
        let mut groups: Vec<JointGroup> = Vec::new();
        for (name, joints) in names {
            let key = format!("groups.{name}");
            let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            if !name.chars().all(is_letter) || !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
                return Err(bad("groups", quoted(name), "a name has letters, digits and _, and begins with a letter"));
            }
            let mut group = JointGroup { name: name.clone(), joints: Vec::new() };
            for joint in joints {
                let unknown = || bad(&key, quoted(joint), "it is no joint, such as r_grip or b_wrist");
                let joint = Joint::parse(joint).ok_or_else(unknown)?;
                if group.joints.contains(&joint) || groups.iter().any(|other| other.joints.contains(&joint)) {
                    return Err(bad(&key, joint, "one action serves a joint, and this one is in a group already"));
                }
                group.joints.push(joint);
            }
            if group.joints.is_empty() {
                return Err(bad(&key, "[]", "a group has at least one joint"));
            }
            groups.push(group);
        }
        let groups = JointGroups(groups);
        let left_out = |joint: &Joint| !groups.iter().any(|(_, group)| group.joints.contains(joint));
        match Joint::ALL.into_iter().find(left_out) {
            Some(joint) => Err(bad("groups", joint, "it is in no group, so nothing would move it")),
            None => Ok(groups),
        }
    }

    /// All groups, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (GroupId, &JointGroup)> {
        self.0.iter().enumerate().map(|(index, group)| (GroupId(index), group))
    }

    /// The numbers of all groups.
    pub fn ids(&self) -> impl Iterator<Item = GroupId> + use<> {
        (0..self.0.len()).map(GroupId)
    }

    /// The group of a joint.
    pub fn of(&self, joint: Joint) -> GroupId {
        let found = self.iter().find(|(_, group)| group.joints.contains(&joint));
        found.expect("the constructor puts each joint into a group").0
    }

    /// The names of all groups, for messages.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|group| group.name.as_str()).collect();
        names.join(", ")
    }
}

impl Index<GroupId> for JointGroups {
    type Output = JointGroup;

    fn index(&self, id: GroupId) -> &JointGroup {
        &self.0[id.0]
    }
}
