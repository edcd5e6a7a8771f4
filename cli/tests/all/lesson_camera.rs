//! `teach --page --camera`: what the page hears of the camera.

use serde_json::json;

use crate::support::browser::Served;
use crate::support::drawn;
use crate::support::folder::Folder;
use crate::support::{SOLVED, cuberig};

#[test]
fn the_page_of_a_lesson_shows_the_camera_and_survives_its_loss() {
    let folder = Folder::new("lesson-camera");
    folder.write("1.png", drawn::wall());
    let facelets = cuberig(["scramble", "--seed", "12"]).done().stdout;
    let arguments = ["teach", facelets.trim(), "--page", "0", "--camera"];
    let mut served = Served::start(&[&arguments[..], &[folder.path()]].concat());
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
    served.child.kill().expect("it runs");
    served.child.wait().expect("it ends");
}

#[test]
fn a_camera_needs_a_page_and_pictures() {
    cuberig(["teach", SOLVED, "--camera", "0"]).fails(2, "--page");
    cuberig(["teach", SOLVED, "--page", "0", "--colors", "mine.toml"]).fails(2, "--camera");
    let there_is_none = ["teach", SOLVED, "--page", "0", "--camera", "/no/such/camera"];
    cuberig(there_is_none).fails(1, "/no/such/camera");
    let empty = Folder::new("lesson-camera-empty");
    let nothing = ["teach", SOLVED, "--page", "0", "--camera", empty.path()];
    cuberig(nothing).fails(1, "no pictures");
}
