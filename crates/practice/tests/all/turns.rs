//! Turns with times, and when stages ended.

use cube::{Cube, Move, Notation, inverted, parse_moves};
use practice::cstimer::{export, import};
use practice::{Error, Solve, Turns};

fn moves(text: &str) -> Vec<Move> {
    parse_moves(text, Notation::Standard).expect("moves")
}

/// Turns in quarters, one each 100 ms, and the cube that they solve.
fn turned(text: &str) -> (Turns, Cube) {
    let moves = moves(text);
    let timed: Vec<String> = moves.iter().enumerate().map(|(at, turn)| format!("{turn}@{}", 100 * at)).collect();
    (timed.join(" ").parse().expect("turns"), Cube::SOLVED.apply_all(&inverted(&moves)))
}

/// The stages are known because each part of the solve leaves what was done before it: what follows a part was undone at the start.
#[test]
fn stages_end_where_the_parts_of_a_solve_end() {
    const PAIR: &str = "U R U' R'";
    const SUNE: &str = "R U R' U R U U R'";
    const T: &str = "R U R' U' R' F R R U' R' U' R U R' F'";
    let length = |text: &str| moves(text).len() as u32;
    for cross in ["D R' F D", "L' F' R D D B"] {
        let orient = "F R U R' U' F'";
        let (turns, start) = turned(&format!("{cross} {PAIR} {orient} {T}"));
        let cross_end = 100 * (length(cross) - 1);
        let pairs_end = cross_end + 100 * length(PAIR);
        let orient_end = pairs_end + 100 * length(orient);
        assert_eq!(turns.splits(&start), Some([cross_end, pairs_end, orient_end]), "{cross}");
    }
    // Two algorithms in a row: the first does not orient, so the second ends the stage.
    let (turns, start) = turned(&format!("R' {PAIR} F R U R' U' F' {SUNE}"));
    let [_, pairs, oriented] = turns.splits(&start).expect("they solve it");
    assert!(pairs < oriented && oriented == 100 * (turns.as_slice().len() as u32 - 1));
    // The cross may have any colour: the whole solve on the side.
    let tipped: String = format!("D R' F D {PAIR} F R U R' U' F'")
        .chars()
        .map(|letter| match letter {
            'U' => 'R',
            'R' => 'D',
            'D' => 'L',
            'L' => 'U',
            other => other,
        })
        .collect();
    let (turns, start) = turned(&tipped);
    assert_eq!(turns.splits(&start), Some([300, 700, 1300]));
}

#[test]
fn turns_that_do_not_solve_have_no_stages() {
    let (turns, start) = turned("R U F");
    assert_eq!(turns.splits(&start.apply(Move::ALL[0])), None);
    assert_eq!(Turns::default().splits(&start), None);
    assert_eq!(Turns::default().splits(&Cube::SOLVED), Some([0; 3]));
}

#[test]
fn what_is_no_list_of_turns_is_refused() {
    for text in ["R", "R@", "R@-1", "R@x", "x@1", "Rw@1", "R U@1", "R@5 U@4", "@1", "R@1@2", "R@99999999999"] {
        assert!(matches!(text.parse::<Turns>(), Err(Error::Turns(_))), "{text}");
    }
    assert!("R@0 ".repeat(2001).parse::<Turns>().is_err());
    let turns: Turns = "R@0 U'@210 F2@210".parse().expect("turns");
    assert_eq!(turns.to_string(), "R@0 U'@210 F2@210");
}

/// The place and the form are those of csTimer, from its source (`recons.js` reads `solve[4][0]`).
#[test]
fn turns_and_stages_go_to_cstimer_and_come_back() {
    let (turns, start) = turned("R' U R U' R'");
    let splits = turns.splits(&start).expect("they solve it").to_vec();
    let solve = Solve { millis: 400, splits: splits.clone(), turns, ..Solve::default() };
    let text = export(&[("smart".into(), vec![solve.clone(), Solve::default()])]);
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let [cross, layers, oriented] = splits[..] else { panic!("three stages") };
    assert_eq!(file["session1"][0][0], serde_json::json!([0, 400, oriented, layers, cross]));
    assert_eq!(file["session1"][0][4], serde_json::json!(["R'@0 U@100 R@200 U'@300 R'@400", "333"]));
    assert_eq!(file["session1"][1].as_array().map(Vec::len), Some(4), "without turns as before");
    assert_eq!(import(&text).expect("its own")[0].1[0], solve);
    let foreign = r#"{"session1":[[[0,400],"R","",1,["x@0 R@100","333"]]]}"#;
    assert_eq!(import(foreign).expect("turns of another kind are left out")[0].1[0].turns, Turns::default());
}
