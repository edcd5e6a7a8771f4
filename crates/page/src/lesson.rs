//! A lesson on a page: what is shown of it, and what its controls ask for.

use std::time::Duration;

use teach::catalogue::{self, Auf};
use teach::{Language, Method, MethodText, Spelling, spelled};
use tutor::handscan::Screen;
use tutor::{Course, Request, Seen, Session};

use crate::laws;
use crate::protocol::{Answer, Ask, HandScan, LessonNow, MoveNow, StageNow, StepNow, WatchNow, WatchState};

/// How much slower or faster than usual something can be played.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.05..=20.0;

impl LessonNow {
    /// The lesson and the learner's place in it.
    pub fn new(course: &Course) -> LessonNow {
        let session = course.session();
        let player = session.tutor().player();
        let options = session.tutor().options();
        let expert = player.lesson().compared_with_expert(options);
        let stages = player.lesson().stages().iter().enumerate().map(|(at, stage)| StageNow {
            name: stage.name.clone(),
            goal: stage.goal.clone(),
            why: stage.why.clone(),
            begin: number(player.begin_of_stage(at)),
            end: number(player.begin_of_stage(at + 1)),
        });
        let steps = player.lesson().steps().enumerate().map(|(at, (stage, step))| StepNow {
            stage: number(stage),
            name: step.name.clone(),
            reason: step.reason.clone(),
            grip: step.grip.clone(),
            watch: session.words().pieces(&step.pieces, &options.scheme),
            begin: number(player.begin_of_step(at)),
            end: number(player.begin_of_step(at + 1)),
        });
        let written = |turn, spelling| spelled(&[turn], spelling, session.words());
        let moves = player.moves().iter().map(|played| MoveNow {
            turn: written(played.turn, Spelling::Standard),
            written: written(played.turn, session.spelling()),
            words: written(played.turn, Spelling::Words),
            step: number(played.of),
        });
        let title = |method| MethodText::of(method, options.language).title().to_owned();
        LessonNow {
            method: player.lesson().method().name().to_owned(),
            methods: Method::ALL.map(|method| (method.name().to_owned(), title(method))).into(),
            about: [session.about(), expert].join(" ").trim_end().to_owned(),
            numbers: session.numbers(),
            stages: stages.collect(),
            steps: steps.collect(),
            moves: moves.collect(),
            ..LessonNow::place(course)
        }
    }

    /// Only where the learner is. The lesson itself changes seldom, and is long.
    pub fn place(course: &Course) -> LessonNow {
        let session = course.session();
        LessonNow {
            at: number(session.tutor().player().at()),
            by_arms: course.has_arms(),
            stickers: session.colors(),
            bright: session.bright(),
            playing: session.is_playing() || course.goes_on(),
            pace: session.pace().as_secs_f64(),
            extra_turns: session.extra_turns(),
            onward: session.onward(),
            notice: session.notice().to_owned(),
            question: session.question().to_owned(),
            ..LessonNow::default()
        }
    }
}

impl WatchNow {
    /// The verdict of the camera; `None` without one.
    pub fn new(session: &Session) -> Option<WatchNow> {
        let seen = session.seen()?;
        let (state, is_timed) = match seen {
            Seen::Nothing => (WatchState::Nothing, true),
            Seen::NotYet => (WatchState::NotYet, false),
            Seen::Done { .. } => (WatchState::Done, true),
            Seen::DoneWrongly { .. } => (WatchState::Wrong, true),
            Seen::Unclear { .. } => (WatchState::CannotTell, false),
            Seen::SomethingElse(_) => (WatchState::Reading, true),
            Seen::Lost => (WatchState::Lost, false),
        };
        Some(WatchNow {
            state,
            text: session.sentence(),
            made: seen.turns(),
            undo: seen.undo(),
            show: seen.centres(),
            took: session.took().filter(|_| is_timed).map(|took| took.as_secs_f64()),
        })
    }
}

impl HandScan {
    /// A guide's screen, what is wrong with the cube that it has read, and whether only a yes is missing.
    pub fn new(screen: &Screen, problems: &[String], done: bool) -> HandScan {
        HandScan {
            prompt: screen.prompt.clone(),
            hint: screen.hint.clone(),
            notice: screen.notice.clone(),
            stickers: screen.stickers(),
            // There are 54 stickers.
            doubtful: screen.doubtful.iter().map(|&at| at as u8).collect(),
            faces: screen.faces.map(|face| face.name().to_owned()).to_vec(),
            hold: screen.hold(),
            left: screen.left.map(|left| left.as_secs_f64()),
            problem: problems.join("; "),
            done,
        }
    }

    /// What the guide of a session asks for, or would.
    pub fn of_session(session: &Session) -> HandScan {
        session.guide().map_or_else(HandScan::not_begun, |guide| {
            let problems = guide.reading().map_or(&[][..], |reading| &reading.problems);
            HandScan::new(&guide.screen(), problems, guide.is_done())
        })
    }

    /// Of a cube that nobody has begun to read.
    pub fn not_begun() -> HandScan {
        HandScan { stickers: "?".repeat(54), faces: vec!["missing".to_owned(); 6], ..HandScan::default() }
    }
}

/// What a control of a lesson asks a tutor for; `None` for other controls.
///
/// # Errors
/// What is wrong with what was entered, in this language.
pub fn lesson_request(ask: &Ask, language: Language) -> Result<Option<Request>, Answer> {
    Ok(Some(match ask {
        Ask::Play { from: Some(_), .. } => {
            return Err(Answer::refused("a lesson is played from where it is: go to a move first"));
        }
        Ask::Play { from: None, speed } => {
            Request::Play { pace: checked_speed(*speed)?.map(|speed| Duration::from_secs_f64(1.0 / speed)) }
        }
        Ask::Pause => Request::Pause,
        Ask::Next => Request::Next,
        Ask::Goto { moves } => Request::GoTo(usize::try_from(*moves).unwrap_or(usize::MAX)),
        Ask::Turn { turn } => Request::Turn(turn.clone()),
        Ask::Undo => Request::Undo,
        Ask::Redo => Request::Redo,
        Ask::Practise { set, case, seed } => {
            let set = set.parse().map_err(Answer::refused)?;
            let case = catalogue::find(set, case).map_err(Answer::refused)?;
            Request::Practise { case, auf: seed.map_or(Auf::default(), Auf::from_seed) }
        }
        Ask::Leave => Request::Leave,
        Ask::Replan => Request::Replan(None),
        Ask::Teach { method: None, cube: None } => return Err(Answer::refused("say which method, or which cube")),
        Ask::Teach { method, cube } => {
            let method = method.as_deref().map(str::parse::<Method>).transpose().map_err(Answer::refused)?;
            match cube {
                None => Request::Replan(method),
                Some(letters) => {
                    let (cube, scheme) = laws::entered(letters, language)?;
                    Request::Teach { method, cube, scheme }
                }
            }
        }
        Ask::Speak { language } => Request::Speak(language.parse().map_err(Answer::refused)?),
        Ask::Say { line } => Request::Say(line.clone()),
        Ask::Confirm => Request::Answer(true),
        Ask::Decline => Request::Answer(false),
        _ => return Ok(None),
    }))
}

/// The speed that is asked for, where one is.
///
/// # Errors
/// A sentence for a speed at which nothing is played.
pub fn checked_speed(asked: Option<f64>) -> Result<Option<f64>, Answer> {
    match asked.filter(|speed| !SPEEDS.contains(speed)) {
        None => Ok(asked),
        Some(speed) => {
            let speed = cube::outside::number(speed);
            Err(Answer::refused(format!("the speed is {} to {}, not {speed}", SPEEDS.start(), SPEEDS.end())))
        }
    }
}

/// A lesson has some hundred moves.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
