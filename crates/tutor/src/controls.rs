//! The controls of a lesson: what a learner can ask for by name, and why it cannot be done now.

use crate::{Course, Request};

/// A control's name, and why it is off; empty where it is on.
pub type Control = (&'static str, &'static str);

/// What the controls that something can hinder ask for.
static ASKED: [(&str, Request); 10] = [
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

impl Course {
    /// Each control of the lesson. `say` is there with a camera only, and `leave` while a lesson is put aside.
    pub fn controls(&self) -> Vec<Control> {
        let asked = ASKED.iter().map(|(name, request)| (*name, self.reason(request)));
        if self.has_arms() {
            // Another lesson takes the arms from this one only while they stand.
            let words = self.session().words();
            let teach = if self.arms_move() { words.sentence("off.at-work") } else { "" };
            let others = [("practise", words.sentence("off.by-arms")), ("teach", teach), ("speak", "")];
            return asked.chain(others).collect();
        }
        let free = ["teach", "practise", "speak"].map(|name| (name, ""));
        let say = self.session().seen().is_some().then_some(("say", ""));
        let leave = self.reason(&Request::Leave).is_empty().then_some(("leave", ""));
        asked.chain(free).chain(say).chain(leave).collect()
    }
}
