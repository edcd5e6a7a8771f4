//! `calibrate colors` and `--colors`: a drawn cube of odd colours, and real cubes. Wrong calibrations are in `tests/cmd`.

use crate::support::drawn::measurements;
use crate::support::{SOLVED, cuberig, data, keys, model, rows};
use serde_json::Value;
use testkit::Folder;

/// A pastel cube: its red is pink, its orange nearly what red is elsewhere.
fn odd(letter: char) -> [f32; 3] {
    match letter {
        'W' => [236.0, 232.0, 222.0],
        'R' => [216.0, 96.0, 140.0],
        'G' => [130.0, 196.0, 120.0],
        'Y' => [226.0, 214.0, 120.0],
        'O' => [206.0, 62.0, 48.0],
        _ => [112.0, 176.0, 196.0],
    }
}

/// Measurements of a pastel cube in the usual numbering, each sticker a little different.
fn measured(facelets: &str, light: f32) -> String {
    let mut number = 0;
    measurements(facelets, "ULFRBD", |letter| {
        let off = (number * 8 % 5) as f32 - 2.0;
        number += 1;
        odd(letter).map(|channel| channel * light + off)
    })
}

#[test]
fn an_odd_cube_is_learned_written_down_and_read() {
    let folder = Folder::new("odd");
    let solved = folder.write("solved.json", measured(SOLVED, 0.8));
    let place = |name: &str| folder.0.join(name).display().to_string();
    let file = place("odd.toml");
    let learn = ["calibrate", "colors", "--rgb", &solved, "--scheme", "western", "--output", &file];
    let learned = cuberig(learn).done();
    for color in ["white", "yellow", "red", "orange", "green", "blue"] {
        assert!(learned.stdout.contains(color), "{}", learned.stdout);
    }
    let object = cuberig([&learn[..], &["--json"]].concat()).done().one_json();
    assert_eq!(keys(&object), ["colours", "file", "warnings"]);
    let colours = object["colours"].as_array().expect("six");
    assert_eq!(colours.len(), 6);
    for row in colours {
        assert_eq!(keys(row), ["colour", "distance", "nearest", "rgb"]);
        assert!(0.0 < row["distance"].as_f64().expect("a number"));
    }
    let red = colours.iter().find(|row| row["colour"] == "red").expect("red");
    let learned: Vec<f64> = red["rgb"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    for (learned, painted) in learned.iter().zip(odd('R')) {
        assert!((learned - f64::from(painted * 0.8)).abs() < 3.0, "{learned} for {painted}");
    }

    let cube = model::apply_all(SOLVED, "R U2 F' L D B2 R' U F2");
    let rgb = folder.write("scrambled.json", measured(&cube, 0.55));
    let state = cuberig(["state", "--json", "--rgb", &rgb, "--colors", &file]).done().one_json();
    assert_eq!((state["facelets"].as_str(), state["valid"].as_bool()), (Some(&cube[..]), Some(true)));
    // A known scrambled cube teaches as well as a solved one.
    let other = place("known.toml");
    let known = ["--facelets", &cube, "--scheme", "western", "--output", &other];
    cuberig([&["calibrate", "colors", "--rgb", &rgb], &known[..]].concat()).done();
    cuberig(["state", "--rgb", &solved, "--colors", &other]).done();
}

/// The photographs of one robot: the colours of one cube read the others, and no cube is read wrongly.
#[test]
fn colours_of_one_photographed_cube_read_the_others() {
    let Some(data) = data() else { return };
    let vision = data.join("vision");
    let sets = rows(&vision.join("sixface.csv"), ["files", "state"]);
    let robot: Vec<_> = sets.iter().filter(|[files, _]| files.contains("tracker")).collect();
    assert!(4 <= robot.len());
    let folder = Folder::new("robot");
    let file = folder.0.join("robot.toml").display().to_string();
    let with_photos = |arguments: &[&str], files: &str| {
        let photos = files.split(';').map(|file| vision.join(file).display().to_string());
        cuberig(arguments.iter().map(|argument| (*argument).to_owned()).chain(photos))
    };
    with_photos(&["calibrate", "colors", "--output", &file, "--facelets", &robot[0][1]], &robot[0][0]).done();
    let read = robot.iter().filter(|[files, state]| {
        let answer = with_photos(&["state", "--json", "--colors", &file], files);
        answer.without_panic();
        let read = answer.one_json();
        let right = read["facelets"] == state.as_str();
        assert!(right || !read["problems"].as_array().unwrap().is_empty(), "{files} is read wrongly");
        right
    });
    let read = read.count();
    println!("{read} of {} photographed cubes are read with the colours of one", robot.len());
    assert!(5 * robot.len() <= 6 * read, "only {read} of {}", robot.len());
}
