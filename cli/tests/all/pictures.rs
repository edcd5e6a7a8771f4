//! `scan` and `state`: the contract's keys, drawn and real pictures, and things that are no pictures.

use crate::support::drawn::{BODY, PITCH, START, face, faces, six_pictures, wall};
use crate::support::{SOLVED, cuberig, keys, model};
use serde_json::{Value, json};
use testkit::Folder;

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
            assert_eq!(keys(sticker), ["colour", "confidence", "quad", "seen"]);
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
fn pictures_without_a_face_are_named_and_the_rest_answered() {
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
fn faces_that_make_no_cube_are_refused_with_the_reason() {
    let folder = Folder::new("impossible");
    let mut images = six_pictures(&folder, &model::apply_all(SOLVED, "R U2 F' L D B2 R'"));
    // Three faces are another cube's.
    let other = Folder::new("impossible-other");
    images[3..].clone_from_slice(&six_pictures(&other, &model::apply_all(SOLVED, "F U R2 B' D2 L U'"))[3..]);
    let arguments = ["state", "--json"].map(str::to_owned).into_iter().chain(images);
    let state = cuberig(arguments).fails(1, "these six faces make no cube").one_json();
    assert_eq!(keys(&state), ["certain", "facelets", "problems", "valid"]);
    assert_eq!(state["valid"], false);
    assert!(!state["problems"].as_array().unwrap().is_empty());
}

#[test]
fn hidden_stickers_are_question_marks() {
    let folder = Folder::new("hidden");
    let file = folder.write("hidden.ppm", face("WYROGBWY?"));
    let text = cuberig(["scan", &file]).done().stdout;
    let rows = text.lines().skip(1).map(|row| row.split_whitespace().take(3).collect::<String>());
    assert_eq!(rows.collect::<String>(), "WYROGBWY?", "{text}");
    let object = cuberig(["scan", "--json", &file]).done().one_json();
    assert_scanned(&object);
    let seen = object["faces"][0]["stickers"].as_array().unwrap().iter().map(|sticker| sticker["seen"] == true);
    assert_eq!(seen.collect::<Vec<_>>(), [true, true, true, true, true, true, true, true, false]);
}

#[test]
fn faces_that_are_not_listed_are_counted() {
    let folder = Folder::new("many");
    let file = folder.write("many.ppm", faces(&["WYROGBWYR", "BGOWYRBGO", "GGRRWWYYO", "YYWWOBGRB"]));
    let text = cuberig(["scan", &file]).done().stdout;
    assert!(text.contains("many.ppm: 3 faces, and 1 more that is not listed, "), "{text}");
    let object = cuberig(["scan", "--json", &file]).done().one_json();
    assert_eq!((object["faces"].as_array().unwrap().len(), &object["more"]), (3, &json!(1)));
    let few = folder.write("few.ppm", faces(&["WYROGBWYR", "BGOWYRBGO", "GGRRWWYYO"]));
    assert!(cuberig(["scan", "--json", &few]).done().one_json()["more"].is_null());
}

#[test]
fn what_may_be_a_face_is_shown_with_its_chance() {
    let folder = Folder::new("doubtful");
    let file = folder.write("tiles.ppm", face("MMMMMMMYR"));
    let answer = cuberig(["scan", &file]);
    let said = answer.fails(1, "but something that may be one, with a chance of ").stderr;
    assert!(said.starts_with(&format!("cuberig: no cube face was found in '{file}', but ")), "{said}");
}

#[test]
fn a_picture_without_colours_is_named_as_such() {
    let folder = Folder::new("grey");
    let file = folder.write("grey.pgm", [b"P5 400 400 255\n".as_slice(), &[90; 160_000]].concat());
    let sentence = format!("cuberig: no cube face was found in '{file}': the picture has no colours\n");
    assert_eq!(cuberig(["scan", &file]).fails(1, "colours").stderr, sentence);
    let six = ["state"].into_iter().chain([file.as_str(); 6]);
    assert_eq!(cuberig(six).fails(1, "colours").stderr, sentence);
}

#[test]
fn one_picture_for_two_faces_is_named() {
    let folder = Folder::new("twice");
    let mut images = six_pictures(&folder, SOLVED);
    // Another file of the same face, turned by a quarter.
    images[3] = folder.write("again.ppm", face("RRRRRRRRR"));
    let arguments = ["state"].map(str::to_owned).into_iter().chain(images);
    let answer = cuberig(arguments).fails(1, "");
    assert_eq!(answer.stderr, "cuberig: the pictures of R and D show the same face\n");
    assert_eq!(answer.stdout, "");
}

#[test]
fn the_right_order_of_the_pictures_is_named() {
    let folder = Folder::new("order");
    let mut images = six_pictures(&folder, &model::apply_all(SOLVED, "R U2 F' L D B2 R' U F2 D'"));
    images.swap(0, 1);
    let named = |face: char, at: usize| format!("{face}='{}'", images[at]);
    let answer = cuberig(["state"].map(str::to_owned).into_iter().chain(images.clone())).fails(1, "in the order U=");
    let right =
        [('U', 1), ('R', 0), ('F', 2), ('D', 3), ('L', 4), ('B', 5)].map(|(face, at)| named(face, at)).join(", ");
    assert!(answer.stderr.contains(&format!("in the order {right} they do")), "{}", answer.stderr);
    assert_eq!(answer.stdout, "");
    let object =
        cuberig(["state", "--json"].map(str::to_owned).into_iter().chain(images.clone())).fails(1, "").one_json();
    assert_eq!((&object["facelets"], &object["valid"]), (&json!(""), &json!(false)));
    assert!(object["problems"][0].as_str().unwrap().contains("in the order U="));
    // In that order they make the cube.
    images.swap(0, 1);
    cuberig(["state"].map(str::to_owned).into_iter().chain(images)).done();
}
