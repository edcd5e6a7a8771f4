//! The rig as physics sees it: boxes and cylinders with their masses, and how hard its joints move. URDF and MJCF share it.

use nalgebra::{Matrix3, Vector3};

use crate::{Body, Finger, Geometry, JointKind, Profile};

/// Torque of an NXT motor that stalls, in N m.
const STALL_TORQUE: f64 = 0.5;
/// Viscous friction of a joint, N m s/rad.
pub(crate) const JOINT_DAMPING: f64 = 0.002;
/// Dry friction of a joint, N m.
pub(crate) const JOINT_FRICTION: f64 = 0.01;
/// Coefficient of friction between rubber and plastic, for fingers and cube.
pub(crate) const PAD_FRICTION: f64 = 0.8;
/// Thickness of the table, metres.
pub(crate) const TABLE_THICKNESS: f64 = 0.01;

/// A usual cube of 57 mm weighs about 80 g: 26 pieces of 3.1 g, if nothing is in the middle.
pub(crate) const PIECE_MASS: f64 = 0.0031;
/// Corners, edges and centres.
pub(crate) const PIECES: f64 = 26.0;

/// A box with its size along x, y and z in metres, or a cylinder along x, or along y.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    Box([f64; 3]),
    Cylinder { radius: f64, length: f64 },
    Round { radius: f64, length: f64 },
}

/// What a solid feels like to what it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feel {
    /// Friction is that of the cube, [`PAD_FRICTION`].
    Usual,
    /// Hard plastic with smooth tape.
    Smooth,
    /// Rubber.
    Rubber,
}

/// A solid part of a link: what it is, where its middle is in the link, how heavy.
pub(crate) struct Solid {
    pub shape: Shape,
    pub middle: [f64; 3],
    pub mass: f64,
    pub feel: Feel,
}

/// Mass, centre of mass, and inertia about it.
pub(crate) struct Inertia {
    pub mass: f64,
    pub centre: Vector3<f64>,
    pub moments: Matrix3<f64>,
}

impl Shape {
    /// Diagonal inertia about the middle, in kg m2.
    fn inertia(self, mass: f64) -> [f64; 3] {
        match self {
            Shape::Box([x, y, z]) => {
                let of = |a: f64, b: f64| mass / 12.0 * (a * a + b * b);
                [of(y, z), of(x, z), of(x, y)]
            }
            Shape::Cylinder { radius, length } => {
                let across = mass / 12.0 * (3.0 * radius * radius + length * length);
                [mass / 2.0 * radius * radius, across, across]
            }
            Shape::Round { radius, length } => {
                let [along, across, _] = Shape::Cylinder { radius, length }.inertia(mass);
                [across, along, across]
            }
        }
    }
}

impl Inertia {
    /// That of solids that move as one.
    pub fn of(solids: &[Solid]) -> Inertia {
        let mass: f64 = solids.iter().map(|solid| solid.mass).sum();
        let centre =
            solids.iter().fold(Vector3::zeros(), |sum, solid| sum + Vector3::from(solid.middle) * solid.mass) / mass;
        let mut moments = Matrix3::zeros();
        for solid in solids {
            // Parallel axes (Steiner).
            let away = Vector3::from(solid.middle) - centre;
            moments += Matrix3::from_diagonal(&Vector3::from(solid.shape.inertia(solid.mass)));
            moments += (Matrix3::identity() * away.norm_squared() - away * away.transpose()) * solid.mass;
        }
        Inertia { mass, centre, moments }
    }
}

pub(crate) fn solid(shape: Shape, middle: [f64; 3], mass: f64) -> Solid {
    Solid { shape, middle, mass, feel: Feel::Usual }
}

impl Geometry {
    /// The solids of a body, in its own frame.
    pub(crate) fn solids(&self, body: Body) -> Vec<Solid> {
        match (body, &self.slide) {
            (Body::Arm, _) => self.arm_solids(),
            (_, Some(slide)) => self.sliding_solids(slide, body),
            (Body::Wrist, None) => self.wrist_solids(),
            (Body::Pinion, None) => Vec::new(),
            (Body::Finger(_), None) => {
                let length = self.finger_length();
                let shape = Shape::Box([length, self.finger_width, self.finger_thickness]);
                vec![solid(shape, [length / 2.0, 0.0, 0.0], 0.013)]
            }
        }
    }

    /// Motors in their frame, and the column that carries them.
    fn arm_solids(&self) -> Vec<Solid> {
        let column = self.centre_height - TABLE_THICKNESS - 0.025;
        vec![
            solid(Shape::Box([0.11, 0.06, 0.05]), [-0.06, 0.0, 0.0], 0.32),
            solid(Shape::Box([0.05, 0.04, column]), [-0.06, 0.0, -0.025 - column / 2.0], 0.15),
        ]
    }

    /// The shaft, and the palm that carries both fingers.
    fn wrist_solids(&self) -> Vec<Solid> {
        let palm = self.wrist_distance - self.pivot_distance;
        let pivot = self.finger_pivot(Finger::First).z;
        let thickness = 0.01_f64.min(palm / 2.0);
        let length = palm - thickness;
        let height = 2.0 * (pivot - self.finger_thickness);
        vec![
            solid(Shape::Cylinder { radius: 0.016, length }, [length / 2.0, 0.0, 0.0], 0.05),
            solid(Shape::Box([thickness, self.finger_width, height]), [palm - thickness / 2.0, 0.0, 0.0], 0.03),
        ]
    }

    /// The table under the rig, in `base_link`.
    pub(crate) fn table(&self) -> Solid {
        let reach = 2.0 * (self.wrist_distance + 0.13);
        let size = [reach, reach, TABLE_THICKNESS];
        solid(Shape::Box(size), [0.0, 0.0, TABLE_THICKNESS / 2.0], 1.5)
    }
}

/// The camera's housing, in `camera_link`.
pub(crate) fn camera_housing() -> Solid {
    solid(Shape::Box([0.03, 0.06, 0.03]), [-0.015, 0.0, 0.0], 0.06)
}

impl Profile {
    /// Greatest torque of a joint, N m.
    pub(crate) fn joint_effort(&self, kind: JointKind) -> f64 {
        STALL_TORQUE * self.gearing.ratio(kind)
    }
}
