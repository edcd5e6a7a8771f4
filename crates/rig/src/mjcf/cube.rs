//! A cube that turns: a core, six centres on hinges, and twenty pieces on ball joints in the middle of the cube.
//!
//! A ball joint stands for the mechanism: it keeps a piece at its distance from the middle. Only its neighbours keep it in
//! its layer. A piece is named by the sides on which it starts: `U`, `UF`, `URF`.

use std::fmt::Write;

use cube::Face;

use super::{number, triple};
use crate::solids::{PIECE_MASS, PIECES};
use crate::urdf::{STICKER, STICKER_HEIGHT, colour};

/// Mass of the core, kg; it comes out of that of the pieces, so that the cube weighs the same.
const CORE_MASS: f64 = 0.008;
/// Inertia of the core, kg m2.
const CORE_INERTIA: f64 = 5e-6;
/// Radius of the pieces' edges, metres: hulls are smaller by this, and touch at this distance.
const ROUNDING: f64 = 0.001;
/// How far the edges of hulls are cut off, metres. With it a layer turns past a neighbour that is off by 12 degrees, either way;
/// without it past 2 degrees, and 5 degrees jam (`cargo xtask physics --misaligned`).
const CHAMFER: f64 = 0.002;
/// Radius at which the edges of a piece are cut off for looks, metres.
const LOOK_CHAMFER: f64 = 0.0012;

/// Dry and viscous friction of a piece against the core. With eight pieces a layer needs about 0.045 N m, as a speed cube does.
pub(super) fn write_defaults(xml: &mut String) {
    let _ = writeln!(
        xml,
        "    <default class=\"piece\">\n      <joint armature=\"2e-5\" frictionloss=\"4e-3\" damping=\"5e-4 0 0\"/>\n      \
         <default class=\"hull\"><geom type=\"mesh\" mesh=\"piece_hull\" contype=\"2\" conaffinity=\"2\" group=\"4\" margin=\"{}\" condim=\"1\" \
         solref=\"0.004 1\" solimp=\"0.95 0.99 0.0005\" mass=\"{}\"/></default>\n      \
         <default class=\"body\"><geom type=\"mesh\" mesh=\"piece_look\" rgba=\"0.03 0.03 0.03 1\" contype=\"0\" conaffinity=\"0\" group=\"0\" mass=\"0\"/></default>\n    \
         </default>",
        number(ROUNDING),
        number(PIECE_MASS - CORE_MASS / PIECES)
    );
}

pub(super) fn write_assets(xml: &mut String, edge: f64) {
    let half = edge / 6.0;
    for (name, half, chamfer) in [("piece_hull", half - ROUNDING, CHAMFER), ("piece_look", half, LOOK_CHAMFER)] {
        let mut corners = Vec::new();
        for signs in (0..8).map(|bits| [0, 1, 2].map(|axis| f64::from(bits >> axis & 1) * 2.0 - 1.0)) {
            for across in 0..3 {
                let mut corner = signs.map(|sign| sign * (half - chamfer));
                corner[across] = signs[across] * half;
                corners.push(triple(corner));
            }
        }
        let _ = writeln!(xml, "    <mesh name=\"{name}\" vertex=\"{}\"/>", corners.join("  "));
    }
}

/// The cube around the rig's centre, solved, white up and green in front.
pub(super) fn write(xml: &mut String, centre_height: f64, edge: f64) {
    let _ = writeln!(
        xml,
        "    <body name=\"cube\" pos=\"0 0 {}\">\n      <freejoint name=\"cube\"/>\n      \
         <inertial pos=\"0 0 0\" mass=\"{}\" diaginertia=\"{i} {i} {i}\"/>",
        number(centre_height),
        number(CORE_MASS),
        i = CORE_INERTIA
    );
    for bits in 0..27 {
        let place = [bits / 9 - 1, bits / 3 % 3 - 1, bits % 3 - 1];
        write_piece(xml, place, edge);
    }
    xml.push_str("    </body>\n");
}

/// The piece that starts at a place: -1, 0 or 1 along each axis. There is none in the middle.
fn write_piece(xml: &mut String, place: [i32; 3], edge: f64) {
    let at = place.map(f64::from);
    let faces = || {
        let is_on = move |face: &Face| {
            let normal = face.direction();
            0.5 < (0..3).map(|axis| normal[axis] * at[axis]).sum::<f64>()
        };
        Face::ALL.into_iter().filter(is_on)
    };
    let name: String = faces().map(|face| face.to_string()).collect();
    if name.is_empty() {
        return;
    }
    let piece = edge / 3.0;
    let middle = triple(at.map(|along| along * piece));
    let joint =
        if name.len() == 1 { format!("type=\"hinge\" axis=\"{}\"", triple(at)) } else { "type=\"ball\"".to_owned() };
    let _ = writeln!(
        xml,
        "      <body name=\"{name}\">\n        <joint name=\"{name}\" class=\"piece\" {joint}/>\n        \
         <geom class=\"hull\" pos=\"{middle}\"/>\n        <geom class=\"body\" pos=\"{middle}\"/>\n        \
         <geom name=\"{name}\" class=\"shell\" type=\"box\" size=\"{}\" pos=\"{middle}\"/>",
        triple([piece / 2.0; 3])
    );
    for face in faces() {
        let normal = face.direction();
        let size = normal.map(|along| match along == 0.0 {
            true => STICKER * piece / 2.0,
            false => STICKER_HEIGHT,
        });
        let mut place = at.map(|along| along * piece);
        for axis in 0..3 {
            place[axis] += normal[axis] * piece / 2.0;
        }
        let _ = writeln!(
            xml,
            "        <geom class=\"look\" type=\"box\" size=\"{}\" pos=\"{}\" rgba=\"{} 1\"/>",
            triple(size),
            triple(place),
            triple(colour(face))
        );
    }
    xml.push_str("      </body>\n");
}
