//! A recording in which a conductor shows something else than it does now.

use std::sync::Arc;

use solver::LoadOptions;
use storm::{Kinds, Message, Plan, Tools};

use crate::support::cuberig;

/// A status of each run of a cube that is not solved.
const SEARCH: &str = "looking for moves that solve the cube";

#[test]
fn a_difference_is_named_by_time_and_topic_and_the_exit_status_is_1() {
    let tools = Tools::load(&LoadOptions::small(LoadOptions::user_cache())).expect("tables can be kept");
    let plan = Plan::draw(1, 60.0, Kinds::NONE);
    let mut messages = storm::run(&plan, &Arc::new(tools), true).published;
    let begin = messages[0].seconds;
    let solving = messages.iter_mut().find_map(|sent| match &mut sent.message {
        Message::Run(status) if status.text == SEARCH => Some((sent.seconds - begin, status)),
        _ => None,
    });
    let (at, status) = solving.expect("the run solves");
    status.text = "thinking".into();
    let folder = testkit::Folder::new("replay");
    let file = folder.0.join("run.mcap");
    storm::recording::record(&messages, &file).expect("a new file");
    let file = file.display().to_string();

    let answer = cuberig(["replay", &file]);
    assert_eq!(answer.status, 1, "{}", answer.stderr);
    let differences: Vec<&str> = answer.stdout.lines().filter(|line| line.contains("was")).collect();
    let line = format!("{at:9.3} s run/status: text was \"thinking\", is \"{SEARCH}\"");
    assert_eq!(differences[0], line, "{}", answer.stdout);
    assert!(answer.stdout.contains("follow from steps; 1 differ now\n"), "{}", answer.stdout);
    let json = cuberig(["replay", &file, "--json", "--topic", "run/status"]).one_json();
    assert_eq!(json["differences"].as_array().map(Vec::len), Some(1), "{json}");
    assert_eq!(cuberig(["replay", &file, "--topic", "run/steps"]).status, 0);
}
