//! Sentences on the cube that a camera sees.

use crate::follow::SlipKind;
use cube::{LayerTurn, Layers};
use teach::{Spelling, Tutor, Words, spelled};

use super::aim::Aim;
use super::seen::Seen;

/// A sentence or two for the learner.
pub(crate) fn sentence(seen: &Seen, aim: Option<&Aim>, tutor: &Tutor, spelling: Spelling) -> String {
    let words = Words::of(tutor.options().language);
    let turns = |turns: &[LayerTurn]| spelled(turns, spelling, words);
    let turn = |turn: LayerTurn| turns(&[turn]);
    match seen {
        Seen::Nothing if tutor.player().next().is_some() => words.sentence("camera.waits").to_owned(),
        Seen::Nothing => words.sentence("camera.no-move").to_owned(),
        Seen::NotYet => aim.map_or_else(String::new, |aim| {
            let asked = turn(aim.turn);
            if aim.is_elsewhere() {
                words.fill("camera.elsewhere", &[("turn", &asked)])
            } else if aim.rotations().is_empty() {
                words.fill("camera.not-yet", &[("turn", &asked)])
            } else {
                words.fill("camera.not-yet-rotated", &[("rotation", &turns(aim.rotations())), ("turn", &asked)])
            }
        }),
        Seen::Done { turns: made } => {
            let made = turns(made);
            if tutor.extra_layer_turns().iter().any(|turn| turn.layers() != Layers::All) {
                words.fill("camera.done-on", &[("made", &made), ("next", &turns(&next(aim)))])
            } else if tutor.player().next().is_none() {
                words.fill("camera.done-last", &[("made", &made)])
            } else {
                words.fill("camera.done", &[("made", &made)])
            }
        }
        Seen::DoneWrongly { kind, asked, made, undo } => {
            let slip = slip(*kind, &turn(*asked), &turns(made), made.first().map(|&it| turn(it)), words);
            let way = match &undo[..] {
                _ if *kind == SlipKind::QuarterForHalf => words.sentence("camera.once-more").to_owned(),
                [] => words.sentence("camera.too-long").to_owned(),
                undo => words.fill("camera.undo", &[("undo", &turns(undo))]),
            };
            format!("{slip} {way}")
        }
        Seen::Unclear { show, neighbour, changed } => {
            let color = words.color(*show);
            let faces = match neighbour {
                None => words.fill("camera.one-face", &[("color", &color)]),
                Some(other) => words.fill("camera.two-faces", &[("color", &color), ("other", &words.color(*other))]),
            };
            let next = aim.map_or_else(String::new, |aim| turn(aim.turn));
            match changed {
                true => words.fill("camera.changed", &[("faces", &faces)]),
                false => words.fill("camera.show-after", &[("next", &next), ("faces", &faces)]),
            }
        }
        Seen::SomethingElse(screen) => screen.prompt.clone(),
        Seen::Lost => words.sentence("camera.lost").to_owned(),
    }
}

fn next(aim: Option<&Aim>) -> Vec<LayerTurn> {
    aim.into_iter().map(|aim| aim.turn).collect()
}

/// What is wrong with the turns that were made.
fn slip(kind: SlipKind, asked: &str, made: &str, first: Option<String>, words: &Words) -> String {
    let key = match kind {
        SlipKind::WrongWay => "camera.wrong-way",
        SlipKind::HalfForQuarter => "camera.too-far",
        SlipKind::QuarterForHalf => "camera.half",
        SlipKind::Skipped => "camera.skipped",
        SlipKind::SameTurnElsewhere | SlipKind::WrongFace | SlipKind::TwoTurns => "camera.instead",
        SlipKind::OneTooMany => {
            let first = first.unwrap_or_default();
            let other = made.strip_prefix(&first).unwrap_or(made).trim();
            return words.fill("camera.one-too-many", &[("first", &first), ("other", &other)]);
        }
    };
    words.fill(key, &[("made", &made), ("asked", &asked)])
}
