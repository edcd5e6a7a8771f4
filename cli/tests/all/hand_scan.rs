//! `scan --camera` on folders, a video and what is no camera.

use crate::support::drawn::{self, SIDE};
use crate::support::{Answer, cuberig, data, keys, rows};
use cube::{Color, ColorScheme, Cube, Facelets, Rotation};
use serde_json::Value;
use testkit::Folder;
use vision::Image;

/// Nine stickers on a black cube before a grey wall.
fn drawn(colors: &[Color]) -> Image {
    let letters: String = colors.iter().map(|color| color.letter()).collect();
    Image::from_encoded(&drawn::face(&letters)).expect("a picture")
}

/// The picture turned clockwise by this many quarters, pixel by pixel.
fn turned(image: &Image, quarters: usize) -> Image {
    let mut turned = image.clone();
    for _ in 0..quarters {
        let (width, height) = (turned.height(), turned.width());
        let mut next = Image::filled(width, height, [0; 3]).expect("the same size");
        for y in 0..height {
            for x in 0..width {
                let from = 3 * ((turned.height() - 1 - x) * turned.width() + y);
                let to = 3 * (y * width + x);
                let pixel: [u8; 3] = std::array::from_fn(|channel| turned.bytes()[from + channel]);
                next.bytes_mut()[to..to + 3].copy_from_slice(&pixel);
            }
        }
        turned = next;
    }
    turned
}

/// Draws the faces in some other order, each turned in some way.
fn draw(folder: &Folder, colors: &[Color; 54]) {
    for (face, stickers) in colors.chunks(9).enumerate() {
        let picture = turned(&drawn(stickers), (3 * face + 1) % 4);
        let place = folder.0.join(format!("{}.png", (5 * face + 2) % 7));
        picture.save(place).expect("it can be written");
    }
}

fn scan(folder: &Folder, more: &[&str]) -> Answer {
    let mut arguments = vec!["scan", "--camera", folder.path(), "--json"];
    arguments.extend(more);
    cuberig(arguments)
}

#[track_caller]
fn facelets(object: &Value) -> &str {
    assert_eq!(object["valid"], true, "{object}");
    object["facelets"].as_str().expect("a text")
}

#[test]
fn pictures_in_any_order_and_turned_in_any_way_are_one_cube() {
    for seed in 0..3 {
        let folder = Folder::new(&format!("any-{seed}"));
        let cube = Cube::from_seed(seed);
        draw(&folder, &cube.facelets().colors(&ColorScheme::WESTERN));
        let answer = scan(&folder, &[]).done();
        assert!(answer.stderr.contains("Show the green face, white on top"), "{}", answer.stderr);
        assert!(answer.stderr.contains("6 of 6"), "{}", answer.stderr);
        let object = answer.one_json();
        assert_eq!(keys(&object), ["certain", "facelets", "problems", "valid"]);
        assert_eq!(facelets(&object), cube.facelets().to_string());
    }
}

/// Real photographs; the sets are held in several ways, so their colours must agree in some rotation.
#[test]
fn photographs_in_any_order_and_turned_in_any_way_are_one_cube() {
    let Some(folder) = data() else {
        return;
    };
    let photos = folder.join("vision");
    let sets = rows(&photos.join("sixface.csv"), ["set", "files", "colours"]);
    assert!(!sets.is_empty());
    for row in sets {
        let album = Folder::new(&format!("photos-{}", &row[0]));
        for (face, file) in row[1].split(';').enumerate() {
            let picture = turned(&Image::load(photos.join(file)).expect("a picture"), face % 4);
            let place = album.0.join(format!("{}.png", (3 * face + 4) % 7));
            picture.save(place).expect("it can be written");
        }
        let answer = scan(&album, &[]).done();
        let object = answer.one_json();
        let found: Facelets = facelets(&object).parse().expect("54 letters");
        let found = found.colors(&ColorScheme::WESTERN);
        let truth = cube::Reading::parse(&row[2]).expect("54 colours");
        let scheme = truth.scheme.expect("colour letters");
        let same = Rotation::all().any(|rotation| truth.facelets.rotated(rotation).colors(&scheme) == found);
        assert!(same, "{}: {}", &row[0], object["facelets"]);
    }
}

#[test]
fn what_was_read_is_kept_in_pictures() {
    let (folder, album) = (Folder::new("album"), Folder::new("kept"));
    draw(&folder, &Cube::from_seed(4).facelets().colors(&ColorScheme::WESTERN));
    scan(&folder, &["--annotated", album.path()]).done();
    for face in "URFDLB".chars() {
        let kept = Image::load(album.0.join(format!("{face}.png"))).expect("a picture");
        assert_eq!((kept.width(), kept.height()), (SIDE, SIDE));
    }
}

#[test]
fn a_missing_face_is_named() {
    let folder = Folder::new("five");
    draw(&folder, &Cube::from_seed(5).facelets().colors(&ColorScheme::WESTERN));
    // The fourth face, D, is drawn as (5 * 3 + 2) % 7.
    std::fs::remove_file(folder.0.join("3.png")).expect("it was drawn");
    let answer = scan(&folder, &[]).fails(1, "missing faces: D");
    let object = answer.one_json();
    assert_eq!((&object["facelets"], &object["valid"]), (&"".into(), &false.into()));
    assert!(object["problems"][0].as_str().is_some_and(|text| text.contains("missing faces: D")));
}

#[test]
fn nothing_to_see_times_out_with_what_is_missing() {
    let folder = Folder::new("nothing");
    folder.write("wall.ppm", drawn::wall());
    let answer = scan(&folder, &["--timeout", "2"]);
    answer.fails(1, "nothing new was shown for 2 seconds: 0 of 6 faces are read, missing: the green face (F)");
}

/// Two stickers of one colour pair exchanged by print make another cube, or none; with corrections, it is the real one.
#[test]
fn given_stickers_count_more_than_seen_ones() {
    let folder = Folder::new("corrections");
    let cube = Cube::from_seed(6);
    let truth = cube.facelets().colors(&ColorScheme::WESTERN);
    let mut printed = truth;
    let (one, other) = (0..54)
        .flat_map(|one| (one + 1..54).map(move |other| (one, other)))
        .find(|&(one, other)| one % 9 != 4 && other % 9 != 4 && one / 9 == other / 9 && truth[one] != truth[other])
        .expect("a face with two colours");
    printed.swap(one, other);
    for (face, stickers) in printed.chunks(9).enumerate() {
        let place = folder.0.join(format!("{face}.png"));
        drawn(stickers).save(place).expect("it can be written");
    }
    let corrections: Vec<String> =
        [one, other].map(|sticker| format!("{}={}", cube::sticker_name(sticker), truth[sticker].letter())).to_vec();
    let object = scan(&folder, &["--corrections", &corrections.join(",")]).done().one_json();
    assert_eq!(facelets(&object), cube.facelets().to_string());
}

#[test]
fn a_video_is_a_camera_too() {
    let folder = Folder::new("film");
    let file = folder.0.join("film.avi");
    let cube = Cube::from_seed(7);
    let path = file.to_str().expect("UTF-8");
    let colors = cube.facelets().colors(&ColorScheme::WESTERN);
    let images: Vec<Image> = colors.chunks(9).map(drawn).collect();
    let frames: Vec<_> =
        (images.iter()).flat_map(|image| std::iter::repeat_with(|| image.mat().expect("a view")).take(8)).collect();
    if !vision::media::write_video(&file, 10.0, &frames).expect("a whole file") {
        testkit::skip("this OpenCV cannot write a video");
        return;
    }
    let object = cuberig(["scan", "--camera", path, "--json"]).done().one_json();
    assert_eq!(facelets(&object), cube.facelets().to_string());
}

#[test]
fn the_colours_of_a_cube_that_is_shown_are_learned() {
    let folder = Folder::new("learned");
    let cube = Cube::from_seed(7);
    draw(&folder, &cube.facelets().colors(&ColorScheme::WESTERN));
    let file = folder.0.join("colors.toml").display().to_string();
    let facelets = cube.facelets().to_string();
    let learn = ["calibrate", "colors", "--camera", folder.path(), "--output", &file];
    for given in [&[][..], &["--facelets", &facelets][..]] {
        let answer = cuberig(learn.iter().chain(given).copied()).done();
        assert!(answer.stdout.contains("white"), "{}", answer.stdout);
        // The file is among the pictures; the next scan passes over it.
        scan(&folder, &["--colors", &file]).done();
    }
    let other = Cube::from_seed(8).facelets().to_string();
    cuberig(learn.iter().copied().chain(["--facelets", &other])).fails(1, "but the camera saw");
}
