//! Asks the tutor what people ask for on the page of a lesson.

use anyhow::Result;
use page::protocol::{Answer, ArmPause, Ask, DrillOrder};
use page::{Reply, lesson_request};
use r2r::cuberig_msgs::action::{Practise, Teach};
use r2r::cuberig_msgs::msg::Lesson;
use r2r::cuberig_msgs::srv::LessonCommand;
use teach::{Language, Words};
use tutor::Request;

use super::asking::{GOAL_ANSWER, answer, follow};
use super::params::DashboardParams;
use crate::messages::lesson;
use crate::runtime::{ActionClient, ServiceClient, Setup};

/// Whether the learner would lose something by another lesson: this one, or the one that was put aside for a case, to which they
/// can go back.
fn is_under_way(lesson: &Lesson) -> bool {
    let mut controls = lesson.controls.iter().zip(&lesson.off_because);
    let is_aside = controls.any(|(name, why)| name == "leave" && why.is_empty());
    is_aside
        || 0 < lesson.moves_done && (lesson.moves_done as usize) < lesson.moves.len()
        || !lesson.extra_turns.is_empty()
}

/// Where the arms pause, as a goal names it.
const fn arm_pause(pause: ArmPause) -> u8 {
    match pause {
        ArmPause::Move => Teach::Goal::AFTER_MOVE as u8,
        ArmPause::Step => Teach::Goal::AFTER_STEP as u8,
        ArmPause::Stage => Teach::Goal::AFTER_STAGE as u8,
        ArmPause::Lesson => Teach::Goal::AFTER_LESSON as u8,
    }
}

/// Asks the tutor.
pub struct LessonClients {
    teach: ActionClient<Teach::Action>,
    practise: ActionClient<Practise::Action>,
    command: ServiceClient<LessonCommand::Service>,
    /// A lesson that waits for a yes, since another one is under way.
    offered: Option<Teach::Goal>,
    /// The language that a page asked for last.
    language: Language,
}

impl LessonClients {
    /// Creates all clients.
    pub fn connect(setup: &mut Setup<DashboardParams>) -> Result<Self> {
        Ok(Self {
            teach: setup.action_client("teach")?,
            practise: setup.action_client("practise")?,
            command: setup.client("lesson/command")?,
            offered: None,
            language: Language::default(),
        })
    }

    /// What the page asks; empty when nothing.
    pub fn question(&self) -> &'static str {
        match self.offered {
            Some(_) => Words::of(self.language).sentence("tutor.leave-question"),
            None => "",
        }
    }

    /// Sends a request on its way, where it is one for the tutor; gives it back where it is not.
    pub fn carry_out(&mut self, ask: Ask, reply: Reply, now: &Lesson) -> Option<(Ask, Reply)> {
        if let Ask::Show { method, pause } = ask {
            let goal = Teach::Goal { method, rig: true, pause: arm_pause(pause), ..Teach::Goal::default() };
            self.offer(goal, now, reply);
            return None;
        }
        if let Ask::Drill { sets, order: DrillOrder::Due } = ask {
            let goal = Practise::Goal { sets, ..Practise::Goal::default() };
            let call = self.practise.call("the tutor", goal, GOAL_ANSWER);
            let words = Words::of(self.language);
            let failure = |it: Practise::Result| match (it.error_code, it.drills) {
                (0, 0) => Some(words.sentence("arms.nothing-due").to_owned()),
                (0, _) => None,
                _ => Some(it.error_msg),
            };
            // The topic `lesson` has its progress.
            tokio::spawn(follow(call, reply, words.sentence("arms.sets-up-due").into(), failure));
            return None;
        }
        match lesson_request(&ask, self.language) {
            Ok(None) => return Some((ask, reply)),
            // The rig may ask too.
            Ok(Some(Request::Answer(true))) if self.offered.is_none() => return Some((ask, reply)),
            Err(refused) => reply.send(refused),
            Ok(Some(Request::Answer(yes))) => match self.offered.take() {
                None => reply.send(Answer::refused(Words::of(self.language).sentence("off.not-asked"))),
                Some(goal) if yes => self.teach(Teach::Goal { replace: true, ..goal }, reply),
                Some(_) => reply.send(Answer::done(Words::of(self.language).sentence("tutor.goes-on"))),
            },
            Ok(Some(Request::Teach { method, cube, scheme })) => {
                let goal = Teach::Goal {
                    method: method.map_or_else(String::new, |method| method.name().to_owned()),
                    facelets: cube.facelets().colors(&scheme).iter().map(|color| color.letter()).collect(),
                    ..Teach::Goal::default()
                };
                self.offer(goal, now, reply);
            }
            Ok(Some(request)) => {
                if let Request::Speak(language) = request {
                    self.language = language;
                }
                if let Some(command) = lesson::command(request) {
                    answer(&self.command, &command, reply, |it| it.comment);
                }
            }
        }
        None
    }

    /// Has this taught, or asks first where the learner would lose something.
    fn offer(&mut self, goal: Teach::Goal, now: &Lesson, reply: Reply) {
        if is_under_way(now) {
            self.offered = Some(goal);
            reply.send(Answer::done(self.question()));
        } else {
            self.teach(goal, reply);
        }
    }

    fn teach(&self, goal: Teach::Goal, reply: Reply) {
        let begun = match goal.rig {
            true => Words::of(self.language).sentence("tutor.arms-ready"),
            false => Words::of(self.language).sentence("tutor.taught"),
        };
        let call = self.teach.call("the tutor", goal, GOAL_ANSWER);
        let failure = |it: Teach::Result| (it.error_code != 0).then_some(it.error_msg);
        // The topic `lesson` has its progress.
        tokio::spawn(follow(call, reply, begun.into(), failure));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_that_would_be_lost_is_asked_about() {
        let lesson = |moves_done, extra_turn: &str, leave: &str| Lesson {
            moves: vec![Default::default(); 5],
            moves_done,
            extra_turns: (!extra_turn.is_empty()).then(|| extra_turn.to_owned()).into_iter().collect(),
            controls: vec!["leave".to_owned()],
            off_because: vec![leave.to_owned()],
            ..Lesson::default()
        };
        let none = "no lesson was put aside";
        for (moves_done, extra_turn, leave, is_lost) in [
            (0, "", none, false),
            (2, "", none, true),
            (5, "", none, false),
            (0, "R", none, true),
            // A case that was not begun yet: the learner's own lesson waits behind it.
            (0, "", "", true),
            (5, "", "", true),
        ] {
            assert_eq!(
                is_under_way(&lesson(moves_done, extra_turn, leave)),
                is_lost,
                "{moves_done} {extra_turn} {leave}"
            );
        }
    }
}
