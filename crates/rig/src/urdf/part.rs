//! Links of the URDF: solids with their mass and inertia, and looks.

use std::fmt::Write;

use nalgebra::Isometry3;

use crate::solids::{Inertia, Shape, Solid};

impl Solid {
    /// The same as people see it.
    pub(super) fn look(&self, colour: &'static str) -> Look {
        Look { shape: self.shape.xml(), middle: self.middle, rpy: self.shape.rpy(), colour }
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
    pub(super) fn xml(self) -> String {
        match self {
            Shape::Box(size) => format!("<box size=\"{}\"/>", triple(size)),
            Shape::Cylinder { radius, length } | Shape::Round { radius, length } => {
                format!("<cylinder radius=\"{}\" length=\"{}\"/>", number(radius), number(length))
            }
        }
    }

    /// URDF cylinders lie along z.
    fn rpy(self) -> &'static str {
        match self {
            Shape::Box(_) => "0 0 0",
            Shape::Cylinder { .. } => "0 1.570796 0",
            Shape::Round { .. } => "1.570796 0 0",
        }
    }
}

/// Six decimals, without zeros at the end.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Nine significant decimals in exponent form, for inertias.
pub(crate) fn small(value: f64) -> String {
    format!("{value:.6e}")
}

pub(crate) fn triple(values: [f64; 3]) -> String {
    values.map(number).join(" ")
}

/// An origin element of a frame in its parent.
pub(super) fn origin(frame: &Isometry3<f64>) -> String {
    let (roll, pitch, yaw) = frame.rotation.euler_angles();
    let xyz = [frame.translation.x, frame.translation.y, frame.translation.z];
    format!("<origin xyz=\"{}\" rpy=\"{}\"/>", triple(xyz), triple([roll, pitch, yaw]))
}

/// Writes a link with the inertia of its solids. It shows its looks.
pub(super) fn link(xml: &mut String, name: &str, solids: &[Solid], looks: &[Look]) {
    if solids.is_empty() {
        let _ = writeln!(xml, "  <link name=\"{name}\"/>");
        return;
    }
    let Inertia { mass, centre, moments } = Inertia::of(solids);
    let _ = writeln!(xml, "  <link name=\"{name}\">");
    let _ = writeln!(
        xml,
        "    <inertial>\n      <origin xyz=\"{}\" rpy=\"0 0 0\"/>\n      <mass value=\"{}\"/>\n      \
         <inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" izz=\"{}\"/>\n    </inertial>",
        triple(centre.into()),
        number(mass),
        small(moments[(0, 0)]),
        small(moments[(0, 1)]),
        small(moments[(0, 2)]),
        small(moments[(1, 1)]),
        small(moments[(1, 2)]),
        small(moments[(2, 2)]),
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
    for solid in solids {
        let _ = writeln!(
            xml,
            "    <collision>\n      <origin xyz=\"{}\" rpy=\"{}\"/>\n      <geometry>{}</geometry>\n    </collision>",
            triple(solid.middle),
            solid.shape.rpy(),
            solid.shape.xml()
        );
    }
    let _ = writeln!(xml, "  </link>");
}
