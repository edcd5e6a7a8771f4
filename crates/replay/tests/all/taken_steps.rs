//! Steps of recorded conductors are taken again: storms with stops, restarts and failures, recordings that begin in mid-run, and
//! conductors that decided otherwise.

use mission::{Code, Effect, Event, Input, Stage, Step};
use replay::{Difference, Options, Outcome};
use storm::Message;
use storm::recording::Published;

use crate::recorded_storms::{published, replayed, written};

/// What a replay of these messages finds.
fn outcome(published: &[Published]) -> Outcome {
    let folder = testkit::Folder::new("steps");
    replayed(&written(&folder.0, published), &Options::default())
}

/// The differences of steps and statuses: with lost messages and restarted assemblers, states may differ.
fn found(outcome: &Outcome) -> Vec<&Difference> {
    outcome.differences.iter().filter(|found| found.topic.starts_with("run/")).collect()
}

fn steps(published: &mut [Published]) -> impl Iterator<Item = (f64, &mut Step)> {
    let begin = published[0].seconds;
    published.iter_mut().filter_map(move |sent| match &mut sent.message {
        Message::Step(step) => Some((sent.seconds - begin, &mut **step)),
        _ => None,
    })
}

#[test]
fn the_same_steps_are_taken_under_any_faults() {
    let mut ends = [0; 3];
    for seed in 0..16 {
        let mut messages = published(seed, "all");
        let outcome = outcome(&messages);
        assert!(found(&outcome).is_empty() && outcome.unread.is_empty(), "{seed}: {:?}", outcome);
        let sent = steps(&mut messages).count() as u64;
        assert!(100 < sent && outcome.steps.compared == sent, "{seed}: {sent} and {:?}", outcome.steps);
        // But for the statuses of conductors that died before their step went out.
        assert!(outcome.statuses.recorded <= outcome.statuses.compared + 1, "{seed}: {:?}", outcome.statuses);
        for (_, step) in steps(&mut messages) {
            ends[0] += usize::from(matches!(step.input, Input::Resume));
            ends[1] += usize::from(matches!(&step.input, Input::Event(Event::NodeLost(..))));
            let is_failed = |effect: &Effect| matches!(effect, Effect::End(report) if report.error.is_some());
            ends[2] += usize::from(step.decided.iter().flatten().any(is_failed));
        }
    }
    assert!(ends.iter().all(|count| 0 < *count), "the storms have too little in them: {ends:?}");
}

#[test]
fn a_changed_status_is_the_only_difference() {
    for seed in 0..4 {
        let mut messages = published(seed, "none");
        let begin = messages[0].seconds;
        let is_solving =
            |sent: &Published| matches!(&sent.message, Message::Run(status) if status.stage == Stage::Solving);
        let place = messages.iter().position(is_solving).expect("the run solves");
        let at = messages[place].seconds - begin;
        let Message::Run(status) = &mut messages[place].message else { unreachable!("it was found") };
        status.text = "thinking".into();
        status.error = Some((Code::SolveFailed, "no idea".into()));
        let outcome = outcome(&messages);
        let [only] = &outcome.differences[..] else { panic!("{seed}: {outcome:?}") };
        assert_eq!(only.topic, "run/status");
        assert!((only.seconds - at).abs() < 1e-6, "{} is not {at}", only.seconds);
        for words in [
            "text was \"thinking\", is \"looking for moves",
            "error_code was \"3\", is \"0\"",
            "error_msg was \"no idea\"",
        ] {
            assert!(only.text.contains(words), "{}", only.text);
        }
        assert_eq!((outcome.statuses.different, outcome.steps.different), (1, 0));
    }
}

/// A conductor that gives the solver less time than the recorded one.
#[test]
fn another_rule_is_found_where_it_decides() {
    let mut messages = published(1, "none");
    let mut changed = None;
    for (at, step) in steps(&mut messages) {
        for effect in step.decided.iter_mut().flatten() {
            if let Effect::Solve(_, _, limit) = effect {
                *limit += 9.5;
                changed = Some((at, format!("{effect:?}")));
            }
        }
    }
    let (at, was) = changed.expect("the run solves");
    let solving = outcome(&messages);
    let [only] = &solving.differences[..] else { panic!("{solving:?}") };
    assert!(only.topic == "run/steps" && (only.seconds - at).abs() < 1e-6, "{only:?}");
    assert!(only.text.contains(&format!("decided [{was}], decides [Solve(")), "{}", only.text);
}

/// Had the conductor waited longer before it tries again, all else would be the same.
#[test]
fn another_pause_is_found_at_its_end() {
    let mut pauses = 0;
    for seed in 0..8 {
        let mut messages = published(seed, "all");
        let mut ends = Vec::new();
        for (at, step) in steps(&mut messages) {
            let json = step.to_json();
            if json.contains("\"phase\":{\"Pausing\"")
                && step.input == Input::Event(Event::Tick)
                && step.decided != Ok(vec![])
            {
                ends.push(at);
            }
            *step = Step::from_json(&json.replace("\"retry_pause\":2.0", "\"retry_pause\":3.5"))
                .expect("as it was written");
        }
        let outcome = outcome(&messages);
        let of_steps = found(&outcome).into_iter().filter(|found| found.topic == "run/steps");
        let (times, texts): (Vec<f64>, Vec<&str>) = of_steps.map(|found| (found.seconds, &*found.text)).unzip();
        assert!(
            times.len() == ends.len() && times.iter().zip(&ends).all(|(one, two)| (one - two).abs() < 1e-6),
            "{seed}: {times:?} {ends:?}"
        );
        assert!(
            texts.iter().all(|text| text.starts_with("after Event(Tick)") && text.ends_with("decides []")),
            "{texts:?}"
        );
        pauses += ends.len();
    }
    assert!(3 < pauses, "{pauses}");
}

/// Recordings of the last minute begin in mid-run, and older ones have no steps.
#[test]
fn a_recording_may_begin_in_mid_run_and_lack_steps() {
    let all = published(3, "none");
    let (begin, end) = (all[0].seconds, all[all.len() - 1].seconds);
    let middle = (begin + end) / 2.0;
    let late: Vec<_> = all.iter().filter(|sent| middle <= sent.seconds).cloned().collect();
    let half = outcome(&late);
    assert!(found(&half).is_empty() && half.unread.is_empty(), "{half:?}");
    assert!(half.steps.compared == half.steps.recorded && 50 < half.steps.compared, "{half:?}");
    assert!(half.steps_since.is_some_and(|since| since < 1.0), "{half:?}");

    let is_step = |sent: &Published| matches!(sent.message, Message::Step(_));
    let older: Vec<_> = all.iter().filter(|sent| !is_step(sent)).cloned().collect();
    let without = outcome(&older);
    assert!(found(&without).is_empty() && without.steps_since.is_none(), "{without:?}");
    assert!((without.steps.recorded, without.statuses.compared) == (0, 0) && 10 < without.statuses.recorded);

    let folder = testkit::Folder::new("gap");
    let file = written(&folder.0, &all);
    crate::recorded_storms::without(&file, "/run/steps", 60..200);
    let gap = replayed(&file, &Options::default());
    assert!(gap.differences.is_empty() && gap.lost == 140, "{gap:?}");
    assert!(gap.statuses.compared < gap.statuses.recorded, "{gap:?}");
}
