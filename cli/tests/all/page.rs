//! The pages of `scan --camera`, `plan --page` and `teach --page`, as browsers use them.

use crate::support::browser::Served;
use crate::support::drawn;
use crate::support::{SOLVED, cuberig};
use cube::{Color, ColorScheme, Cube, parse_moves};
use serde_json::{Value, json};
use testkit::Folder;

fn letters(cube: &Cube) -> String {
    let colors = cube.facelets().colors(&ColorScheme::WESTERN);
    colors.map(Color::letter).iter().collect()
}

/// The pictures of the faces U R F D L B.
fn pictures(cube: &Cube) -> Vec<Vec<u8>> {
    let letters = letters(cube);
    (0..6).map(|face| drawn::face(&letters[9 * face..9 * face + 9])).collect()
}

/// A scan of a cube that is read and waits for a yes.
fn scanned(name: &str, cube: &Cube) -> (Folder, Served) {
    let folder = Folder::new(name);
    for (face, picture) in pictures(cube).iter().enumerate() {
        folder.write(&format!("{face}.png"), picture);
    }
    let mut served = Served::start(&["scan", "--camera", folder.path(), "--json", "--page", "0"]);
    served.wait_for("right?");
    (folder, served)
}

/// What the program prints when it ends well.
fn ended(mut served: Served) -> Value {
    assert!(served.child.wait().expect("it ends").success());
    serde_json::from_reader(served.child.stdout.take().expect("it is piped")).expect("JSON")
}

#[test]
fn the_page_of_a_scan_shows_the_film_and_takes_words() {
    let cube = Cube::from_seed(8);
    let (_folder, mut served) = scanned("page-words", &cube);
    let mut browser = served.open();
    assert_eq!(browser.part("hello", |_| true)["view"], "hand_scan");
    let known = browser.part("hand_scan", |scan| scan["done"] == true);
    assert_eq!(known["stickers"], letters(&cube));
    assert_eq!(known["faces"], json!(["read", "read", "read", "read", "read", "read"]));
    for (kind, number) in [("plain", 1), ("annotated", 2)] {
        browser.ask(json!({ "do": "watch", "picture": kind }));
        assert_eq!(browser.picture(number)[..2], [0xFF, 0xD8], "{kind}");
    }
    let refused = browser.ask(json!({ "do": "say", "line": "nonsense" }));
    assert_eq!(refused["ok"], false);
    assert!(refused["text"].as_str().is_some_and(|text| text.contains("F3=G")), "{refused}");
    served.wait_for("F3=G");
    let refused = browser.ask(json!({ "do": "start", "scan": true }));
    assert_eq!(refused["ok"], false, "there is no rig");
    // A page of elsewhere whose name was made to point here.
    let elsewhere = served.exchange(b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n");
    assert!(elsewhere.starts_with("HTTP/1.1 403"), "{elsewhere}");
    browser.send(json!({ "do": "say", "line": "yes" }));
    let over = browser.part("hand_scan", |scan| scan["notice"] != "");
    assert!(over["prompt"].as_str().is_some_and(|text| text.contains("over")), "{over}");
    let object = ended(served);
    assert_eq!(object["facelets"], cube.facelets().to_string());
}

#[test]
fn a_cube_that_is_entered_on_the_page_is_taken_and_a_bad_one_is_named() {
    let (_folder, served) = scanned("page-entered", &Cube::from_seed(9));
    let mut browser = served.open();
    let mine = Cube::from_seed(10);
    let mut bad: Vec<char> = letters(&mine).chars().collect();
    let corner = cube::Corner::ALL[0].stickers();
    bad.swap(corner[0], corner[1]);
    let bad: String = bad.iter().collect();
    for ask in ["check", "set_cube"] {
        let refused = browser.ask(json!({ "do": ask, "cube": bad }));
        assert_eq!(refused["ok"], false, "{ask}");
        assert!(refused["text"].as_str().is_some_and(|text| text.contains("corner")), "{refused}");
        assert_eq!(refused["stickers"], json!(corner));
    }
    let begun = format!("{}{}", &letters(&mine)[..30], "?".repeat(24));
    assert_eq!(browser.ask(json!({ "do": "set_cube", "cube": begun }))["ok"], false);
    let taken = browser.ask(json!({ "do": "set_cube", "cube": letters(&mine) }));
    assert_eq!(taken["ok"], true, "{taken}");
    let object = ended(served);
    assert_eq!(object["facelets"], mine.facelets().to_string());
    assert_eq!(object["valid"], true);
}

#[test]
fn six_photographs_are_read() {
    let (_folder, mut served) = scanned("page-photos", &Cube::from_seed(11));
    let photographed = Cube::from_seed(12);
    let mut twice = pictures(&photographed);
    twice[1] = twice[0].clone();
    let refused = served.send_photographs(&twice);
    assert_eq!(refused["text"], "The pictures of U and R both show the white face. Replace one of them.");
    // In each other's boxes, the middle of each shows where it belongs.
    let right = pictures(&photographed);
    for order in [[1, 0, 2, 3, 4, 5], [0, 4, 2, 3, 1, 5], [0, 1, 5, 3, 4, 2], [3, 1, 2, 0, 4, 5], [1, 2, 0, 3, 4, 5]] {
        let answer = served.send_photographs(&order.map(|face| right[face].clone()));
        let cube = answer["cube"].as_str().expect("it is read");
        let middles: Vec<char> = cube.chars().skip(4).step_by(9).collect();
        let placed = order.map(|face| ['W', 'R', 'G', 'Y', 'O', 'B'][face]);
        assert_eq!((&answer["ok"], &middles[..]), (&json!(false), &placed[..]), "{order:?}: {answer}");
    }
    let answer = served.send_photographs(&pictures(&photographed));
    assert_eq!((&answer["ok"], &answer["cube"]), (&json!(true), &json!(letters(&photographed))), "{answer}");
    // Nothing is taken before the person agrees.
    assert!(served.child.try_wait().expect("its state").is_none());
    let mut browser = served.open();
    browser.ask(json!({ "do": "say", "line": "yes" }));
    assert_eq!(ended(served)["facelets"], Cube::from_seed(11).facelets().to_string());
}

#[test]
fn a_plan_is_played_held_and_sought() {
    const MOVES: &str = "R U F2";
    let served = Served::start(&["plan", "--moves", MOVES, "--page", "--json"]);
    let mut browser = served.open();
    assert_eq!(browser.part("hello", |_| true)["view"], "plan");
    let plan = browser.part("plan", |_| true);
    assert_eq!(plan["moves"], json!(["R", "U", "F2"]));
    let seconds = plan["seconds"].as_f64().expect("seconds");
    // It runs by itself; slowly from its start, so that a busy machine sees it too.
    let slowly = json!({ "do": "play", "from": 0.0, "speed": 0.05 });
    assert_eq!(browser.ask(slowly)["ok"], true);
    let first = browser.part("scene", |_| true)["joints"].clone();
    browser.part("scene", |scene| scene["joints"] != first);
    assert_eq!(browser.ask(json!({ "do": "pause" }))["ok"], true);
    assert_eq!(browser.part("player", |player| player["playing"] == false)["speed"], 0.05);
    for bad in
        [json!({ "from": -1.0 }), json!({ "from": seconds + 1.0 }), json!({ "speed": 0.0 }), json!({ "speed": 1e9 })]
    {
        let mut ask = json!({ "do": "play", "from": null, "speed": null });
        for (key, value) in bad.as_object().expect("an object") {
            ask[key] = value.clone();
        }
        assert_eq!(browser.ask(ask)["ok"], false, "{bad}");
    }
    assert_eq!(browser.ask(json!({ "do": "stop" }))["ok"], false, "there is no rig");
    let sought = browser.ask(json!({ "do": "play", "from": seconds - 0.1, "speed": 20.0 }));
    assert_eq!(sought["ok"], true);
    browser.part("player", |player| player["playing"] == false && player["at"] == seconds);
    // A browser that comes late sees the end.
    let end = served.open().part("scene", |_| true);
    let moves = parse_moves(MOVES, cube::Notation::Standard).expect("moves");
    assert_eq!(end["cube"]["stickers"], letters(&Cube::SOLVED.apply_all(&moves)));
    served.interrupt();
}

#[test]
fn a_lesson_is_turned_played_and_left() {
    let cube = Cube::from_seed(8);
    let facelets = letters(&cube);
    let served = Served::start(&["teach", &facelets, "--method", "layers", "--page"]);
    let mut browser = served.open();
    assert_eq!(browser.part("hello", |_| true)["view"], "lesson");
    let lesson = browser.part("lesson", |_| true);
    assert_eq!(lesson["stickers"], letters(&cube));
    let next = &lesson["moves"][0]["turn"];
    assert_eq!(browser.ask(json!({ "do": "turn", "turn": next }))["ok"], true);
    // This method never turns the whole cube.
    assert_eq!(browser.ask(json!({ "do": "turn", "turn": "y" }))["ok"], true);
    let turned = served.open().part("lesson", |_| true);
    assert_eq!((&turned["at"], &turned["extra_turns"]), (&json!(1), &json!(["y"])));
    assert_eq!(browser.ask(json!({ "do": "undo" }))["ok"], true);
    let last = lesson["moves"].as_array().expect("moves").len();
    let sought = browser.ask(json!({ "do": "goto", "moves": last - 2 }));
    assert_eq!(sought["ok"], true, "{sought}");
    let play = json!({ "do": "play", "from": null, "speed": 20.0 });
    assert_eq!(browser.ask(play.clone())["ok"], true);
    let end = browser.part("lesson", |lesson| lesson["at"] == json!(last));
    assert_eq!(end["stickers"], letters(&Cube::SOLVED));
    assert_eq!(browser.ask(play)["ok"], false, "it is at its end");
    let random = browser.ask(json!({ "do": "random" }));
    let teach = json!({ "do": "teach", "method": null, "cube": random["cube"] });
    assert_eq!(browser.ask(teach)["ok"], true);
    assert_eq!(served.open().part("lesson", |_| true)["stickers"], random["cube"]);
    served.interrupt();
}

#[test]
fn a_lesson_takes_six_photographs_of_another_cube() {
    let served = Served::start(&["teach", &letters(&Cube::from_seed(8)), "--page"]);
    let other = Cube::from_seed(12);
    let answer = served.send_photographs(&pictures(&other));
    assert_eq!((&answer["ok"], &answer["cube"]), (&json!(true), &json!(letters(&other))), "{answer}");
    let mut browser = served.open();
    let teach = json!({ "do": "teach", "method": null, "cube": answer["cube"] });
    assert_eq!(browser.ask(teach)["ok"], true);
    browser.part("lesson", |lesson| lesson["stickers"] == letters(&other));
}

#[test]
fn a_page_without_a_cube_begins_with_a_solved_one() {
    let served = Served::start(&["teach", "--page", "0"]);
    let lesson = served.open().part("lesson", |_| true);
    assert_eq!(lesson["stickers"], letters(&Cube::SOLVED));
    assert_eq!(lesson["moves"], json!([]));
    assert_ne!(lesson["notice"], "");
}

#[test]
fn the_page_of_a_lesson_shows_the_camera_and_survives_its_loss() {
    let folder = Folder::new("lesson-camera");
    folder.write("1.png", drawn::wall());
    let facelets = Cube::from_seed(12).facelets().to_string();
    let served = Served::start(&["teach", &facelets, "--page", "0", "--camera", folder.path()]);
    let mut browser = served.open();
    let watch = browser.part("watch", |watch| watch["state"] == "cannot_tell");
    assert!(watch["text"].as_str().is_some_and(|text| text.contains("Next is")));
    assert_eq!(watch["show"].as_str().map(str::len), Some(1));
    // Pictures come to who wants them.
    for (name, kind) in [("plain", 1), ("annotated", 2)] {
        assert_eq!(browser.ask(json!({ "do": "watch", "picture": name }))["ok"], true);
        assert!(browser.picture(kind).starts_with(&[0xff, 0xd8]));
    }
    browser.send(json!({ "do": "watch", "picture": "none" }));
    std::fs::remove_dir_all(folder.path()).expect("its own");
    let lost = browser.part("watch", |watch| watch["state"] == "lost");
    assert!(lost["text"].as_str().is_some_and(|text| text.contains("cannot read the folder")));
    std::fs::create_dir_all(folder.path()).expect("a folder");
    folder.write("1.png", drawn::wall());
    browser.part("watch", |watch| watch["state"] == "cannot_tell");
    // The cube is read when that is wanted, and nonsense is refused.
    assert_eq!(browser.ask(json!({ "do": "say", "line": "restart" }))["ok"], true);
    let scan = browser.part("hand_scan", |scan| scan["prompt"] != "");
    assert_eq!(scan["hold"].as_str().map(str::len), Some(3));
    assert_eq!(browser.ask(json!({ "do": "say", "line": "nonsense" }))["ok"], false);
    assert_eq!(browser.ask(json!({ "do": "say", "line": "stop" }))["ok"], true);
    browser.part("watch", |watch| watch["state"] == "cannot_tell");
    let empty = Folder::new("lesson-camera-empty");
    cuberig(["teach", SOLVED, "--page", "0", "--camera", empty.path()]).fails(1, "no pictures");
}
