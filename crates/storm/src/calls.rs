//! Goals and questions on their way: accepted, answered, cancelled, lost.
//!
//! As `nodes/src/runtime/action_client.rs` has it: a goal that is not accepted in time is given up, and cancelled when it is accepted
//! after all; a result that cannot be sent is asked for again. A client whose server has died waits.

use std::collections::BTreeMap;

use crate::context::{CallId, Input, Out};
use crate::id::Id;
use crate::message::{Goal, Service, Step};
use crate::storm::{Letter, Storm};

/// A result that was lost is asked for again after about this many seconds.
const ASK_AGAIN: f64 = 2.0;
/// A person sees that a node is gone after this many seconds.
const SEEN_GONE: f64 = 8.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Not answered, as far as the client knows.
    Asked { wants_cancel: bool },
    /// Accepted, and the client knows it.
    Active,
    /// The client does not wait any more.
    GivenUp,
}

#[derive(Clone, Debug)]
struct Call {
    client: (Id, u32),
    server: Id,
    /// The life of the server that took it.
    taken_by: Option<u32>,
    state: State,
    /// What is asked; nothing for a goal.
    service: Option<Service>,
    patience: f64,
    is_cancelled: bool,
}

/// All goals and questions that are not over.
#[derive(Default)]
pub struct Calls(BTreeMap<CallId, Call>);

impl Calls {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// A question was answered; whether its client still waits.
    pub fn answered(&mut self, call: CallId) -> bool {
        self.0.remove(&call).is_some()
    }

    /// A server has taken a goal, and works on it.
    pub fn take(&mut self, call: CallId, life: u32) {
        if let Some(call) = self.0.get_mut(&call) {
            call.taken_by = Some(life);
        }
    }

    /// The goals of this client that a server works on.
    fn of_client(&self, client: Id, life: u32) -> Vec<CallId> {
        let own = |call: &Call| call.service.is_none() && call.client == (client, life) && call.taken_by.is_some();
        self.0.iter().filter(|(_, call)| own(call)).map(|(id, _)| *id).collect()
    }

    /// The goals that this server works on.
    pub fn of_server(&self, server: Id, life: u32) -> Vec<CallId> {
        let own = |call: &Call| call.service.is_none() && call.server == server && call.taken_by == Some(life);
        self.0.iter().filter(|(_, call)| own(call)).map(|(id, _)| *id).collect()
    }
}

impl Storm {
    /// Carries out what a node wants of another one.
    pub(crate) fn converse(&mut self, me: Id, life: u32, out: Out) {
        let now = self.now();
        let call = |server, service, patience| Call {
            client: (me, life),
            server,
            taken_by: None,
            state: State::Asked { wants_cancel: false },
            service,
            patience,
            is_cancelled: false,
        };
        match out {
            Out::Call(id, server, goal, patience) => {
                let text = format!("{} -> {}: goal {} {}", me.name(), server.name(), id.0, in_words(&goal));
                self.trace.line(now, &text);
                if me == Id::PERSON {
                    self.laws.goal_given(now, id, text);
                }
                self.calls.0.insert(id, call(server, None, patience));
                self.send(me, server, None, Input::Goal(id, goal));
                self.put(now + patience, Letter::TooLate(id));
            }
            Out::Ask(id, server, service, patience) => {
                self.trace.line(now, &format!("{} -> {}: {service:?} {}", me.name(), server.name(), id.0));
                if matches!(service, Service::Resume | Service::ClearStop) {
                    self.laws.resumed();
                }
                self.calls.0.insert(id, call(server, Some(service), patience));
                self.send(me, server, None, Input::Asked(id, service));
                self.put(now + patience, Letter::TooLate(id));
            }
            Out::Cancel(id) => self.cancel(me, id),
            Out::Feedback(id, feedback) => self.reply(me, id, Step::Feedback(feedback)),
            Out::End(id, ending) => {
                self.laws.motion_ends(id);
                let Some(Call { client, is_cancelled, .. }) = self.calls.0.get(&id).cloned() else { return };
                let step = Step::Ended(ending, is_cancelled);
                self.trace.line(now, &format!("{} -> {}: end of {} {step:?}", me.name(), client.0.name(), id.0));
                let input = Input::Step(id, Box::new(step));
                if self.network.is_joined(now, me, client.0) {
                    return self.send(me, client.0, Some(client.1), input);
                }
                let again = self.network.joined_from(me, client.0).max(now) + ASK_AGAIN;
                if again.is_finite() {
                    self.put(again, Letter::To(client.0, Some(client.1), input));
                }
            }
            Out::Answer(id, answer) => {
                let Some(Call { client, service, .. }) = self.calls.0.get(&id).cloned() else { return };
                self.trace.line(now, &format!("{} -> {}: answer to {} {answer:?}", me.name(), client.0.name(), id.0));
                if (me, service) == (Id::CONDUCTOR, Some(Service::Stop)) && answer.is_ok() {
                    self.laws.stopped(now);
                }
                if self.network.is_joined(now, me, client.0) {
                    self.send(me, client.0, Some(client.1), Input::Answered(id, answer));
                }
            }
            Out::Publish(_) | Out::Wake(..) | Out::Busy(_) | Out::Note(_) | Out::AllStopped => {}
        }
    }

    /// Sends what belongs to a goal or a question; lost where the two have not discovered each other.
    fn send(&mut self, from: Id, to: Id, life: Option<u32>, input: Input) {
        let now = self.now();
        if self.network.is_joined(now, from, to) {
            let due = self.network.due(now, from, to, None);
            self.put(due, Letter::To(to, life, input));
        }
    }

    fn reply(&mut self, me: Id, id: CallId, step: Step) {
        if let Some(Call { client, .. }) = self.calls.0.get(&id).cloned() {
            self.send(me, client.0, Some(client.1), Input::Step(id, Box::new(step)));
        }
    }

    fn cancel(&mut self, me: Id, id: CallId) {
        let now = self.now();
        let Some(call) = self.calls.0.get_mut(&id) else { return };
        if let State::Asked { wants_cancel } = &mut call.state {
            *wants_cancel = true;
            return;
        }
        if let Call { server, taken_by: Some(life), .. } = *call {
            self.trace.line(now, &format!("{} -> {}: cancel {}", me.name(), server.name(), id.0));
            self.send(me, server, Some(life), Input::Cancel(id));
        }
    }

    /// What the middleware at a server does before its node takes something. Returns what the node takes.
    pub(crate) fn before_server(&mut self, me: Id, input: Input) -> Vec<Input> {
        let life = self.life(me);
        match input {
            Input::Goal(id, ref goal) => {
                self.calls.take(id, life);
                if let Goal::Follow(goal) = goal {
                    self.laws.motion_begins(self.now(), id, &goal.joints);
                }
                self.reply(me, id, Step::Accepted);
                vec![input]
            }
            Input::Cancel(id) => {
                let Some(call) = self.calls.0.get_mut(&id) else { return Vec::new() };
                call.is_cancelled = true;
                vec![input]
            }
            Input::Asked(id, Service::CancelAll) => {
                let goals = self.calls.of_server(me, life);
                for goal in &goals {
                    self.calls.0.entry(*goal).and_modify(|call| call.is_cancelled = true);
                }
                self.converse(me, life, Out::Answer(id, Ok(String::new())));
                goals.into_iter().map(Input::Cancel).collect()
            }
            _ => vec![input],
        }
    }

    /// What the middleware at a client does before its node takes a step; whether the node takes it.
    pub(crate) fn before_client(&mut self, me: Id, id: CallId, step: &Step) -> bool {
        let now = self.now();
        let Some(call) = self.calls.0.get_mut(&id) else { return matches!(step, Step::Lost(_)) };
        match (step, call.state) {
            (Step::Accepted, State::GivenUp) => {
                self.cancel(me, id);
                false
            }
            (Step::Accepted, State::Asked { wants_cancel }) => {
                call.state = State::Active;
                if wants_cancel {
                    self.cancel(me, id);
                }
                true
            }
            (Step::Ended(ending, _), State::Active) => {
                self.laws.goal_ended(now, id, Some(ending));
                self.calls.0.remove(&id);
                true
            }
            (Step::Ended(..), State::GivenUp) => {
                self.calls.0.remove(&id);
                false
            }
            (Step::Feedback(_), State::Active) | (Step::Lost(_), _) => true,
            _ => false,
        }
    }

    pub(crate) fn too_late(&mut self, id: CallId) {
        let now = self.now();
        let Some(call) = self.calls.0.get_mut(&id) else { return };
        let (client, life) = call.client;
        let text = format!("{} does not answer within {} s", call.server.name(), call.patience);
        let input = match (call.service, call.state) {
            (Some(_), _) => Input::Answered(id, Err(text)),
            (None, State::Asked { .. }) => {
                call.state = State::GivenUp;
                self.laws.goal_ended(now, id, None);
                Input::Step(id, Box::new(Step::Lost(text)))
            }
            (None, _) => return,
        };
        self.put(now, Letter::To(client, Some(life), input));
    }

    /// A client is no more. Arms do not move for a conductor that has died.
    pub(crate) fn client_died(&mut self, client: Id) {
        let now = self.now();
        for id in self.calls.of_client(client, self.life(client)) {
            self.laws.client_died(now, id);
        }
    }

    /// A server is no more, and will end none of its goals. People see that.
    pub(crate) fn server_died(&mut self, server: Id) {
        let now = self.now();
        for id in self.calls.of_server(server, self.life(server)) {
            let Some(call) = self.calls.0.remove(&id) else { continue };
            self.laws.motion_ends(id);
            self.laws.goal_ended(now, id, None);
            if call.client.0 == Id::PERSON {
                let step = Step::Lost(format!("{} is gone", server.name()));
                self.put(now + SEEN_GONE, Letter::To(Id::PERSON, None, Input::Step(id, Box::new(step))));
            }
        }
    }
}

/// A goal, for the trace.
fn in_words(goal: &Goal) -> String {
    match goal {
        Goal::Conduct(goal) => format!("{goal:?}"),
        Goal::Scan(faces, _) => format!("scan {}", faces.iter().map(|face| face.letter()).collect::<String>()),
        Goal::Execute(moves) => {
            format!("execute {}", moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        }
        Goal::Claws(goal) => format!("{goal:?}"),
        Goal::Solve(cube) => format!("solve {}", cube.facelets()),
        Goal::Follow(goal) => {
            let points = goal.points.iter().map(|(time, places)| {
                let places: Vec<_> = places.iter().map(|place| format!("{:.1}", place.to_degrees())).collect();
                format!("{} at {time:.2} s", places.join(", "))
            });
            format!("follow {}: {}", goal.joints.join(", "), points.collect::<Vec<_>>().join("; "))
        }
    }
}
