//! A gripper that slides: a pinion on the grip joint moves both fingers along the arm, away from the cube.
//!
//! ```text
//!   one arm from the side, wrist 0, closed:           open:
//!               ______                               ______
//!              | ____ |__finger___                  | ____ |
//!   =[housing]===rack=|palm|  cube       =[housing]===|palm|__finger__   |  cube
//!        (pinion)     |____|_______          (pinion) |____|__________   |
//! ```
//! The joint stays an angle, that of the pinion. How far the fingers have slid follows from it. So whatever counts degrees of a
//! claw, drivers, tolerances and readings alike, holds for claws of both kinds.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use serde::Deserialize;

use crate::looks::{Part, PartKind, part};
use crate::profile::bad;
use crate::solids::{Feel, Shape, Solid, solid};
use crate::{Arm, Body, Error, Finger, Geometry};

/// How a gripper slides. Lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slide {
    /// Of the pinion that moves the rack: metres of way for each radian of the grip joint.
    pub pinion_radius: f64,
    /// Between a closed finger and the cube. Fingers that slide do not press; the palm does.
    pub play: f64,
}

/// Thickness of the palm that carries the fingers, metres.
const PALM: f64 = 0.004;

impl Geometry {
    /// How far an arm's fingers have slid away from the cube at a grip angle in radians, metres; 0 for fingers that swing.
    pub fn slid(&self, grip: f64) -> f64 {
        self.slide.map_or(0.0, |slide| slide.pinion_radius * grip)
    }

    /// The grip angle at which the tips of fingers that slide are this far from the cube's centre along the arm, radians.
    pub fn grip_with_tips_at(&self, slide: &Slide, distance: f64) -> f64 {
        (distance - self.tip_distance) / slide.pinion_radius
    }

    /// The grip angles, radians, from which a sliding claw is free of what turns near it: for its own wrist, for a turn of the cube while
    /// it stands vertical, and next to a horizontal claw.
    ///
    /// Its tips leave the face of the cube. A cube that turns sweeps a circle, which the palm must leave, and the tips at the height of
    /// the fingers. Horizontal, the tips stand next to the fingers and the palm of a claw that turns.
    pub fn free_grips(&self, slide: &Slide) -> [f64; 3] {
        let inner = self.half_edge() + slide.play;
        let swept = (self.turning_radius().powi(2) - inner.powi(2)).sqrt();
        let palm = self.turning_radius() - self.pivot_distance + self.tip_distance;
        let neighbour = (inner + self.finger_thickness).hypot(self.finger_width / 2.0);
        [self.half_edge(), swept.max(palm), neighbour].map(|tips| self.grip_with_tips_at(slide, tips))
    }

    /// Where the middle of the pinion is in the wrist frame. It turns about -y when the claw opens.
    pub(crate) fn pinion(&self, slide: &Slide) -> Translation3<f64> {
        Translation3::new(0.6 * self.housing(), 0.0, -slide.pinion_radius)
    }

    /// The pinion's frame in the rig's centre frame, at joint angles in radians; `None` where fingers swing.
    pub fn pinion_frame(&self, arm: Arm, wrist: f64, grip: f64) -> Option<Isometry3<f64>> {
        let turned = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), -grip);
        Some(self.wrist_frame(arm, wrist) * self.pinion(&self.slide?) * turned)
    }

    /// Length of the housing of a sliding claw's servo, which the wrist carries.
    fn housing(&self) -> f64 {
        (self.wrist_distance - self.half_edge()) / 2.0
    }

    /// The solids of a body of an arm whose claw slides: each finger with its half of the palm, the housing of the servo, the pinion.
    pub(crate) fn sliding_solids(&self, slide: &Slide, body: Body) -> Vec<Solid> {
        let edge = 1.4 * slide.pinion_radius;
        let length = self.housing();
        match body {
            Body::Arm => Vec::new(),
            Body::Wrist => vec![solid(Shape::Box([length, 0.024, 0.024]), [length / 2.0, 0.0, 0.0], 0.08)],
            Body::Pinion => vec![solid(Shape::Box([edge, 0.006, edge]), [0.0; 3], 0.005)],
            Body::Finger(finger) => {
                let (length, width, thickness) = (self.finger_length(), self.finger_width, self.finger_thickness);
                let to_axis = self.finger_pivot(Finger::First).z;
                let palm = [PALM, width, to_axis + thickness / 2.0];
                let middle = finger.sign() * (thickness / 2.0 - to_axis) / 2.0;
                // A round tip leads a layer that is a little off between the fingers.
                let (radius, straight) = (thickness / 2.0, length - thickness / 2.0);
                let smooth = |shape, middle, mass| Solid { feel: Feel::Smooth, ..solid(shape, middle, mass) };
                vec![
                    smooth(Shape::Box([straight, width, thickness]), [straight / 2.0, 0.0, 0.0], 0.005),
                    smooth(Shape::Round { radius, length: width }, [straight, 0.0, 0.0], 0.001),
                    Solid { feel: Feel::Rubber, ..solid(Shape::Box(palm), [-PALM / 2.0, 0.0, middle], 0.010) },
                ]
            }
        }
    }

    /// What such a body looks like: its solids; the first finger carries the rack, too.
    pub(crate) fn sliding_parts(&self, slide: &Slide, body: Body) -> Vec<Part> {
        let kinds = match body {
            Body::Wrist => [PartKind::Motor].as_slice(),
            Body::Pinion => &[PartKind::Hub],
            _ => &[PartKind::FingerBeam, PartKind::FingerBeam, PartKind::Palm],
        };
        let boxes = self.sliding_solids(slide, body).into_iter().zip(kinds).map(|(solid, &kind)| {
            let size = match solid.shape {
                Shape::Box(size) => size,
                Shape::Cylinder { radius, length } => [length, 2.0 * radius, 2.0 * radius],
                Shape::Round { radius, length } => [2.0 * radius, length, 2.0 * radius],
            };
            part(kind, solid.middle, size.map(|length| length / 2.0))
        });
        let mut parts: Vec<Part> = boxes.collect();
        if body == Body::Finger(Finger::First) {
            // From the palm to behind the pinion.
            let length = self.wrist_distance - self.pivot_distance - PALM - self.housing() / 3.0;
            let middle = [-PALM - length / 2.0, 0.0, -self.finger_pivot(Finger::First).z];
            parts.push(part(PartKind::Yoke, middle, [length / 2.0, 0.004, 0.004]));
        }
        parts
    }

    /// Judges the lengths of a claw that slides while its joint turns by `open_grip` radians.
    pub(crate) fn judge_slide(&self, slide: &Slide, open_grip: f64) -> Result<(), Error> {
        let wrong = |key: &str, value: f64, reason: String| {
            Err(bad(&format!("geometry.{key}"), cube::outside::number(value), reason))
        };
        let Slide { pinion_radius, play } = *slide;
        if !(0.001..=0.1).contains(&pinion_radius) {
            return wrong(
                "slide.pinion_radius",
                pinion_radius,
                "it is a length in metres from 0.001 to 0.1".to_owned(),
            );
        }
        if !(0.0..=0.002).contains(&play) {
            return wrong("slide.play", play, "it is a length in metres from 0 to 0.002".to_owned());
        }
        if self.pivot_distance < self.half_edge() {
            let reason = format!("the palm is outside the cube, whose face is at {:.4}", self.half_edge());
            return wrong("pivot_distance", self.pivot_distance, reason);
        }
        let layer = self.cube_edge / 3.0;
        if layer <= self.finger_width {
            let reason = format!("next to it the layers of its neighbours turn, so it is narrower than {layer:.4}");
            return wrong("finger_width", self.finger_width, reason);
        }
        let travel = self.slid(open_grip);
        if self.tip_distance + travel <= self.turning_radius() {
            let open_tip = self.tip_distance + travel;
            let reason = format!(
                "an open fingertip would stand at {open_tip:.4}, and the turning cube needs {:.4}",
                self.turning_radius()
            );
            return wrong("slide.pinion_radius", pinion_radius, reason);
        }
        let needed = self.pivot_distance + PALM + travel + self.housing();
        if self.wrist_distance < needed {
            let reason = format!("the open claw and the housing of its servo need {needed:.4}");
            return wrong("wrist_distance", self.wrist_distance, reason);
        }
        Ok(())
    }
}
