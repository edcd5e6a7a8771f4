//! A question that waits for the service `confirm`.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// Nobody reads a question and does what it says in less time; a call that comes sooner was meant for the one before, such
/// as the second of a double click.
const SOONEST: Duration = Duration::from_secs(1);

/// The question that waits now, if one does.
#[derive(Clone, Default)]
pub(super) struct Question(Arc<Mutex<Option<Asked>>>);

struct Asked {
    since: Instant,
    confirmed: oneshot::Sender<()>,
}

impl Question {
    /// Asks. What comes out resolves when the question is confirmed; dropped, it takes the question back.
    pub fn ask(&self) -> oneshot::Receiver<()> {
        let (confirmed, receiver) = oneshot::channel();
        let since = Instant::now();
        *self.lock() = Some(Asked { since, confirmed });
        receiver
    }

    /// Confirms the question that waits; an error says why there is none to confirm.
    pub fn confirm(&self) -> Result<(), &'static str> {
        const NONE: &str = "nothing waits to be confirmed; send a goal to load or release";
        let mut asked = self.lock();
        let Some(waiting) = asked.take_if(|asked| SOONEST <= asked.since.elapsed()) else {
            return Err(match &*asked {
                Some(asked) if !asked.confirmed.is_closed() => {
                    "the question was asked less than a second ago; read it, then confirm"
                }
                _ => NONE,
            });
        };
        // Whoever asked may have given up.
        waiting.confirmed.send(()).map_err(|()| NONE)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Asked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
