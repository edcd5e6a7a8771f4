//! A depth-buffered rasteriser for flat convex polygons with texture coordinates.

use rig::nalgebra::Vector3;

use super::Camera;

/// A flat parallelogram: `corner + u * across + v * along` for u, v in 0..=1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Panel {
    /// The corner at u = v = 0, metres.
    pub corner: Vector3<f64>,
    /// From there to u = 1.
    pub across: Vector3<f64>,
    /// From there to v = 1. `across` x `along` points to the side that is drawn.
    pub along: Vector3<f64>,
}

impl Panel {
    /// Unit normal on the side that is drawn.
    pub fn normal(&self) -> Vector3<f64> {
        self.across.cross(&self.along).normalize()
    }

    fn point(&self, u: f64, v: f64) -> Vector3<f64> {
        self.corner + self.across * u + self.along * v
    }
}

/// Light that arrived at each pixel, and how near its source is.
pub(crate) struct Raster {
    pub width: usize,
    pub height: usize,
    /// Linear RGB.
    pub light: Vec<[f32; 3]>,
    /// 1 / depth in 1/metres; 0 where nothing has been drawn.
    pub nearness: Vec<f32>,
}

/// a x + b y + c over the picture.
#[derive(Clone, Copy)]
struct Linear {
    a: f64,
    b: f64,
    c: f64,
}

impl Linear {
    /// The scalar product of `vector` (optical frame) with the ray through a pixel.
    fn along_ray(vector: Vector3<f64>, camera: &Camera) -> Linear {
        let (a, b) = (vector.x / camera.focal_length, vector.y / camera.focal_length);
        Linear { a, b, c: vector.z - a * camera.width as f64 / 2.0 - b * camera.height as f64 / 2.0 }
    }

    fn at(&self, x: f64, y: f64) -> f64 {
        self.a * x + self.b * y + self.c
    }
}

/// Nearest depth that is drawn, metres.
const NEAR: f64 = 0.01;

impl Raster {
    pub fn new(width: usize, height: usize) -> Raster {
        let size = width * height;
        Raster { width, height, light: vec![[0.0; 3]; size], nearness: vec![0.0; size] }
    }

    pub fn clear(&mut self) {
        self.nearness.fill(0.0);
    }

    /// Draws a panel where nothing nearer has been drawn. `shade` gets u, v and the size of a pixel
    /// in u and v, and returns the light, or `None` for a hole.
    pub fn draw(&mut self, camera: &Camera, panel: &Panel, mut shade: impl FnMut(f32, f32, f32) -> Option<[f32; 3]>) {
        let to_camera = camera.position - panel.corner;
        if panel.across.cross(&panel.along).dot(&to_camera) <= 0.0 {
            return;
        }
        let Some(outline) = self.outline(camera, panel) else {
            return;
        };
        // With the plane spanned by P, Q at corner C, the ray d hits at depth t where
        // 1/t = (d . PxQ) / (C . PxQ), u/t = (d . QxC) / (C . PxQ), v/t = (d . CxP) / (C . PxQ).
        let (p, q, c) = (
            camera.rotation.inverse_transform_vector(&panel.across),
            camera.rotation.inverse_transform_vector(&panel.along),
            camera.to_optical(panel.corner),
        );
        let volume = c.dot(&p.cross(&q));
        if volume == 0.0 {
            return;
        }
        let ray = |vector: Vector3<f64>| Linear::along_ray(vector / volume, camera);
        let (nearness, u, v) = (ray(p.cross(&q)), ray(q.cross(&c)), ray(c.cross(&p)));
        let texel_per_depth = 1.0 / (camera.focal_length * panel.across.norm().min(panel.along.norm()));
        let top = outline.iter().map(|point| point[1]).fold(f64::INFINITY, f64::min).max(0.0);
        let bottom = outline.iter().map(|point| point[1]).fold(0.0, f64::max).min(self.height as f64);
        // A pixel is drawn when its centre lies inside.
        let first_row = (top - 0.5).ceil().max(0.0) as usize;
        let row_end = ((bottom - 0.5).ceil().max(0.0) as usize).min(self.height);
        for row in first_row..row_end {
            let y = row as f64 + 0.5;
            let Some((left, right)) = span(&outline, y) else {
                continue;
            };
            let first = (left - 0.5).ceil().max(0.0) as usize;
            let end = ((right - 0.5).ceil().max(0.0) as usize).min(self.width);
            if first >= end {
                continue;
            }
            let x = first as f64 + 0.5;
            let start = [nearness.at(x, y) as f32, u.at(x, y) as f32, v.at(x, y) as f32];
            let steps = [nearness.a as f32, u.a as f32, v.a as f32];
            let texel = texel_per_depth as f32;
            let pixels = row * self.width + first..row * self.width + end;
            let light = &mut self.light[pixels.clone()];
            let near = &mut self.nearness[pixels];
            for (column, (light, near)) in light.iter_mut().zip(near).enumerate() {
                let column = column as f32;
                let here = start[0] + steps[0] * column;
                if here <= *near {
                    continue;
                }
                let depth = 1.0 / here;
                let u = (start[1] + steps[1] * column) * depth;
                let v = (start[2] + steps[2] * column) * depth;
                if let Some(colour) = shade(u, v, texel * depth) {
                    *light = colour;
                    *near = here;
                }
            }
        }
    }

    /// The panel's outline in pixels, cut at the near plane; `None` when nothing of it can be seen.
    fn outline(&self, camera: &Camera, panel: &Panel) -> Option<Vec<[f64; 2]>> {
        let corners =
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| camera.to_optical(panel.point(u, v)));
        let mut outline = Vec::with_capacity(6);
        for index in 0..4 {
            let (here, next) = (corners[index], corners[(index + 1) % 4]);
            let (depth, next_depth) = (here.z, next.z);
            let mut push = |point: Vector3<f64>| outline.push(camera.on_picture(point));
            if depth >= NEAR {
                push(here);
            }
            if (depth >= NEAR) != (next_depth >= NEAR) {
                let share = (NEAR - depth) / (next_depth - depth);
                push(here + (next - here) * share);
            }
        }
        (outline.len() >= 3).then_some(outline)
    }
}

/// Where a convex outline crosses a horizontal line, left and right.
fn span(outline: &[[f64; 2]], y: f64) -> Option<(f64, f64)> {
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut last = outline[outline.len() - 1];
    for &point in outline {
        if (last[1] <= y) != (point[1] <= y) {
            let x = last[0] + (point[0] - last[0]) * (y - last[1]) / (point[1] - last[1]);
            left = left.min(x);
            right = right.max(x);
        }
        last = point;
    }
    (left < right).then_some((left, right))
}
