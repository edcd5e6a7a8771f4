//! Lessons as messages: what people are shown of one, and what they ask for in it. Each of both ways is here once.

use std::time::Duration;

use page::protocol::{HandScan, LessonNow, MoveNow, StageNow, StepNow, WatchNow, WatchState};
use practice::arm_drills::{ArmDrills, Said};
use r2r::cuberig_msgs::msg::{CubeReading, Lesson, LessonMove, LessonStage, LessonStep, LessonWatch};
use r2r::cuberig_msgs::srv::LessonCommand;
use teach::Words;
use teach::catalogue::{self, Auf};
use tutor::{ArmFailure, Course, Error, Request, Seen};

type Command = LessonCommand::Request;
type Answer = LessonCommand::Response;

/// Seconds that a played move may take.
const PACES: std::ops::RangeInclusive<f32> = 0.05..=20.0;

const STATES: [(WatchState, u8); 7] = [
    (WatchState::Nothing, LessonWatch::NOTHING as u8),
    (WatchState::NotYet, LessonWatch::NOT_YET as u8),
    (WatchState::Done, LessonWatch::DONE as u8),
    (WatchState::Wrong, LessonWatch::WRONG as u8),
    (WatchState::CannotTell, LessonWatch::CANNOT_TELL as u8),
    (WatchState::Reading, LessonWatch::READING as u8),
    (WatchState::Lost, LessonWatch::LOST as u8),
];

/// The lesson and the learner's place in it; its number and the time are not filled in.
pub fn write(course: &Course) -> Lesson {
    let now = LessonNow::new(course);
    let stages = now.stages.into_iter().map(|stage| {
        let StageNow { name, goal, why, begin, end } = stage;
        LessonStage { name, goal, why, begin, end }
    });
    let steps = now.steps.into_iter().map(|step| {
        let StepNow { stage, name, reason, grip, watch, begin, end } = step;
        LessonStep { stage, name, reason, grip, watch, begin, end }
    });
    let moves =
        now.moves.into_iter().map(|MoveNow { turn, written, words, step }| LessonMove { turn, written, words, step });
    let (methods, titles) = now.methods.into_iter().unzip();
    Lesson {
        method: now.method,
        methods,
        titles,
        about: now.about,
        numbers: now.numbers,
        stages: stages.collect(),
        steps: steps.collect(),
        moves: moves.collect(),
        ..place(course)
    }
}

/// Only where the learner is. The lesson itself changes seldom, and is long.
pub fn place(course: &Course) -> Lesson {
    let session = course.session();
    let now = LessonNow::place(course);
    let (error_code, error_msg) = match course.failure() {
        None if session.seen() == Some(Seen::Lost) => {
            (Lesson::CAMERA_LOST as i32, session.words().sentence("camera.lost-short").to_owned())
        }
        None => (Lesson::SUCCESS as i32, String::new()),
        Some(ArmFailure::Failed(text)) => (Lesson::RIG_FAILED as i32, text),
        Some(ArmFailure::Stopped(text)) => (Lesson::RIG_STOPPED as i32, text),
    };
    let controls = course.controls().into_iter();
    let (controls, off_because) = controls.map(|(name, why)| (name.to_owned(), why.to_owned())).unzip();
    Lesson {
        moves_done: now.at,
        ended: session.is_ended(),
        colors: now.stickers,
        bright: now.bright,
        extra_turns: now.extra_turns,
        onward: now.onward,
        playing: now.playing,
        pace: now.pace as f32,
        rig: now.by_arms,
        arms_move: course.arms_move(),
        controls,
        off_because,
        notice: now.notice,
        watch: WatchNow::new(session).map_or_else(LessonWatch::default, |watch| LessonWatch {
            state: STATES.into_iter().find(|(state, _)| *state == watch.state).map_or(0, |(_, number)| number),
            text: watch.text,
            made: watch.made,
            undo: watch.undo,
            show: watch.show,
            took: watch.took.unwrap_or_default() as f32,
            reading: reading(HandScan::of_session(session)),
        }),
        error_code,
        error_msg,
        ..Lesson::default()
    }
}

/// How the line begins that chooses the tutor's language.
const SPEAK: &str = "language ";

/// What a learner says while the arms practise with them, as lines of the command SAY.
const WORDS: [(&str, Said); 3] = [("recognised", Said::Recognised), ("done", Said::Done), ("forgotten", Said::GivenUp)];

/// What a request means while the arms practise; nothing where it is one for lessons.
pub fn said(request: &Request) -> Option<Said> {
    match request {
        Request::Next => Some(Said::GoOn),
        Request::Say(line) => WORDS.iter().find(|(word, _)| word == line).map(|(_, said)| *said),
        _ => None,
    }
}

/// What people are shown while the arms practise: all that belongs to the lesson is off for this reason.
pub fn practising(lesson: Lesson, drills: &ArmDrills, reason: &str) -> Lesson {
    let words = WORDS.into_iter().chain([("go_on", Said::GoOn)]);
    let own = words.map(|(word, said)| (word.to_owned(), drills.reason(said).to_owned()));
    let own = own.chain([("end_practice".to_owned(), String::new()), ("drill".to_owned(), reason.to_owned())]);
    // To leave means something else now.
    let others = lesson.controls.iter().filter(|name| *name != "leave").map(|name| (name.clone(), reason.to_owned()));
    let (controls, off_because) = own.chain(others).unzip();
    Lesson { controls, off_because, notice: drills.text(), ..lesson }
}

/// How far the cube is read.
fn reading(scan: HandScan) -> CubeReading {
    let HandScan { prompt, hint, notice, stickers, doubtful, faces, hold, problem, done, .. } = scan;
    CubeReading { prompt, hint, notice, colors: stickers, doubtful, faces, hold, problem, done }
}

/// A lesson as a page shows it, and what the page asks about it.
pub fn read(lesson: &Lesson, question: &str) -> LessonNow {
    let lesson = lesson.clone();
    let stages = lesson.stages.into_iter().map(|stage| {
        let LessonStage { name, goal, why, begin, end } = stage;
        StageNow { name, goal, why, begin, end }
    });
    let steps = lesson.steps.into_iter().map(|step| {
        let LessonStep { stage, name, reason, grip, watch, begin, end } = step;
        StepNow { stage, name, reason, grip, watch, begin, end }
    });
    let moves = lesson.moves.into_iter().map(|step| {
        let LessonMove { turn, written, words, step } = step;
        MoveNow { turn, written, words, step }
    });
    LessonNow {
        method: lesson.method,
        methods: lesson.methods.into_iter().zip(lesson.titles).collect(),
        about: lesson.about,
        numbers: lesson.numbers,
        stages: stages.collect(),
        steps: steps.collect(),
        moves: moves.collect(),
        at: lesson.moves_done,
        by_arms: lesson.rig,
        stickers: lesson.colors,
        bright: lesson.bright,
        playing: lesson.playing,
        pace: f64::from(lesson.pace),
        extra_turns: lesson.extra_turns,
        onward: lesson.onward,
        notice: if lesson.error_msg.is_empty() { lesson.notice } else { lesson.error_msg },
        question: question.to_owned(),
    }
}

/// What the camera shows of the learner's cube, and how far the cube is read; nothing where no camera looks.
pub fn read_watch(watch: &LessonWatch) -> Option<(WatchNow, HandScan)> {
    let (state, _) = STATES.into_iter().find(|(_, number)| *number == watch.state)?;
    let LessonWatch { text, made, undo, show, took, reading, .. } = watch.clone();
    let CubeReading { prompt, hint, notice, colors: stickers, doubtful, faces, hold, problem, done } = reading;
    let took = (0.0 < took).then(|| f64::from(took));
    let scan = HandScan { prompt, hint, notice, stickers, doubtful, faces, hold, left: None, problem, done };
    Some((WatchNow { state, text, made, undo, show, took }, scan))
}

/// The commands as numbers: in the generated code each has a type of its own.
mod code {
    use super::Command;

    pub const NEXT: u8 = Command::NEXT as u8;
    pub const BACK: u8 = Command::BACK as u8;
    pub const GO_TO: u8 = Command::GO_TO as u8;
    pub const PLAY: u8 = Command::PLAY as u8;
    pub const PAUSE: u8 = Command::PAUSE as u8;
    pub const TURN: u8 = Command::TURN as u8;
    pub const UNDO: u8 = Command::UNDO as u8;
    pub const REDO: u8 = Command::REDO as u8;
    pub const REPLAN: u8 = Command::REPLAN as u8;
    pub const PRACTISE: u8 = Command::PRACTISE as u8;
    pub const LEAVE: u8 = Command::LEAVE as u8;
    pub const SAY: u8 = Command::SAY as u8;
}

/// The command that asks for this; `None` for what goals ask for.
pub fn command(request: Request) -> Option<Command> {
    let bare = |command| Command { command, ..Command::default() };
    Some(match request {
        Request::Next => bare(code::NEXT),
        Request::Back => bare(code::BACK),
        Request::GoTo(at) => Command { moves: u32::try_from(at).unwrap_or(u32::MAX), ..bare(code::GO_TO) },
        Request::Play { pace } => Command { pace: pace.map_or(0.0, |pace| pace.as_secs_f32()), ..bare(code::PLAY) },
        Request::Pause => bare(code::PAUSE),
        Request::Turn(turn) => Command { turn, ..bare(code::TURN) },
        Request::Undo => bare(code::UNDO),
        Request::Redo => bare(code::REDO),
        Request::Replan(method) => {
            let method = method.map_or_else(String::new, |method| method.name().to_owned());
            Command { method, ..bare(code::REPLAN) }
        }
        Request::Practise { case, auf } => {
            let (set_name, case_name) = (case.set.name().to_owned(), case.key());
            Command { set_name, case_name, seed: auf.seed(), ..bare(code::PRACTISE) }
        }
        Request::Leave => bare(code::LEAVE),
        Request::Say(line) => Command { line, ..bare(code::SAY) },
        Request::Speak(language) => Command { line: format!("{SPEAK}{language}"), ..bare(code::SAY) },
        Request::Teach { .. } | Request::Answer(_) => return None,
    })
}

/// What a command asks for.
///
/// # Errors
/// The answer to a command that nobody knows, or with a wrong field.
pub fn request(command: &Command) -> Result<Request, Answer> {
    Ok(match command.command {
        code::NEXT => Request::Next,
        code::BACK => Request::Back,
        // A lesson has some hundred moves.
        code::GO_TO => Request::GoTo(usize::try_from(command.moves).unwrap_or(usize::MAX)),
        code::PLAY if command.pace == 0.0 => Request::Play { pace: None },
        code::PLAY if PACES.contains(&command.pace) => {
            Request::Play { pace: Some(Duration::from_secs_f32(command.pace)) }
        }
        code::PLAY => {
            let text = format!("a move takes {} to {} seconds, not {}", PACES.start(), PACES.end(), command.pace);
            return Err(refused(Answer::BAD_FIELD as i32, text));
        }
        code::PAUSE => Request::Pause,
        code::TURN => Request::Turn(command.turn.clone()),
        code::UNDO => Request::Undo,
        code::REDO => Request::Redo,
        code::REPLAN if command.method.is_empty() => Request::Replan(None),
        code::REPLAN => Request::Replan(Some(command.method.parse().map_err(bad_field)?)),
        code::PRACTISE => {
            let set = command.set_name.parse().map_err(bad_field)?;
            let case = catalogue::find(set, &command.case_name).map_err(bad_field)?;
            Request::Practise { case, auf: Auf::from_seed(command.seed) }
        }
        code::LEAVE => Request::Leave,
        code::SAY => match command.line.strip_prefix(SPEAK) {
            Some(language) => Request::Speak(language.parse().map_err(bad_field)?),
            None => Request::Say(command.line.clone()),
        },
        other => return Err(refused(Answer::UNKNOWN_COMMAND as i32, format!("there is no command {other}"))),
    })
}

fn bad_field(error: teach::Error) -> Answer {
    refused(Answer::BAD_FIELD as i32, error.to_string())
}

fn refused(error_code: i32, error_msg: String) -> Answer {
    Answer { error_code, error_msg, ..Answer::default() }
}

/// The answer to a command, by what became of it.
pub fn answer(done: Result<String, Error>, words: &Words) -> Answer {
    match done {
        Ok(comment) => Answer { comment, ..Answer::default() },
        Err(error @ Error::NotNow(_)) => refused(Answer::NOT_NOW as i32, error.sentence(words)),
        Err(error) => refused(Answer::BAD_FIELD as i32, error.sentence(words)),
    }
}

#[cfg(test)]
mod tests {
    use cube::{Color, ColorScheme, Cube};
    use practice::arm_drills::{Event, Now};
    use teach::catalogue::Set;
    use teach::{Language, Method, Options, Spelling, Tutor};
    use tutor::Session;

    use super::*;

    #[test]
    fn what_is_asked_for_is_the_same_on_the_other_side() {
        let practised = ["oll", "pll", "f2l"].map(|set| &catalogue::cases(set.parse().expect("a set"))[7]);
        let mut all = vec![
            Request::Next,
            Request::Back,
            Request::GoTo(7),
            Request::Play { pace: None },
            // A power of two, which single precision has exactly.
            Request::Play { pace: Some(Duration::from_micros(62_500)) },
            Request::Play { pace: Some(Duration::from_secs(20)) },
            Request::Pause,
            Request::Turn("R'".into()),
            Request::Undo,
            Request::Redo,
            Request::Replan(None),
            Request::Replan(Some(Method::Cfop)),
            Request::Leave,
            Request::Say("again F".into()),
            Request::Speak(Language::German),
        ];
        all.extend(practised.map(|case| Request::Practise { case, auf: Auf { before: 1, after: 2 } }));
        for asked in all {
            let sent = command(asked.clone()).expect("it has a command");
            assert_eq!(request(&sent), Ok(asked));
        }
        assert_eq!(command(Request::Answer(true)), None, "goals are not commands");
    }

    #[test]
    fn a_page_shows_the_lesson_that_was_written() {
        let tutor = Tutor::new(Method::Layers, &Cube::from_seed(4), Options::default()).expect("a lesson");
        let mut course = Course::new(Session::new(tutor, Spelling::Standard));
        let turn = Request::Turn("M".into());
        course.handle(turn, std::time::Instant::now()).expect("it is followed");
        let written = write(&course);
        assert_eq!(read(&written, ""), LessonNow::new(&course));
        assert_eq!(read_watch(&written.watch), None, "no camera looks");
        assert_eq!(written.extra_turns, course.session().extra_turns());
        assert_eq!(written.controls.len(), written.off_because.len());
    }

    #[test]
    fn while_the_arms_practise_a_lesson_has_the_learners_words_and_nothing_else() {
        let tutor = Tutor::new(Method::Layers, &Cube::from_seed(4), Options::default()).expect("a lesson");
        let course = Course::new(Session::new(tutor, Spelling::Standard));
        let mut drills = ArmDrills::new(&[Set::Pll], Color::White, 1, Vec::new(), Language::English);
        let now = Now { seconds: 0.0, date: 0 };
        let case = &catalogue::cases(Set::Pll)[0];
        let shown = case.starts(ColorScheme::WESTERN.face(Color::White))[0];
        drills.begin(now, Some((shown, ColorScheme::WESTERN)));
        drills.step(now, Event::HandedOver);
        let written = practising(write(&course), &drills, "WHY");
        let controls: Vec<(&str, &str)> =
            written.controls.iter().zip(&written.off_because).map(|(name, why)| (&**name, &**why)).collect();
        let on: Vec<&str> = controls.iter().filter(|(_, why)| why.is_empty()).map(|(name, _)| *name).collect();
        assert_eq!(on, ["recognised", "done", "forgotten", "end_practice"]);
        assert!(controls.contains(&("turn", "WHY")) && controls.contains(&("next", "WHY")), "{controls:?}");
        assert_eq!(written.notice, drills.text());
        assert_eq!(said(&Request::Say("forgotten".into())), Some(Said::GivenUp));
        assert_eq!((said(&Request::Say("yes".into())), said(&Request::Undo)), (None, None));
    }
}
