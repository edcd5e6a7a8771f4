//! A cube for Gazebo to put between the claws: one solid body in the colours of a solved cube.
//!
//! Its layers do not turn. Gazebo's DART ignores damping of ball joints before gz-physics 8.3, so a cube of 26 moving
//! pieces falls apart there. Claws can grip, hold and turn the solid one as a whole.

use cube::Face;
use std::fmt::Write;

use super::part::{number, small, triple};
use crate::Profile;
use crate::solids::{PAD_FRICTION, PIECE_MASS, PIECES};

/// By how much the collision box stands out on each side. Closed fingers end on the cube's surface, so without it they would
/// touch and not press; it is what a real cube and rubber give way.
const SQUEEZE: f64 = 0.0005;
/// Edge of a sticker as a share of a piece's edge.
pub(crate) const STICKER: f64 = 0.84;
/// By how much a sticker stands out, metres.
pub(crate) const STICKER_HEIGHT: f64 = 0.0002;

/// Colours of a solved cube with white up and green in front.
pub(crate) fn colour(side: Face) -> [f64; 3] {
    match side {
        Face::U => [0.95, 0.95, 0.93],
        Face::D => [0.98, 0.82, 0.02],
        Face::F => [0.02, 0.60, 0.22],
        Face::B => [0.02, 0.24, 0.70],
        Face::R => [0.75, 0.04, 0.08],
        Face::L => [0.98, 0.40, 0.02],
    }
}

/// The cube of a profile as an SDF model.
pub fn cube_sdf(profile: &Profile) -> String {
    let edge = profile.geometry.cube_edge;
    let piece = edge / 3.0;
    // 26 boxes; each coordinate is one piece away from the middle for 18 of them, and two coordinates count.
    let moment = PIECE_MASS * piece * piece * (PIECES / 6.0 + 2.0 * 18.0);
    let collision = number(edge + 2.0 * SQUEEZE);
    let (edge, friction) = (number(edge), number(PAD_FRICTION));
    let mut xml = format!(
        "<?xml version=\"1.0\"?>\n<!-- The cube of config/profiles/{}.toml, written by the example write_urdf of the package cuberig-rig: do not edit. -->\n\
         <sdf version=\"1.9\">\n  <model name=\"cube\">\n    <link name=\"cube\">\n      <inertial>\n        <mass>{}</mass>\n        <inertia>\n          \
         <ixx>{moment}</ixx><ixy>0</ixy><ixz>0</ixz>\n          <iyy>{moment}</iyy><iyz>0</iyz><izz>{moment}</izz>\n        \
         </inertia>\n      </inertial>\n      <collision name=\"shell\">\n        \
         <geometry><box><size>{collision} {collision} {collision}</size></box></geometry>\n        \
         <surface><friction><ode><mu>{friction}</mu><mu2>{friction}</mu2></ode></friction></surface>\n      </collision>\n",
        profile.name,
        number(PIECE_MASS * PIECES),
        moment = small(moment),
    );
    write_visual(&mut xml, "body", [0.0; 3], &format!("{edge} {edge} {edge}"), [0.03; 3]);
    for side in Face::ALL {
        write_stickers(&mut xml, profile, side);
    }
    xml.push_str("    </link>\n  </model>\n</sdf>\n");
    xml
}

fn write_stickers(xml: &mut String, profile: &Profile, side: Face) {
    let piece = profile.geometry.cube_edge / 3.0;
    let normal = side.direction();
    // The two axes that the side spans.
    let spans: Vec<usize> = (0..3).filter(|axis| normal[*axis] == 0.0).collect();
    let size = normal.map(|along| if along == 0.0 { STICKER * piece } else { 2.0 * STICKER_HEIGHT });
    for row in -1..=1 {
        for column in -1..=1 {
            let mut middle = normal.map(|along| along * profile.geometry.half_edge());
            middle[spans[0]] = f64::from(row) * piece;
            middle[spans[1]] = f64::from(column) * piece;
            let number = 3 * (row + 1) + column + 2;
            let name = format!("{side}{number}");
            write_visual(xml, &name, middle, &triple(size), colour(side));
        }
    }
}

fn write_visual(xml: &mut String, name: &str, middle: [f64; 3], size: &str, colour: [f64; 3]) {
    let colour = triple(colour);
    let _ = writeln!(
        xml,
        "      <visual name=\"{name}\">\n        <pose>{} 0 0 0</pose>\n        \
         <geometry><box><size>{size}</size></box></geometry>\n        \
         <material><ambient>{colour} 1</ambient><diffuse>{colour} 1</diffuse><specular>0.1 0.1 0.1 1</specular></material>\n      \
         </visual>",
        triple(middle)
    );
}
