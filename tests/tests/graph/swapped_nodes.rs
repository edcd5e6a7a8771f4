//! Foreign programs in the place of our camera and of one of our brick drivers, with nothing else changed.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cube::{Cube, Notation, parse_moves};
use cuberig_tests::{Graph, Trials};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "swapped_nodes",
        // As in the README: nodes that are replaced are not launched.
        || Graph::launch(&["hosted:=true", "camera:=none", "fb_rotate:=none"]),
        &[
            ("a_foreign_camera", a_foreign_camera),
            ("a_foreign_brick_driver", a_foreign_brick_driver),
            ("a_camera_s_mistake_is_in_the_run_s_error", |graph| {
                let _brick = graph.foreign_node("brick_swap", &["fb_rotate", "f_wrist", "b_wrist"])?;
                let patience = Duration::from_secs(120);
                let checked = graph.check("check_camera_faults", &[""; 0], patience);
                checked.map(drop)
            }),
            ("a_stop_cancels_goals_a_few_times", |graph| {
                let patience = Duration::from_secs(60);
                graph.check("check_cancels", &["fb_rotate"], patience).map(drop)
            }),
            ("a_brick_that_receives_a_stop_late", |graph| {
                let patience = Duration::from_secs(60);
                let checked = graph.check("check_slow_stop", &["fb_rotate"], patience);
                checked.map(drop)
            }),
        ],
        &[],
    );
    trials.add_lone("foreign_solver", &[("that_loses_results_is_asked_again", lost_results_are_asked_for_again)], &[]);
}

fn lost_results_are_asked_for_again() -> Result<()> {
    let graph = Graph::launch(&["hosted:=true", "solver:=none"])?;
    let turn = parse_moves("U", Notation::Standard).context("the move is well written")?;
    let facelets = Cube::SOLVED.apply_all(&turn).facelets().to_string();
    for (lost, answers) in [("1", "late"), ("99", "never")] {
        let solver = graph.foreign_node("forgetful_solver", &[lost])?;
        solver.wait_for_output("solving", Duration::from_secs(30))?;
        let arguments = [facelets.as_str(), answers];
        let report = graph.check("check_lost_results", &arguments, Duration::from_secs(120));
        println!("{}", report.with_context(|| solver.tail(20))?);
        ensure!(solver.output().contains("for the 2. time"), "the result was not asked for again: {}", solver.tail(20));
    }
    Ok(())
}

fn a_foreign_camera(graph: &mut Graph) -> Result<()> {
    let shown = Cube::from_seed(11).facelets().to_string();
    let _camera = graph.foreign_node("camera_swap", &[&shown])?;
    graph.check("check_camera_swap", &[&shown], Duration::from_secs(90)).map(drop)
}

fn a_foreign_brick_driver(graph: &mut Graph) -> Result<()> {
    // One turn by the foreign brick itself, and one for which the whole cube must come round.
    let moves = ["F", "U2"];
    let turned = parse_moves(&moves.join(" "), Notation::Standard).context("the moves are well written")?;
    let expected = Cube::SOLVED.apply_all(&turned).facelets().to_string();
    let brick = graph.foreign_node("brick_swap", &["fb_rotate", "f_wrist", "b_wrist"])?;
    let arguments = [&[expected.as_str(), "f_wrist", "b_wrist"], &moves[..]].concat();
    graph.check("check_brick_swap", &arguments, Duration::from_secs(150)).with_context(|| brick.tail(20))?;
    ensure!(brick.output().contains("goal:"), "the foreign brick was never asked to move");
    // After a stop a driver without a stop service has its goals cancelled, also those of a stranger.
    let solved = Cube::SOLVED.facelets().to_string();
    let report = graph
        .check("check_stop", &[&solved, "2", "fb_rotate"], Duration::from_secs(180))
        .with_context(|| brick.tail(20))?;
    println!("\n{report}");
    Ok(())
}
