//! What comes from outside is bounded: files that have no end, texts of any length, numbers of 300 digits.

use std::process::Command;

use crate::support::cuberig;
use testkit::Folder;

/// The commands that read a file whole.
const READERS: [&[&str]; 5] = [
    &["plan", "--moves", "R", "--profile"],
    &["state", "--rgb"],
    &["scan"],
    &["scan", "picture.png", "--colors"],
    &["scan", "--camera"],
];

#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = Folder::new("no-file");
    let pipe = format!("{}/pipe", folder.path());
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is there").success());
    for reader in READERS {
        for (path, kind) in [("/dev/zero", "a device"), (&pipe, "a named pipe")] {
            let answer = cuberig([reader, &[path]].concat());
            assert!([1, 2].contains(&answer.status), "{reader:?} {path}");
            answer.without_panic();
            // `--camera` takes devices too, and reports that it is neither webcam nor video.
            let named = answer.stderr.contains(&format!("it is {kind}, not a"));
            assert!(named || reader.contains(&"--camera"), "{reader:?} {path}: {}", answer.stderr);
        }
    }
}

#[test]
fn messages_quote_the_beginning_of_a_long_text() {
    let long = format!("R{}", "2".repeat(100_000));
    let refused = [
        cuberig(["plan", "--moves", &long]).fails(2, "' (100001 characters) at character 1"),
        cuberig(["plan", "--moves", "R", "--profile", &long]).fails(2, "no profile 'R22222"),
    ];
    for answer in refused {
        assert!(answer.stderr.len() < 2000, "{} bytes", answer.stderr.len());
    }
}

#[test]
fn numbers_of_300_digits_are_written_short() {
    let folder = Folder::new("digits");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../config/profiles/nxt-2015.toml");
    let profile = std::fs::read_to_string(shipped).expect("a profile ships");
    let (before, rest) = profile.split_once("\nclose = ").expect("a time to close");
    let (_, after) = rest.split_once('\n').expect("more lines");
    let file = folder.write("far.toml", format!("{before}\nclose = 1e300\n{after}"));
    let answer = cuberig(["plan", "--moves", "R", "--profile", &file]);
    answer.fails(2, "timing.close = 1e300, but");
}
