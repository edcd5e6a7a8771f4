//! A lesson as text: a banner for each stage, then each step with its reason, its moves and the cube before and after.

use std::fmt::Display;

use anstyle::{Effects, Style};
use cube::LayerTurn;
use teach::{Hand, Lesson, LessonStage, LessonStep, MethodText, Spelling, rotation_words, spelled};

use super::Showing;
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;

/// Text is broken into lines of at most this many characters.
const WIDTH: usize = 88;

const BOLD: Style = Style::new().effects(Effects::BOLD);

/// Prints the whole lesson.
pub fn print(lesson: &Lesson, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    opening(lesson, showing, output)?;
    let mut number = 0;
    for (at, stage) in lesson.stages().iter().enumerate() {
        banner(lesson, at, showing, output)?;
        if at < showing.from {
            number += stage.steps.len();
            if !stage.steps.is_empty() {
                moves(&moves_of(stage), showing, output)?;
            }
            continue;
        }
        goal(stage, showing, output)?;
        for step in &stage.steps {
            number += 1;
            explain(number, step, showing, output)?;
            before_and_after(step, showing, output)?;
        }
    }
    closing(lesson, showing, output)
}

fn moves_of(stage: &LessonStage) -> Vec<LayerTurn> {
    let steps = stage.steps.iter();
    steps.flat_map(|step| step.moves.iter().copied()).collect()
}

/// Moves without an explanation.
pub fn moves(moves: &[LayerTurn], showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    paragraph(showing.words.sentence("terminal.do"), &written(moves, showing), output)
}

/// What the method is like, how moves are written, and the cube.
pub fn opening(lesson: &Lesson, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    let words = showing.words;
    let text = MethodText::of(lesson.method(), showing.language);
    output.text(format_args!("{BOLD}{}{BOLD:#}", text.title()))?;
    paragraph("", text.about(), output)?;
    paragraph("", words.sentence("terminal.letters"), output)?;
    if lesson.has_layers() {
        paragraph("", words.sentence("terminal.layers"), output)?;
    }
    let other = match showing.spelling {
        Spelling::Standard | Spelling::Words => None,
        Spelling::Quarters => Some("terminal.quarters"),
        Spelling::Case => Some("terminal.case"),
        Spelling::PlusMinus => Some("terminal.plus-minus"),
    };
    if let Some(key) = other {
        paragraph("", words.sentence(key), output)?;
    }
    output.text(format_args!("\n{}\n", words.sentence("terminal.your-cube")))?;
    output.text(net(&Hand::new(*lesson.start()), &[], showing))
}

/// The line with the number and the name of a stage.
pub fn banner(lesson: &Lesson, at: usize, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    let stage = &lesson.stages()[at];
    let values: [(&str, &dyn Display); 3] =
        [("number", &(at + 1)), ("count", &lesson.stages().len()), ("name", &stage.name)];
    let title = format!(" {} ", showing.words.fill("terminal.stage", &values));
    let line = "─".repeat(WIDTH.saturating_sub(title.chars().count() + 2));
    output.text(format_args!("\n{BOLD}──{title}{line}{BOLD:#}"))?;
    match stage.steps.is_empty() {
        true => output.text(showing.words.sentence("terminal.nothing-to-do")),
        false => Ok(()),
    }
}

/// The goal of a stage and the reason for it.
pub fn goal(stage: &LessonStage, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    if stage.steps.is_empty() {
        return Ok(());
    }
    paragraph(showing.words.sentence("terminal.goal"), &stage.goal, output)?;
    paragraph(showing.words.sentence("terminal.why"), &stage.why, output)
}

/// What a step is about: the case, the reason, how to hold the cube, the moves.
pub fn explain(number: usize, step: &LessonStep, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    output.text(format_args!("\n{BOLD}{number}. {}{BOLD:#}", step.name))?;
    paragraph("   ", &step.reason, output)?;
    let words = showing.words;
    let rotation = rotation_words(step.rotation(), words);
    let grip = match rotation.is_empty() {
        true => step.grip.clone(),
        false => {
            let values: [(&str, &dyn Display); 3] =
                [("grip", &step.grip), ("short", &step.rotation()), ("rotation", &rotation)];
            words.fill("terminal.grip", &values)
        }
    };
    paragraph("   ", &grip, output)?;
    let moves = format!("{BOLD}{}{BOLD:#}", written(step.turns(), showing));
    output.text(format_args!("   {}", words.fill("terminal.moves", &[("moves", &moves)])))
}

/// The cube as it is held for the moves, with the pieces to watch, and next to it the cube after the moves.
fn before_and_after(step: &LessonStep, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    output.text(format_args!(
        "\n   {:36}    {}",
        showing.words.sentence("terminal.before"),
        showing.words.sentence("terminal.after")
    ))?;
    let before = marked(step, showing).lines();
    let after = net(&step.after, &[], showing).lines();
    for (before, after) in before.iter().zip(&after) {
        output.text(format!("   {before}    {after}").trim_end())?;
    }
    Ok(())
}

/// The cube as it is held for the moves, with the pieces to watch in brackets.
pub fn marked(step: &LessonStep, showing: &Showing) -> Net {
    let gripped = step.gripped();
    let pieces = step.pieces.iter();
    let stickers: Vec<usize> = pieces.flat_map(|&piece| gripped.stickers_of(piece)).collect();
    net(&gripped, &stickers, showing)
}

/// A cube as it is held, with these stickers in brackets.
pub fn net(hand: &Hand, marked: &[usize], showing: &Showing) -> Net {
    Net::new(&hand.facelets(), &showing.scheme).marking(marked.to_vec())
}

/// What the lesson cost.
pub fn closing(lesson: &Lesson, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    let words = showing.words;
    let (turns, faces, quarters) = (lesson.hand_turns(), lesson.half_turns(), lesson.quarter_turns());
    let counted = match lesson.has_layers() {
        false => words.fill("terminal.quarter-turns", &[("quarters", &quarters)]),
        true => words.fill("terminal.layer-turns", &[("faces", &faces), ("quarters", &quarters)]),
    };
    let values: [(&str, &dyn Display); 3] =
        [("turns", &turns), ("counted", &counted), ("steps", &lesson.steps().count())];
    let (solved, how) = (words.sentence("terminal.solved-word"), words.fill("terminal.solved", &values));
    output.text(format_args!("\n{BOLD}{solved}{BOLD:#}{how}"))?;
    match showing.expert.as_str() {
        "" => Ok(()),
        expert => output.text(expert),
    }
}

fn written(moves: &[LayerTurn], showing: &Showing) -> String {
    spelled(moves, showing.spelling, showing.words)
}

/// Text in lines; the later ones are indented as far as the words before it reach.
pub fn paragraph(before: &str, text: &str, output: &mut Output) -> Result<(), Failure> {
    let indent = " ".repeat(before.chars().count());
    let mut line = before.to_owned();
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && WIDTH < line.chars().count() + 1 + word.chars().count() {
            output.text(&line)?;
            line.clone_from(&indent);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    output.text(line)
}
