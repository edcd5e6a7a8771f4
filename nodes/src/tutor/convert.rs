//! Between lessons and their messages.

use cube::{Color, ColorScheme, Cube, Reading};
use cube_state::tracker::Knowledge;
use handscan::Guide;
use r2r::cuberig_msgs::action::Teach;
use r2r::cuberig_msgs::msg::{
    CubeReading, CubeState, Lesson, LessonStage as StageMsg, LessonStatus, LessonStep as StepMsg,
};
use teach::{Method, MethodText, Spelling, Words, spelled};
use tutor::{ArmTrouble, Course, Pause, Request, Seen, Session};

use crate::messages::cube_message;

const CAMERA_LOST: &str = "no picture comes from the camera: the lesson waits where it is";

/// The lesson of a session; its number and time are not filled in.
pub fn lesson(session: &Session) -> Lesson {
    let player = session.tutor().player();
    let options = session.tutor().options();
    let lesson = player.lesson();
    let stages = lesson.stages().iter().enumerate().map(|(at, stage)| StageMsg {
        name: stage.name.clone(),
        goal: stage.goal.clone(),
        why: stage.why.clone(),
        begin: number(player.begin_of_stage(at)),
        end: number(player.begin_of_stage(at + 1)),
    });
    let steps = lesson.steps().enumerate().map(|(at, (stage, step))| {
        let (begin, end) = (player.begin_of_step(at), player.begin_of_step(at + 1));
        let moves = &player.moves()[begin..end];
        let words = Words::of(options.language);
        let written = |spelling| {
            let moves = moves.iter();
            moves.map(|played| spelled(&[played.step], spelling, words)).collect()
        };
        StepMsg {
            stage: number(stage),
            name: step.name.clone(),
            reason: step.reason.clone(),
            grip: step.grip.clone(),
            watch: words.pieces(&step.pieces, &options.scheme),
            begin: number(begin),
            end: number(end),
            turns: written(Spelling::Standard),
            written: written(session.spelling()),
            words: written(Spelling::Words),
        }
    });
    let start = lesson.start().facelets().colors(&options.scheme);
    let title = |method| MethodText::of(method, options.language).title().to_owned();
    Lesson {
        method: lesson.method().name().into(),
        methods: Method::ALL.map(|method| method.name().to_owned()).into(),
        titles: Method::ALL.map(title).into(),
        about: session.about().to_owned(),
        numbers: session.numbers(),
        colors: start.iter().map(|color| color.letter()).collect(),
        stages: stages.collect(),
        steps: steps.collect(),
        ..Lesson::default()
    }
}

/// Where the learner is; the lesson's number and the time are not filled in.
pub fn status(course: &Course) -> LessonStatus {
    let session = course.session();
    let (tutor, player) = (session.tutor(), session.tutor().player());
    let words = Words::of(tutor.options().language);
    let next = |spelling| {
        let step = player.next();
        step.map_or_else(String::new, |step| spelled(&[step], spelling, words))
    };
    let state = match session.is_ended() {
        true => LessonStatus::ENDED as u8,
        false => LessonStatus::UNDER_WAY as u8,
    };
    let seen = session.seen();
    let (error_code, error_msg) = match course.trouble() {
        None if seen == Some(Seen::Lost) => (LessonStatus::CAMERA_LOST as i32, CAMERA_LOST),
        None => (LessonStatus::SUCCESS as i32, ""),
        Some(ArmTrouble::Failed(text)) => (LessonStatus::RIG_FAILED as i32, text.as_str()),
        Some(ArmTrouble::Stopped(text)) => (LessonStatus::RIG_STOPPED as i32, text.as_str()),
    };
    let controls = course.controls().into_iter();
    let (controls, off_because) = controls.map(|(name, why)| (name.to_owned(), why.to_owned())).unzip();
    LessonStatus {
        status: state,
        moves_done: number(player.at()),
        moves_total: number(player.moves().len()),
        stage: number(player.step().map_or(0, |(stage, _)| stage)),
        step: number(player.step_number()),
        next: next(Spelling::Standard),
        next_words: next(Spelling::Words),
        colors: session.colors(),
        bright: session.bright(),
        beside: session.beside(),
        onward: session.onward(),
        undoable: number(tutor.undoable()),
        redoable: number(tutor.redoable()),
        put_aside: session.reason(&Request::Leave).is_empty(),
        playing: session.is_playing() || course.goes_on(),
        pace: session.pace().as_secs_f32(),
        rig: course.has_arms(),
        arms_move: course.arms_move(),
        controls,
        off_because,
        notice: session.notice().to_owned(),
        seen: session.sentence(),
        reading: session.guide().map(reading).unwrap_or_default(),
        took: session.took().unwrap_or_default().as_secs_f32(),
        error_code,
        error_msg: error_msg.to_owned(),
        ..seen_by_camera(seen.as_ref())
    }
}

/// What a camera says of the learner's cube.
fn seen_by_camera(seen: Option<&Seen>) -> LessonStatus {
    let seen_as = match seen {
        None => LessonStatus::NOT_WATCHED as u8,
        Some(Seen::Nothing | Seen::Lost) => LessonStatus::NOTHING as u8,
        Some(Seen::NotYet) => LessonStatus::NOT_YET as u8,
        Some(Seen::Done { .. }) => LessonStatus::DONE as u8,
        Some(Seen::DoneWrongly { .. }) => LessonStatus::DONE_WRONGLY as u8,
        Some(Seen::CannotTell { .. }) => LessonStatus::CANNOT_TELL as u8,
        Some(Seen::SomethingElse(_)) => LessonStatus::SOMETHING_ELSE as u8,
    };
    let slip = seen.filter(|seen| matches!(seen, Seen::DoneWrongly { .. }));
    LessonStatus {
        seen_as,
        made: slip.map_or_else(Vec::new, Seen::turns),
        undo: seen.map_or_else(Vec::new, Seen::undo),
        show: seen.map_or_else(String::new, Seen::centres),
        ..LessonStatus::default()
    }
}

/// How far the cube is read.
fn reading(guide: &Guide) -> CubeReading {
    let screen = guide.screen();
    CubeReading {
        prompt: screen.prompt.clone(),
        hint: screen.hint.clone(),
        notice: screen.notice.clone(),
        colors: screen.stickers(),
        // There are 54 stickers.
        doubtful: screen.doubtful.iter().map(|&at| at as u8).collect(),
        faces: screen.faces.map(|face| face.name().to_owned()).to_vec(),
        hold: screen.hold(),
        problem: (guide.reading()).map_or_else(String::new, |read| read.problems.join("; ")),
        done: guide.is_done(),
    }
}

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
    let colors: Option<Vec<Color>> = state.scheme.chars().map(Color::from_letter).collect();
    let centres: Option<[Color; 6]> = colors.and_then(|colors| colors.try_into().ok());
    let scheme = centres.and_then(|centres| ColorScheme::from_centres(centres).ok());
    Some((cube, scheme.unwrap_or(ColorScheme::WESTERN)))
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

/// A lesson has some hundred moves.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
