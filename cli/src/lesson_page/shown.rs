//! A lesson as the page shows it.

use page::protocol::{LessonNow, MoveNow, StageNow, StepNow};
use teach::{Method, MethodText, Player, Spelling, spelled};
use tutor::Session;

/// The lesson and the learner's place in it.
pub fn shown(session: &Session) -> LessonNow {
    let player = session.tutor().player();
    let language = session.tutor().options().language;
    let title = |method| MethodText::of(method, language).title().to_owned();
    LessonNow {
        method: player.lesson().method().name().to_owned(),
        methods: Method::ALL.map(|method| (method.name().to_owned(), title(method))).into(),
        about: session.about().to_owned(),
        numbers: session.numbers(),
        stages: stages(player),
        steps: steps(session),
        moves: moves(session),
        at: number(player.at()),
        by_arms: false,
        stickers: session.colors(),
        bright: session.bright(),
        playing: session.is_playing(),
        pace: session.pace().as_secs_f64(),
        beside: session.beside(),
        onward: session.onward(),
        notice: session.notice().to_owned(),
        question: session.question().to_owned(),
    }
}

fn stages(player: &Player) -> Vec<StageNow> {
    let stages = player.lesson().stages().iter().enumerate();
    let stages = stages.map(|(at, stage)| StageNow {
        name: stage.name.clone(),
        goal: stage.goal.clone(),
        why: stage.why.clone(),
        begin: number(player.begin_of_stage(at)),
        end: number(player.begin_of_stage(at + 1)),
    });
    stages.collect()
}

fn steps(session: &Session) -> Vec<StepNow> {
    let player = session.tutor().player();
    let scheme = &session.tutor().options().scheme;
    let steps = player.lesson().steps().enumerate();
    let steps = steps.map(|(at, (stage, step))| StepNow {
        stage: number(stage),
        name: step.name.clone(),
        reason: step.reason.clone(),
        grip: step.grip.clone(),
        watch: session.words().pieces(&step.pieces, scheme),
        begin: number(player.begin_of_step(at)),
        end: number(player.begin_of_step(at + 1)),
    });
    steps.collect()
}

fn moves(session: &Session) -> Vec<MoveNow> {
    let written = |step, spelling| spelled(&[step], spelling, session.words());
    let moves = session.tutor().player().moves().iter();
    let moves = moves.map(|played| MoveNow {
        turn: written(played.step, Spelling::Standard),
        written: written(played.step, session.spelling()),
        words: written(played.step, Spelling::Words),
        step: number(played.of),
    });
    moves.collect()
}

/// A lesson has some hundred moves.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
