//! The shapes of the rig's parts as triangles, for the viewers that read the URDF.
//!
//! STL files hold no colours, no units and no axes of their own, so every viewer shows them the same way: RViz and Gazebo take the
//! colour from the URDF. Each part has its own file, centred on the middle of the part's box and as large as the box.

mod beam;
mod shapes;

use nalgebra::Vector3;

use crate::looks::{Part, PartKind};
use crate::{Body, Finger, Geometry};

/// A closed surface; corners of a triangle run counter-clockwise as seen from outside. Metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The triangles.
    pub triangles: Vec<[Vector3<f64>; 3]>,
}

impl Mesh {
    /// Adds a flat convex polygon.
    fn polygon(&mut self, corners: &[Vector3<f64>]) {
        let [first, rest @ ..] = corners else {
            return;
        };
        let fan = rest.windows(2).map(|pair| [*first, pair[0], pair[1]]);
        self.triangles.extend(fan);
    }

    /// The mesh as a binary STL file.
    pub fn stl(&self) -> Vec<u8> {
        // Adding zero makes -0 a 0, so that equal corners have equal bytes.
        let single = |vector: &Vector3<f64>| [0, 1, 2].map(|axis| vector[axis] as f32 + 0.0);
        let triangle = |corners: &[Vector3<f64>; 3]| {
            let [a, b, c] = corners;
            let normal = (b - a).cross(&(c - a));
            stl_io::Triangle {
                normal: stl_io::Normal::new(single(&normal.normalize())),
                vertices: [a, b, c].map(|corner| stl_io::Vertex::new(single(corner))),
            }
        };
        let triangles: Vec<stl_io::Triangle> = self.triangles.iter().map(triangle).collect();
        let mut bytes = Vec::new();
        stl_io::write_stl(&mut bytes, triangles.iter()).expect("writing to memory cannot fail");
        bytes
    }
}

impl Part {
    /// Its shape, centred on the middle of its box.
    pub fn mesh(&self) -> Mesh {
        let half = self.half;
        match self.kind {
            PartKind::FingerBeam => beam::beam(half, 2, beam::Ends::Round),
            PartKind::Palm => beam::beam(half, 0, beam::Ends::Square),
            PartKind::Yoke => beam::beam(half, 2, beam::Ends::Square),
            PartKind::Stand => beam::beam(half, 1, beam::Ends::Square),
            PartKind::FingerPad => shapes::ridged(half),
            PartKind::Hub => shapes::disc(half),
            PartKind::Motor => shapes::motor(half),
            PartKind::BrickHousing => shapes::chamfered(half, 0.004),
            PartKind::BrickDisplay => shapes::chamfered(half, 0.0004),
            PartKind::BrickKey => shapes::chamfered(half, 0.0008),
        }
    }
}

/// One part of each kind that a rig with this geometry has.
pub fn part_kinds(geometry: &Geometry) -> Vec<Part> {
    let mut parts = geometry.parts(Body::Arm);
    parts.extend(geometry.parts(Body::Wrist));
    parts.extend(geometry.parts(Body::Finger(Finger::First)));
    parts.extend(geometry.brick_parts(0.0).into_iter().take(3));
    parts
}
