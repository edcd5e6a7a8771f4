//! What the tutor reads of goals and of the cube.

use cube::{ColorScheme, Cube, Reading};
use cube_state::tracker::Knowledge;
use r2r::cuberig_msgs::action::Teach;
use r2r::cuberig_msgs::msg::CubeState;
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
