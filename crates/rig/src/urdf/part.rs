//! Links of the URDF: bodies made of boxes and cylinders, with their mass and inertia.

use std::fmt::Write;

use nalgebra::{Isometry3, Vector3};

/// A box with its size along x, y and z in metres, or a cylinder along x.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Box([f64; 3]),
    Cylinder { radius: f64, length: f64 },
}

/// A part of a link as physics sees it: what it is, where its middle is in the link, how heavy.
pub(super) struct Part {
    pub shape: Shape,
    pub middle: [f64; 3],
    pub mass: f64,
    pub collides: bool,
}

impl Part {
    /// The same as people see it.
    pub fn look(&self, colour: &'static str) -> Look {
        Look {
            shape: self.shape.xml(),
            middle: self.middle,
            rpy: self.shape.rpy(),
            colour,
        }
    }
}

/// A part of a link as people see it.
pub(super) struct Look {
    /// The element inside `geometry`.
    pub shape: String,
    pub middle: [f64; 3],
    pub rpy: &'static str,
    pub colour: &'static str,
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
        }
    }

    pub(super) fn xml(self) -> String {
        match self {
            Shape::Box(size) => format!("<box size=\"{}\"/>", triple(size)),
            Shape::Cylinder { radius, length } => {
                format!(
                    "<cylinder radius=\"{}\" length=\"{}\"/>",
                    number(radius),
                    number(length)
                )
            }
        }
    }

    /// URDF cylinders lie along z; ours along x.
    fn rpy(self) -> &'static str {
        match self {
            Shape::Box(_) => "0 0 0",
            Shape::Cylinder { .. } => "0 1.570796 0",
        }
    }
}

/// Six decimals, without zeros at the end.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Nine significant decimals in exponent form, for inertias.
pub(super) fn small(value: f64) -> String {
    format!("{value:.6e}")
}

pub(super) fn triple(values: [f64; 3]) -> String {
    values.map(number).join(" ")
}

/// An origin element of a frame in its parent.
pub(super) fn origin(frame: &Isometry3<f64>) -> String {
    let (roll, pitch, yaw) = frame.rotation.euler_angles();
    let xyz = [
        frame.translation.x,
        frame.translation.y,
        frame.translation.z,
    ];
    format!(
        "<origin xyz=\"{}\" rpy=\"{}\"/>",
        triple(xyz),
        triple([roll, pitch, yaw])
    )
}

/// Writes a link; its inertia is that of its parts, added up about their common centre of mass. It shows its looks.
pub(super) fn link(xml: &mut String, name: &str, parts: &[Part], looks: &[Look]) {
    if parts.is_empty() {
        let _ = writeln!(xml, "  <link name=\"{name}\"/>");
        return;
    }
    let mass: f64 = parts.iter().map(|part| part.mass).sum();
    let centre = parts.iter().fold(Vector3::zeros(), |sum, part| {
        sum + Vector3::from(part.middle) * part.mass
    }) / mass;
    let mut inertia = nalgebra::Matrix3::zeros();
    for part in parts {
        // Parallel axes (Steiner).
        let away = Vector3::from(part.middle) - centre;
        inertia += nalgebra::Matrix3::from_diagonal(&Vector3::from(part.shape.inertia(part.mass)));
        inertia += (nalgebra::Matrix3::identity() * away.norm_squared() - away * away.transpose())
            * part.mass;
    }
    let _ = writeln!(xml, "  <link name=\"{name}\">");
    let _ = writeln!(
        xml,
        "    <inertial>\n      <origin xyz=\"{}\" rpy=\"0 0 0\"/>\n      <mass value=\"{}\"/>\n      \
         <inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" izz=\"{}\"/>\n    </inertial>",
        triple(centre.into()),
        number(mass),
        small(inertia[(0, 0)]),
        small(inertia[(0, 1)]),
        small(inertia[(0, 2)]),
        small(inertia[(1, 1)]),
        small(inertia[(1, 2)]),
        small(inertia[(2, 2)]),
    );
    for look in looks {
        let _ = writeln!(
            xml,
            "    <visual>\n      <origin xyz=\"{}\" rpy=\"{}\"/>\n      <geometry>{}</geometry>\n      <material name=\"{}\"/>\n    </visual>",
            triple(look.middle),
            look.rpy,
            look.shape,
            look.colour
        );
    }
    for part in parts.iter().filter(|part| part.collides) {
        let _ = writeln!(
            xml,
            "    <collision>\n      <origin xyz=\"{}\" rpy=\"{}\"/>\n      <geometry>{}</geometry>\n    </collision>",
            triple(part.middle),
            part.shape.rpy(),
            part.shape.xml()
        );
    }
    let _ = writeln!(xml, "  </link>");
}
