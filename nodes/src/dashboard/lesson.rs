//! Lessons of the tutor, as the page shows them.

use page::protocol::{HandScan, LessonNow, MoveNow, StageNow, StepNow, WatchNow, WatchState};
use r2r::cuberig_msgs::msg::{Lesson, LessonStatus};

/// A lesson as the page shows it; `None` while lesson and status are not of the same one.
pub fn shown(lesson: &Lesson, status: &LessonStatus, question: String) -> Option<LessonNow> {
    if lesson.number != status.number {
        return None;
    }
    let stages = lesson.stages.iter().map(|stage| StageNow {
        name: stage.name.clone(),
        goal: stage.goal.clone(),
        why: stage.why.clone(),
        begin: stage.begin,
        end: stage.end,
    });
    let steps = lesson.steps.iter().map(|step| StepNow {
        stage: step.stage,
        name: step.name.clone(),
        reason: step.reason.clone(),
        grip: step.grip.clone(),
        watch: step.watch.clone(),
        begin: step.begin,
        end: step.end,
    });
    let moves = lesson.steps.iter().zip(0..).flat_map(|(step, number)| {
        let texts = step.turns.iter().zip(&step.written).zip(&step.words);
        texts.map(move |((turn, written), words)| MoveNow {
            turn: turn.clone(),
            written: written.clone(),
            words: words.clone(),
            step: number,
        })
    });
    Some(LessonNow {
        method: lesson.method.clone(),
        methods: (lesson.methods.iter().cloned()).zip(lesson.titles.iter().cloned()).collect(),
        about: lesson.about.clone(),
        numbers: lesson.numbers.clone(),
        stages: stages.collect(),
        steps: steps.collect(),
        moves: moves.collect(),
        at: status.moves_done,
        by_arms: status.rig,
        stickers: status.colors.clone(),
        bright: status.bright.clone(),
        playing: status.playing,
        pace: f64::from(status.pace),
        beside: status.beside.clone(),
        onward: status.onward.clone(),
        notice: match status.error_msg.as_str() {
            "" => status.notice.clone(),
            trouble => trouble.to_owned(),
        },
        question,
    })
}

/// What the camera says of the learner's cube, and how far the cube is read; nothing where no camera looks.
pub fn seen(status: &LessonStatus) -> Option<(WatchNow, HandScan)> {
    let lost = status.error_code == LessonStatus::CAMERA_LOST as i32;
    let state = match status.seen_as {
        _ if lost => WatchState::Lost,
        code if code == LessonStatus::NOTHING as u8 => WatchState::Nothing,
        code if code == LessonStatus::NOT_YET as u8 => WatchState::NotYet,
        code if code == LessonStatus::DONE as u8 => WatchState::Done,
        code if code == LessonStatus::DONE_WRONGLY as u8 => WatchState::Wrong,
        code if code == LessonStatus::CANNOT_TELL as u8 => WatchState::CannotTell,
        code if code == LessonStatus::SOMETHING_ELSE as u8 => WatchState::Reading,
        _ => return None,
    };
    let watch = WatchNow {
        state,
        text: status.seen.clone(),
        made: status.made.clone(),
        undo: status.undo.clone(),
        show: status.show.clone(),
        took: (0.0 < status.took).then(|| f64::from(status.took)),
    };
    let reading = &status.reading;
    let scan = HandScan {
        prompt: reading.prompt.clone(),
        hint: reading.hint.clone(),
        notice: reading.notice.clone(),
        stickers: reading.colors.clone(),
        doubtful: reading.doubtful.clone(),
        faces: reading.faces.clone(),
        hold: reading.hold.clone(),
        left: None,
        problem: reading.problem.clone(),
        done: reading.done,
    };
    Some((watch, scan))
}

/// Why controls of a lesson are off, by name; empty where they are on. The page itself answers `check` and `random`.
pub fn reasons(status: &LessonStatus) -> impl Iterator<Item = (String, String)> {
    let told = status.controls.iter().zip(&status.off_because);
    let told = told.map(|(name, why)| (name.clone(), why.clone()));
    let own = ["check", "random"].map(|name| (name.to_owned(), String::new()));
    told.chain(own)
}
