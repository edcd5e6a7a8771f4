//! The rig's links as its URDF describes them: each joint's transform at given joint positions.

use std::collections::BTreeMap;
use std::time::Duration;

use nalgebra::{Isometry3, Translation3, Unit, UnitQuaternion, Vector3};

/// A URDF that cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum UrdfError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] urdf_rs::UrdfError),
    /// A joint that moves has no axis.
    #[error("joint '{0}' has no axis")]
    NoAxis(String),
    /// A joint of another type than those of arms.
    #[error("joint '{0}' is of the type {1}, which cannot be shown")]
    NotShown(String, String),
}

/// A joint of the URDF.
#[derive(Clone, Debug)]
struct Link {
    parent: String,
    child: String,
    origin: Isometry3<f64>,
    motion: Motion,
}

/// How a joint moves.
#[derive(Clone, Debug)]
enum Motion {
    Fixed,
    /// Turns about the axis by multiplier x position of the source joint + offset.
    Turns {
        axis: Unit<Vector3<f64>>,
        source: String,
        multiplier: f64,
        offset: f64,
    },
    /// Slides along the axis in the same way.
    Slides {
        axis: Unit<Vector3<f64>>,
        source: String,
        multiplier: f64,
        offset: f64,
    },
}

/// The last reading of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointSeen {
    /// Radians, or metres.
    pub position: f64,
    /// When it stood there: the stamp of its joint state.
    pub stamp: Duration,
}

/// Where a link is in its parent's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Transform {
    /// The parent link.
    pub parent: String,
    /// The link.
    pub child: String,
    /// Metres and a rotation.
    pub pose: Isometry3<f64>,
    /// When the link was there; zero for a link that never moves.
    pub stamp: Duration,
}

impl Transform {
    /// The same with `prefix` in front of both names.
    pub fn prefixed(self, prefix: &str) -> Self {
        Self { parent: format!("{prefix}{}", self.parent), child: format!("{prefix}{}", self.child), ..self }
    }
}

/// All joints of a URDF.
#[derive(Clone, Debug)]
pub struct Model {
    links: Vec<Link>,
}

impl Model {
    /// Reads a URDF text.
    ///
    /// # Errors
    /// [`UrdfError`]: the message of the URDF parser, or the joint whose type or axis is of no use here.
    pub fn from_urdf(text: &str) -> Result<Self, UrdfError> {
        let robot = urdf_rs::read_from_string(text)?;
        let links = robot.joints.iter().map(link).collect::<Result<_, _>>()?;
        Ok(Self { links })
    }

    /// The transforms that never change.
    pub fn fixed(&self) -> Vec<Transform> {
        let fixed = self.links.iter().filter(|link| matches!(link.motion, Motion::Fixed));
        fixed.map(|link| link.at(link.origin, Duration::ZERO)).collect()
    }

    /// The transforms of all moving joints whose position is known, each with the stamp of the joint that drives it.
    pub fn moving(&self, joints: &BTreeMap<String, JointSeen>) -> Vec<Transform> {
        let placed = self.links.iter().filter_map(|link| {
            let (pose, stamp) = match &link.motion {
                Motion::Fixed => return None,
                Motion::Turns { axis, source, multiplier, offset } => {
                    let joint = joints.get(source)?;
                    let angle = joint.position * multiplier + offset;
                    let turn = UnitQuaternion::from_axis_angle(axis, angle);
                    (link.origin * turn, joint.stamp)
                }
                Motion::Slides { axis, source, multiplier, offset } => {
                    let joint = joints.get(source)?;
                    let way = joint.position * multiplier + offset;
                    let shift = Translation3::from(axis.into_inner() * way);
                    (link.origin * shift, joint.stamp)
                }
            };
            Some(link.at(pose, stamp))
        });
        placed.collect()
    }
}

impl Link {
    fn at(&self, pose: Isometry3<f64>, stamp: Duration) -> Transform {
        Transform { parent: self.parent.clone(), child: self.child.clone(), pose, stamp }
    }
}

fn link(joint: &urdf_rs::Joint) -> Result<Link, UrdfError> {
    use urdf_rs::JointType;
    let [x, y, z] = joint.origin.xyz.0;
    let [roll, pitch, yaw] = joint.origin.rpy.0;
    let rotation = UnitQuaternion::from_euler_angles(roll, pitch, yaw);
    let origin = Isometry3::from_parts(Translation3::new(x, y, z), rotation);
    let axis = || {
        let axis = Vector3::from(joint.axis.xyz.0);
        Unit::try_new(axis, 1e-9).ok_or_else(|| UrdfError::NoAxis(joint.name.clone()))
    };
    let (source, multiplier, offset) = match &joint.mimic {
        Some(mimic) => (mimic.joint.clone(), mimic.multiplier.unwrap_or(1.0), mimic.offset.unwrap_or(0.0)),
        None => (joint.name.clone(), 1.0, 0.0),
    };
    let motion = match joint.joint_type {
        JointType::Fixed => Motion::Fixed,
        JointType::Revolute | JointType::Continuous => Motion::Turns { axis: axis()?, source, multiplier, offset },
        JointType::Prismatic => Motion::Slides { axis: axis()?, source, multiplier, offset },
        _ => {
            let joint_type = format!("{:?}", joint.joint_type);
            return Err(UrdfError::NotShown(joint.name.clone(), joint_type));
        }
    };
    let (parent, child) = (joint.parent.link.clone(), joint.child.link.clone());
    Ok(Link { parent, child, origin, motion })
}

#[cfg(test)]
mod tests {
    use crate::{Arm, Finger, Profile, Reader};
    use nalgebra::Point3;

    use super::*;

    /// A joint that stood there `millis` after the epoch.
    fn at(position: f64, millis: u64) -> JointSeen {
        let stamp = Duration::from_millis(millis);
        JointSeen { position, stamp }
    }

    /// The pose of `child` in the frame of `root`, through all joints between.
    fn pose_in(root: &str, child: &str, transforms: &[Transform]) -> Isometry3<f64> {
        let mut pose = Isometry3::identity();
        let mut link = child.to_owned();
        while link != root {
            let step = transforms.iter().find(|step| step.child == link).expect("a link of the rig");
            pose = step.pose * pose;
            link = step.parent.clone();
        }
        pose
    }

    #[test]
    fn links_stand_where_the_geometry_of_the_profile_has_them() {
        for name in ["nxt-2015", "printed-servo"] {
            links_stand_where_the_geometry_has_them(&Profile::find(name).expect("it ships"));
        }
    }

    fn links_stand_where_the_geometry_has_them(profile: &Profile) {
        let geometry = &profile.geometry;
        let model = Model::from_urdf(&crate::urdf(profile, Reader::Ros)).expect("our own URDF");
        for (wrist, grip) in [(0.0, 0.0), (1.1, 0.4), (-2.9, 0.9)] {
            let positions = (crate::Joint::ALL.iter())
                .map(|joint| {
                    let value = if joint.kind == crate::JointKind::Wrist { wrist } else { grip };
                    (joint.name().to_owned(), at(value, 0))
                })
                .collect();
            let transforms = [model.fixed(), model.moving(&positions)].concat();
            for arm in Arm::ALL {
                for (finger, number) in [(Finger::First, 1), (Finger::Second, 2)] {
                    let link = format!("{arm}_finger_{number}");
                    let ours = pose_in("rig_center", &link, &transforms);
                    let theirs = geometry.finger_frame(arm, finger, wrist, grip);
                    for probe in [Point3::origin(), Point3::new(0.04, 0.0, 0.0), Point3::new(0.0, 0.01, 0.0)] {
                        let distance = (ours * probe - theirs * probe).norm();
                        // The file gives six decimals.
                        assert!(distance < 1e-5, "{link} at {wrist}, {grip}: {distance} m");
                    }
                }
            }
        }
    }

    #[test]
    fn joints_that_were_never_seen_are_left_out() {
        let profile = Profile::nxt_2015();
        let model = Model::from_urdf(&crate::urdf(&profile, Reader::Ros)).expect("our own URDF");
        let one = BTreeMap::from([("r_grip".to_owned(), at(0.2, 7))]);
        let moving = model.moving(&one);
        let children: Vec<_> = moving.iter().map(|t| t.child.as_str()).collect();
        assert_eq!(children, ["r_finger_1", "r_finger_2"], "the mimic follows");
        let stamps = moving.iter().map(|t| t.stamp.as_millis());
        assert_eq!(stamps.collect::<Vec<_>>(), [7, 7], "as the joint state");
    }

    #[test]
    fn a_broken_file_is_an_error() {
        assert!(Model::from_urdf("<robot>").is_err());
        assert!(Model::from_urdf("no xml at all").is_err());
    }
}
