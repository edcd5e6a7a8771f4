//! Asks the tutor what people ask for on the page of a lesson.

use anyhow::Result;
use page::Reply;
use page::protocol::{Answer, ArmPause, Ask};
use r2r::cuberig_msgs::action::Teach;
use r2r::cuberig_msgs::msg::LessonStatus;
use r2r::cuberig_msgs::srv::{GoToMove, PlayLesson, Practise, Replan, TellTutor, TurnCube};
use r2r::std_srvs::srv::Trigger;

use super::asking::{GOAL_ANSWER, answer, follow, trigger};
use super::params::DashboardParams;
use crate::runtime::{ActionClient, ServiceClient, Setup};

/// Whether the learner would lose something by another lesson.
fn is_under_way(status: &LessonStatus) -> bool {
    let inside = 0 < status.moves_done && status.moves_done < status.moves_total;
    inside || !status.beside.is_empty()
}

/// What the page asks when another lesson is under way.
const QUESTION: &str = "Leave this lesson, and begin one for the other cube?";

/// Where the arms pause, as a goal says it.
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
    next: ServiceClient<Trigger::Service>,
    undo: ServiceClient<Trigger::Service>,
    redo: ServiceClient<Trigger::Service>,
    leave: ServiceClient<Trigger::Service>,
    practise: ServiceClient<Practise::Service>,
    go_to: ServiceClient<GoToMove::Service>,
    replan: ServiceClient<Replan::Service>,
    turn: ServiceClient<TurnCube::Service>,
    play: ServiceClient<PlayLesson::Service>,
    tell: ServiceClient<TellTutor::Service>,
    /// A lesson that waits for a yes, since another one is under way.
    offered: Option<Teach::Goal>,
}

impl LessonClients {
    /// Creates all clients.
    pub fn connect(setup: &mut Setup<DashboardParams>) -> Result<Self> {
        Ok(Self {
            teach: setup.action_client("teach")?,
            next: setup.client("lesson/next")?,
            undo: setup.client("lesson/undo")?,
            redo: setup.client("lesson/redo")?,
            leave: setup.client("lesson/leave")?,
            practise: setup.client("lesson/practise")?,
            go_to: setup.client("lesson/goto")?,
            replan: setup.client("lesson/replan")?,
            turn: setup.client("lesson/turn")?,
            play: setup.client("lesson/play")?,
            tell: setup.client("lesson/tell")?,
            offered: None,
        })
    }

    /// What the page asks; empty when nothing.
    pub fn question(&self) -> &'static str {
        match self.offered {
            Some(_) => QUESTION,
            None => "",
        }
    }

    /// Sends a request on its way, where it is one for the tutor; gives it back where it is not.
    pub fn carry_out(&mut self, ask: Ask, reply: Reply, status: &LessonStatus) -> Option<(Ask, Reply)> {
        match ask {
            Ask::Play { from: Some(_), .. } => {
                reply.send(Answer::refused("a lesson is played from where it is: go to a move first"))
            }
            Ask::Play { from: None, speed } => self.play(true, speed, reply),
            Ask::Pause => self.play(false, None, reply),
            Ask::Goto { moves } => {
                let request = GoToMove::Request { moves };
                answer(&self.go_to, &request, reply, |_| String::new());
            }
            Ask::Turn { turn } => {
                let request = TurnCube::Request { turn };
                answer(&self.turn, &request, reply, |it| it.comment);
            }
            Ask::Undo => trigger(&self.undo, "", reply),
            Ask::Redo => trigger(&self.redo, "", reply),
            Ask::Leave => trigger(&self.leave, "", reply),
            Ask::Practise { set, case } => {
                let request = Practise::Request { set_name: set, case_name: case };
                answer(&self.practise, &request, reply, |_| String::new());
            }
            Ask::Replan => self.replan(String::new(), reply),
            Ask::Teach { method: Some(method), cube: None } => self.replan(method, reply),
            Ask::Teach { method: None, cube: None } => {
                reply.send(Answer::refused("say which method, or which cube"));
            }
            Ask::Teach { method, cube: Some(facelets) } => {
                let goal = Teach::Goal { method: method.unwrap_or_default(), facelets, ..Teach::Goal::default() };
                self.offer(goal, status, reply);
            }
            Ask::Show { method, pause } => {
                let goal = Teach::Goal { method, rig: true, pause: arm_pause(pause), ..Teach::Goal::default() };
                self.offer(goal, status, reply);
            }
            Ask::Next => trigger(&self.next, "", reply),
            Ask::Confirm if self.offered.is_some() => {
                if let Some(goal) = self.offered.take() {
                    self.teach(Teach::Goal { replace: true, ..goal }, reply);
                }
            }
            Ask::Decline => reply.send(match self.offered.take() {
                Some(_) => Answer::done("The lesson goes on."),
                None => Answer::refused("nothing is asked"),
            }),
            Ask::Say { line } => {
                let request = TellTutor::Request { line };
                answer(&self.tell, &request, reply, |_| String::new());
            }
            other => return Some((other, reply)),
        }
        None
    }

    fn play(&self, play: bool, speed: Option<f64>, reply: Reply) {
        let request = PlayLesson::Request {
            play,
            // The tutor refuses what is no speed.
            pace: speed.map_or(0.0, |speed| (1.0 / speed) as f32),
        };
        answer(&self.play, &request, reply, |_| String::new());
    }

    fn replan(&self, method: String, reply: Reply) {
        let request = Replan::Request { method };
        answer(&self.replan, &request, reply, |_| String::new());
    }

    /// Has this taught, or asks first where the learner would lose something.
    fn offer(&mut self, goal: Teach::Goal, status: &LessonStatus, reply: Reply) {
        if is_under_way(status) {
            self.offered = Some(goal);
            reply.send(Answer::done(QUESTION));
        } else {
            self.teach(goal, reply);
        }
    }

    fn teach(&self, goal: Teach::Goal, reply: Reply) {
        let begun = match goal.rig {
            true => "The lesson is ready: let the arms go on.",
            false => "This is a lesson for your cube.",
        };
        let call = self.teach.call("the tutor", goal, GOAL_ANSWER);
        let failure = |it: Teach::Result| (it.error_code != 0).then_some(it.error_msg);
        // lesson/status has its progress.
        tokio::spawn(follow(call, reply, begun.into(), failure, |_| {}));
    }
}
