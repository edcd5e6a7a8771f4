//! `scan` and `state`: the contract's keys, drawn and real pictures, measured colours, and things that are no pictures.

use std::path::Path;

use crate::support::drawn::{BODY, PITCH, START, face, rgb, wall};
use crate::support::folder::Folder;
use crate::support::{SOLVED, cuberig, data, keys, model};
use serde_json::{Value, json};

fn colors(facelets: &str) -> String {
    facelets.chars().map(|face| "WRGYOB".as_bytes()["URFDLB".find(face).unwrap()] as char).collect()
}

fn six_faces(folder: &Folder, facelets: &str) -> Vec<String> {
    let colors = colors(facelets);
    (0..6).map(|at| folder.write(&format!("{at}.ppm"), face(&colors[9 * at..9 * at + 9]))).collect()
}

#[track_caller]
fn assert_scanned(object: &Value) {
    let expected = ["faces", "file", "milliseconds"];
    let without_error: Vec<&str> = keys(object).into_iter().filter(|key| *key != "error").collect();
    assert_eq!(without_error, expected);
    assert!(0.0 < object["milliseconds"].as_f64().unwrap());
    for face in object["faces"].as_array().unwrap() {
        assert_eq!(keys(face), ["letters", "stickers"]);
        let stickers = face["stickers"].as_array().unwrap();
        assert_eq!(stickers.len(), 9);
        let mut letters = String::new();
        for sticker in stickers {
            assert_eq!(keys(sticker), ["colour", "confidence", "quad"]);
            assert!((0.0..=1.0).contains(&sticker["confidence"].as_f64().unwrap()));
            let quad = sticker["quad"].as_array().unwrap();
            assert!(quad.len() == 4 && quad.iter().all(|corner| corner.as_array().unwrap().len() == 2));
            letters += sticker["colour"].as_str().unwrap();
        }
        assert_eq!(face["letters"], letters);
    }
}

#[test]
fn a_drawn_face_is_read_where_it_is() {
    let folder = Folder::new("drawn");
    let file = folder.write("face.ppm", face("WYROGBWYR"));
    let object = cuberig(["scan", &file, "--json"]).done().one_json();
    assert_scanned(&object);
    assert_eq!(object["file"], file.as_str());
    let surest = &object["faces"][0];
    assert_eq!(surest["letters"], "WYROGBWYR");
    // The corners come in reading order.
    let (near, far) = ((START + BODY) as f64, (START + PITCH - BODY) as f64);
    let corners = [[near, near], [far, near], [far, far], [near, far]];
    for (corner, expected) in surest["stickers"][0]["quad"].as_array().unwrap().iter().zip(corners) {
        for axis in 0..2 {
            let off = (corner[axis].as_f64().unwrap() - expected[axis]).abs();
            assert!(off < 14.0, "{corner} is {off} pixels from {expected:?}");
        }
    }
}

#[test]
fn pictures_without_a_face_are_told_and_the_rest_answered() {
    let folder = Folder::new("several");
    let good = folder.write("good.ppm", face("GGGGGGGGG"));
    let blank = folder.write("blank.ppm", wall());
    let text = folder.write("text.png", b"this is no picture");
    let short = folder.write("short.ppm", &face("GGGGGGGGG")[..200]);
    let missing = folder.0.join("missing.png").to_str().unwrap().to_owned();
    let answer = cuberig(["scan", "--json", &blank, &good, &text, &missing, &short, "/"]);
    let answer = answer.fails(1, "blank.ppm").fails(1, "text.png").fails(1, "missing.png");
    let objects = answer.json();
    assert_eq!(objects.len(), 6);
    objects.iter().for_each(|object| assert_scanned(object));
    assert_eq!(objects[1]["faces"][0]["letters"], "GGGGGGGGG");
    assert_eq!(objects[0]["faces"], json!([]));
    assert!(objects[1]["error"].is_null() && objects[2]["error"].is_string());
}

#[test]
fn annotated_pictures_are_written_and_never_over_each_other() {
    let folder = Folder::new("annotated");
    std::fs::create_dir_all(folder.0.join("other")).unwrap();
    let one = folder.write("face.ppm", face("WYROGBWYR"));
    let two = folder.write("other/face.ppm", face("BGOWYRBGO"));
    let album = folder.0.join("album/new");
    cuberig(["scan", "--annotated", album.to_str().unwrap(), &one, &two]).done();
    for name in ["face.png", "face-2.png"] {
        let picture = std::fs::read(album.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(picture.starts_with(b"\x89PNG"), "{name} is no PNG");
    }
    cuberig(["scan", "--annotated", "/dev/null/album", &one]).fails(1, "/dev/null/album");
}

#[test]
fn six_drawn_faces_make_a_cube() {
    let folder = Folder::new("six");
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2 R'");
    let mut arguments = vec!["state".to_owned(), "--json".to_owned()];
    arguments.extend(six_faces(&folder, &cube));
    let state = cuberig(&arguments).done().one_json();
    assert_eq!(keys(&state), ["certain", "facelets", "problems", "valid"]);
    assert_eq!(state["facelets"], cube);
    assert_eq!(state["valid"], true);
}

#[test]
fn faces_that_make_no_cube_are_told_why() {
    let folder = Folder::new("impossible");
    let mut images = six_faces(&folder, &model::apply_all(SOLVED, "R U2 F' L D B2 R'"));
    // The front is shown twice, the back never.
    images[5] = images[2].clone();
    let mut arguments = vec!["state".to_owned(), "--json".to_owned()];
    arguments.extend(images);
    let answer = cuberig(&arguments).fails(1, "cube");
    let state = answer.one_json();
    assert_eq!(keys(&state), ["certain", "facelets", "problems", "valid"]);
    assert_eq!(state["valid"], false);
    assert!(!state["problems"].as_array().unwrap().is_empty());
}

/// Measurements of a cube in the numbering of `order`, as JSON.
fn measurements(facelets: &str, order: &str) -> String {
    let colors: Vec<char> = colors(facelets).chars().collect();
    let faces = order.chars().map(|face| "URFDLB".find(face).unwrap());
    let stickers = faces.flat_map(|face| (0..9).map(move |at| 9 * face + at));
    let entries: Vec<String> =
        stickers.enumerate().map(|(at, from)| format!("\"{}\": {:?}", at + 1, rgb(colors[from]))).collect();
    format!("{{{}}}", entries.join(", "))
}

#[test]
fn measured_colours_make_a_cube_in_any_order_of_faces() {
    let folder = Folder::new("rgb");
    let cube = model::apply_all(SOLVED, "L' D F2 R U' B");
    let usual = folder.write("usual.json", measurements(&cube, "ULFRBD").as_bytes());
    let other = folder.write("other.json", measurements(&cube, "BDLURF").as_bytes());
    for arguments in [vec!["--rgb", &usual], vec!["--rgb", &other, "--rgb-order", "B,D,L,U,R,F"]] {
        let state = cuberig([vec!["state", "--json"], arguments].concat()).done().one_json();
        assert_eq!(state["facelets"], cube);
        assert_eq!(state["valid"], true);
    }
    let plain = cuberig(["state", "--rgb", &usual]).done();
    assert_eq!(plain.stdout.lines().next(), Some(cube.as_str()));
}

#[test]
fn wrong_measurements_and_usage_are_told() {
    let folder = Folder::new("wrong");
    let good = measurements(SOLVED, "ULFRBD");
    for (name, text, named) in [
        ("empty.json", String::new(), "empty.json"),
        ("list.json", "[1, 2]".into(), "list.json"),
        ("few.json", r#"{"1": [1, 2, 3]}"#.into(), "\"2\""),
        ("range.json", good.replacen("235", "256", 1), "256"),
        ("name.json", good.replacen("\"54\"", "\"55\"", 1), "55"),
        ("text.json", good.replacen("235", "\"red\"", 1), "red"),
    ] {
        let file = folder.write(name, text.as_bytes());
        let answer = cuberig(["state", "--json", "--rgb", &file]).fails(1, named);
        assert_eq!(keys(&answer.one_json()), ["certain", "facelets", "problems", "valid"]);
    }
    let file = folder.write("good.json", good.as_bytes());
    cuberig(["state", "--rgb", &file, "--rgb-order", "UUFRBD"]).fails(2, "UUFRBD");
    cuberig(["state", "--rgb", "/no/such.json"]).fails(1, "/no/such.json");
    cuberig(["state", "a.png", "b.png"]).fails(2, "6");
    cuberig(["state"]).fails(2, "Usage");
    cuberig(["state", "--rgb", &file, "a", "b", "c", "d", "e", "f"]).fails(2, "--rgb");
    cuberig(["scan"]).fails(2, "IMAGE");
}

/// The rows of a table of the data set, each as its fields by the header's names.
fn rows(table: &Path, names: &[&str]) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(table).expect("the table is there");
    let header = reader.headers().expect("a header").clone();
    let columns: Vec<usize> =
        names.iter().map(|name| header.iter().position(|column| column == *name).expect("the column")).collect();
    reader
        .records()
        .map(|row| row.expect("a row"))
        .map(|row| columns.iter().map(|&at| row[at].to_owned()).collect())
        .collect()
}

#[test]
fn real_photographs_make_their_cubes() {
    let Some(data) = data() else { return };
    let sets = rows(&data.join("vision/sixface.csv"), &["files", "state"]);
    let read = sets.iter().filter(|set| {
        let images = set[0].split(';').map(|file| data.join("vision").join(file).display().to_string());
        let answer = cuberig(["state", "--json"].map(String::from).into_iter().chain(images));
        answer.without_panic();
        answer.one_json()["facelets"] == set[1].as_str()
    });
    let read = read.count();
    println!("{read} of {} sets of photographs are read whole", sets.len());
    assert!(sets.len() <= 2 * read, "only {read} of {} sets of photographs are read whole", sets.len());
}

#[test]
fn real_measurements_make_their_cubes() {
    let Some(data) = data() else { return };
    let files = rows(&data.join("vision/rgb_manifest.csv"), &["file", "state"]);
    let read = files.iter().filter(|row| {
        let file = data.join("vision").join(&row[0]).display().to_string();
        let answer = cuberig(["state", "--json", "--rgb", &file]);
        answer.without_panic();
        answer.one_json()["facelets"] == row[1].as_str()
    });
    let read = read.count();
    println!("{read} of {} measured cubes are read whole", files.len());
    assert!(2 * files.len() <= 3 * read, "only {read} of {} measured cubes are read whole", files.len());
}
