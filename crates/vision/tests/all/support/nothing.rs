//! Pictures without a cube, of things that lie in rows and columns as stickers do. They are seen at an angle, in all kinds
//! of light, through a camera with blur, noise and compression.

use testkit::rand::{Rng, RngExt};
use vision::Image;

use super::pattern::Pattern;
use super::render::{Projection, gauss};
use super::things::pattern;

pub use super::things::KINDS;

/// A picture of one kind; the same random numbers give the same picture.
pub fn picture(kind: &str, random: &mut impl Rng) -> Image {
    let (pattern, size) = pattern(kind, random);
    photograph(&pattern, size, random)
}

/// Photographs the middle of a plane: any angle up to 45 degrees, light that falls off to one side, a
/// tint, blur, noise.
fn photograph(pattern: &Pattern, size: [f32; 2], random: &mut impl Rng) -> Image {
    const WIDTH: usize = 640;
    const HEIGHT: usize = 480;
    let span = WIDTH as f32 * random.random_range(0.35..1.15f32) / size[0].max(size[1] * 4.0 / 3.0);
    let turn = random.random_range(-25.0..25.0f32).to_radians();
    let tilt = random.random_range(0.0..45.0f32).to_radians();
    let towards = random.random_range(0.0..360.0f32).to_radians();
    let at = [random.random_range(0.42..0.58) * WIDTH as f32, random.random_range(0.42..0.58) * HEIGHT as f32];
    let stretch = random.random_range(0.85..1.18f32);
    let corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5f32]].map(|[u, v]| {
        let (u, v) = (u * size[0] * stretch, v * size[1]);
        let (x, y) = (turn.cos() * u - turn.sin() * v, turn.sin() * u + turn.cos() * v);
        let (along, across) = (towards.cos() * x + towards.sin() * y, towards.cos() * y - towards.sin() * x);
        let depth = 1.0 + along * tilt.sin() / (1.5 * size[0].max(size[1]) + 2.0);
        let (along, across) = (along * tilt.cos() / depth, across / depth);
        [
            at[0] + span * (towards.cos() * along - towards.sin() * across),
            at[1] + span * (towards.sin() * along + towards.cos() * across),
        ]
    });
    let map = Projection::new(&corners);
    let gain = random.random_range(0.25..1.1f32);
    let tint: [f32; 3] = [1.0 + 0.25 * gauss(random).clamp(-1.0, 1.0), 1.0, 1.0 + 0.3 * gauss(random).clamp(-1.5, 1.5)];
    let slope: [f32; 2] = std::array::from_fn(|_| 0.3 * gauss(random).clamp(-1.5, 1.5));
    let noise = random.random_range(0.5..6.0f32);
    let margin = [0.1875 * size[0], 0.1875 * size[1]];
    let mut bytes = Vec::with_capacity(3 * WIDTH * HEIGHT);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let mut sum = [0.0f32; 3];
            for (dx, dy) in [(0.2, 0.3), (0.8, 0.2), (0.3, 0.8), (0.7, 0.7)] {
                let [u, v] = map.to_face(x as f32 + dx, y as f32 + dy);
                let rgb = pattern(u * size[0] - margin[0], v * size[1] - margin[1]);
                (0..3).for_each(|c| sum[c] += rgb[c] / 4.0);
            }
            let side = 1.0 + slope[0] * (x as f32 / WIDTH as f32 - 0.5) + slope[1] * (y as f32 / HEIGHT as f32 - 0.5);
            for c in [2, 1, 0] {
                bytes.push((sum[c] * gain * tint[c] * side + noise * gauss(random)).clamp(0.0, 255.0) as u8);
            }
        }
    }
    let image = Image::from_bgr8(WIDTH, HEIGHT, 3 * WIDTH, &bytes).expect("the bytes fit the size");
    if random.random_bool(0.5) {
        let jpeg = image.encoded(".jpg").expect("encodes");
        return Image::from_encoded(&jpeg).expect("decodes");
    }
    image
}
