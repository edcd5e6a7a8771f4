//! Whatever is typed: an exit status, a sentence on the error stream, and never a panic. The sentences are in `tests/cmd`.

use crate::support::{SOLVED, cuberig, cuberig_with_input};
use testkit::proptest::prelude::*;

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
