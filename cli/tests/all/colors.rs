//! `calibrate colors` and `--colors`: a drawn cube of odd colours, real cubes, wrong calibrations and wrong files.

use std::path::{Path, PathBuf};

use crate::support::{SOLVED, cuberig, data, keys, model};
use serde_json::Value;

/// A file in the tests' own folder.
fn place(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("folders of tests are plain text").to_owned()
}

fn write(name: &str, text: &str) -> String {
    let path = place(name);
    std::fs::write(&path, text).expect("a file for the test");
    path
}

/// A pastel cube: its red is pink, its orange nearly what red is elsewhere.
fn odd(letter: char) -> [f32; 3] {
    match letter {
        'U' => [236.0, 232.0, 222.0],
        'R' => [216.0, 96.0, 140.0],
        'F' => [130.0, 196.0, 120.0],
        'D' => [226.0, 214.0, 120.0],
        'L' => [206.0, 62.0, 48.0],
        _ => [112.0, 176.0, 196.0],
    }
}

/// Measurements of a cube in the usual numbering, each sticker a little different.
fn measured(facelets: &str, light: f32) -> String {
    let letters: Vec<char> = facelets.chars().collect();
    let faces = "ULFRBD".chars().map(|face| "URFDLB".find(face).unwrap());
    let stickers = faces.flat_map(|face| (0..9).map(move |at| 9 * face + at));
    let entries: Vec<String> = stickers
        .enumerate()
        .map(|(number, at)| {
            let off = ((at * 7 + number) % 5) as f32 - 2.0;
            let rgb = odd(letters[at]).map(|channel| channel * light + off);
            format!("\"{}\": {rgb:?}", number + 1)
        })
        .collect();
    format!("{{{}}}", entries.join(", "))
}

fn scrambled() -> String {
    model::apply_all(SOLVED, "R U2 F' L D B2 R' U F2")
}

#[test]
fn an_odd_cube_is_learned_written_down_and_read() {
    let solved = write("odd-solved.json", &measured(SOLVED, 0.8));
    let file = place("odd.toml");
    let learn = ["calibrate", "colors", "--rgb", &solved, "--scheme", "western", "--output", &file];
    let told = cuberig(learn).done();
    for color in ["white", "yellow", "red", "orange", "green", "blue"] {
        assert!(told.stdout.contains(color), "{}", told.stdout);
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

    let cube = scrambled();
    let rgb = write("odd-scrambled.json", &measured(&cube, 0.55));
    let state = cuberig(["state", "--json", "--rgb", &rgb, "--colors", &file]);
    let state = state.done().one_json();
    assert_eq!((state["facelets"].as_str(), state["valid"].as_bool()), (Some(&cube[..]), Some(true)));
    // A known scrambled cube teaches as well as a solved one.
    let other = place("odd-known.toml");
    cuberig(["calibrate", "colors", "--rgb", &rgb, "--facelets", &cube, "--scheme", "western", "--output", &other])
        .done();
    cuberig(["state", "--rgb", &solved, "--colors", &other]).done();
}

#[test]
fn wrong_calibrations_teach_nothing_and_say_why() {
    let solved = write("calibration-solved.json", &measured(SOLVED, 0.8));
    let cube = scrambled();
    let other = write("calibration-scrambled.json", &measured(&cube, 0.8));
    let twice = measured(&SOLVED.replace('B', "F"), 0.8);
    let twice = write("calibration-twice.json", &twice);
    let file = place("never-written.toml");
    let learn =
        |rgb: &str, more: &[&str]| cuberig([&["calibrate", "colors", "--rgb", rgb, "--output", &file], more].concat());
    learn(&other, &[]).fails(1, "nothing was learned");
    learn(&other, &["--scheme", "western"]).fails(1, "nothing was learned");
    learn(&solved, &["--facelets", &cube, "--scheme", "western"]).fails(1, "nothing was learned");
    learn(&twice, &[]).fails(1, "look the same");
    learn(&solved, &["--facelets", "UUU"]).fails(2, "--facelets");
    learn(&solved, &["--facelets", &SOLVED.replacen("UR", "RU", 1)]).fails(2, "--facelets");
    // Letters that a person types have no colours to learn.
    learn(&solved, &["--type"]).fails(2, "'--type'");
    cuberig(["calibrate", "colors", "--type"]).fails(2, "'--type'");
    cuberig(["calibrate", "colors"]).fails(2, "--rgb <F.json>");
    learn(&solved, &["--scheme", "martian"]).fails(2, "martian");
    let yellow_up: String =
        SOLVED.chars().map(|face| "YOGWRB".as_bytes()["URFDLB".find(face).unwrap()] as char).collect();
    learn(&solved, &["--facelets", &yellow_up, "--scheme", "western"]).fails(2, "YOGWRB");
    assert!(!Path::new(&file).exists(), "a wrong calibration was written down");
    let unwritable =
        ["calibrate", "colors", "--rgb", &solved, "--scheme", "western", "--output", "/dev/null/colors.toml"];
    cuberig(unwritable).fails(1, "/dev/null/colors.toml");
}

#[test]
fn a_bad_file_of_colours_is_named() {
    let rgb = write("good.json", &measured(SOLVED, 0.8));
    for (name, text, part) in [
        ("empty.toml", "", "white"),
        ("grey.toml", "grey = [1.0, 2.0, 3.0]\n", "grey"),
        ("text.toml", "this is no TOML", "text.toml"),
    ] {
        let file = write(name, text);
        cuberig(["state", "--rgb", &rgb, "--colors", &file]).fails(2, part).fails(2, name);
        cuberig(["scan", "a.png", "--colors", &file]).fails(2, name);
    }
    cuberig(["state", "--rgb", &rgb, "--colors", "/no/such.toml"]).fails(2, "/no/such.toml");
}

#[test]
fn a_scheme_is_checked_however_the_cube_is_held() {
    let cube = scrambled();
    let solved = write("scheme-solved.json", &measured(SOLVED, 0.8));
    let colors = place("scheme.toml");
    cuberig(["calibrate", "colors", "--rgb", &solved, "--scheme", "western", "--output", &colors]).done();
    let rgb = write("scheme.json", &measured(&cube, 0.8));
    let state = |scheme: &str| cuberig(["state", "--json", "--rgb", &rgb, "--colors", &colors, "--scheme", scheme]);
    for held in ["western", "WRGYOB", "YOGWRB"] {
        assert_eq!(state(held).done().one_json()["valid"], true, "{held}");
    }
    for other in ["japanese", "WOGYRB"] {
        let answer = state(other).fails(1, "WRGYOB");
        assert_eq!(answer.one_json()["valid"], false, "{other}");
    }
}

/// The rows of a table of the data set, as its fields by the header's names.
fn rows(table: &Path, names: [&str; 2]) -> Vec<[String; 2]> {
    let mut reader = csv::Reader::from_path(table).expect("the table is there");
    let header = reader.headers().expect("a header").clone();
    let columns = names.map(|name| header.iter().position(|column| column == name).expect("the column"));
    let records = reader.records().map(|row| row.expect("a row"));
    records.map(|row| columns.map(|at| row[at].to_owned())).collect()
}

/// The photographs of one robot: the colours of one cube read the others, and no cube is read wrongly.
#[test]
fn colours_of_one_photographed_cube_read_the_others() {
    let Some(data) = data() else { return };
    let folder = data.join("vision");
    let sets = rows(&folder.join("sixface.csv"), ["files", "state"]);
    let robot: Vec<_> = sets.iter().filter(|[files, _]| files.contains("tracker")).collect();
    assert!(4 <= robot.len());
    let photos =
        |files: &str| -> Vec<String> { files.split(';').map(|file| folder.join(file).display().to_string()).collect() };
    let file = place("robot.toml");
    let mut learn: Vec<String> =
        ["calibrate", "colors", "--output", &file, "--facelets", &robot[0][1]].map(String::from).into();
    learn.extend(photos(&robot[0][0]));
    cuberig(&learn).done();
    let read = robot.iter().filter(|[files, state]| {
        let mut arguments: Vec<String> = ["state", "--json", "--colors", &file].map(String::from).into();
        arguments.extend(photos(files));
        let answer = cuberig(&arguments);
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

/// The measurements that several cubes of one robot have in common.
#[test]
fn colours_of_one_measured_cube_read_the_others() {
    let Some(data) = data() else { return };
    let folder = data.join("vision");
    let all = rows(&folder.join("rgb_manifest.csv"), ["file", "state"]);
    let robot: Vec<_> = all.iter().filter(|[file, _]| file.contains("photo-g0")).collect();
    assert!(4 <= robot.len());
    let place_of = |file: &str| folder.join(file).display().to_string();
    let (mut read, mut asked) = (0, 0);
    for [teacher, known] in &robot {
        let file = place("measured-robot.toml");
        let (rgb, output) = (place_of(teacher), &file);
        cuberig(["calibrate", "colors", "--rgb", &rgb, "--facelets", known, "--output", output]).done();
        for [other, state] in &robot {
            let answer = cuberig(["state", "--json", "--rgb", &place_of(other), "--colors", &file]);
            asked += 1;
            read += usize::from(answer.one_json()["facelets"] == state.as_str());
        }
    }
    println!("{read} of {asked} measured cubes are read with the colours of another");
    assert!(95 * asked <= 100 * read, "only {read} of {asked}");
}
