//! Lengths of the rig and where its frames are, shared by URDF, renderer and tests.
//!
//! ```text
//!   rig centre: x to arm R, y to arm B, z up         one arm from the side, wrist 0, claw closed:
//!
//!                  B (+y)                              ___________________ finger 1
//!                    |                                |pivot______________|_________
//!          L --- [ cube ] --- R (+x)         =[wrist]=|palm            tip| layer |  cube
//!                    |                                |___________________|_______|_
//!                  F (-y)                             |pivot______________|
//!                                                             finger 2
//!   arm frame: at the wrist; x along the arm to the cube, z up at wrist 0.
//! ```
//! Turning about +x of the arm frame is clockwise as the arm sees its face.

use cube::{Face, Rotation};
use nalgebra::{Isometry3, Matrix3, Point3, Rotation3, Translation3, UnitQuaternion, Vector3};
use serde::Deserialize;

use crate::{Arm, Error, Joint, Pinhole, Slide};

/// Lengths in metres, angles in radians.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Geometry {
    /// Edge of the whole cube.
    pub cube_edge: f64,
    /// Height of the cube's centre over the table.
    pub centre_height: f64,
    /// From the cube's centre to the origin of the arm frame, where the wrist turns.
    pub wrist_distance: f64,
    /// From the cube's centre, along the arm, to the axis about which fingers open; where they slide, to the closed palm.
    pub pivot_distance: f64,
    /// From the cube's centre, along the arm, to the tip of a closed finger.
    pub tip_distance: f64,
    /// Of a finger, along the edge of the cube that it lies on.
    pub finger_width: f64,
    /// Of a finger, away from the cube.
    pub finger_thickness: f64,
    /// How the claws slide; `None` where their fingers swing.
    #[serde(default)]
    pub slide: Option<Slide>,
    /// The camera.
    pub camera: Camera,
}

/// Where the camera is and how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// In the rig's centre frame, metres.
    pub position: [f64; 3],
    /// The point it looks at, in the rig's centre frame, metres.
    pub target: [f64; 3],
    /// Direction in the rig's centre frame that points to the top of the picture.
    pub up: [f64; 3],
    /// Angle of view from the left to the right edge of the picture, radians.
    pub horizontal_field_of_view: f64,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// One of the two fingers of a claw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finger {
    /// On the upper side at wrist 0; the grip joint drives it.
    First,
    /// On the lower side at wrist 0; geared to the first.
    Second,
}

impl Finger {
    /// Both fingers.
    pub const BOTH: [Finger; 2] = [Finger::First, Finger::Second];

    /// +1 or -1: its side of the arm axis along z of the wrist frame.
    pub const fn sign(self) -> f64 {
        match self {
            Finger::First => 1.0,
            Finger::Second => -1.0,
        }
    }
}

impl Geometry {
    /// Half of the cube's edge, metres.
    pub fn half_edge(&self) -> f64 {
        self.cube_edge / 2.0
    }

    /// From pivot to tip, metres.
    pub fn finger_length(&self) -> f64 {
        self.pivot_distance - self.tip_distance
    }

    /// Radius of the circle that the cube's edges describe when it turns as a whole, metres.
    pub fn turning_radius(&self) -> f64 {
        self.half_edge() * std::f64::consts::SQRT_2
    }

    /// How far a layer that is turned between the fingers of a claw holds the claw open at most, radians. A corner of the layer is √2
    /// times half an edge away from the arm's axis. It holds the fingers widest at the face of the cube, nearest to their pivots.
    /// Fingers that slide end in front of its face.
    pub fn grip_on_corners(&self) -> f64 {
        if let Some(slide) = &self.slide {
            return self.grip_with_tips_at(slide, self.half_edge());
        }
        let outward = self.turning_radius() - self.half_edge();
        (outward / (self.pivot_distance - self.half_edge())).asin()
    }

    /// The cube's frame in the rig's centre frame when it lies in a pose.
    pub fn cube_frame(&self, pose: Rotation) -> Isometry3<f64> {
        let rows = pose.matrix();
        let matrix = Matrix3::from_fn(|row, column| rows[row][column]);
        let rotation = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix));
        Isometry3::from_parts(Translation3::identity(), rotation)
    }

    /// The fixed frame of an arm in the rig's centre frame.
    pub fn arm_frame(&self, arm: Arm) -> Isometry3<f64> {
        let outward = Vector3::from(arm.side().direction());
        let (x, z) = (-outward, Vector3::z());
        let rotation = Rotation3::from_basis_unchecked(&[x, z.cross(&x), z]);
        Isometry3::from_parts(
            Translation3::from(outward * self.wrist_distance),
            UnitQuaternion::from_rotation_matrix(&rotation),
        )
    }

    /// The frame that turns with the wrist, in the rig's centre frame, at a wrist angle in radians.
    pub fn wrist_frame(&self, arm: Arm, wrist: f64) -> Isometry3<f64> {
        self.arm_frame(arm) * UnitQuaternion::from_axis_angle(&Vector3::x_axis(), wrist)
    }

    /// A closed finger's frame in the wrist frame: x runs along the finger to its tip, z away from the arm axis for the first.
    pub fn finger_pivot(&self, finger: Finger) -> Vector3<f64> {
        let play = self.slide.map_or(0.0, |slide| slide.play);
        let offset = self.half_edge() + play + self.finger_thickness / 2.0;
        Vector3::new(self.wrist_distance - self.pivot_distance, 0.0, finger.sign() * offset)
    }

    /// A finger's frame in the rig's centre frame, at joint angles in radians.
    pub fn finger_frame(&self, arm: Arm, finger: Finger, wrist: f64, grip: f64) -> Isometry3<f64> {
        // Opening moves the tip away from the arm axis: about -y for the first finger, +y for the second.
        let swing = if self.slide.is_some() { 0.0 } else { -finger.sign() * grip };
        let opening = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), swing);
        let pivot = self.finger_pivot(finger) - Vector3::x() * self.slid(grip);
        self.wrist_frame(arm, wrist) * Translation3::from(pivot) * opening
    }

    /// The middle of the inner edge of a fingertip in the rig's centre frame: on the cube when closed.
    pub fn fingertip(&self, arm: Arm, finger: Finger, wrist: f64, grip: f64) -> Point3<f64> {
        let inner = -finger.sign() * self.finger_thickness / 2.0;
        self.finger_frame(arm, finger, wrist, grip) * Point3::new(self.finger_length(), 0.0, inner)
    }

    /// The camera's optical frame (x right in the picture, y down, z into the view) in the rig's centre frame.
    pub fn camera_optical_frame(&self) -> Isometry3<f64> {
        let position = Vector3::from(self.camera.position);
        let z = (Vector3::from(self.camera.target) - position).normalize();
        let x = z.cross(&Vector3::from(self.camera.up)).normalize();
        let rotation = Rotation3::from_basis_unchecked(&[x, z.cross(&x), z]);
        Isometry3::from_parts(position.into(), UnitQuaternion::from_rotation_matrix(&rotation))
    }

    /// Where a point of the rig's centre frame appears in the picture, in pixels from its top left corner; `None` behind the camera.
    pub fn project(&self, point: &Point3<f64>) -> Option<[f64; 2]> {
        let seen = self.camera_optical_frame().inverse() * point;
        let focal = self.camera.focal_length();
        (0.0 < seen.z).then(|| {
            [
                f64::from(self.camera.width) / 2.0 + focal * seen.x / seen.z,
                f64::from(self.camera.height) / 2.0 + focal * seen.y / seen.z,
            ]
        })
    }

    /// The side of the rig that the camera looks at most squarely.
    pub fn camera_side(&self) -> Face {
        let backward = -(self.camera_optical_frame().rotation * Vector3::z());
        let squareness = |side: &Face| backward.dot(&Vector3::from(side.direction()));
        Face::ALL.into_iter().max_by(|one, other| squareness(one).total_cmp(&squareness(other))).unwrap_or(Face::U)
    }

    /// The side of the rig that the top of the picture points to most nearly, of the four next to
    /// [`Geometry::camera_side`].
    pub fn picture_top_side(&self) -> Face {
        let top = -(self.camera_optical_frame().rotation * Vector3::y());
        let nearness = |side: &Face| top.dot(&Vector3::from(side.direction()));
        let seen = self.camera_side();
        Face::ALL
            .into_iter()
            .filter(|side| *side != seen && *side != seen.opposite())
            .max_by(|one, other| nearness(one).total_cmp(&nearness(other)))
            .unwrap_or(Face::B)
    }

    /// Judges the lengths, for a claw that opens by `open_grip` radians.
    pub(crate) fn judge(&self, open_grip: f64) -> Result<(), Error> {
        let bad = |key: &str, value: f64, reason: String| {
            Err(Error::BadValue {
                key: format!("geometry.{key}"),
                value: cube::outside::number(value).to_string(),
                reason,
            })
        };
        for (key, value) in [
            ("cube_edge", self.cube_edge),
            ("centre_height", self.centre_height),
            ("wrist_distance", self.wrist_distance),
            ("pivot_distance", self.pivot_distance),
            ("tip_distance", self.tip_distance),
            ("finger_width", self.finger_width),
            ("finger_thickness", self.finger_thickness),
        ] {
            if !(0.001..=2.0).contains(&value) {
                return bad(key, value, "it is a length in metres from 0.001 to 2".to_owned());
            }
        }
        let half = self.half_edge();
        if !(half / 3.0..half).contains(&self.tip_distance) {
            let reason = format!("a closed finger ends on the layer of its face, {:.4} to {half:.4}", half / 3.0);
            return bad("tip_distance", self.tip_distance, reason);
        }
        if let Some(slide) = &self.slide {
            self.judge_slide(slide, open_grip)?;
            return self.camera.judge();
        }
        if self.pivot_distance <= self.turning_radius() {
            let reason = format!("the turning cube needs {:.4}", self.turning_radius());
            return bad("pivot_distance", self.pivot_distance, reason);
        }
        if self.wrist_distance < self.pivot_distance {
            let reason = format!("the wrist is behind the pivots, at {}", self.pivot_distance);
            return bad("wrist_distance", self.wrist_distance, reason);
        }
        let open_tip = self.pivot_distance - self.finger_length() * open_grip.cos();
        if open_tip <= half {
            let reason = format!("an open fingertip would stand at {open_tip:.4}, inside the cube's {half:.4}");
            return bad("tip_distance", self.tip_distance, reason);
        }
        self.camera.judge()
    }
}

impl Camera {
    /// In pixels; pixels are square.
    pub fn focal_length(&self) -> f64 {
        self.pinhole().focal_length
    }

    /// The figures that `camera_info` has for it.
    pub fn pinhole(&self) -> Pinhole {
        Pinhole::of_view(self.width, self.height, self.horizontal_field_of_view)
    }

    fn judge(&self) -> Result<(), Error> {
        let bad = |key: &str, value: String, reason: &str| {
            let key = format!("geometry.camera.{key}");
            Err(Error::BadValue { key, value, reason: reason.to_owned() })
        };
        if !(0.05..=3.0).contains(&self.horizontal_field_of_view) {
            let value = self.horizontal_field_of_view.to_string();
            return bad("horizontal_field_of_view", value, "it is an angle in radians from 0.05 to 3");
        }
        for (key, pixels) in [("width", self.width), ("height", self.height)] {
            if !(16..=8192).contains(&pixels) {
                return bad(key, pixels.to_string(), "it is a number of pixels from 16 to 8192");
            }
        }
        let view = Vector3::from(self.target) - Vector3::from(self.position);
        if !(0.01..f64::INFINITY).contains(&view.norm()) {
            let value = format!("{:?}", self.target);
            return bad("target", value, "it lies at least 0.01 from the camera's position");
        }
        let across = view.normalize().cross(&Vector3::from(self.up)).norm();
        if !(0.01..f64::INFINITY).contains(&across) {
            return bad("up", format!("{:?}", self.up), "it points across the line of sight");
        }
        Ok(())
    }
}

/// How a cube lies, as a unit quaternion x, y, z, w from its own frame to the rig's.
pub fn quaternion(pose: Rotation) -> [f64; 4] {
    let rows = pose.matrix();
    let rotation = Rotation3::from_matrix_unchecked(Matrix3::from_fn(|row, column| rows[row][column]));
    let q = UnitQuaternion::from_rotation_matrix(&rotation);
    [q.i, q.j, q.k, q.w]
}

/// Joint angles (radians, by [`Joint::index`]) of arms at rest in a state, for a claw that opens by `open_grip`.
pub fn joint_angles(state: &crate::RigState, open_grip: f64) -> [f64; Joint::COUNT] {
    Joint::ALL.map(|joint| {
        let arm = state.arm(joint.arm);
        match joint.kind {
            crate::JointKind::Grip if arm.claw == crate::Claw::Open => open_grip,
            crate::JointKind::Grip => 0.0,
            crate::JointKind::Wrist => f64::from(arm.wrist) * std::f64::consts::FRAC_PI_2,
        }
    })
}
