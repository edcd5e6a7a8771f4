//! What is said of a learner's turns.

use cube::Step;
use teach::{Followed, Spelling, Tutor, Words, rotation_words, spelled};

/// What is said of a turn of the learner; the tutor has followed it already.
pub fn of_turn(turn: &str, followed: Followed, tutor: &Tutor, spelling: Spelling) -> String {
    let words = Words::of(tutor.options().language);
    let next = tutor.player().next();
    let next = next.map(|step| spelled(&[step], spelling, words));
    match (followed, next) {
        (Followed::Right, None) => words.sentence("turn.last").to_owned(),
        (Followed::Right, Some(_)) => match ended_stage(tutor) {
            Some(stage) => words.fill("turn.stage", &[("stage", &stage)]),
            None => words.sentence("turn.right").to_owned(),
        },
        (Followed::Half, next) => words.fill("turn.half", &[("whole", &next.unwrap_or_default())]),
        (Followed::Back, _) => words.sentence("turn.back").to_owned(),
        (Followed::HeldOtherwise, _) => {
            let back = match tutor.extra_turns() {
                [Step::Rotate(rotation)] => rotation_words(rotation.inverse(), words),
                _ => String::new(),
            };
            words.fill("turn.held", &[("back", &back)])
        }
        (Followed::Nearer, _) => match tutor.extra_layer_turns().len() {
            1 => words.sentence("turn.nearer-one").to_owned(),
            left => words.fill("turn.nearer", &[("left", &left)]),
        },
        (Followed::Extra, Some(next)) => words.fill("turn.extra", &[("turn", &turn), ("next", &next)]),
        (Followed::Extra, None) => words.fill("turn.extra-at-end", &[("turn", &turn)]),
    }
}

/// The name of the stage that ended with the last move, where one did.
fn ended_stage(tutor: &Tutor) -> Option<&str> {
    let player = tutor.player();
    let (lesson, last) = (player.lesson(), player.at().checked_sub(1)?);
    let stage_of = |step| lesson.steps().nth(step).map(|(stage, _)| stage);
    let done = stage_of(player.moves()[last].of)?;
    (stage_of(player.step_number())? != done).then(|| lesson.stages()[done].name.as_str())
}
