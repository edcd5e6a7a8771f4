//! The simulated camera: draws the cube in the claws as a real camera above the rig would see it.
//!
//! A depth-buffered rasteriser draws boxes only (cubies, fingers, arms) over a table; stickers, beam
//! holes and bevels are worked out per pixel, so that a turned layer looks like a resting one.

mod camera;
mod cubie;
mod develop;
mod light;
mod material;
mod raster;
mod shadow;
mod table;

pub use camera::Camera;
pub use develop::Sensor;
pub use light::Light;
pub use material::Material;
pub use raster::Panel;

use cubie::CubieSide;
use develop::Developer;
use light::Illumination;
use raster::Raster;
use rig::CubeBody;
use rig::nalgebra::{Isometry3, Vector3};
use shadow::ShadowMap;
use table::Table;

/// A box with its centre at the origin of its pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solid {
    /// Where it is.
    pub pose: Isometry3<f64>,
    /// Half of its length along each of its own axes, metres.
    pub half: Vector3<f64>,
    /// What it is made of.
    pub material: Material,
}

/// One of the cube's 26 pieces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CubieBody {
    /// Where it is.
    pub pose: Isometry3<f64>,
    /// Its side, metres.
    pub side: f64,
    /// Linear RGB of the stickers on its sides +x, -x, +y, -y, +z, -z, in its own axes.
    pub stickers: [Option<[f32; 3]>; 6],
    /// What it is made of.
    pub body: CubeBody,
}

impl CubieBody {
    /// Whether the borders of a side meet another outside of the same cubie, and not a neighbouring cubie: those at the lower and
    /// upper end of the side's first direction, then those of the second, as [`sides`] has them.
    fn outer_borders(&self, side: usize) -> [[bool; 2]; 2] {
        let (axis, is_lower) = (side / 2, side % 2);
        let ends = |axis: usize| {
            let [upper, lower] = [2 * axis, 2 * axis + 1].map(|side| self.stickers[side].is_some());
            [lower, upper]
        };
        let (mut first, second) = (ends((axis + 1) % 3), ends((axis + 2) % 3));
        if is_lower == 1 {
            first.reverse();
        }
        [first, second]
    }
}

/// Everything that the camera can see.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// Pieces of the cube.
    pub cubies: Vec<CubieBody>,
    /// Parts of the rig.
    pub solids: Vec<Solid>,
    /// Height of the table top in the rig's frame, metres.
    pub table_height: f64,
}

/// Draws scenes; keeps its buffers from picture to picture.
pub struct Renderer {
    raster: Raster,
    shadow: ShadowMap,
    table: Table,
    developer: Developer,
    light: Vec<[f32; 3]>,
    rgb: Vec<u8>,
    frame: u64,
}

impl Renderer {
    /// A renderer; `seed` starts the sensor noise.
    pub fn new(seed: u64) -> Renderer {
        Renderer {
            raster: Raster::new(0, 0),
            shadow: ShadowMap::new(),
            table: Table::new(),
            developer: Developer::new(),
            light: Vec::new(),
            rgb: Vec::new(),
            frame: seed,
        }
    }

    /// Draws a picture: RGB, 8 bits a channel, `camera.height` rows of `camera.width` pixels. Each
    /// call has noise of its own.
    pub fn render(&mut self, scene: &Scene, camera: &Camera, light: &Light, sensor: &Sensor) -> &[u8] {
        self.render_smooth(scene, camera, light, sensor, 1)
    }

    /// As [`Renderer::render`], but with the mean of `samples` x `samples` points in each pixel: slower,
    /// smoother edges, for pictures that people look at. `samples` below 1 counts as 1.
    pub fn render_smooth(
        &mut self,
        scene: &Scene,
        camera: &Camera,
        light: &Light,
        sensor: &Sensor,
        samples: usize,
    ) -> &[u8] {
        let samples = samples.max(1);
        let fine = camera.enlarged(samples);
        if (self.raster.width, self.raster.height) != (fine.width, fine.height) {
            self.raster = Raster::new(fine.width, fine.height);
        }
        self.raster.clear();
        self.shadow.cast(scene, light);
        for cubie in &scene.cubies {
            self.draw_cubie(cubie, &fine, light);
        }
        for solid in &scene.solids {
            self.draw_solid(solid, &fine, light);
        }
        self.draw_table(scene.table_height, &fine, light);
        self.frame = self.frame.wrapping_add(1);
        let size = (camera.width, camera.height);
        if samples == 1 {
            self.developer.develop(&self.raster.light, size, sensor, self.frame, &mut self.rgb);
        } else {
            average(&self.raster, samples, &mut self.light);
            self.developer.develop(&self.light, size, sensor, self.frame, &mut self.rgb);
        }
        &self.rgb
    }

    fn draw_cubie(&mut self, cubie: &CubieBody, camera: &Camera, light: &Light) {
        let half = cubie.side / 2.0;
        for (index, panel) in sides(&cubie.pose, Vector3::repeat(half)).iter().enumerate() {
            let illumination = Illumination::of(light, panel, camera.position);
            let side =
                CubieSide { body: cubie.body, sticker: cubie.stickers[index], outer: cubie.outer_borders(index) };
            self.raster.draw(camera, panel, |u, v, texel| Some(side.shade(&illumination, (u, v), texel)));
        }
    }

    fn draw_solid(&mut self, solid: &Solid, camera: &Camera, light: &Light) {
        for panel in &sides(&solid.pose, solid.half) {
            let illumination = Illumination::of(light, panel, camera.position);
            let size = (panel.across.norm() as f32, panel.along.norm() as f32);
            self.raster.draw(camera, panel, |u, v, texel| {
                Some(material::solid_side(solid.material, &illumination, (u, v), size, texel))
            });
        }
    }

    fn draw_table(&mut self, height: f64, camera: &Camera, light: &Light) {
        let reach = 1.5;
        let panel = Panel {
            corner: Vector3::new(-reach, -reach, height),
            across: Vector3::new(2.0 * reach, 0.0, 0.0),
            along: Vector3::new(0.0, 2.0 * reach, 0.0),
        };
        let illumination = Illumination::of(light, &panel, camera.position);
        let (table, shadow, reach) = (&self.table, &self.shadow, reach as f32);
        self.raster.draw(camera, &panel, |u, v, _| {
            let place = ((2.0 * u - 1.0) * reach, (2.0 * v - 1.0) * reach);
            Some(table.shade(&illumination, place, shadow))
        });
        // Beyond the table the room is dark.
        for (pixel, nearness) in self.raster.light.iter_mut().zip(&self.raster.nearness) {
            if *nearness == 0.0 {
                *pixel = [0.02; 3];
            }
        }
    }
}

/// The pixels of a picture as blue, green, red.
pub fn bgr_of(rgb: &[u8]) -> Vec<u8> {
    let (pixels, _) = rgb.as_chunks::<3>();
    let swapped = pixels.iter().map(|[red, green, blue]| [*blue, *green, *red]);
    swapped.collect::<Vec<_>>().into_flattened()
}

/// The six sides of a box in the order +x, -x, +y, -y, +z, -z, each with its normal outwards.
pub(crate) fn sides(pose: &Isometry3<f64>, half: Vector3<f64>) -> [Panel; 6] {
    let axes = pose.rotation.to_rotation_matrix();
    let arms: [Vector3<f64>; 3] = std::array::from_fn(|axis| axes.matrix().column(axis) * half[axis]);
    std::array::from_fn(|side| {
        let axis = side / 2;
        let (mut first, second) = (arms[(axis + 1) % 3], arms[(axis + 2) % 3]);
        let out = if side % 2 == 0 { arms[axis] } else { -arms[axis] };
        if side % 2 == 1 {
            first = -first;
        }
        Panel { corner: pose.translation.vector + out - first - second, across: first * 2.0, along: second * 2.0 }
    })
}

fn average(raster: &Raster, samples: usize, light: &mut Vec<[f32; 3]>) {
    let (width, height) = (raster.width / samples, raster.height / samples);
    let share = 1.0 / (samples * samples) as f32;
    light.clear();
    light.resize(width * height, [0.0; 3]);
    for (row, line) in raster.light.chunks_exact(raster.width).enumerate() {
        let target = &mut light[row / samples * width..][..width];
        for (pixel, fine) in target.iter_mut().zip(line.chunks_exact(samples)) {
            for sample in fine {
                for channel in 0..3 {
                    // Light beyond what the sensor holds must not spread into its neighbours.
                    pixel[channel] += share * sample[channel].min(1.0);
                }
            }
        }
    }
}
