//! What the tutor reads of goals, of the cube and of the actions that it asks for.

use cube::{ColorScheme, Cube, Move, Reading};
use cube_state::tracker::Knowledge;
use practice::arm_drills::{ArmDrills, Event, Stage};
use r2r::cuberig_msgs::action::{ExecuteMoves, HandOver, Practise, ScanCube, SolveCube, Teach};
use r2r::cuberig_msgs::msg::CubeState;
use teach::catalogue::Set;
use tutor::Pause;

use crate::messages::{cube_message, shown};

/// The cube of these 54 letters, and its colours.
///
/// # Errors
/// The code of the action's result, and what is wrong with the letters.
pub fn cube(letters: &str) -> Result<(Cube, ColorScheme), (i32, String)> {
    let reading = Reading::parse(letters).map_err(|error| (Teach::Result::UNREADABLE as i32, error.to_string()))?;
    let cube =
        Cube::try_from(&reading.facelets).map_err(|error| (Teach::Result::IMPOSSIBLE as i32, error.to_string()))?;
    Ok((cube, reading.scheme.unwrap_or(ColorScheme::WESTERN)))
}

/// The cube in the claws and its colours, where cube/state has all of it. Colours that it does not have are the western ones.
pub fn known(state: &CubeState) -> Option<(Cube, ColorScheme)> {
    let Knowledge::Whole(cube) = cube_message::update(state).knowledge else {
        return None;
    };
    Some((cube, shown::scheme(state).unwrap_or(ColorScheme::WESTERN)))
}

/// The same, where nothing of it is in doubt.
pub fn certain(state: &CubeState) -> Option<(Cube, ColorScheme)> {
    known(state).filter(|_| state.doubtful.is_empty())
}

/// The sets of these names; all where none is named.
///
/// # Errors
/// An unknown name.
pub fn sets(names: &[String]) -> Result<Vec<Set>, teach::Error> {
    if names.is_empty() { Ok(Set::ALL.into()) } else { names.iter().map(|name| name.parse()).collect() }
}

/// How drills with the arms go.
pub fn practised(drills: &ArmDrills) -> Practise::Feedback {
    type Feedback = Practise::Feedback;
    Feedback {
        stage: match drills.stage() {
            Stage::SettingUp => Feedback::SETTING_UP as u8,
            Stage::HandingOver => Feedback::HANDING_OVER as u8,
            Stage::Recognising => Feedback::RECOGNISING as u8,
            Stage::Turning => Feedback::TURNING as u8,
            Stage::TakingBack => Feedback::TAKING_BACK as u8,
            Stage::Reading => Feedback::READING as u8,
            // The result follows the end.
            Stage::Paused | Stage::Ended => Feedback::PAUSED as u8,
        },
        set_name: drills.case().map(|case| case.set.name().to_owned()).unwrap_or_default(),
        case_name: drills.case().map(|case| case.key()).unwrap_or_default(),
        text: drills.text(),
        drills: drills.noted(),
    }
}

/// The camera has read the cube, or why not.
pub fn read(result: ScanCube::Result) -> Event {
    done(result.error_code, result.error_msg, Event::Read)
}

/// The solver's moves.
pub fn solved(result: SolveCube::Result) -> Event {
    let moves = result.moves.iter().map(|text| text.parse()).collect::<Result<Vec<Move>, _>>();
    match moves {
        Ok(moves) => done(result.error_code, result.error_msg, Event::Solved(moves)),
        Err(error) => Event::Failed(format!("the solver's answer cannot be read: {error}")),
    }
}

/// The arms have turned the cube.
pub fn turned(result: ExecuteMoves::Result) -> Event {
    let cube = cube_message::cube(&result.facelets).ok();
    done(result.error_code, result.error_msg, Event::Turned(cube))
}

/// The claws have opened.
pub fn handed_over(result: HandOver::Result) -> Event {
    done(result.error_code, result.error_msg, Event::HandedOver)
}

/// The claws have closed.
pub fn taken_back(result: HandOver::Result) -> Event {
    done(result.error_code, result.error_msg, Event::TakenBack)
}

/// All actions have a code that is 0 on success.
fn done(error_code: i32, error_msg: String, event: Event) -> Event {
    match (error_code, error_msg.is_empty()) {
        (0, _) => event,
        (code, true) => Event::Failed(format!("error code {code}")),
        (_, false) => Event::Failed(error_msg),
    }
}

/// Where arms pause.
///
/// # Errors
/// An unknown value.
pub fn pause(goal: &Teach::Goal) -> Result<Pause, String> {
    match goal.pause {
        pause if pause == Teach::Goal::AFTER_MOVE as u8 => Ok(Pause::AfterMove),
        pause if pause == Teach::Goal::AFTER_STEP as u8 => Ok(Pause::AfterStep),
        pause if pause == Teach::Goal::AFTER_STAGE as u8 => Ok(Pause::AfterStage),
        pause if pause == Teach::Goal::AFTER_LESSON as u8 => Ok(Pause::AfterLesson),
        pause => Err(format!("pause is {pause}, which is none of AFTER_…")),
    }
}
