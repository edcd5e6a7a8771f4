//! Renders a cube in a learner's hand: `cargo run -p cuberig-learner --example hand -- FACELETS MOVES FILE.png`.

use std::process::ExitCode;

use cube::{Cube, Facelets, Notation, parse_moves};
use learner::{Hold, LIGHTS, Studio};
use testdata::rand::SeedableRng;
use testdata::rand_chacha::ChaCha8Rng;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [facelets, moves, file] = &words[..] else {
        eprintln!("FACELETS MOVES FILE.png");
        return ExitCode::FAILURE;
    };
    match draw(facelets, moves, file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn draw(facelets: &str, moves: &str, file: &str) -> Result<(), Box<dyn std::error::Error>> {
    let cube = Cube::try_from(facelets.parse::<Facelets>()?)?;
    let cube = cube.apply_all(&parse_moves(moves, Notation::Auto)?);
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let hold = Hold::corner(&mut random);
    let mut studio = Studio::new(LIGHTS[0]);
    let scene = studio.scene(cube, &hold);
    studio.picture(&scene, &hold, &mut random).save(file)?;
    Ok(())
}
