//! The soft shadow that cube and rig throw on the table.

use rig::nalgebra::{Isometry3, Point3, Vector3};

use super::{Light, Scene};

/// Pixels along each side of the map, and how many metres of table it covers around the middle.
const SIZE: usize = 192;
const METRES: f32 = 0.7;
/// Share of the light that is missing in full shadow.
const DEPTH: f32 = 0.55;

pub(crate) struct ShadowMap {
    dark: Vec<f32>,
    scratch: Vec<f32>,
}

impl ShadowMap {
    pub fn new() -> ShadowMap {
        ShadowMap { dark: vec![0.0; SIZE * SIZE], scratch: vec![0.0; SIZE * SIZE] }
    }

    /// Throws the shadow of everything in the scene.
    pub fn cast(&mut self, scene: &Scene, light: &Light) {
        self.dark.fill(0.0);
        let lamp = light.direction.normalize();
        if lamp.z < 0.2 {
            return;
        }
        let boxes = scene
            .solids
            .iter()
            .map(|solid| (solid.pose, solid.half))
            .chain(scene.cubies.iter().map(|cubie| (cubie.pose, Vector3::repeat(cubie.side / 2.0))));
        for (pose, half) in boxes {
            let outline = hull(shadow_corners(&pose, half, lamp, scene.table_height));
            self.fill(&outline);
        }
        for _ in 0..2 {
            self.soften();
        }
    }

    /// Share of the light missing at a place of the table, metres.
    pub fn at(&self, (x, y): (f32, f32)) -> f32 {
        let (column, row) = (to_pixel(x) - 0.5, to_pixel(y) - 0.5);
        let last = (SIZE - 2) as f32;
        if !(0.0..last).contains(&column) || !(0.0..last).contains(&row) {
            return 0.0;
        }
        let (left, top) = (column as usize, row as usize);
        let (right_share, low_share) = (column - left as f32, row - top as f32);
        let at = |row: usize, column: usize| self.dark[row * SIZE + column];
        let upper = at(top, left) * (1.0 - right_share) + at(top, left + 1) * right_share;
        let lower = at(top + 1, left) * (1.0 - right_share) + at(top + 1, left + 1) * right_share;
        DEPTH * (upper * (1.0 - low_share) + lower * low_share)
    }

    fn fill(&mut self, outline: &[[f32; 2]]) {
        if outline.len() < 3 {
            return;
        }
        for row in 0..SIZE {
            let y = row as f32 + 0.5;
            let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
            let mut last = outline[outline.len() - 1];
            for &point in outline {
                if (last[1] <= y) != (point[1] <= y) {
                    let x = last[0] + (point[0] - last[0]) * (y - last[1]) / (point[1] - last[1]);
                    left = left.min(x);
                    right = right.max(x);
                }
                last = point;
            }
            if left < right {
                let first = (left.max(0.0) as usize).min(SIZE);
                let end = (right.max(0.0) as usize).min(SIZE);
                self.dark[row * SIZE + first..row * SIZE + end.max(first)].fill(1.0);
            }
        }
    }

    /// A box filter of five by five.
    fn soften(&mut self) {
        for (step, lines) in [(1, SIZE), (SIZE, 1)] {
            self.scratch.copy_from_slice(&self.dark);
            for line in 0..SIZE {
                for place in 2..SIZE - 2 {
                    let index = line * lines + place * step;
                    let sum = self.scratch[index - 2 * step]
                        + self.scratch[index - step]
                        + self.scratch[index]
                        + self.scratch[index + step]
                        + self.scratch[index + 2 * step];
                    self.dark[index] = sum / 5.0;
                }
            }
        }
    }
}

fn to_pixel(metres: f32) -> f32 {
    (metres / METRES + 0.5) * SIZE as f32
}

fn shadow_corners(pose: &Isometry3<f64>, half: Vector3<f64>, lamp: Vector3<f64>, table: f64) -> Vec<[f32; 2]> {
    let signs = [-1.0, 1.0];
    let mut corners = Vec::with_capacity(8);
    for x in signs {
        for y in signs {
            for z in signs {
                let point = pose * Point3::new(x * half.x, y * half.y, z * half.z);
                let height = (point.z - table).max(0.0);
                let foot = point - lamp * (height / lamp.z);
                corners.push([to_pixel(foot.x as f32), to_pixel(foot.y as f32)]);
            }
        }
    }
    corners
}

/// Convex hull by Andrew's monotone chain.
fn hull(mut points: Vec<[f32; 2]>) -> Vec<[f32; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let turn = |o: [f32; 2], a: [f32; 2], b: [f32; 2]| (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
    let mut chain: Vec<[f32; 2]> = Vec::with_capacity(12);
    for pass in 0..2 {
        let start = chain.len();
        for &point in &points {
            while chain.len() >= start + 2 && turn(chain[chain.len() - 2], chain[chain.len() - 1], point) <= 0.0 {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        if pass == 0 {
            points.reverse();
        }
    }
    chain
}
