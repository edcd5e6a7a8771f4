//! A lesson as text: a banner for each stage, then each step with its reason, its moves and the cube before and after.

use anstyle::{Effects, Style};
use cube::LayerTurn;
use teach::{Hand, Language, Lesson, LessonStage, LessonStep, MethodText, Spelling, Words, rotation_words, spelled};

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
        banner(lesson, at, output)?;
        if at < showing.from {
            number += stage.steps.len();
            if !stage.steps.is_empty() {
                moves(&moves_of(stage), showing, output)?;
            }
            continue;
        }
        goal(stage, output)?;
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
    paragraph("Do ", &written(moves, showing), output)
}

/// What the method is like, how moves are written, and the cube.
pub fn opening(lesson: &Lesson, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    let text = MethodText::of(lesson.method(), Language::English);
    output.text(format_args!("{BOLD}{}{BOLD:#}", text.title()))?;
    paragraph("", text.about(), output)?;
    let letters = "U top, D bottom, R right, L left, F front, B back. R is a quarter turn of that side clockwise, as you \
        look at it from outside; R' goes the other way, R2 is a half turn. x, y and z turn the whole cube as R, U and F do.";
    paragraph("", letters, output)?;
    if lesson.has_layers() {
        let layers = "M, E and S turn the layer between two sides: M as L does, E as D, S as F. Rw turns the right side and the \
            layer next to it; the other sides likewise.";
        paragraph("", layers, output)?;
    }
    let other = match showing.spelling {
        Spelling::Standard | Spelling::Words => "",
        Spelling::Quarters => "In the moves to do, R R2 R' are written R1 R2 R3.",
        Spelling::Case => "In the moves to do, R R2 R' are written R RR r.",
        Spelling::PlusMinus => "In the moves to do, R R2 R' are written R+, R+ R+ and R-.",
    };
    if !other.is_empty() {
        paragraph("", other, output)?;
    }
    output.text("\nYour cube:\n")?;
    output.text(net(&Hand::new(*lesson.start()), &[], showing))
}

/// The line with the number and the name of a stage.
pub fn banner(lesson: &Lesson, at: usize, output: &mut Output) -> Result<(), Failure> {
    let stage = &lesson.stages()[at];
    let title = format!(" Stage {} of {}: {} ", at + 1, lesson.stages().len(), stage.name);
    let line = "─".repeat(WIDTH.saturating_sub(title.chars().count() + 2));
    output.text(format_args!("\n{BOLD}──{title}{line}{BOLD:#}"))?;
    match stage.steps.is_empty() {
        true => output.text("Nothing to do here: the goal is reached already."),
        false => Ok(()),
    }
}

/// The goal of a stage and the reason for it.
pub fn goal(stage: &LessonStage, output: &mut Output) -> Result<(), Failure> {
    if stage.steps.is_empty() {
        return Ok(());
    }
    paragraph("Goal: ", &stage.goal, output)?;
    paragraph("Why:  ", &stage.why, output)
}

/// What a step is about: the case, the reason, how to hold the cube, the moves.
pub fn explain(number: usize, step: &LessonStep, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    output.text(format_args!("\n{BOLD}{number}. {}{BOLD:#}", step.name))?;
    paragraph("   ", &step.reason, output)?;
    let words = Words::of(Language::English);
    let rotation = rotation_words(step.rotation(), words);
    let grip = match rotation.is_empty() {
        true => step.grip.clone(),
        false => {
            let short = step.rotation();
            format!("{} ({short}: {rotation}.)", step.grip)
        }
    };
    paragraph("   ", &grip, output)?;
    let moves = format!("{BOLD}{}{BOLD:#}", written(step.turns(), showing));
    output.text(format_args!("   Moves: {moves}"))
}

/// The cube as it is held for the moves, with the pieces to watch, and next to it the cube after the moves.
fn before_and_after(step: &LessonStep, showing: &Showing, output: &mut Output) -> Result<(), Failure> {
    output.text(format_args!("\n   {:36}    {}", "Before the moves:", "After them:"))?;
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
    let (turns, faces, quarters) = (lesson.hand_turns(), lesson.half_turns(), lesson.quarter_turns());
    let counted = match lesson.has_layers() {
        false => format!("{quarters} quarter turns"),
        true => format!("a slice or a wide turn counts once; {faces} turns of faces, {quarters} quarter turns"),
    };
    output
        .text(format_args!("\n{BOLD}Solved{BOLD:#} in {turns} turns ({counted}), {} steps.", lesson.steps().count()))?;
    match showing.expert.as_str() {
        "" => Ok(()),
        expert => output.text(expert),
    }
}

fn written(moves: &[LayerTurn], showing: &Showing) -> String {
    spelled(moves, showing.spelling, Words::of(Language::English))
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
