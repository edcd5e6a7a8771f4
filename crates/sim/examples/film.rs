//! Films a run: `film FILE.gif "R U2 F'…"` lets the rig do these moves, which solve its cube, on emulated bricks with the
//! real drivers, and writes what a bystander sees. `cuberig solve` finds moves.

#[path = "../tests/all/bench/mod.rs"]
#[allow(dead_code, reason = "the film uses a part of it")]
mod bench;

use cube::{Cube, Notation, inverted, parse_moves};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rig::nalgebra::Vector3;
use rig::{Profile, RigState};
use sim::bench::Bench;
use sim::render::{Camera, Light, Renderer, Scene, Sensor};
use sim::{Options, World};
use std::fs::File;
use std::sync::{Arc, Mutex};
use std::time::Duration;

type AnyError = Box<dyn std::error::Error>;

/// Size of the film, pixels.
const SIZE: (usize, usize) = (400, 300);
/// Seconds of the rig between two frames, and hundredths for which each is shown: three times as fast as the rig.
const STEP: f64 = 0.18;
const SHOWN: u16 = 6;
/// Hundredths of a second for which the solved cube is shown at the end.
const LAST_SHOWN: u16 = 250;
/// Channels that differ by less are the same: what the eye does not see need not be written.
const SAME: u8 = 6;
/// Where the bystander's eye is, metres from the cube's centre.
const EYE: [f64; 3] = [0.23, -0.27, 0.27];
/// The angle that the film shows across, radians.
const FIELD_OF_VIEW: f64 = 0.9;

fn main() -> Result<(), AnyError> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(moves)) = (arguments.next(), arguments.next()) else {
        return Err("film FILE.gif \"MOVES\"".into());
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?;
    let scenes = runtime.block_on(film(&moves))?;
    draw(&scenes, File::create(file)?)
}

/// The scenes of a run, one every [`STEP`] seconds.
async fn film(moves: &str) -> Result<Vec<Scene>, AnyError> {
    let moves = parse_moves(moves, Notation::Standard)?;
    let cube = Cube::SOLVED.apply_all(&inverted(&moves));
    let profile = Profile::nxt_2015();
    let plan = planner::plan_moves(&profile, &RigState::REST, &moves)?;
    let options = Options { cube, ..Options::default() };
    let bench = Bench::new(World::new(profile, 7, options));
    let drivers = bench.drivers(&RigState::REST).await?;
    let scenes = Arc::new(Mutex::new(Vec::new()));
    let filming = tokio::spawn({
        let (bench, scenes) = (bench.clone(), scenes.clone());
        async move {
            loop {
                let scene = bench.world().scene();
                if let Ok(mut scenes) = scenes.lock() {
                    scenes.push(scene);
                }
                tokio::time::sleep(Duration::from_secs_f64(STEP)).await;
            }
        }
    });
    let seconds = bench::execute(&drivers, &plan).await?;
    tokio::time::sleep(Duration::from_secs_f64(0.6)).await;
    filming.abort();
    println!("{seconds:.1} s, solved: {}", bench.truth().solved);
    let scenes = std::mem::take(&mut *scenes.lock().map_err(|error| error.to_string())?);
    Ok(scenes)
}

/// Draws the scenes. A frame holds only what differs from the one before.
fn draw(scenes: &[Scene], file: File) -> Result<(), AnyError> {
    let (width, height) = (u16::try_from(SIZE.0)?, u16::try_from(SIZE.1)?);
    let mut encoder = Encoder::new(file, width, height, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut renderer = Renderer::new(0);
    let [eye, middle, up] = [EYE, [0.0; 3], [0.0, 0.0, 1.0]].map(Vector3::from);
    let camera = Camera::looking_at(SIZE, FIELD_OF_VIEW, eye, middle, up);
    // Noise would cost bytes and show nothing.
    let sensor = Sensor { noise: 0.0, ..Sensor::default() };
    let mut shown: Vec<[u8; 3]> = Vec::new();
    for (index, scene) in scenes.iter().enumerate() {
        let rgb = renderer.render_smooth(scene, &camera, &Light::default(), &sensor, 3);
        let pixels = rgb.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]);
        let mut rgba = Vec::with_capacity(4 * SIZE.0 * SIZE.1);
        shown.resize(SIZE.0 * SIZE.1, [0; 3]);
        for (pixel, before) in pixels.zip(&mut shown) {
            let is_new = index == 0 || (0..3).any(|channel| SAME < pixel[channel].abs_diff(before[channel]));
            if is_new {
                *before = pixel;
                rgba.extend([pixel[0], pixel[1], pixel[2], 255]);
            } else {
                rgba.extend([0; 4]);
            }
        }
        let mut frame = Frame::from_rgba_speed(width, height, &mut rgba, 10);
        frame.dispose = DisposalMethod::Keep;
        frame.delay = match index + 1 == scenes.len() {
            true => LAST_SHOWN,
            false => SHOWN,
        };
        encoder.write_frame(&frame)?;
    }
    Ok(())
}
