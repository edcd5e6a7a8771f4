//! Wrong arguments, cubes and files: an exit status, a sentence, and never a panic.

use crate::support::{SOLVED, cuberig, cuberig_with_input};
use testkit::proptest::prelude::*;

#[test]
fn wrong_usage_is_status_2() {
    cuberig::<&str>([]).fails(2, "Usage");
    cuberig(["frobnicate"]).fails(2, "frobnicate");
    cuberig(["verify"]).fails(2, "FACELETS");
    cuberig(["verify", SOLVED]).fails(2, "MOVES");
    cuberig(["verify", SOLVED, "R9"]).fails(2, "'R9' at character 1");
    cuberig(["verify", SOLVED, "R", "--notation", "klingon"]).fails(2, "klingon");
    cuberig(["scramble", "--seed", "minus one"]).fails(2, "minus one");
    cuberig(["scramble", "--count", "0"]).fails(2, "--count");
    cuberig(["scramble", "--seed", "18446744073709551616"]).fails(2, "18446744073709551616");
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(cuberig(["--help"]).done().stdout.contains("scramble"));
    assert!(cuberig(["--version"]).done().stdout.starts_with("cuberig "));
}

#[test]
fn impossible_cubes_are_status_1_with_the_reason() {
    let swapped = |a: usize, b: usize| {
        let mut letters = SOLVED.as_bytes().to_vec();
        letters.swap(a, b);
        String::from_utf8(letters).unwrap()
    };
    cuberig(["verify", &SOLVED[1..], ""]).fails(1, "53");
    cuberig(["verify", &SOLVED.replace('U', "X"), ""]).fails(1, "'X'");
    cuberig(["verify", &SOLVED.replacen('U', "R", 1), ""]).fails(1, "8 stickers");
    // The edge UF flipped where it is: U7's neighbour U8 (index 7) and F2 (index 19).
    cuberig(["verify", &swapped(7, 19), ""]).fails(1, "UF");
    cuberig(["verify", "", ""]).fails(1, "54");
    cuberig(["verify", &"U".repeat(54), ""]).fails(1, "U");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let program = env!("CARGO_BIN_EXE_cuberig");
    let pipe = format!("'{program}' scramble --seed 1 --count 100000 | head -n 1; exit ${{PIPESTATUS[0]}}");
    let output = std::process::Command::new("bash").args(["-c", &pipe]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_argument_text_makes_it_panic(arguments in prop::collection::vec(argument(), 0..5)) {
        cuberig_with_input(&arguments, b"").without_panic();
    }

    #[test]
    fn no_cube_and_no_moves_make_it_panic(cube in "[URFDLBWYOG? ,xé]{0,60}", moves in "[URFDLBMESxyzrufdlbw123'+\\-()\\[\\],:./* é]{0,30}") {
        cuberig(["verify", "--json", "--", &cube, &moves]).without_panic();
    }
}

/// Words that mean something, words that nearly do, and noise.
fn argument() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "verify",
            "scramble",
            "scan",
            "state",
            "plan",
            "--rgb",
            "--moves",
            "--profile",
            "--method",
            "--json",
            "--count",
            "--seed",
            "1",
            "-1",
            "--notation",
            "case",
            "--",
            "-",
            "",
            SOLVED,
            "R U R' U'",
            "/dev/null",
            "/",
        ])
        .prop_map(str::to_owned),
        // No zero byte: the operating system has no way to pass one.
        "[^\\x00]{0,20}",
        "-{1,2}[a-z]{1,8}(=.{0,5})?".prop_filter("zero byte", |text| !text.contains('\0')),
    ]
}
