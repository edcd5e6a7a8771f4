//! A lesson led step by step: what is typed decides where to go.

use std::fmt::Display;
use std::io::{self, BufRead};

use teach::{Lesson, Player};

use super::{Showing, printed};
use crate::failure::Failure;
use crate::output::Output;

/// What was typed.
enum Word {
    Forward,
    Back,
    GoTo(usize),
    Again,
    Why,
    Restart,
    Quit,
    Unknown,
}

impl Word {
    fn read(line: &str) -> Word {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] | ["next"] => Word::Forward,
            ["b" | "back"] => Word::Back,
            ["g" | "goto", number] => number.parse().map_or(Word::Unknown, Word::GoTo),
            ["a" | "again"] => Word::Again,
            ["w" | "why"] => Word::Why,
            ["r" | "restart"] => Word::Restart,
            ["q" | "quit"] => Word::Quit,
            _ => Word::Unknown,
        }
    }
}

/// Leads through the lesson until it ends, or the input does.
pub fn lead(lesson: &Lesson, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    let words = showing.words;
    printed::opening(lesson, showing, output)?;
    let mut player = Player::new(lesson.clone());
    let first = (lesson.steps()).position(|(stage, _)| showing.from <= stage);
    if let Some(first) = first.filter(|&first| 0 < first) {
        output.text(format_args!("\n{}", words.sentence("terminal.stages-first")))?;
        for at in 0..showing.from {
            printed::banner(lesson, at, showing, output)?;
        }
        // The cube that lies before the learner is still scrambled: the moves so far are his to do.
        let moves: Vec<cube::LayerTurn> =
            (lesson.steps().take(first)).flat_map(|(_, step)| step.moves.iter().copied()).collect();
        printed::moves(&moves, showing, output)?;
        (0..first).for_each(|_| {
            player.finish_step();
        });
    }
    let mut stage = None;
    let mut input = io::stdin().lock();
    while let Some((at, _)) = player.step() {
        if stage != Some(at) {
            printed::banner(lesson, at, showing, output)?;
            printed::goal(&lesson.stages()[at], showing, output)?;
            stage = Some(at);
        }
        show(&player, showing, output)?;
        loop {
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            match Word::read(&line) {
                Word::Forward => {
                    player.finish_step();
                    output.text(format_args!("\n   {}", words.sentence("terminal.looks-now")))?;
                    for line in printed::net(&player.hand(), &[], showing).lines() {
                        output.text(format_args!("   {line}"))?;
                    }
                    break;
                }
                Word::Back => match player.go_to_step(player.step_number()) {
                    Ok(()) => break,
                    Err(_) => output.text(words.sentence("terminal.first-step"))?,
                },
                Word::GoTo(step) => match player.go_to_step(step) {
                    Ok(()) => break,
                    Err(_) => {
                        let values: [(&str, &dyn Display); 2] = [("step", &step), ("steps", &player.steps())];
                        output.text(words.fill("terminal.no-step", &values))?;
                    }
                },
                Word::Again => show(&player, showing, output)?,
                Word::Why => printed::goal(&lesson.stages()[at], showing, output)?,
                Word::Restart => {
                    player.restart();
                    break;
                }
                Word::Quit => return Ok(()),
                Word::Unknown => output.text(words.sentence("terminal.help"))?,
            }
        }
    }
    printed::closing(lesson, showing, output)
}

/// The current step: what it is about, and the cube as it is held for it.
fn show(player: &Player, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    let Some((_, step)) = player.step() else {
        return Ok(());
    };
    printed::explain(player.step_number() + 1, step, showing, output)?;
    output.text("")?;
    for line in printed::marked(step, showing).lines() {
        output.text(format!("   {line}").trim_end())?;
    }
    let values: [(&str, &dyn Display); 2] = [("number", &(player.step_number() + 1)), ("count", &player.steps())];
    output.text(format_args!("\n{}", showing.words.fill("terminal.step", &values)))
}
