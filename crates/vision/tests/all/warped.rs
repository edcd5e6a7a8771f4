//! Real faces in other sizes, angles and places: an independent truth for the finder.

use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use vision::{Detector, DetectorOptions};

use crate::support::warp::{Pose, warp};
use crate::support::{KnownFace, known_faces};

/// Found in place, and stickers right of those, and all.
#[derive(Clone, Copy, Default)]
struct Rate {
    all: usize,
    found: usize,
    right: usize,
}

fn rate(known: &[KnownFace], size: f64, tilt: f64, random: &mut ChaCha8Rng) -> Rate {
    let mut detector = Detector::new(DetectorOptions::default());
    let mut rate = Rate::default();
    for KnownFace { file, image, face: truth } in known {
        let margin = 0.62 * size;
        let pose = Pose {
            size,
            tilt,
            towards: random.random_range(0.0..360.0),
            turn: random.random_range(-40.0..40.0),
            at: [
                random.random_range(margin.min(0.49)..1.0 - margin.min(0.49)),
                random.random_range((margin * 4.0 / 3.0).min(0.49)..1.0 - (margin * 4.0 / 3.0).min(0.49)),
            ],
        };
        let warped = warp(image, truth, pose).expect("it runs");
        rate.all += 1;
        let faces = detector.detect(&warped.image).expect("it runs");
        let placed = faces.first().filter(|face| {
            face.stickers.iter().zip(warped.centres).all(|(sticker, [tx, ty])| {
                let [x, y] = sticker.quad.centre();
                (x - tx).hypot(y - ty) < 0.5 * sticker.quad.area().sqrt()
            })
        });
        let Some(face) = placed else {
            if std::env::var_os("CUBERIG_KEEP").is_some() {
                println!("missed {file} {pose:?} {}", faces.len());
                let mut image = warped.image.clone();
                vision::annotate(&mut image, &faces);
                let name = format!("missed-{:.0}-{tilt}-{}.png", 100.0 * size, file.replace(['/', '.'], "_"));
                image.save(std::env::temp_dir().join(name)).expect("saved");
            }
            continue;
        };
        rate.found += 1;
        rate.right += face.letters().chars().zip(truth.letters().chars()).filter(|(a, b)| a == b).count();
    }
    rate
}

#[test]
fn real_faces_are_found_in_any_size_and_angle() {
    let Some(known) = known_faces("real_faces_are_found_in_any_size_and_angle", 6) else {
        return;
    };
    let mut random = ChaCha8Rng::seed_from_u64(8);
    println!("size   tilt   found   stickers right of found");
    let mut all = Rate::default();
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
            assert!(
                90 * rate.all <= 100 * rate.found,
                "{} of {} found at size {size}, tilt {tilt}",
                rate.found,
                rate.all
            );
            all.all += rate.all;
            all.found += rate.found;
            all.right += rate.right;
        }
    }
    assert!(98 * all.all <= 100 * all.found, "{} of {}", all.found, all.all);
    assert!(990 * 9 * all.found <= 1000 * all.right, "{} stickers", all.right);
}

/// The same pictures with the cube painted over by what surrounds it show no face.
#[test]
fn pictures_without_their_cube_show_no_face() {
    let Some(known) = known_faces("pictures_without_their_cube_show_no_face", 1) else {
        return;
    };
    let mut detector = Detector::new(DetectorOptions::default());
    let (mut wrong, mut all) = (0, 0);
    for KnownFace { file, image, face } in &known {
        let corners = face.stickers.iter().flat_map(|sticker| sticker.quad.0);
        let (mut low, mut high) = ([f32::MAX; 2], [0.0f32; 2]);
        for corner in corners {
            for axis in 0..2 {
                low[axis] = low[axis].min(corner[axis]);
                high[axis] = high[axis].max(corner[axis]);
            }
        }
        let [w, h] = [image.width() as f32, image.height() as f32];
        let margin = 0.25 * (high[0] - low[0]);
        let (low, high) = (low.map(|v| v - margin), high.map(|v| v + margin));
        // Pictures that the cube fills leave nothing to search.
        if (high[0].min(w) - low[0].max(0.0)) * (high[1].min(h) - low[1].max(0.0)) > 0.7 * w * h {
            continue;
        }
        let mut without = image.clone();
        for y in low[1].max(0.0) as usize..high[1].min(h) as usize {
            for x in low[0].max(0.0) as usize..high[0].min(w) as usize {
                // From the left and right edge of the box, blended.
                let t = (x as f32 - low[0]) / (high[0] - low[0]);
                let row = y as f32;
                let (a, b) = (image.rgb_at(low[0] - 1.0, row), image.rgb_at(high[0] + 1.0, row));
                for channel in 0..3 {
                    let value = (1.0 - t) * a[channel] + t * b[channel];
                    without.bytes_mut()[3 * (y * image.width() + x) + 2 - channel] = value as u8;
                }
            }
        }
        all += 1;
        let faces = detector.detect(&without).expect("it runs");
        for face in &faces {
            println!("{file}: {} of confidence {:.2}", face.letters(), face.confidence);
        }
        wrong += usize::from(!faces.is_empty());
    }
    println!("{wrong} faces in {all} pictures without their cube");
    assert!(20 <= all, "only {all} pictures");
    assert!(50 * wrong <= all, "{wrong} of {all}");
}
