//! Real faces in other sizes, angles and places: an independent truth for the finder.

mod support;
#[path = "support/warp.rs"]
mod warp;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use vision::{Detector, DetectorOptions, FaceView, Image};

use warp::{Pose, warp};

/// Real pictures whose face is read wholly right, every `step`th.
fn known_faces(test: &str, step: usize) -> Option<Vec<(String, Image, FaceView)>> {
    let data = support::data(test)?;
    let mut detector = Detector::new(DetectorOptions::default());
    let rows = support::table(&data.join("manifest.csv"));
    let single = rows.iter().filter(|row| row["face_count"] == "1");
    let mut known = Vec::new();
    for row in single.step_by(step) {
        let image = Image::load(data.join(&row["file"])).expect("a picture");
        let faces = detector.detect(&image).expect("it runs");
        if let Some(face) = faces
            .into_iter()
            .next()
            .filter(|face| face.letters() == row["truth"])
        {
            known.push((row["file"].clone(), image, face));
        }
    }
    Some(known)
}

/// Found in place, and stickers right of those, and all.
#[derive(Clone, Copy, Default)]
struct Rate {
    all: usize,
    found: usize,
    right: usize,
}

fn rate(
    known: &[(String, Image, FaceView)],
    size: f64,
    tilt: f64,
    random: &mut ChaCha8Rng,
) -> Rate {
    let mut detector = Detector::new(DetectorOptions::default());
    let mut rate = Rate::default();
    for (name, image, truth) in known {
        let margin = 0.62 * size;
        let pose = Pose {
            size,
            tilt,
            towards: random.random_range(0.0..360.0),
            turn: random.random_range(-40.0..40.0),
            at: [
                random.random_range(margin.min(0.49)..1.0 - margin.min(0.49)),
                random.random_range(
                    (margin * 4.0 / 3.0).min(0.49)..1.0 - (margin * 4.0 / 3.0).min(0.49),
                ),
            ],
        };
        let warped = warp(image, truth, pose).expect("it runs");
        rate.all += 1;
        let faces = detector.detect(&warped.image).expect("it runs");
        let placed = faces.first().filter(|face| {
            face.stickers
                .iter()
                .zip(warped.centres)
                .all(|(sticker, [tx, ty])| {
                    let [x, y] = sticker.quad.centre();
                    (x - tx).hypot(y - ty) < 0.5 * sticker.quad.area().sqrt()
                })
        });
        let Some(face) = placed else {
            if std::env::var_os("CUBERIG_KEEP").is_some() {
                println!("missed {name} {pose:?} {}", faces.len());
                let mut image = warped.image.clone();
                vision::annotate(&mut image, &faces);
                let name = format!(
                    "missed-{:.0}-{tilt}-{}.png",
                    100.0 * size,
                    name.replace(['/', '.'], "_")
                );
                image.save(std::env::temp_dir().join(name)).expect("saved");
            }
            continue;
        };
        rate.found += 1;
        rate.right += face
            .letters()
            .chars()
            .zip(truth.letters().chars())
            .filter(|(a, b)| a == b)
            .count();
    }
    rate
}

#[test]
fn real_faces_are_found_in_any_size_and_angle() {
    let Some(known) = known_faces("real_faces_are_found_in_any_size_and_angle", 3) else {
        return;
    };
    let mut random = ChaCha8Rng::seed_from_u64(8);
    println!("size   tilt   found   stickers right of found");
    for size in [0.08, 0.10, 0.14, 0.20, 0.35, 0.55] {
        for tilt in [0.0, 20.0, 35.0, 45.0] {
            let rate = rate(&known, size, tilt, &mut random);
            println!(
                "{:>3.0} %   {tilt:>3.0}   {:>3}/{:<3}   {:.1} %",
                100.0 * size,
                rate.found,
                rate.all,
                100.0 * rate.right as f64 / (9 * rate.found.max(1)) as f64
            );
        }
    }
}
