//! `cargo xtask physics --quick`: claws turn a face and take a new grip in MuJoCo, by friction alone.

use std::path::Path;
use std::process::{Command, Output};

/// The message of set-up where this machine cannot have MuJoCo.
const CANNOT: [&str; 3] = ["MuJoCo could not be fetched", "MuJoCo needs Python", "no Python 3"];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Plays something; `None`, said loudly, where there is no MuJoCo.
fn play(what: &str) -> Option<Output> {
    let output =
        Command::new(env!("CARGO_BIN_EXE_xtask")).args(["physics", what, "--json"]).output().expect("xtask starts");
    let said = text(&output.stderr);
    if output.stdout.is_empty() && CANNOT.iter().any(|reason| said.contains(reason)) {
        testkit::skip("MuJoCo cannot be installed here (PyPI, Python 3.11 or newer)");
        return None;
    }
    Some(output)
}

#[test]
fn a_turn_and_a_regrip_work_in_contact_physics() {
    let Some(output) = play("--quick") else {
        return;
    };
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    assert_eq!(lines.lines().count(), 2, "{lines}");
    for line in lines.lines() {
        let run: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let figure = |key: &str| run[key].as_f64().expect("a figure");
        assert_eq!(run["solved"], true, "{run}");
        assert!(figure("worst_degrees") < 2.0, "{run}");
        assert!(figure("worst_millimetres") < 1.0, "{run}");
        assert!((0.5..3.0).contains(&figure("seconds")), "{run}");
    }

    // The player's own tests, in the environment that is there now.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tests = Command::new(root.join(".ros/physics/bin/python"))
        .args(["-m", "unittest", "discover", "-s", "tests"])
        .current_dir(root.join("physics"))
        .env("PYTHONPATH", ".")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python starts");
    assert!(tests.status.success(), "{}", text(&tests.stderr));
}

#[test]
#[ignore = "minutes: nine cubes are put in, in contact physics"]
fn a_cube_put_in_misaligned_is_centred_in_contact_physics() {
    let Some(output) = play("--loading") else {
        return;
    };
    let lines = text(&output.stdout);
    assert!(output.status.success(), "{lines}{}", text(&output.stderr));
    assert!(lines.contains("\"5 mm 10 deg, load\""), "{lines}");
    for line in lines.lines() {
        let run: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let figure = |key: &str| run[key].as_f64().expect("a figure");
        assert_eq!(run["solved"], true, "{run}");
        assert!(figure("worst_millimetres") < 1.0, "{run}");
        assert!(figure("worst_tilt_degrees") < 1.0, "{run}");
    }
}
