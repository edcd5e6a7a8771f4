//! The laws of the graph, in storms of all kinds.

use std::ops::ControlFlow;

use storm::{Act, Kinds, Law, Plan, Upset, campaign, shrink};

use crate::TOOLS;

/// Upsets come within this many seconds.
const SECONDS: f64 = 30.0;

/// Runs storms and reports each broken law with its seed.
fn broken(seeds: std::ops::Range<u64>, kinds: Kinds) -> Vec<String> {
    let mut broken = Vec::new();
    let draw = |seed| Plan::draw(seed, SECONDS, kinds);
    campaign(seeds, &TOOLS, 2, false, draw, |seed, plan, outcome| {
        for law in outcome.broken {
            let upsets = plan.upsets.iter().map(|(at, upset)| format!("\n    {at:.2} s: {upset}"));
            broken.push(format!("seed {seed}: {law}{}", upsets.collect::<String>()));
        }
        ControlFlow::Continue(())
    });
    broken
}

#[test]
fn runs_without_upsets_are_solved_at_the_first_attempt() {
    let broken = broken(0..30, Kinds::NONE);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn storms_of_all_kinds_keep_the_laws() {
    let broken = broken(0..500, Kinds::ALL);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// A planned law breaker: a solver that is not there when all is to be over.
#[test]
fn a_broken_law_is_found_and_its_storm_shrunk_to_what_matters() {
    let mut plan = Plan::draw(1, 20.0, Kinds::ALL);
    // Nobody can solve a cube within this time.
    plan.recovery = 3.0;
    plan.upsets.retain(|(_, upset)| !upset.is_mechanical());
    let outcome = storm::run(&plan, &TOOLS, true);
    assert!(outcome.broken.iter().any(|broken| broken.law == Law::Recovers), "{:?}", outcome.broken);
    assert!(outcome.trace.iter().any(|line| line.contains("conductor publishes run/status")));
    let (smallest, kept) = shrink(&plan, Law::Recovers, &TOOLS);
    assert_eq!((smallest.upsets.len(), kept.len()), (0, 0), "it needs none: {:?}", smallest.upsets);
    assert!(smallest.seconds <= 20.0);
}

/// A planner that has just begun does not know whether the rig is stopped, so goals wait. A storm lost their cancellations.
#[test]
fn a_goal_that_was_cancelled_while_it_waited_is_not_carried_out() {
    let mut plan = Plan::draw(1, 4.0, Kinds::NONE);
    plan.recovery = 0.0;
    let turn = vec!["R".parse().expect("a move")];
    plan.upsets = vec![(0.9, Upset::Act(Act::Execute(turn))), (1.2, Upset::Act(Act::Cancel))];
    let outcome = storm::run(&plan, &TOOLS, true);
    let end = outcome.trace.iter().find(|line| line.contains("motion_planner -> dashboard: end of"));
    let end = end.unwrap_or_else(|| panic!("no end of a goal: {:#?}", outcome.trace));
    assert!(end.contains("code: Stopped, text: \"stopped on request\""), "{end}");
}

#[test]
fn kinds_are_drawn_as_they_are_named() {
    assert!(Kinds::parse("stalls,typhoons").is_err_and(|text| text.contains("'typhoons'")));
    let kinds = Kinds::parse("stalls, kills").expect("two kinds");
    assert_eq!(kinds.to_string(), "stalls,kills");
    let mut drawn = (0..50).flat_map(|seed| Plan::draw(seed, 60.0, kinds).upsets);
    assert!(drawn.all(|(_, upset)| matches!(upset, Upset::Stall(..) | Upset::Kill(..) | Upset::Act(_))));
    assert_eq!(Plan::draw(3, 60.0, Kinds::ALL), Plan::draw(3, 60.0, Kinds::ALL));
}

/// The pictures of the simulated camera are good enough for a run, as on the graph.
#[test]
fn a_run_by_rendered_pictures_is_solved_at_the_first_attempt() {
    let plan = Plan { renders: true, ..Plan::draw(8, 60.0, Kinds::NONE) };
    let outcome = storm::run(&plan, &TOOLS, true);
    assert_eq!(outcome.broken, []);
    assert!(
        outcome.trace.iter().any(|line| line.contains("the cube is solved, confirmed by the camera")),
        "{:#?}",
        outcome.trace
    );
}
