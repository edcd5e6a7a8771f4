//! A pattern of a plane, and the colours it is made of.

use testkit::rand::{Rng, RngExt};

/// What a plane shows at a point, [red, green, blue] of 0 to 255.
pub type Pattern = Box<dyn Fn(f32, f32) -> [f32; 3]>;

/// Any colour.
pub fn any(random: &mut impl Rng) -> [f32; 3] {
    std::array::from_fn(|_| random.random_range(5.0..250.0))
}

/// A grey between two levels.
pub fn grey(random: &mut impl Rng, low: f32, high: f32) -> [f32; 3] {
    let level = random.random_range(low..high);
    // Greys of things are never quite grey.
    std::array::from_fn(|_| level * random.random_range(0.96..1.04))
}

/// A colour of paint on walls, tiles and cloth: seldom as saturated as stickers.
pub fn pale(random: &mut impl Rng) -> [f32; 3] {
    let level = random.random_range(60.0..240.0);
    let depth = random.random_range(0.0..0.45);
    std::array::from_fn(|_| level * (1.0 - depth * random.random_range(0.0..1.0f32)))
}

/// A list of `count` colours.
pub fn list(count: usize, mut make: impl FnMut() -> [f32; 3]) -> Vec<[f32; 3]> {
    (0..count).map(|_| make()).collect()
}
