//! Rendered faces with known truth.

use testkit::rand::SeedableRng;
use testkit::rand_chacha::ChaCha8Rng;
use vision::{Detector, DetectorOptions, FaceView};

use crate::support::render::{Scene, colors};

/// Whether all nine centres are within half a sticker of the truth.
fn in_place(scene: &Scene, face: &FaceView) -> bool {
    (0..9).all(|sticker| {
        let ([x, y], [tx, ty]) = (face.stickers[sticker].quad.centre(), scene.centre(sticker));
        (x - tx).hypot(y - ty) < 0.5 * face.stickers[sticker].quad.area().sqrt()
    })
}

struct Count {
    found: usize,
    stickers: usize,
    all: usize,
}

impl Count {
    /// Prints the rates, and fails where fewer faces, or fewer of the found faces' stickers, are right than this many percent.
    fn reaches(&self, faces: usize, stickers: usize) {
        let Count { found, stickers: right, all } = self;
        println!("{found} of {all} found, {right} stickers");
        assert!(all * faces <= found * 100, "{found} of {all}");
        assert!(found * 9 * stickers <= right * 100, "{right} stickers");
    }
}

fn count(scenes: impl IntoIterator<Item = Scene>) -> Count {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut detector = Detector::new(DetectorOptions::default());
    let mut result = Count { found: 0, stickers: 0, all: 0 };
    for scene in scenes {
        let image = scene.draw(&mut random);
        let faces = detector.detect(&image).expect("it runs");
        result.all += 1;
        let Some(face) = faces.first().filter(|face| in_place(&scene, face)) else {
            println!("not in place: {scene:?} {:?}", faces.first().map(FaceView::centre));
            continue;
        };
        result.found += 1;
        let truth: String = scene.colors.iter().map(|color| color.letter()).collect();
        let right = face.letters().chars().zip(truth.chars()).filter(|(a, b)| a == b).count();
        if right < 9 {
            println!("{} for {truth} in light {:?}", face.letters(), scene.light);
        }
        result.stickers += right;
    }
    result
}

#[test]
fn any_size_angle_and_lean_is_found() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut scenes = Vec::new();
    for side in [56.0, 90.0, 150.0, 240.0, 330.0] {
        for degrees in [-40.0, -20.0, 0.0, 15.0, 35.0] {
            for lean in [0.0, 0.15, 0.3] {
                // Where stickers are only a few pixels high there is nothing left between them.
                if lean < 0.3 || 120.0 < side {
                    scenes.push(Scene::new(colors(&mut random), side, degrees, lean));
                }
            }
        }
    }
    count(scenes).reaches(97, 97);
}

#[test]
fn light_and_bodies_change_nothing() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut scenes = Vec::new();
    for light in [[0.85, 0.85, 0.85], [0.3, 0.3, 0.3], [0.9, 0.75, 0.5], [0.6, 0.75, 0.95]] {
        for body in [[22.0, 22.0, 24.0], [225.0, 225.0, 220.0], [70.0, 72.0, 75.0]] {
            for noise in [0.0, 4.0, 8.0] {
                let mut scene = Scene::new(colors(&mut random), 200.0, 8.0, 0.1);
                (scene.light, scene.body, scene.noise) = (light, body, noise);
                scenes.push(scene);
            }
        }
    }
    count(scenes).reaches(90, 95);
}

#[test]
fn up_to_three_covered_stickers_are_recovered_and_marked() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut detector = Detector::new(DetectorOptions::default());
    let (mut right, mut all) = (0, 0);
    for covered in [vec![0], vec![5], vec![2, 5], vec![3, 6], vec![0, 5, 6], vec![2, 8], vec![0, 3]] {
        let mut scene = Scene::new(colors(&mut random), 220.0, 5.0, 0.1);
        scene.covered = covered.clone();
        let faces = detector.detect(&scene.draw(&mut random)).expect("it runs");
        all += 1;
        let Some(face) = faces.first().filter(|face| in_place(&scene, face)) else {
            println!("not found with {covered:?} covered");
            continue;
        };
        let marked: Vec<usize> = (0..9).filter(|&index| face.stickers[index].recovered).collect();
        if covered.iter().all(|sticker| marked.contains(sticker)) {
            right += 1;
        } else {
            println!("{covered:?} covered, {marked:?} marked");
        }
    }
    assert!(all <= right + 1, "{right} of {all}");
}
