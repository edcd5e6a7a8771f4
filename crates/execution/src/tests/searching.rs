//! Searches for moves that do the same in less time, with and without their tables.

use std::time::Duration;

use cube::Cube;
use rig::{Profile, RigState};
use solver::LoadOptions;

use super::bench::*;
use crate::plan::{PlanMaker, PlanRequest};
use crate::report::Code;

/// A maker that has not begun to load its tables. It finds them where other tests keep them: making them would take the time of all
/// tests here together.
fn maker() -> PlanMaker {
    PlanMaker::new(&Profile::nxt_2015(), LoadOptions::cached_in(LoadOptions::user_cache()))
}

#[test]
fn a_search_for_other_moves_does_the_same_to_the_cube_in_less_time() {
    let cube = Cube::from_seed(11);
    // Turns of faces without an arm are dear: a sequence of them has cheaper ones with the same effect.
    let text = "U D' U2 R2 L2 U D R L";
    let mut exact = Try::with_cube(cube);
    let exactly = exact.execute(text);
    let mut rig = Try::with_cube(cube);
    rig.maker.load_tables();
    while !rig.maker.has_tables() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let report = rig.execute_within(text, 1.0);
    for report in [&exactly, &report] {
        assert_eq!(report.code, Code::Success, "{}", report.text);
        assert_eq!(report.cube, Some(cube.apply_all(&moves(text))));
    }
    assert!(report.seconds < exactly.seconds - 1.0, "{report:?}");
}

/// On a new machine the tables take a minute to make, and nobody waits for them.
#[test]
fn a_search_that_has_no_tables_yet_gives_the_moves_as_they_were_asked_for() {
    let maker = maker();
    let asked = moves("U D' U2 R2 L2 U D R L");
    let request = |search| PlanRequest::Moves(RigState::REST, asked.clone(), search);
    let make = |search| maker.make(&request(search), false, &|| false);
    let plan = make(1e-6).expect("they can be planned").plan;
    assert_eq!(Ok(plan), make(0.0).map(|prepared| prepared.plan));
}

#[test]
fn a_search_that_panics_ends_its_goal_with_a_sentence() {
    let maker = maker();
    let request = |search| PlanRequest::Moves(RigState::REST, moves("R U F'"), search);
    let made = maker.make(&request(1.0), false, &|| panic!("as a fault in the search would"));
    assert!(made.is_err_and(|text| text.contains("broke off")));
    let made = maker.make(&request(0.0), false, &|| false);
    assert!(made.is_ok(), "the next goal is planned");
}
