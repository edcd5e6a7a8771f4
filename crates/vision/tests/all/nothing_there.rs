//! Pictures without a cube give no face.

use testkit::rand::{Rng, RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use vision::{Detector, DetectorOptions, Image};

use crate::support;
use crate::support::nothing;
use crate::support::render::picture;

fn assert_nothing(name: &str, image: &Image) -> usize {
    let faces = Detector::new(DetectorOptions::default()).detect(image).expect("it runs");
    for face in &faces {
        println!("{name}: a face {} of confidence {:.2}", face.letters(), face.confidence);
    }
    if !faces.is_empty() && std::env::var_os("CUBERIG_KEEP").is_some() {
        let mut image = image.clone();
        vision::annotate(&mut image, &faces);
        image.save(std::env::temp_dir().join(format!("{name}.png"))).expect("saved");
    }
    usize::from(!faces.is_empty())
}

/// Rectangles on a background, each by its corner, size and colour.
fn rectangles(background: [u8; 3], list: &[([usize; 4], [u8; 3])]) -> Image {
    picture(640, 480, |x, y| {
        list.iter()
            .rev()
            .find(|([left, top, w, h], _)| (*left..left + w).contains(&x) && (*top..top + h).contains(&y))
            .map_or(background, |(_, rgb)| *rgb)
    })
}

fn any_color(random: &mut impl Rng) -> [u8; 3] {
    std::array::from_fn(|_| random.random_range(0..=255))
}

#[test]
fn patterns_are_no_faces() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut wrong = 0;
    wrong += assert_nothing("grey", &picture(640, 480, |_, _| [128; 3]));
    wrong += assert_nothing("gradient", &picture(640, 480, |x, y| [(x / 3) as u8, (y / 2) as u8, 90]));
    let noise: Vec<[u8; 3]> = (0..640 * 480).map(|_| any_color(&mut random)).collect();
    wrong += assert_nothing("noise", &picture(640, 480, |x, y| noise[y * 640 + x]));
    wrong += assert_nothing("coarse noise", &picture(640, 480, |x, y| noise[y / 16 * 640 + x / 16]));
    for size in [20, 40, 60] {
        let checkers = picture(640, 480, |x, y| [((x / size + y / size) % 2 * 200 + 20) as u8; 3]);
        wrong += assert_nothing("checkers", &checkers);
        let stripes = picture(640, 480, |x, _| [((x / size) % 2 * 200 + 20) as u8; 3]);
        wrong += assert_nothing("stripes", &stripes);
        // Tiles and windows: grids larger than a face.
        let tiles = picture(640, 480, |x, y| if x % size < 4 || y % size < 4 { [60; 3] } else { [190, 180, 170] });
        wrong += assert_nothing("tiles", &tiles);
        let mosaic =
            picture(
                640,
                480,
                |x, y| {
                    if x % size < 4 || y % size < 4 { [30; 3] } else { noise[y / size * 640 + x / size] }
                },
            );
        wrong += assert_nothing("mosaic", &mosaic);
    }
    // Noise in cells of sticker size is a mosaic of loose stickers and may deceive once.
    assert!(wrong <= 1, "{wrong} pictures gave a face");
}

#[test]
fn facades_keyboards_and_grids_of_other_sizes_are_no_faces() {
    let mut wrong = 0;
    // Three by six is what two faces of a cube look like, so it is not among them.
    for (columns, rows) in [(4, 3), (3, 4), (5, 4), (4, 6), (7, 3), (2, 2), (2, 3), (3, 2), (1, 6)] {
        let mut windows = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                windows.push(([60 + column * 75, 20 + row * 72, 55, 52], [60, 70, 95]));
            }
        }
        let name = format!("facade {columns} x {rows}");
        wrong += assert_nothing(&name, &rectangles([170, 150, 130], &windows));
    }
    // Nine panes darker than the wall, and two faces' worth of panes of one colour.
    for (columns, rows, wall, pane) in [
        (3, 3, [180, 175, 170], [90, 92, 95]),
        (3, 6, [70, 70, 74], [200, 205, 210]),
        (6, 3, [120, 60, 50], [200, 205, 210]),
    ] {
        let panes: Vec<_> = (0..columns * rows)
            .map(|at| {
                let (column, row) = (at % columns, at / columns);
                ([60 + column * 75, 20 + row * 72, 58, 55], pane)
            })
            .collect();
        let name = format!("panes {columns} x {rows}");
        wrong += assert_nothing(&name, &rectangles(wall, &panes));
    }
    // A keyboard: staggered rows.
    let mut keys = Vec::new();
    for row in 0..5 {
        for column in 0..13 {
            keys.push(([20 + row * 14 + column * 44, 120 + row * 44, 36, 36], [40, 40, 44]));
        }
    }
    wrong += assert_nothing("keyboard", &rectangles([200; 3], &keys));
    assert_eq!(wrong, 0, "faces reported where there are none");
}

/// False faces among `count` pictures of each kind, and those among light panes in a dark frame, which
/// look like a white face.
fn false_faces(count: u64) -> (usize, usize) {
    let (mut wrong, mut like_white) = (0, 0);
    for (number, kind) in nothing::KINDS.into_iter().enumerate() {
        let of_kind: usize = (0..count)
            .map(|trial| {
                let mut random = ChaCha8Rng::seed_from_u64(1000 * number as u64 + trial);
                let image = nothing::picture(kind, &mut random);
                assert_nothing(&format!("{kind} {trial}"), &image)
            })
            .sum();
        println!("{kind}: {of_kind} of {count} give a face");
        if kind == "panes of one grey" {
            like_white += of_kind;
        } else {
            wrong += of_kind;
        }
    }
    (wrong, like_white)
}

#[test]
fn things_in_rows_and_columns_are_no_faces() {
    let (wrong, _) = false_faces(3);
    assert_eq!(wrong, 0, "of 72 pictures gave a face");
}

#[test]
#[ignore = "1,000 pictures take a minute and a half"]
fn many_things_in_rows_and_columns_are_no_faces() {
    let (wrong, like_white) = false_faces(40);
    assert!(wrong <= 2, "{wrong} of 960 pictures gave a face");
    assert!(like_white <= 2, "{like_white} of 40 pictures of panes");
}

#[test]
fn random_clutter_is_no_face() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut wrong = 0;
    for trial in 0..30 {
        let list: Vec<_> = (0..80)
            .map(|_| {
                let (w, h) = (random.random_range(10..90), random.random_range(10..90));
                ([random.random_range(0..600), random.random_range(0..440), w, h], any_color(&mut random))
            })
            .collect();
        let background = any_color(&mut random);
        wrong += assert_nothing(&format!("clutter {trial}"), &rectangles(background, &list));
        // Equal squares thrown at random.
        let list: Vec<_> = (0..60)
            .map(|_| ([random.random_range(0..600), random.random_range(0..440), 40, 40], any_color(&mut random)))
            .collect();
        wrong += assert_nothing(&format!("squares {trial}"), &rectangles(background, &list));
    }
    assert!(wrong <= 1, "{wrong} of 60 random pictures gave a face");
}

#[test]
fn real_backgrounds_are_no_faces() {
    let Some(data) = support::data("real_backgrounds_are_no_faces") else {
        return;
    };
    let mut detector = Detector::new(DetectorOptions::default());
    let (mut wrong, mut all) = (0, 0);
    let tables = ["manifest.csv", "manifest_modern.csv"].map(|name| support::table(&data.join(name)));
    for row in tables.iter().flatten() {
        if row["face_count"] != "1" {
            continue;
        }
        let image = Image::load(data.join(&row["file"])).expect("a picture");
        let Some(face) = detector.detect(&image).expect("it runs").into_iter().next() else {
            continue;
        };
        let corners = face.stickers.iter().flat_map(|sticker| sticker.quad.0);
        let (mut left, mut top, mut right, mut bottom) = (f32::MAX, f32::MAX, 0.0f32, 0.0f32);
        for [x, y] in corners {
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x), bottom.max(y));
        }
        // The parts of the picture around the cube, a good way off.
        let margin = 0.25 * (right - left);
        let (w, h) = (image.width() as f32, image.height() as f32);
        let parts = [
            [0.0, 0.0, left - margin, h],
            [right + margin, 0.0, w, h],
            [0.0, 0.0, w, top - margin],
            [0.0, bottom + margin, w, h],
        ];
        for [x0, y0, x1, y1] in parts {
            if x1 - x0 < 0.15 * w || y1 - y0 < 0.15 * h {
                continue;
            }
            let part = picture((x1 - x0) as usize, (y1 - y0) as usize, |x, y| {
                image.rgb_at(x0 + x as f32, y0 + y as f32).map(|value| value as u8)
            });
            all += 1;
            wrong += assert_nothing(&row["file"].replace('/', "_"), &part);
        }
    }
    println!("{wrong} faces in {all} backgrounds");
    assert!(200 <= all, "only {all} backgrounds");
    assert_eq!(wrong, 0, "of {all} backgrounds gave a face");
}
