//! Draws the simulated camera's view of a random cube as a PPM file: `picture OUT.ppm [SEED [SAMPLES]]`.

use sim::render::{Light, Renderer, Sensor};
use sim::{Options, World};
use std::io::Write;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "picture.ppm".to_owned());
    let seed = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1);
    let samples = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1);
    let mut options = Options {
        cube: cube::Cube::from_seed(seed),
        ..Options::default()
    };
    // Arms R and L hold the cube from the sides, F and B are open: nothing covers side U.
    for arm in rig::Arm::ALL {
        let state = &mut options.start.arms[arm.index()];
        match arm.pair() {
            rig::Pair::RL => state.wrist = 1,
            rig::Pair::FB => state.claw = rig::Claw::Open,
        }
    }
    let world = World::new(rig::Profile::nxt_2015(), seed, options);
    let camera = world.camera();
    let mut renderer = Renderer::new(seed);
    let scene = world.scene();
    let started = std::time::Instant::now();
    for _ in 0..20 {
        renderer.render_smooth(
            &scene,
            &camera,
            &Light::default(),
            &Sensor::default(),
            samples,
        );
    }
    eprintln!("{:.1} ms a picture", started.elapsed().as_secs_f64() * 50.0);
    let rgb = renderer.render_smooth(
        &scene,
        &camera,
        &Light::default(),
        &Sensor::default(),
        samples,
    );
    let mut file = std::fs::File::create(path)?;
    write!(file, "P6\n{} {}\n255\n", camera.width, camera.height)?;
    file.write_all(rgb)
}
