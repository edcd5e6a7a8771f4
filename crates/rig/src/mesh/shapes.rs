//! Shapes other than beams: boxes with chamfers, discs, and profiles that are drawn out sideways.

use std::f64::consts::TAU;

use nalgebra::Vector3;

use super::Mesh;

/// Corners of a disc; a multiple of four, so that it is as wide as its box.
const DISC_CORNERS: usize = 48;
/// Radius of the hole for an axle, metres.
const AXLE_RADIUS: f64 = 0.0024;
/// Distance and depth of the ridges of rubber, metres.
const RIDGE_PITCH: f64 = 0.0016;
const RIDGE_DEPTH: f64 = 0.0004;

/// A box whose edges are cut off by `chamfer`.
pub fn chamfered(half: Vector3<f64>, chamfer: f64) -> Mesh {
    const SIGNS: [f64; 2] = [-1.0, 1.0];
    let mut mesh = Mesh::default();
    // The shape is convex around the origin, so a polygon that looks inwards is turned over.
    let mut add = |mut corners: Vec<Vector3<f64>>| {
        let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
        if normal.dot(&corners[0]) < 0.0 {
            corners.reverse();
        }
        mesh.polygon(&corners);
    };
    // Next to a corner of the box, on the side across `axis`.
    let near = |signs: [f64; 3], axis: usize| {
        Vector3::from_fn(|at, _| {
            let inset = if at == axis { 0.0 } else { chamfer };
            signs[at] * (half[at] - inset)
        })
    };
    let around = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    for axis in 0..3 {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let signs = |own: f64, one: f64, other: f64| {
            let mut signs = [own; 3];
            (signs[next], signs[last]) = (one, other);
            signs
        };
        for own in SIGNS {
            // The side across the axis, and with it the edges along the axis.
            add(around.map(|(one, other)| near(signs(own, one, other), axis)).to_vec());
        }
        for (one, other) in around {
            let [low, high] = SIGNS.map(|own| signs(own, one, other));
            add(vec![near(low, next), near(high, next), near(high, last), near(low, last)]);
        }
    }
    for x in SIGNS {
        for (y, z) in around {
            add([0, 1, 2].map(|axis| near([x, y, z], axis)).to_vec());
        }
    }
    mesh
}

/// A disc across x with a hole for an axle.
pub fn disc(half: Vector3<f64>) -> Mesh {
    let mut mesh = Mesh::default();
    let ring = |number: usize, radius: [f64; 2], x: f64| {
        let (sine, cosine) = (TAU * (number % DISC_CORNERS) as f64 / DISC_CORNERS as f64).sin_cos();
        Vector3::new(x * half.x, radius[0] * cosine, radius[1] * sine)
    };
    let (rim, axle) = ([half.y, half.z], [AXLE_RADIUS; 2]);
    for here in 0..DISC_CORNERS {
        let strip = |[a, b]: [[f64; 2]; 2], [x, y]: [f64; 2]| {
            [ring(here, a, x), ring(here + 1, a, x), ring(here + 1, b, y), ring(here, b, y)]
        };
        mesh.polygon(&strip([rim, rim], [-1.0, 1.0]));
        mesh.polygon(&strip([axle, axle], [1.0, -1.0]));
        mesh.polygon(&strip([axle, rim], [-1.0, -1.0]));
        mesh.polygon(&strip([rim, axle], [1.0, 1.0]));
    }
    mesh
}

/// Rubber with ridges across x on both of its sides across z.
pub fn ridged(half: Vector3<f64>) -> Mesh {
    let count = ((2.0 * half.x / RIDGE_PITCH) as usize).max(1);
    let depth = RIDGE_DEPTH.min(half.z / 2.0);
    // Each ridge is half as wide as its share, with upright sides that lean a little.
    let profile: Vec<[f64; 2]> = (0..count)
        .flat_map(|ridge| {
            let at = |share: f64| half.x * (2.0 * (ridge as f64 + share) / count as f64 - 1.0);
            [
                [at(0.0), half.z - depth],
                [at(0.2), half.z - depth],
                [at(0.3), half.z],
                [at(0.7), half.z],
                [at(0.8), half.z - depth],
            ]
        })
        .chain([[half.x, half.z - depth]])
        .collect();
    drawn_out(&profile, half.y)
}

/// A motor: a slim tail, and a wide head where its gears are, towards +x.
pub fn motor(half: Vector3<f64>) -> Mesh {
    let profile = [
        [-half.x, 0.5 * half.z],
        [-0.92 * half.x, 0.62 * half.z],
        [-0.2 * half.x, 0.62 * half.z],
        [0.1 * half.x, half.z],
        [0.9 * half.x, half.z],
        [half.x, 0.9 * half.z],
    ];
    drawn_out(&profile, half.y)
}

/// A body with the heights of a profile: pairs of x and half the height, x rising. It reaches from -y to +y.
fn drawn_out(profile: &[[f64; 2]], half_width: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let corner = |[x, z]: [f64; 2], y: f64, up: f64| Vector3::new(x, y * half_width, up * z);
    for pair in profile.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let mut add = |corners: [([f64; 2], f64, f64); 4]| {
            mesh.polygon(&corners.map(|(at, y, up)| corner(at, y, up)));
        };
        // Top, bottom, and the two sides.
        add([(a, -1.0, 1.0), (b, -1.0, 1.0), (b, 1.0, 1.0), (a, 1.0, 1.0)]);
        add([(a, 1.0, -1.0), (b, 1.0, -1.0), (b, -1.0, -1.0), (a, -1.0, -1.0)]);
        add([(a, -1.0, -1.0), (b, -1.0, -1.0), (b, -1.0, 1.0), (a, -1.0, 1.0)]);
        add([(a, 1.0, 1.0), (b, 1.0, 1.0), (b, 1.0, -1.0), (a, 1.0, -1.0)]);
    }
    if let [first, .., last] = profile {
        for (at, end) in [(*first, -1.0), (*last, 1.0)] {
            let corners = [(-end, -1.0), (end, -1.0), (end, 1.0), (-end, 1.0)];
            mesh.polygon(&corners.map(|(y, up)| corner(at, y, up)));
        }
    }
    mesh
}
