//! The services of the tutor: what they ask for, and what they are answered.

use std::time::Duration;

use r2r::cuberig_msgs::srv::{GoToMove, PlayLesson, Practise, Replan, TellTutor, TurnCube};
use r2r::std_srvs::srv::Trigger;
use teach::catalogue;
use tutor::{Error, Request};

use super::shell::Shell;

/// Seconds that a played move may take.
const PACES: std::ops::RangeInclusive<f32> = 0.05..=20.0;

/// The code of what failed, `wrong` where it is in the request itself; and the sentence.
fn failed(error: &Error, wrong: i32, not_now: i32) -> (i32, String) {
    let code = match error {
        Error::NotNow(_) => not_now,
        _ => wrong,
    };
    (code, error.to_string())
}

/// The answer of a service without details.
pub fn trigger(heard: Result<String, Error>) -> Trigger::Response {
    Trigger::Response { success: heard.is_ok(), message: heard.unwrap_or_else(|error| error.to_string()) }
}

/// Goes to a place of the lesson.
pub fn go_to(asked: &GoToMove::Request, shell: &mut Shell) -> GoToMove::Response {
    type Answer = GoToMove::Response;
    // A lesson has some hundred moves.
    let place = usize::try_from(asked.moves).unwrap_or(usize::MAX);
    let Err(error) = shell.hear(Request::GoTo(place)) else {
        return Answer::default();
    };
    let (error_code, error_msg) = failed(&error, Answer::NO_SUCH_PLACE as i32, Answer::NOT_NOW as i32);
    Answer { error_code, error_msg }
}

/// Makes a new lesson from where the cube is.
pub fn replan(asked: &Replan::Request, shell: &mut Shell) -> Replan::Response {
    type Answer = Replan::Response;
    let method = match asked.method.as_str() {
        "" => Ok(None),
        name => name.parse().map(Some),
    };
    let heard = method.map_err(Error::from).and_then(|method| shell.hear(Request::Replan(method)));
    let Err(error) = heard else {
        return Answer::default();
    };
    let (error_code, error_msg) = failed(&error, Answer::UNKNOWN_METHOD as i32, Answer::NOT_NOW as i32);
    Answer { error_code, error_msg }
}

/// Follows a turn of the learner.
pub fn turn(asked: &TurnCube::Request, shell: &mut Shell) -> TurnCube::Response {
    type Answer = TurnCube::Response;
    match shell.hear(Request::Turn(asked.turn.clone())) {
        Ok(comment) => Answer { comment, ..Answer::default() },
        Err(error) => {
            let (error_code, error_msg) = failed(&error, Answer::UNREADABLE as i32, Answer::NOT_NOW as i32);
            Answer { error_code, error_msg, ..Answer::default() }
        }
    }
}

/// Lets moves go on by themselves, or holds them.
pub fn play(asked: &PlayLesson::Request, shell: &mut Shell) -> PlayLesson::Response {
    type Answer = PlayLesson::Response;
    if asked.pace != 0.0 && !PACES.contains(&asked.pace) {
        return Answer {
            error_code: Answer::BAD_PACE as i32,
            error_msg: format!("a move takes {} to {} seconds, not {}", PACES.start(), PACES.end(), asked.pace),
        };
    }
    let request = match asked.play {
        true => Request::Play { pace: (asked.pace != 0.0).then(|| Duration::from_secs_f32(asked.pace)) },
        false => Request::Pause,
    };
    let Err(error) = shell.hear(request) else {
        return Answer::default();
    };
    let (error_code, error_msg) = failed(&error, Answer::BAD_PACE as i32, Answer::NOT_NOW as i32);
    Answer { error_code, error_msg }
}

/// Hears what a learner says while their cube is read face by face.
pub fn tell(asked: &TellTutor::Request, shell: &mut Shell) -> TellTutor::Response {
    type Answer = TellTutor::Response;
    let Err(error) = shell.hear(Request::Say(asked.line.clone())) else {
        return Answer::default();
    };
    let (error_code, error_msg) = failed(&error, Answer::UNREADABLE as i32, Answer::NOT_NOW as i32);
    Answer { error_code, error_msg }
}

/// Practises a case of the catalogue.
pub fn practise(asked: &Practise::Request, shell: &mut Shell) -> Practise::Response {
    type Answer = Practise::Response;
    let found = asked.set_name.parse().and_then(|set| catalogue::find(set, &asked.case_name));
    let heard = found.map_err(Error::from).and_then(|case| shell.hear(Request::Practise(case)));
    let Err(error) = heard else {
        return Answer::default();
    };
    let (error_code, error_msg) = failed(&error, Answer::UNKNOWN_CASE as i32, Answer::NOT_NOW as i32);
    Answer { error_code, error_msg }
}
