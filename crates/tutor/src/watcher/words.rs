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
        Seen::Nothing if tutor.player().next().is_some() => {
            "The camera waits while moves are played or a case is practised.".to_owned()
        }
        Seen::Nothing => "There is no move to wait for.".to_owned(),
        Seen::NotYet => aim.map_or_else(String::new, |aim| {
            let asked = turn(aim.turn);
            if aim.is_elsewhere() {
                format!("Your cube is not where the page is. For your cube the next turn is {asked}.")
            } else if aim.rotations().is_empty() {
                format!("Not yet: {asked}.")
            } else {
                let rotation = turns(aim.rotations());
                format!("Not yet: turn the whole cube ({rotation}), then {asked}. The camera sees only {asked}.")
            }
        }),
        Seen::Done { turns: made } => {
            let made = turns(made);
            if tutor.extra_layer_turns().iter().any(|turn| turn.layers() != Layers::All) {
                format!("You turned {made}. Go on with {}.", turns(&next(aim)))
            } else if tutor.player().next().is_none() {
                format!("You turned {made}. That was the last move.")
            } else {
                format!("You turned {made}, as the lesson wants it.")
            }
        }
        Seen::DoneWrongly { kind, asked, made, undo } => {
            let slip = slip(*kind, &turn(*asked), &turns(made), made.first().map(|&it| turn(it)));
            let way = match &undo[..] {
                _ if *kind == SlipKind::QuarterForHalf => "Do it once more.".to_owned(),
                [] => "The way back takes more than two turns: make a new lesson from here.".to_owned(),
                undo => format!("Undo it with {}, or make a new lesson from here.", turns(undo)),
            };
            format!("{slip} {way}")
        }
        Seen::Unclear { show, neighbour, changed } => {
            let faces = match neighbour {
                None => format!("the {} face", show.name()),
                Some(neighbour) => format!("the {} and the {} face in one picture", show.name(), neighbour.name()),
            };
            let next = aim.map_or_else(String::new, |aim| turn(aim.turn));
            match changed {
                true => format!("Something was turned. Show {faces}, so that I can tell what."),
                false => format!("Next is {next}. When it is done, show {faces}."),
            }
        }
        Seen::SomethingElse(screen) => screen.prompt.clone(),
        Seen::Lost => {
            "No picture comes from the camera. The lesson waits, and you can go on by hand on the page.".to_owned()
        }
    }
}

fn next(aim: Option<&Aim>) -> Vec<LayerTurn> {
    aim.into_iter().map(|aim| aim.turn).collect()
}

/// What is wrong with the turns that were made.
fn slip(kind: SlipKind, asked: &str, made: &str, first: Option<String>) -> String {
    match kind {
        SlipKind::WrongWay => format!("You turned {made}, the wrong way round: {asked} was next."),
        SlipKind::HalfForQuarter => format!("You turned {made}, too far: {asked} was next."),
        SlipKind::QuarterForHalf => format!("You turned {made}, which is half of {asked}."),
        SlipKind::Skipped => format!("You turned {made}, but left out {asked}."),
        SlipKind::SameTurnElsewhere | SlipKind::WrongFace | SlipKind::TwoTurns => {
            format!("You turned {made} instead of {asked}.")
        }
        SlipKind::OneTooMany => {
            let first = first.unwrap_or_default();
            let other = made.strip_prefix(&first).unwrap_or(made).trim();
            format!("You turned {first}, and then {other} too.")
        }
    }
}
