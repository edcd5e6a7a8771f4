//! The conductor around the mission: what is refused, and how a stopped rig moves again.

use rig::StopSwitch;

use super::*;
use crate::conductor::{Conductor, Goal};
use crate::events::Claws;
use crate::hand_over::{Direction, Patience};
use crate::resuming::{Afterwards, Resumptions};
use crate::state::State;
use crate::step::{Step, decisions};

const NOW: Moment = Moment { steady: 10.0, rig: 500.0, ros: 1010.0 };

fn conductor() -> Conductor {
    Conductor::new("", SETTINGS, Patience { person: 60.0, stops: 5.0, silence: 60.0 })
}

fn free() -> StopSwitch {
    let mut switch = StopSwitch::new("conductor");
    switch.resume("a person");
    switch
}

#[test]
fn one_thing_is_under_way_at_a_time_and_nothing_on_a_stopped_rig() {
    let mut conductor = conductor();
    let load = |seconds| Goal::HandOver(Direction::Load, seconds);
    let refused = |conductor: &mut Conductor, goal, refusal: Option<&str>| {
        let begun = conductor.begin(NOW, goal, refusal.map(str::to_owned));
        begun.expect_err("it is refused").0
    };
    assert_eq!(refused(&mut conductor, load(0.0), Some("stopped")), Code::Stopped);
    for seconds in [-1.0, f64::NAN, 1e9] {
        assert_eq!(refused(&mut conductor, load(seconds), None), Code::NotConfirmed);
    }
    assert!(!conductor.is_busy());
    conductor.begin(NOW, load(3.0), None).expect("nothing is under way");
    assert_eq!(refused(&mut conductor, Goal::Run(options()), None), Code::Busy);
    assert_eq!(refused(&mut conductor, load(0.0), None), Code::Busy);
    conductor.step(NOW, Event::Cancel);
    conductor.begin(NOW, Goal::Run(options()), None).expect("the hand-over has ended");
    assert_eq!(refused(&mut conductor, load(0.0), None), Code::Busy);
    assert!(conductor.has_run() && !conductor.has_hand_over());
}

/// A failure's message names the recording that was announced a moment ago: not an old one, and no stop does.
#[test]
fn a_failure_names_the_recording_of_the_minute_before() {
    let failed = |announced: Option<f64>, end: Event| {
        let mut conductor = conductor();
        if let Some(steady) = announced {
            conductor.note_last_minute(Moment { steady, ..NOW }, Some("/runs/7.mcap".into()));
        }
        conductor.begin(NOW, Goal::Run(options()), None).expect("nothing is under way");
        let effects = conductor.step(NOW, end);
        let texts = effects.into_iter().filter_map(|effect| match effect {
            Effect::Status(status) => status.error.map(|(_, text)| (status.text, text)),
            Effect::End(report) => report.error.map(|(_, text)| (text.clone(), text)),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    let not_ready = || Event::Ready(Err("nobody is there".into()));
    let named = failed(Some(NOW.steady - 1.0), not_ready());
    assert_eq!(named.len(), 2, "{named:?}");
    for (shown, error) in named {
        let words = "nobody is there; the minute before is recorded in /runs/7.mcap";
        assert!(shown.ends_with(words) && error.ends_with(words), "{shown} / {error}");
    }
    for (announced, end) in [(None, not_ready()), (Some(NOW.steady - 5.0), not_ready()), (Some(NOW.steady), stopped())]
    {
        let texts = failed(announced, end);
        assert!(!texts.is_empty() && texts.iter().all(|(_, error)| !error.contains("recorded")), "{texts:?}");
    }
}

#[test]
fn a_resumption_waits_for_stops_and_for_the_run_that_they_end() {
    let (mut resumptions, mut switch) = (Resumptions::default(), free());
    switch.stop_anew(1.0, "a person");
    resumptions.stop_begins();
    resumptions.ask("resume", Afterwards::GoOn, &switch);
    assert!(resumptions.due(false).is_empty(), "the stop is on its way");
    resumptions.stop_ended();
    assert!(resumptions.due(true).is_empty(), "the run has not ended");
    let [resumption] = <[_; 1]>::try_from(resumptions.due(false)).expect("one");
    let release = resumption.release(&mut switch).expect("it is the same stop");
    assert!(!switch.is_stopped());
    let (effects, text) = release.confirmed(NOW, &switch, &mut conductor()).expect("it may move");
    assert!(effects.is_empty() && text.contains("no interrupted run"), "{text}");
    switch.stop_anew(2.0, "a person");
    assert!(release.confirmed(NOW, &switch, &mut conductor()).is_err_and(|text| text.contains("stopped again")));
}

/// A storm began a hand-over while the nodes were confirming that the rig may move again. The run that was then resumed got none of
/// the events, and never ended.
#[test]
fn no_run_goes_on_during_a_hand_over() {
    let mut conductor = conductor();
    conductor.begin(NOW, Goal::Run(options()), None).expect("nothing is under way");
    conductor.step(NOW, Event::Stop("a person".into()));
    assert!(conductor.is_interrupted() && !conductor.is_busy());
    conductor.begin(NOW, Goal::HandOver(Direction::Load, 3.0), None).expect("the run was stopped");
    assert!(conductor.resume(NOW).is_err_and(|text| text.contains("hand-over")));
    conductor.step(NOW, Event::Cancel);
    assert!(!conductor.is_busy() && conductor.resume(NOW).is_ok(), "no claw has moved");
}

#[test]
fn a_stop_after_a_resumption_was_asked_for_counts() {
    let (mut resumptions, mut switch) = (Resumptions::default(), free());
    switch.stop_anew(1.0, "a person");
    resumptions.ask("resume", Afterwards::Rest, &switch);
    switch.stop_anew(1.5, "another person");
    let refused = resumptions.due(false).remove(0).release(&mut switch);
    assert_eq!(refused.err(), Some(("resume", "the rig was stopped again")));
    assert!(switch.is_stopped());
}

/// A run of a solved cube that is known, up to its end.
fn solved_at_once(conductor: &mut Conductor, release_after: bool) -> Vec<Effect> {
    let stamp = NOW.ros - 5.0;
    conductor.step(NOW, Event::Cube(update(stamp, Knowledge::Whole(Cube::SOLVED), Source::Set)));
    let wanted = Options { scan: false, look_again: false, release_after, ..options() };
    conductor.begin(NOW, Goal::Run(wanted), None).expect("nothing is under way");
    conductor.step(NOW, Event::Ready(Ok(())))
}

#[test]
fn a_solved_cube_is_offered_where_the_goal_says_so() {
    let mut conductor = conductor();
    let effects = solved_at_once(&mut conductor, false);
    assert!(matches!(effects.last(), Some(Effect::End(report)) if report.solved), "{effects:?}");
    assert!(!conductor.is_busy());
    let effects = solved_at_once(&mut conductor, true);
    assert!(matches!(&effects[effects.len() - 2..], [Effect::End(report), Effect::CheckClawsReady] if report.solved));
    conductor.step(NOW, Event::Ready(Ok(())));
    conductor.step(NOW, Event::ClawsBegin);
    let asked = conductor.step(NOW, Event::ClawsEnded(Ok(false)));
    assert!(matches!(&asked[..], [Effect::Prompt(_, true)]), "no claw moves before somebody confirms: {asked:?}");
    let later = Moment { steady: NOW.steady + 2.0, ..NOW };
    let effects = conductor.confirm(later).expect("a question waits");
    assert!(effects.contains(&Effect::Claws(Claws::Open)), "{effects:?}");
    assert!(conductor.begin(later, Goal::Run(options()), None).is_err_and(|(code, _)| code == Code::Busy));
}

/// No client can cancel what none began; one that wants something else does not want the cube back.
#[test]
fn an_offer_gives_way_to_any_goal_and_a_failed_run_offers_nothing() {
    for goal in [Goal::Run(options()), Goal::HandOver(Direction::Release, 3.0)] {
        let mut conductor = conductor();
        solved_at_once(&mut conductor, true);
        conductor.step(NOW, Event::Ready(Ok(())));
        conductor.step(NOW, Event::ClawsBegin);
        conductor.step(NOW, Event::ClawsEnded(Ok(false)));
        assert!(conductor.has_hand_over());
        conductor.begin(NOW, goal.clone(), None).expect("the offer gives way");
        assert_eq!(conductor.has_run(), matches!(goal, Goal::Run(_)));
    }
    let mut conductor = conductor();
    conductor.begin(NOW, Goal::Run(Options { release_after: true, ..options() }), None).expect("nothing is under way");
    conductor.step(NOW, Event::Ready(Err("nobody is there".into())));
    assert!(!conductor.is_busy());
}

/// Numbers too: the nearest text of a number is not always read as it by others.
#[test]
fn steps_are_read_as_they_were_written_and_taken_again() {
    let mut conductor = conductor();
    conductor.start(NOW);
    for number in 0..500_u32 {
        let at = f64::from(number).sqrt();
        let now = Moment { steady: at, rig: 3.0 * at, ros: 1.7e9 + at };
        let cube = Cube::from_seed(number.into());
        let _ = conductor.begin(now, Goal::Run(Options { scan: false, ..options() }), None);
        conductor.step(now, Event::Ready(Ok(())));
        conductor.step(now, Event::Cube(update(now.ros, Knowledge::Whole(cube), Source::Camera)));
        conductor.step(now, Event::SolveEnded(Err(failure("no idea", true))));
        conductor.step(now, Event::Tick);
        conductor.step(now, stopped());
        let _ = conductor.resume(now);
    }
    let mut last: Option<State> = None;
    let steps = conductor.steps();
    assert!(conductor.steps().is_empty() && 1000 < steps.len());
    for step in steps {
        let read = Step::from_json(&step.to_json()).expect("it was written so");
        assert_eq!(read, step);
        let mut state = last.unwrap_or_else(|| *read.before.clone());
        state.follow(*read.before);
        assert_eq!(decisions(&state.take(read.now, read.input)), step.decided);
        last = Some(state);
    }
}

#[test]
fn what_changes_nothing_while_nothing_is_under_way_is_no_step() {
    let mut conductor = conductor();
    conductor.step(NOW, Event::Cube(update(5.0, Knowledge::Incomplete, Source::Camera)));
    conductor.step(NOW, Event::Tick);
    conductor.step(NOW, stopped());
    conductor.abandon(NOW);
    assert!(conductor.steps().is_empty());
    assert!(conductor.begin(NOW, Goal::Run(options()), Some("stopped".into())).is_err());
    conductor.begin(NOW, Goal::Run(options()), None).expect("nothing is under way");
    let steps = conductor.steps();
    let [refused, begun] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!((&refused.decided, &begun.decided), (&Err("stopped".into()), &Ok(vec![Effect::CheckReady])));
}

/// Each step of another version has the same reason, wherever in the text it is.
#[test]
fn a_step_of_another_version_is_one_sentence() {
    let mut conductor = conductor();
    conductor.start(NOW);
    let json = conductor.steps().remove(0).to_json();
    let reasons = ["  ", "        "].map(|space| {
        let other = json.replace("\"Start\"", &format!("{space}\"Launch\""));
        Step::from_json(&other).expect_err("no such input")
    });
    assert!(reasons[0].contains("Launch") && reasons[0] == reasons[1], "{reasons:?}");
}
