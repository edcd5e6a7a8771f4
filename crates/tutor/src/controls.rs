//! The controls of a lesson: what a learner can ask for by name, and why it cannot be done now.

use crate::course::{AT_WORK, BY_ARMS};
use crate::{Course, Request, Session};

/// A control's name, and why it is off; empty where it is on.
pub type Control = (&'static str, &'static str);

/// What the controls that something can hinder ask for. Where the graph has a service for one, it is `lesson/<name>`.
const ASKED: [(&str, Request); 10] = [
    ("play", Request::Play { pace: None }),
    ("pause", Request::Pause),
    ("next", Request::Next),
    ("goto", Request::GoTo(0)),
    ("turn", Request::Turn(String::new())),
    ("undo", Request::Undo),
    ("redo", Request::Redo),
    ("replan", Request::Replan(None)),
    ("confirm", Request::Answer(true)),
    ("decline", Request::Answer(false)),
];

impl Session {
    /// Each control of a lesson by hand. `say` is there with a camera only, and `leave` while a lesson is put aside.
    pub fn controls(&self) -> Vec<Control> {
        let asked = ASKED.map(|(name, request)| (name, self.reason(&request)));
        let free = ["teach", "practise"].map(|name| (name, ""));
        let say = self.seen().is_some().then_some(("say", ""));
        let leave = self.reason(&Request::Leave).is_empty();
        let leave = leave.then_some(("leave", ""));
        asked.into_iter().chain(free).chain(say).chain(leave).collect()
    }
}

impl Course {
    /// Each control of the lesson, by hand or with arms.
    pub fn controls(&self) -> Vec<Control> {
        if !self.has_arms() {
            return self.session().controls();
        }
        let mut controls: Vec<_> = ASKED.iter().map(|(name, request)| (*name, self.reason(request))).collect();
        controls.push(("practise", BY_ARMS));
        // Another lesson takes the arms from this one only while they stand.
        controls.push(("teach", if self.arms_move() { AT_WORK } else { "" }));
        controls
    }
}
