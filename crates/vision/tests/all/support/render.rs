//! A small renderer of cube faces with known truth: perspective, body, light, noise, clutter.

use cube::Color;
use testkit::rand::{Rng, RngExt};
use vision::{Image, paint};

/// A face to draw.
#[derive(Clone, Debug)]
pub struct Scene {
    pub width: usize,
    pub height: usize,
    /// Corners of the face in pixels: top left, top right, bottom right, bottom left.
    pub corners: [[f32; 2]; 4],
    pub colors: [Color; 9],
    /// The plastic between the stickers, [red, green, blue].
    pub body: [f32; 3],
    /// Side of a sticker in pitches.
    pub sticker: f32,
    /// Factor on each channel: colour and strength of the light.
    pub light: [f32; 3],
    /// Standard deviation of the noise in steps of 255.
    pub noise: f32,
    /// How busy the background is, 0 to 1.
    pub clutter: f32,
    /// Stickers hidden by a finger.
    pub covered: Vec<usize>,
}

impl Scene {
    /// A face in the middle, `side` pixels wide, turned by `degrees`, `lean` 0 (straight on) to
    /// about 0.3 (one side shrunk by that part).
    pub fn new(colors: [Color; 9], side: f32, degrees: f32, lean: f32) -> Scene {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let half = side / 2.0;
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0f32]].map(|[x, y]| {
            let shrink = 1.0 - lean * (1.0 - y) / 2.0;
            let (x, y) = (x * half * shrink, y * half * (1.0 - lean / 2.0));
            [320.0 + cos * x - sin * y, 240.0 + sin * x + cos * y]
        });
        Scene {
            width: 640,
            height: 480,
            corners,
            colors,
            body: [22.0, 22.0, 24.0],
            sticker: 0.86,
            light: [0.85; 3],
            noise: 2.0,
            clutter: 0.4,
            covered: Vec::new(),
        }
    }

    /// The true centre of a sticker in pixels.
    pub fn centre(&self, sticker: usize) -> [f32; 2] {
        let map = Projection::new(&self.corners);
        map.to_pixel((sticker % 3) as f32 / 3.0 + 1.0 / 6.0, (sticker / 3) as f32 / 3.0 + 1.0 / 6.0)
    }

    pub fn draw(&self, random: &mut impl Rng) -> Image {
        let map = Projection::new(&self.corners);
        let blobs = clutter(self.width, self.height, self.clutter, random);
        let mut image = Image::filled(self.width, self.height, [0; 3]).expect("a size in range");
        let finger = self.covered.iter().map(|&sticker| self.centre(sticker)).collect::<Vec<_>>();
        let pitch = (self.corners[1][0] - self.corners[0][0]).hypot(self.corners[1][1] - self.corners[0][1]) / 3.0;
        for y in 0..self.height {
            for x in 0..self.width {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let mut rgb = background(&blobs, px, py);
                // Four samples a pixel soften the edges as a lens does.
                let mut sum = [0.0; 3];
                for (dx, dy) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
                    let one = self.face_at(&map, px + dx, py + dy).unwrap_or(rgb);
                    (0..3).for_each(|channel| sum[channel] += one[channel] / 4.0);
                }
                if finger.iter().any(|tip| on_finger(*tip, [px, py], 0.6 * pitch)) {
                    sum = [205.0, 150.0, 125.0];
                }
                rgb = sum;
                let start = 3 * (y * self.width + x);
                for (channel, value) in rgb.into_iter().enumerate() {
                    let seen = value * self.light[channel] + self.noise * gauss(random);
                    image.bytes_mut()[start + 2 - channel] = seen.clamp(0.0, 255.0) as u8;
                }
            }
        }
        image
    }

    fn face_at(&self, map: &Projection, x: f32, y: f32) -> Option<[f32; 3]> {
        let [u, v] = map.to_face(x, y);
        if !(-0.02..1.02).contains(&u) || !(-0.02..1.02).contains(&v) {
            return None;
        }
        let (column, row) = ((u * 3.0).clamp(0.0, 2.99), (v * 3.0).clamp(0.0, 2.99));
        let off = (column.fract() - 0.5).abs().max((row.fract() - 0.5).abs());
        if self.sticker / 2.0 < off {
            return Some(self.body);
        }
        let color = self.colors[row as usize * 3 + column as usize];
        Some(paint(color).map(f32::from))
    }
}

/// The projective map of the unit square to four corners (Heckbert's closed form).
pub struct Projection {
    m: [f32; 8],
}

impl Projection {
    pub fn new(c: &[[f32; 2]; 4]) -> Projection {
        let [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = *c;
        let (sx, sy) = (x0 - x1 + x2 - x3, y0 - y1 + y2 - y3);
        let (dx1, dx2, dy1, dy2) = (x1 - x2, x3 - x2, y1 - y2, y3 - y2);
        let det = dx1 * dy2 - dx2 * dy1;
        let (g, h) = ((sx * dy2 - dx2 * sy) / det, (dx1 * sy - sx * dy1) / det);
        Projection { m: [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h] }
    }

    pub fn to_pixel(&self, u: f32, v: f32) -> [f32; 2] {
        let m = &self.m;
        let w = m[6] * u + m[7] * v + 1.0;
        [(m[0] * u + m[1] * v + m[2]) / w, (m[3] * u + m[4] * v + m[5]) / w]
    }

    pub fn to_face(&self, x: f32, y: f32) -> [f32; 2] {
        let m = &self.m;
        let (a, b, c) = (m[0] - m[6] * x, m[1] - m[7] * x, x - m[2]);
        let (d, e, f) = (m[3] - m[6] * y, m[4] - m[7] * y, y - m[5]);
        let det = a * e - b * d;
        [(c * e - b * f) / det, (a * f - c * d) / det]
    }
}

/// Whether a point is on a finger that reaches from the nearer side of the picture to `tip`.
fn on_finger(tip: [f32; 2], point: [f32; 2], radius: f32) -> bool {
    let inward = if tip[0] < 320.0 { 1.0 } else { -1.0 };
    let beyond = ((point[0] - tip[0]) * inward).max(0.0);
    beyond.hypot(point[1] - tip[1]) < radius
}

struct Blob {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
    rgb: [f32; 3],
}

fn clutter(width: usize, height: usize, amount: f32, random: &mut impl Rng) -> Vec<Blob> {
    (0..(60.0 * amount) as usize)
        .map(|_| Blob {
            x: random.random_range(0.0..width as f32),
            y: random.random_range(0.0..height as f32),
            w: random.random_range(8.0..120.0),
            h: random.random_range(8.0..120.0),
            rgb: std::array::from_fn(|_| random.random_range(20.0..230.0)),
        })
        .collect()
}

fn background(blobs: &[Blob], x: f32, y: f32) -> [f32; 3] {
    blobs
        .iter()
        .rev()
        .find(|blob| (x - blob.x).abs() < blob.w / 2.0 && (y - blob.y).abs() < blob.h / 2.0)
        .map_or([120.0 + 0.05 * x, 118.0 + 0.08 * y, 110.0], |blob| blob.rgb)
}

/// A sample of the standard normal distribution (sum of twelve uniforms).
pub fn gauss(random: &mut impl Rng) -> f32 {
    (0..12).map(|_| random.random_range(0.0..1.0f32)).sum::<f32>() - 6.0
}

/// Nine random colours.
pub fn colors(random: &mut impl Rng) -> [Color; 9] {
    std::array::from_fn(|_| Color::ALL[random.random_range(0..6)])
}

/// A picture made by a function of the pixel to [red, green, blue].
pub fn picture(width: usize, height: usize, at: impl Fn(usize, usize) -> [u8; 3]) -> Image {
    let mut bytes = Vec::with_capacity(3 * width * height);
    for y in 0..height {
        for x in 0..width {
            let [r, g, b] = at(x, y);
            bytes.extend([b, g, r]);
        }
    }
    Image::from_bgr8(width, height, 3 * width, &bytes).expect("the bytes fit the size")
}
