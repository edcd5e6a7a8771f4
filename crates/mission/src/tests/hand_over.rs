//! Hand-overs: what a person is asked, when claws move, and how it ends.

use super::*;
use crate::events::Claws;
use crate::hand_over::{Direction, HandOver, Patience};

const PATIENCE: Patience = Patience { person: 30.0, stops: 4.0, silence: 60.0 };

/// Plays the person and the rest of the graph.
struct Hands {
    hand_over: HandOver,
    now: Moment,
}

impl Hands {
    /// A hand-over up to what follows the look at the claws.
    fn begun(direction: Direction, are_open: bool) -> (Self, Vec<Effect>) {
        let mut hands = Self { hand_over: HandOver::default(), now: Moment::default() };
        assert_eq!(hands.hand_over.begin(direction, PATIENCE), [Effect::CheckClawsReady]);
        assert_eq!(hands.send(Event::Ready(Ok(()))), [Effect::Claws(Claws::Look)]);
        assert_eq!(hands.send(Event::ClawsBegin), []);
        let follows = hands.send(Event::ClawsEnded(Ok(are_open)));
        (hands, follows)
    }

    /// A release whose claws are about to open, or do so already.
    fn releasing(is_accepted: bool) -> Self {
        let (mut hands, _) = Self::begun(Direction::Release, false);
        assert_eq!(hands.confirm(), [prompt_of("The claws open."), Effect::Claws(Claws::Open)]);
        if is_accepted {
            assert_eq!(hands.send(Event::ClawsBegin), [Effect::AbandonRun]);
        }
        hands
    }

    fn send(&mut self, event: Event) -> Vec<Effect> {
        self.hand_over.step(self.now, event)
    }

    fn wait(&mut self, seconds: f64) -> Vec<Effect> {
        self.now.steady += seconds;
        self.send(Event::Tick)
    }

    /// The person reads what is asked, and confirms.
    fn confirm(&mut self) -> Vec<Effect> {
        self.now.steady += 1.0;
        self.hand_over.confirm(self.now).expect("a question waits")
    }
}

fn prompt_of(prompt: &str) -> Effect {
    Effect::Prompt(prompt.into(), false)
}

#[track_caller]
fn asks(effects: &[Effect], about: &str) {
    let [Effect::Prompt(prompt, true)] = effects else { panic!("no question: {effects:?}") };
    assert!(prompt.contains(about), "{prompt}");
}

/// The hand-over ended so; what it wanted before that.
#[track_caller]
fn ended(mut effects: Vec<Effect>, wanted: Option<(Code, &str)>) -> Vec<Effect> {
    let Some(Effect::HandedOver(status, error)) = effects.pop() else { panic!("no end: {effects:?}") };
    assert_eq!(error.as_ref().map(|(code, _)| *code), wanted.map(|(code, _)| code), "{error:?}");
    let failed = error.clone().filter(|(code, _)| *code != Code::Stopped);
    assert_eq!(status.error, failed, "run/status has why it failed, but nobody's own stop is a failure");
    let (text, part) = (error.map_or(status.text, |(_, text)| text), wanted.map_or("The claws are", |(_, text)| text));
    assert!(text.contains(part), "{text}");
    effects
}

fn planner_lost() -> Event {
    Event::NodeLost("motion_planner".into(), "the node motion_planner has fallen silent".into())
}

#[test]
fn closed_claws_are_asked_for_twice_when_a_cube_is_put_in() {
    let (mut hands, asked) = Hands::begun(Direction::Load, false);
    asks(&asked, "will open");
    assert_eq!(hands.confirm(), [prompt_of("The claws open."), Effect::Claws(Claws::Open)]);
    assert_eq!(hands.send(Event::ClawsBegin), [Effect::AbandonRun]);
    assert_eq!(hands.send(Event::ClawsEnded(Ok(true))), [Effect::ForgetCube]);
    asks(&hands.send(Event::Forgotten(Ok(()))), "Hold the cube");
    assert_eq!(hands.confirm(), [prompt_of("The claws close."), Effect::Claws(Claws::Close)]);
    hands.send(Event::ClawsBegin);
    assert_eq!(hands.send(Event::ClawsEnded(Ok(true))), [Effect::ForgetCube]);
    assert_eq!(ended(hands.send(Event::Forgotten(Ok(()))), None), []);
    assert!(!hands.hand_over.is_busy());
}

#[test]
fn claws_that_have_closed_are_not_said_to_hold_a_cube() {
    let (mut hands, _) = Hands::begun(Direction::Load, true);
    hands.confirm();
    hands.send(Event::ClawsBegin);
    hands.send(Event::ClawsEnded(Ok(true)));
    let effects = hands.send(Event::Forgotten(Ok(())));
    let [Effect::HandedOver(status, None)] = &effects[..] else { panic!("it did not end well: {effects:?}") };
    assert!(status.text.ends_with("has not seen yet whether they hold a cube."), "{}", status.text);
    assert!(!status.text.to_lowercase().contains("press"), "a terminal has no buttons: {}", status.text);
}

#[test]
fn open_claws_are_not_opened() {
    let (mut hands, asked) = Hands::begun(Direction::Load, true);
    asks(&asked, "Hold the cube");
    assert_eq!(hands.confirm(), [prompt_of("The claws close."), Effect::Claws(Claws::Close)]);
    let (hands, follows) = Hands::begun(Direction::Release, true);
    assert_eq!(ended(follows, None), []);
    assert!(!hands.hand_over.is_busy());
}

#[test]
fn a_double_click_confirms_one_question() {
    let mut idle = HandOver::default();
    assert!(idle.confirm(Moment::default()).expect_err("idle").contains("nothing waits"));
    let (mut hands, _) = Hands::begun(Direction::Load, false);
    assert!(hands.hand_over.confirm(hands.now).expect_err("at once").contains("less than a second"));
    hands.confirm();
    assert!(hands.hand_over.confirm(hands.now).expect_err("twice").contains("nothing waits"));
    hands.send(Event::ClawsBegin);
    hands.send(Event::ClawsEnded(Ok(true)));
    hands.send(Event::Forgotten(Ok(())));
    assert!(hands.hand_over.confirm(hands.now).expect_err("the next").contains("less than a second"));
    assert_eq!(hands.confirm()[1], Effect::Claws(Claws::Close));
}

#[test]
fn what_nobody_confirms_moves_nothing() {
    for direction in [Direction::Load, Direction::Release] {
        let (mut hands, _) = Hands::begun(direction, false);
        assert_eq!(hands.wait(29.0), []);
        // A motion planner that is needed only later may come back.
        assert_eq!(hands.send(planner_lost()), []);
        assert_eq!(ended(hands.wait(1.0), Some((Code::NotConfirmed, "within 30 s"))), []);
        assert!(hands.hand_over.confirm(hands.now).is_err());
    }
}

#[test]
fn a_hand_over_can_be_stopped_or_cancelled_while_it_waits() {
    for (event, text) in [(stopped(), "the rig is stopped"), (Event::Cancel, "it was cancelled")] {
        let end = Some((Code::Stopped, text));
        let mut preparing = HandOver::default();
        preparing.begin(Direction::Load, PATIENCE);
        assert_eq!(ended(preparing.step(Moment::default(), event.clone()), end), []);
        let (mut asking, _) = Hands::begun(Direction::Load, true);
        assert_eq!(ended(asking.send(event.clone()), end), []);
        let mut unanswered = Hands::releasing(false);
        assert_eq!(ended(unanswered.send(event), end), [Effect::CancelAction], "the planner may be frozen");
        assert_eq!(unanswered.send(Event::ClawsBegin), []);
    }
}

#[test]
fn claws_that_move_come_to_rest_before_a_stopped_hand_over_ends() {
    let end = Some((Code::Stopped, "it was cancelled"));
    let mut hands = Hands::releasing(true);
    assert_eq!(hands.send(Event::Cancel), [Effect::CancelAction]);
    assert_eq!(hands.send(stopped()), []);
    let error = (Code::Stopped, "cancelled".into());
    assert_eq!(ended(hands.send(Event::ClawsEnded(Err(error))), end), [Effect::ForgetCube]);

    let mut hands = Hands::releasing(true);
    hands.send(Event::Cancel);
    assert_eq!(hands.wait(3.9), []);
    assert_eq!(ended(hands.wait(0.1), end), [Effect::HaltBricks, Effect::ForgetCube]);
}

#[test]
fn a_motion_planner_that_is_lost_ends_what_needs_it() {
    let end = Some((Code::ExecuteFailed, "motion_planner"));
    let mut unanswered = Hands::releasing(false);
    assert_eq!(unanswered.send(Event::NodeLost("solver".into(), "the node solver has fallen silent".into())), []);
    assert_eq!(ended(unanswered.send(planner_lost()), end), [Effect::CancelAction]);
    let mut moving = Hands::releasing(true);
    let halt = [Effect::CancelAction, Effect::HaltBricks, Effect::ForgetCube];
    assert_eq!(ended(moving.send(planner_lost()), end), halt);

    let mut silent = Hands::releasing(true);
    silent.wait(50.0);
    silent.send(Event::ClawsGoOn);
    assert_eq!(silent.wait(59.0), []);
    assert_eq!(ended(silent.wait(1.0), Some((Code::ExecuteFailed, "no sign of life for 60 s"))), halt);
}

#[test]
fn each_failure_ends_by_its_name() {
    let missing = "a node that is needed does not answer";
    let mut preparing = HandOver::default();
    preparing.begin(Direction::Release, PATIENCE);
    let effects = preparing.step(Moment::default(), Event::Ready(Err(missing.into())));
    assert_eq!(ended(effects, Some((Code::NotReady, missing))), []);

    let mut refused = Hands::releasing(false);
    let busy = Event::ClawsEnded(Err((Code::Busy, "another goal is under way".into())));
    assert_eq!(ended(refused.send(busy), Some((Code::Busy, "another goal"))), [], "the cube is known as before");

    let mut unforgotten = Hands::releasing(true);
    unforgotten.send(Event::ClawsEnded(Ok(true)));
    let effects = unforgotten.send(Event::Forgotten(Err("cube/reset does not answer".into())));
    let wanted = Some((Code::NotReady, "the claws are open, but the old cube could not be forgotten: cube/reset"));
    assert_eq!(ended(effects, wanted), [Effect::ForgetCube]);
}
