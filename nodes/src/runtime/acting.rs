//! An action of another node, from its goal to its end. It can be cancelled at any time, also before it is accepted.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::StreamExt;
use r2r::{ActionClient, GoalStatus, WrappedActionTypeSupport};

use super::acceptance::{accepted, cancel};
use super::ros_error::in_words;

/// What is heard of an action.
pub enum Heard<A: WrappedActionTypeSupport> {
    /// How it goes.
    Feedback(A::Feedback),
    /// It has ended; nothing more is heard.
    Ended(GoalStatus, A::Result),
    /// It was not taken, or its end will not be known, for the reason in this sentence; nothing more is heard.
    Lost(String),
}

/// An action under way. Clones are the same action.
#[derive(Clone)]
pub struct Acting(Arc<Mutex<State>>);

enum State {
    /// Not answered yet; true when it shall be cancelled as soon as it is accepted.
    Asked(bool),
    /// Accepted; this cancels it.
    Accepted(Box<dyn Fn() + Send>),
}

impl Acting {
    /// Sends a goal before this returns. `who` is asked, in the words of errors; `hear` gets all that is heard.
    pub fn begin<A: WrappedActionTypeSupport + 'static>(
        client: &ActionClient<A>,
        goal: A::Goal,
        who: &'static str,
        patience: Duration,
        hear: impl Fn(Heard<A>) + Clone + Send + 'static,
    ) -> Acting
    where
        A::Feedback: Send,
        A::Result: Send,
    {
        let acting = Acting(Arc::new(Mutex::new(State::Asked(false))));
        let (begun, request) = (acting.clone(), client.send_goal_request(goal));
        tokio::spawn(async move {
            let end = match request {
                Err(error) => Heard::Lost(format!("{who} cannot be asked ({})", in_words(&error))),
                Ok(request) => match accepted(request, patience).await {
                    None => Heard::Lost(format!("{who} does not answer within {} s", patience.as_secs_f64())),
                    Some(Err(error)) => Heard::Lost(format!("{who} refused the goal ({})", in_words(&error))),
                    Some(Ok((handle, result, feedback))) => {
                        begun.note_acceptance(move || cancel(&handle));
                        let hear = hear.clone();
                        tokio::spawn(feedback.for_each(move |feedback| {
                            hear(Heard::Feedback(feedback));
                            std::future::ready(())
                        }));
                        match result.await {
                            Ok((status, result)) => Heard::Ended(status, result),
                            Err(error) => Heard::Lost(format!("the result of {who} was lost ({})", in_words(&error))),
                        }
                    }
                },
            };
            hear(end);
        });
        acting
    }

    fn note_acceptance(&self, cancel: impl Fn() + Send + 'static) {
        let mut state = self.lock();
        if matches!(*state, State::Asked(true)) {
            cancel();
        }
        *state = State::Accepted(Box::new(cancel));
    }

    /// Asks for the action to be cancelled.
    pub fn cancel(&self) {
        match &mut *self.lock() {
            State::Asked(cancelled) => *cancelled = true,
            State::Accepted(cancel) => cancel(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
