//! What the rig looks like: its parts as boxes with a finish. The simulated camera, the URDF and its meshes share this list.
//!
//! ```text
//!   one arm from the side, wrist 0                    ____ beam _______________
//!                                             |      |_______________|pad|_____   pads are on the inside:
//!   [ motor ][hub]===== yoke =====[palm]      |                      |  cube        they touch the cube
//!     |stand|
//! ```

use nalgebra::Vector3;

use crate::{Finger, Geometry};

/// A body that moves as one; its parts are placed in its own frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// What stands on the table and carries a wrist: the arm frame.
    Arm,
    /// What turns with a wrist: the wrist frame.
    Wrist,
    /// What the motor of a sliding claw turns: the pinion frame.
    Pinion,
    /// A finger of a claw: the finger frame.
    Finger(Finger),
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// The beam of a finger.
    FingerBeam,
    /// The rubber on the inside of a fingertip.
    FingerPad,
    /// The plate that carries the two fingers of a claw.
    Palm,
    /// The beam from the wrist to the palm.
    Yoke,
    /// The disc of the wrist motor.
    Hub,
    /// The wrist motor.
    Motor,
    /// The column that carries an arm.
    Stand,
    /// The housing of a motor brick.
    BrickHousing,
    /// The display of a motor brick.
    BrickDisplay,
    /// The key of a motor brick.
    BrickKey,
}

/// How a surface looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Surface {
    /// One plain colour, with a gloss of 0 to 1.
    Plain {
        /// Share of the lamp's mirror image.
        gloss: f32,
    },
    /// A building-brick beam with round holes in a row 8 mm apart.
    Beam,
    /// Rubber ridges.
    Rubber,
}

/// Colour and surface of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finish {
    /// Name of the colour in the URDF.
    pub name: &'static str,
    /// Linear RGB, 0 to 1.
    pub albedo: [f32; 3],
    /// How the surface looks.
    pub surface: Surface,
}

/// A part of a body: a box along the axes of the body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Its middle in the body's frame, metres.
    pub middle: Vector3<f64>,
    /// Half of its length along each axis, metres.
    pub half: Vector3<f64>,
}

impl PartKind {
    /// All kinds.
    pub const ALL: [PartKind; 10] = [
        PartKind::FingerBeam,
        PartKind::FingerPad,
        PartKind::Palm,
        PartKind::Yoke,
        PartKind::Hub,
        PartKind::Motor,
        PartKind::Stand,
        PartKind::BrickHousing,
        PartKind::BrickDisplay,
        PartKind::BrickKey,
    ];

    /// Its name, also that of its mesh file.
    pub const fn name(self) -> &'static str {
        match self {
            PartKind::FingerBeam => "finger_beam",
            PartKind::FingerPad => "finger_pad",
            PartKind::Palm => "palm",
            PartKind::Yoke => "yoke",
            PartKind::Hub => "hub",
            PartKind::Motor => "motor",
            PartKind::Stand => "stand",
            PartKind::BrickHousing => "brick_housing",
            PartKind::BrickDisplay => "brick_display",
            PartKind::BrickKey => "brick_key",
        }
    }

    /// Its colour and surface.
    pub const fn finish(self) -> Finish {
        let (name, albedo, surface) = match self {
            PartKind::FingerBeam | PartKind::Yoke | PartKind::Stand => {
                ("beam_dark_gray", [0.055, 0.058, 0.062], Surface::Beam)
            }
            PartKind::Palm => ("beam_light_gray", [0.30, 0.31, 0.32], Surface::Beam),
            PartKind::FingerPad => ("pad_black", [0.02, 0.02, 0.02], Surface::Rubber),
            PartKind::Hub | PartKind::BrickKey => ("hub_orange", [0.75, 0.16, 0.015], Surface::Plain { gloss: 0.3 }),
            PartKind::Motor => ("motor_white", [0.55, 0.55, 0.53], Surface::Plain { gloss: 0.3 }),
            PartKind::BrickHousing => ("brick_gray", [0.36, 0.37, 0.37], Surface::Plain { gloss: 0.3 }),
            PartKind::BrickDisplay => ("display_green", [0.23, 0.30, 0.19], Surface::Plain { gloss: 0.6 }),
        };
        Finish { name, albedo, surface }
    }
}

/// The value that a screen (sRGB) needs for this much light, to three decimals.
pub(crate) fn on_screen(linear: f32) -> f64 {
    let linear = f64::from(linear);
    let value = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (value * 1000.0).round() / 1000.0
}

pub(crate) fn part(kind: PartKind, middle: [f64; 3], half: [f64; 3]) -> Part {
    Part { kind, middle: Vector3::from(middle), half: Vector3::from(half) }
}

impl Geometry {
    /// The parts of a body, in its own frame.
    pub fn parts(&self, body: Body) -> Vec<Part> {
        match (body, &self.slide) {
            (Body::Arm, _) => self.arm_parts(),
            (_, Some(slide)) => self.sliding_parts(slide, body),
            (Body::Wrist, None) => self.wrist_parts(),
            (Body::Pinion, None) => Vec::new(),
            (Body::Finger(finger), None) => self.finger_parts(finger),
        }
    }

    fn finger_parts(&self, finger: Finger) -> Vec<Part> {
        let (width, thickness) = (self.finger_width, self.finger_thickness);
        let length = self.finger_length();
        // The beam is the outer half of the finger; the rubber at its tip is the inner half.
        let inwards = -finger.sign();
        let quarter = thickness / 4.0;
        let behind = 0.006;
        let reach = self.half_edge() - self.tip_distance;
        vec![
            part(
                PartKind::FingerBeam,
                [(length - behind) / 2.0, 0.0, -inwards * quarter],
                [(length + behind) / 2.0, width / 2.0, quarter],
            ),
            part(
                PartKind::FingerPad,
                [length - reach / 2.0, 0.0, inwards * quarter],
                [reach / 2.0, width / 2.0, quarter],
            ),
        ]
    }

    fn wrist_parts(&self) -> Vec<Part> {
        let pivot = self.finger_pivot(Finger::First);
        let height = pivot.z.abs() + self.finger_thickness;
        // The palm carries both pivots, the yoke leads back to the wrist.
        let palm = part(PartKind::Palm, [pivot.x - 0.008, 0.0, 0.0], [0.004, self.finger_width / 2.0 + 0.004, height]);
        let yoke = (pivot.x - 0.012) / 2.0;
        if yoke <= 0.001 {
            return vec![palm];
        }
        let yoke = part(PartKind::Yoke, [yoke, 0.0, 0.0], [yoke, 0.012, 0.012]);
        vec![palm, yoke]
    }

    fn arm_parts(&self) -> Vec<Part> {
        let mut parts = vec![
            part(PartKind::Hub, [-0.004, 0.0, 0.0], [0.004, 0.020, 0.020]),
            part(PartKind::Motor, [-0.043, 0.0, 0.0], [0.035, 0.018, 0.022]),
        ];
        // The stand on the table.
        let drop = self.centre_height - 0.022;
        if drop > 0.01 {
            parts.push(part(PartKind::Stand, [-0.045, 0.0, -0.022 - drop / 2.0], [0.016, 0.024, drop / 2.0]));
        }
        parts
    }

    /// The four motor bricks on a table whose top is at this height, one at each corner between two arms. The simulated camera
    /// does not draw them.
    pub fn brick_parts(&self, table_top: f64) -> Vec<Part> {
        let away = self.wrist_distance + 0.065;
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        corners
            .into_iter()
            .flat_map(|(x, y)| {
                let at = |side: f64, height: f64| [x * away, y * away + side, table_top + height];
                [
                    part(PartKind::BrickHousing, at(0.0, 0.02), [0.036, 0.056, 0.02]),
                    part(PartKind::BrickDisplay, at(0.022, 0.0405), [0.024, 0.016, 0.0005]),
                    part(PartKind::BrickKey, at(-0.018, 0.041), [0.007, 0.007, 0.001]),
                ]
            })
            .collect()
    }
}
