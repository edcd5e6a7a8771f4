//! Whatever is typed: an exit status, a sentence on the error stream, and never a panic. The sentences are in `tests/cmd`.

use crate::support::{SOLVED, cuberig, cuberig_with_input};
use testkit::proptest::prelude::*;

#[test]
fn errors_go_to_one_stream_and_answers_to_the_other() {
    for (arguments, status) in [
        (&[][..], 2),
        (&["frobnicate"], 2),
        (&["scramble", "--count", "0"], 2),
        (&["verify", SOLVED, "R9"], 2),
        (&["cases", "coll"], 2),
        (&["plan", "--moves", "R", "--profile", "nxt-1066"], 2),
        (&["verify", "UUU", ""], 1),
        (&["verify", SOLVED, "R"], 1),
        (&["solve", "--file", "/dev/null"], 1),
        (&["scan", "--camera", "/no/such/camera"], 1),
    ] {
        assert_eq!(cuberig(arguments).fails(status, "").stdout, "", "{arguments:?}");
    }
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["scramble", "--seed", "1"],
        &["sequence", "invert", "R+ U-", "--notation", "plus-minus"],
        &["sequence", "invert", "R1 U3"],
        &["verify", SOLVED, ""],
        &["cases", "pll"],
        &["teach", SOLVED],
        &["plan", "--moves", "R"],
    ] {
        let answer = cuberig(arguments).done();
        assert!(!answer.stdout.is_empty() && answer.stderr.is_empty(), "{arguments:?}: {}", answer.stderr);
    }
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
    let words = "verify scramble scan state plan --rgb --moves --profile --method --json --count --seed 1 -1 --notation case -- - /dev/null /";
    let words = words.split(' ').chain(["", SOLVED, "R U R' U'"]).map(str::to_owned);
    prop_oneof![
        prop::sample::select(words.collect::<Vec<_>>()),
        // No zero byte: the operating system has no way to pass one.
        "[^\\x00]{0,20}",
        "-{1,2}[a-z]{1,8}(=.{0,5})?".prop_filter("zero byte", |text| !text.contains('\0')),
    ]
}
