//! What is said of a learner's turns.

use cube::Step;
use teach::{Followed, Spelling, Tutor, Words, rotation_words, spelled};

/// What is said of a turn of the learner; the tutor has followed it already.
pub fn of_turn(turn: &str, followed: Followed, tutor: &Tutor, spelling: Spelling) -> String {
    let words = Words::of(tutor.options().language);
    let next = tutor.player().next();
    let next = next.map(|step| spelled(&[step], spelling, words));
    match (followed, next) {
        (Followed::Right, None) => "Correct: that was the last move. Well done.".to_owned(),
        (Followed::Right, Some(_)) => match ended_stage(tutor) {
            Some(stage) => format!("Correct. This stage is done: {stage}."),
            None => "Correct.".to_owned(),
        },
        (Followed::Half, next) => {
            let whole = next.unwrap_or_default();
            format!("That is half of {whole}: do it once more.")
        }
        (Followed::Back, _) => "The cube is back at a place of the lesson.".to_owned(),
        (Followed::HeldOtherwise, _) => {
            let back = match tutor.extra_turns() {
                [Step::Rotate(rotation)] => rotation_words(rotation.inverse(), words),
                _ => String::new(),
            };
            format!("The lesson holds the cube another way. To hold it so: {back}.")
        }
        (Followed::Nearer, _) => match tutor.extra_layer_turns().len() {
            1 => "Good: one more to turn back, as the arrow shows.".to_owned(),
            left => format!("Good: {left} more to turn back, as the arrow shows."),
        },
        (Followed::Extra, Some(next)) => {
            format!(
                "That was {turn}, but {next} comes next. Turn it back as the arrow shows, or ask for a new lesson from here."
            )
        }
        (Followed::Extra, None) => {
            format!(
                "That was {turn}, but the lesson is at its end. Turn it back as the arrow shows, or ask for a new lesson from here."
            )
        }
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
