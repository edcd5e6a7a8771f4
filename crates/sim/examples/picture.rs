//! Draws the simulated camera's view of a random cube as a PPM file:
//! `picture OUT.ppm [SEED [SAMPLES [POSE [BODY [PALETTE]]]]]`, POSE being `shown` (side U free), `rest` or `turning`. The cube of
//! the seed 0 is solved.

use rig::{Arm, Claw, CubeLook, Pair, Profile};
use sim::render::{Light, Renderer, Sensor};
use sim::{Options, World};
use std::io::Write;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "picture.ppm".to_owned());
    let seed = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let samples = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let pose = arguments.next().unwrap_or_else(|| "shown".to_owned());
    let body = arguments.next().unwrap_or_else(|| "black".to_owned());
    let palette = arguments.next().unwrap_or_else(|| "classic".to_owned());
    let cube = match seed {
        0 => cube::Cube::SOLVED,
        seed => cube::Cube::from_seed(seed),
    };
    let look = match CubeLook::named(&body, &palette) {
        Ok(look) => look,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    let mut options = Options { cube, look, ..Options::default() };
    for arm in Arm::ALL.into_iter().filter(|_| pose == "shown") {
        let state = &mut options.start.arms[arm.index()];
        match arm.pair() {
            Pair::RL => state.wrist = 1,
            Pair::FB => state.claw = Claw::Open,
        }
    }
    let mut world = World::new(Profile::nxt_2015(), seed, options);
    if pose == "turning" {
        let mut power = brick::command::SetOutputState::braked(brick::Port::A, brick::Power::saturating(40.0));
        power.tacho_limit = 0;
        let bytes = brick::frame::frame(&brick::command::Command::packet(&power, false));
        world.send(brick::BrickName::RlRotate, &bytes.unwrap_or_default());
        world.advance_to(0.22);
    }
    let camera = world.camera();
    let scene = world.scene();
    let mut renderer = Renderer::new(seed);
    let mut draw =
        |sensor: &Sensor| renderer.render_smooth(&scene, &camera, &Light::default(), sensor, samples).to_vec();
    let started = std::time::Instant::now();
    for _ in 0..20 {
        draw(&Sensor::default());
    }
    eprintln!("{:.1} ms a picture", started.elapsed().as_secs_f64() * 50.0);
    let rgb = draw(&Sensor::default());
    let mut file = std::fs::File::create(path)?;
    write!(file, "P6\n{} {}\n255\n", camera.width, camera.height)?;
    file.write_all(&rgb)
}
