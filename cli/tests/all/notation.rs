//! `--notation`: every command reads what another one prints, and prints what the seeds of the project print.

use crate::support::{SOLVED, SUPERFLIP, cuberig, keys, model};

const SOLVED_PIECES: &str = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

/// The first line that a command prints.
fn printed(arguments: &[&str]) -> String {
    let answer = cuberig(arguments).done();
    answer.stdout.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn moves_are_printed_as_the_thesis_and_the_permutation_lab_write_them() {
    for (notation, written) in [
        ("auto", "R U2 F'"),
        ("standard", "R U2 F'"),
        ("singmaster", "R U2 F'"),
        // The thesis counts quarters clockwise, so F' is F3; the lab turns small letters back.
        ("quarters", "R1 U2 F3"),
        ("case", "RUUf"),
        ("lab", "RUUf"),
        ("plus-minus", "R+ U+ U+ F-"),
    ] {
        let simplify = ["sequence", "simplify", "--notation", notation, written];
        assert_eq!(printed(&simplify), written);
        let plan = ["plan", "--moves", written, "--notation", notation];
        assert_eq!(printed(&plan), written);
        let cube = model::apply_all(SOLVED, "R U2 F'");
        let answer = cuberig(["verify", &cube, written, "--notation", notation, "--json"]);
        assert_eq!(answer.one_json()["moves"], written);
        // There and back.
        let back = printed(&["sequence", "invert", written, "--notation", notation]);
        cuberig(["verify", &cube, &back, "--notation", notation]).done();
    }
}

#[test]
fn rotations_are_printed_in_each_notation_too() {
    for (notation, written, back) in [
        ("standard", "x R'", "R x'"),
        ("quarters", "x1 R3", "R1 x3"),
        ("case", "Xr", "Rx"),
        ("plus-minus", "x+ R-", "R+ x-"),
    ] {
        let invert = ["sequence", "invert", written, "--notation", notation];
        assert_eq!(printed(&invert), back);
    }
}

#[test]
fn a_scramble_in_any_notation_leads_to_the_same_cube() {
    let scramble = |notation: &str| {
        let turns = ["scramble", "--seed", "5", "--turns", "9", "--notation", notation];
        let answer = cuberig(turns.into_iter().chain(["--json"])).done();
        let object = answer.one_json();
        let text = |key: &str| object[key].as_str().unwrap_or_default().to_owned();
        (text("moves"), text("facelets"), text("pieces"))
    };
    let (standard, cube, pieces) = scramble("standard");
    assert_eq!((model::apply_all(SOLVED, &standard), pieces), (cube.clone(), String::new()));
    for notation in ["quarters", "case", "lab", "plus-minus"] {
        let (moves, same, _) = scramble(notation);
        assert_eq!(same, cube);
        let apply = printed(&["sequence", "apply", &moves, "--notation", notation]);
        assert_eq!(apply, cube, "{moves}");
    }
    let (_, same, pieces) = scramble("singmaster");
    assert_eq!(same, cube);
    // What is printed as pieces is read where a cube is asked for.
    assert_eq!(printed(&["sequence", "apply", "", &pieces]), cube);
}

/// What `solve` and `teach` print as JSON, whole and stage by stage, `verify` reads in the same notation.
#[test]
fn solutions_and_lessons_are_printed_in_each_notation() {
    let cube = model::apply_all(SOLVED, "R U2 F' L D B2");
    for notation in ["standard", "singmaster", "quarters", "case", "plus-minus"] {
        for command in [
            &["solve", "--method", "thistlethwaite"][..],
            &["teach"],
            &["teach", "--method", "cfop"],
            &["teach", "--method", "layers"],
        ] {
            let arguments = [cube.as_str(), "--notation", notation, "--json"];
            let answer = cuberig(command.iter().chain(&arguments)).done().one_json();
            let whole = answer["moves"].as_str().expect("moves");
            cuberig(["verify", &cube, whole, "--notation", notation]).done();
            let mut parts = Vec::new();
            for stage in answer["stages"].as_array().expect("stages") {
                let steps = stage["steps"].as_array();
                let parts_of_it = steps.map_or(std::slice::from_ref(stage), Vec::as_slice);
                parts.extend(parts_of_it.iter().filter_map(|part| part["moves"].as_str()));
            }
            let joined = parts.join(" ");
            if joined != whole {
                cuberig(["verify", &cube, &joined, "--notation", notation]).done();
            }
            let is_standard = whole.contains('\'');
            assert_eq!(is_standard, ["standard", "singmaster"].contains(&notation), "{whole}");
        }
    }
}

#[test]
fn cubes_are_pieces_by_the_order_of_the_thesis() {
    let pieces = |cube: &str| printed(&["sequence", "apply", "", cube, "--notation", "singmaster"]);
    assert_eq!(pieces(SOLVED), SOLVED_PIECES);
    let flipped = pieces(SUPERFLIP);
    assert!(flipped.starts_with("FU RU BU LU FD RD BD LD RF LF RB LB UFR"), "{flipped}");
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    cuberig(["verify", &flipped, superflip]).done();
    let short = SOLVED_PIECES.replacen("UF ", "", 1);
    cuberig(["verify", &short, "R"]).fails(1, "19 were given");
    let flipped_edge = SOLVED_PIECES.replacen("UF ", "FU ", 1);
    cuberig(["verify", &flipped_edge, "R"]).fails(1, "flipped");
}

#[test]
fn the_catalogue_is_printed_in_a_notation() {
    let case = cuberig(["cases", "pll", "Aa", "--notation", "quarters", "--json"]).done();
    let case = case.one_json();
    let moves = case["moves"].as_str().unwrap_or_default();
    let is_quarters = |turn: &str| turn.ends_with(['1', '2', '3']);
    assert!(!moves.is_empty() && moves.split(' ').all(is_quarters), "{moves}");
    assert!(keys(&case).contains(&"auf"));
}
