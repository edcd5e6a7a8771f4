//! Draws the pictures of the documents in which the reader is shown at work: `looks FOLDER` writes `three-faces.ppm`, `lamp.ppm` and
//! `dim.ppm`, which `cuberig scan --annotated` then draws into.

use rig::{Arm, Claw, Pair, Profile};
use sim::render::{Light, Renderer, Sensor};
use sim::{Options, World};
use std::io::Write;
use std::path::Path;

/// A picture: where the camera stands, metres from the cube's centre, and in what light.
struct Look {
    name: &'static str,
    seed: u64,
    position: [f64; 3],
    up: [f64; 3],
    /// Claws of which pair are open.
    open: Pair,
    light: Light,
}

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let looks = [
        Look {
            name: "three-faces",
            seed: 4,
            position: [0.085, -0.085, 0.085],
            up: [0.3, 0.5, 1.0],
            open: Pair::FB,
            light: Light::default(),
        },
        Look {
            name: "lamp",
            seed: 17,
            position: [0.004, -0.008, 0.13],
            up: [0.02, 1.0, 0.0],
            open: Pair::FB,
            light: Light { colour: [1.15, 0.82, 0.42], intensity: 0.75, ..Light::default() },
        },
        Look {
            name: "dim",
            seed: 9,
            position: [0.075, -0.04, 0.1],
            up: [0.0, 1.0, 0.6],
            open: Pair::FB,
            light: Light { intensity: 0.3, ..Light::default() },
        },
    ];
    for look in looks {
        write(Path::new(&folder), look)?;
    }
    Ok(())
}

fn write(folder: &Path, look: Look) -> std::io::Result<()> {
    let mut options = Options { cube: cube::Cube::from_seed(look.seed), ..Options::default() };
    for arm in Arm::ALL {
        let state = &mut options.start.arms[arm.index()];
        if look.open == arm.pair() {
            state.claw = Claw::Open;
        } else {
            state.wrist = 1;
        }
    }
    let mut profile = Profile::nxt_2015();
    let camera = &mut profile.geometry.camera;
    camera.position = look.position;
    camera.up = look.up;
    (camera.width, camera.height) = (560, 420);
    let world = World::new(profile, look.seed, options);
    let camera = world.camera();
    let rgb =
        Renderer::new(look.seed).render_smooth(&world.scene(), &camera, &look.light, &Sensor::default(), 4).to_vec();
    let path = folder.join(look.name).with_extension("ppm");
    let mut file = std::fs::File::create(path)?;
    write!(file, "P6\n{} {}\n255\n", camera.width, camera.height)?;
    file.write_all(&rgb)
}
