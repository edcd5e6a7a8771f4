//! scratch
use rig::{Arm, Claw, Pair, Profile};
use sim::render::{Camera, Light, Renderer, Sensor};
use sim::{Options, World};
use std::io::Write;
fn main() {
    for (name, seed, open, position, fov, light) in [
        (
            "three-faces",
            5u64,
            true,
            [0.19, -0.17, 0.2],
            0.42,
            Light::default(),
        ),
        (
            "lamp",
            8,
            true,
            [0.02, -0.03, 0.33],
            0.36,
            Light {
                colour: [1.0, 0.72, 0.38],
                intensity: 0.8,
                ..Light::default()
            },
        ),
        (
            "dim",
            11,
            true,
            [-0.12, 0.09, 0.26],
            0.5,
            Light {
                colour: [0.7, 0.9, 1.0],
                intensity: 0.22,
                ..Light::default()
            },
        ),
    ] {
        let mut options = Options {
            cube: cube::Cube::from_seed(seed),
            ..Options::default()
        };
        for arm in Arm::ALL.into_iter().filter(|_| open) {
            let state = &mut options.start.arms[arm.index()];
            match arm.pair() {
                Pair::RL => state.wrist = 1,
                Pair::FB => state.claw = Claw::Open,
            }
        }
        let world = World::new(Profile::nxt_2015(), seed, options);
        let scene = world.scene();
        let mut target = world.camera().position;
        target.0.x = 0.0;
        target.0.y = 0.0;
        target.0.z = 0.0;
        let camera = Camera::looking_at(
            (960, 720),
            fov,
            sim::space::Vector::new(position[0], position[1], position[2]),
            target,
            sim::space::Vector::new(0.0, 1.0, 0.3),
        );
        let mut r = Renderer::new(seed);
        let rgb = r
            .render_smooth(&scene, &camera, &light, &Sensor::default(), 3)
            .to_vec();
        let mut f = std::fs::File::create(format!("/tmp/vscratch/views/{name}.ppm")).unwrap();
        write!(f, "P6\n{} {}\n255\n", camera.width, camera.height).unwrap();
        f.write_all(&rgb).unwrap();
    }
}
