//! A keeper with a thread of its own. What brings messages never waits for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::keeper::{Keeper, Plan};
use crate::messages::Message;

/// Messages that wait to be written, at most.
const MOST_WAITING: usize = 8192;
/// And their bytes: four seconds of pictures.
const MOST_BYTES: usize = 128 << 20;
/// How often time passes at least.
const TICK: Duration = Duration::from_millis(500);

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// All messages are recorded to this file from now on.
    Began(PathBuf),
    /// The recording is complete, with this many messages.
    Ended(PathBuf, u64),
    /// The last minute is in this file, which goes on for a few seconds.
    Saved(PathBuf),
    /// Where the last minute will be saved next; nowhere if it cannot be.
    Next(Option<PathBuf>),
    /// A file that is not or no longer written, and why.
    Failed(String),
}

/// What the desk is asked for.
enum Order {
    Keep(Message),
    Save(Answer),
    End,
}

/// Takes where the last minute was saved, or why not.
type Answer = Box<dyn FnOnce(Result<PathBuf, String>) + Send>;

/// Numbers that both sides know.
#[derive(Default)]
struct Shared {
    dropped: AtomicU64,
    waiting_bytes: AtomicUsize,
    recorded: AtomicU64,
}

/// Where messages are handed in. Clones lead to the same desk.
#[derive(Clone)]
pub struct Inbox {
    orders: SyncSender<Order>,
    shared: Arc<Shared>,
}

/// The thread that keeps.
pub struct Desk {
    orders: SyncSender<Order>,
    thread: JoinHandle<()>,
}

impl Inbox {
    /// Hands in a message; it is dropped and counted where too many wait.
    pub fn keep(&self, message: Message) {
        let size = message.data.len();
        let waiting = self.shared.waiting_bytes.fetch_add(size, Ordering::Relaxed);
        if waiting + size <= MOST_BYTES && self.orders.try_send(Order::Keep(message)).is_ok() {
            return;
        }
        self.shared.waiting_bytes.fetch_sub(size, Ordering::Relaxed);
        self.shared.dropped.fetch_add(1, Ordering::Relaxed);
    }

    /// Has the last minute saved.
    pub fn save(&self, answer: impl FnOnce(Result<PathBuf, String>) + Send + 'static) {
        let order = Order::Save(Box::new(answer));
        if let Err(refused) = self.orders.try_send(order) {
            let (TrySendError::Full(order) | TrySendError::Disconnected(order)) = refused;
            if let Order::Save(answer) = order {
                answer(Err("the recorder cannot follow".into()));
            }
        }
    }

    /// Messages that were dropped because too many waited.
    pub fn dropped(&self) -> u64 {
        self.shared.dropped.load(Ordering::Relaxed)
    }

    /// Messages in the recording so far.
    pub fn recorded(&self) -> u64 {
        self.shared.recorded.load(Ordering::Relaxed)
    }
}

impl Desk {
    /// Opens a desk. What happens is sent to `notices`.
    ///
    /// # Errors
    /// The system has no thread.
    pub fn open(plan: Plan, notices: impl Fn(Notice) + Send + 'static) -> std::io::Result<(Self, Inbox)> {
        let (orders, receiver) = sync_channel(MOST_WAITING);
        let shared = Arc::new(Shared::default());
        let inbox = Inbox { orders: orders.clone(), shared: shared.clone() };
        let keeper = Keeper::begin(plan, now());
        let work = move || serve(keeper, &receiver, &shared, &notices);
        let thread = std::thread::Builder::new().name("record".into()).spawn(work)?;
        Ok((Self { orders, thread }, inbox))
    }

    /// Waits until all that was handed in is written and all files are complete.
    pub fn close(self) {
        // A thread that has ended has reported whatever went wrong.
        let _ = self.orders.send(Order::End);
        let _ = self.thread.join();
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

fn serve(mut keeper: Keeper, orders: &Receiver<Order>, shared: &Shared, notices: &impl Fn(Notice)) {
    let mut ticked = now();
    loop {
        match orders.recv_timeout(TICK) {
            Ok(Order::Keep(message)) => {
                let size = message.data.len();
                keeper.take(message);
                shared.waiting_bytes.fetch_sub(size, Ordering::Relaxed);
            }
            Ok(Order::Save(answer)) => answer(keeper.save(now())),
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Order::End) | Err(RecvTimeoutError::Disconnected) => break,
        }
        let time = now();
        if ticked + TICK.as_nanos() as u64 <= time || time < ticked {
            ticked = time;
            keeper.tick(time);
        }
        shared.recorded.store(keeper.count(), Ordering::Relaxed);
        keeper.notices().into_iter().for_each(notices);
    }
    keeper.end().into_iter().for_each(notices);
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::bag::tests::folder;
    use crate::qos::Durability;
    use crate::recording::tests::{message, read, topic};

    #[test]
    fn all_that_is_handed_in_is_in_the_file_after_the_end() {
        let path = folder("desk").join("all.mcap");
        let plan = Plan { recording: Some(path.clone()), rings: None, distribution: "jazzy".into() };
        let (sender, notices) = channel();
        let (desk, inbox) = Desk::open(plan, move |notice| drop(sender.send(notice))).expect("a thread");
        let chatter = topic("/chatter", Durability::Volatile);
        for second in 1..1000 {
            inbox.keep(message(&chatter, second, "kept"));
        }
        let (sender, answer) = channel();
        inbox.save(move |saved| drop(sender.send(saved)));
        assert!(answer.recv().expect("an answer").is_err(), "no ring is kept");
        assert_eq!(inbox.dropped(), 0);
        desk.close();
        assert_eq!(read(&path).len(), 999);
        let all: Vec<Notice> = notices.iter().collect();
        assert_eq!(all, [Notice::Began(path.clone()), Notice::Ended(path, 999)]);
    }

    /// The thread is held up by an answer that waits.
    #[test]
    fn what_does_not_fit_is_counted_and_nobody_waits() {
        let plan = Plan { recording: None, rings: None, distribution: String::new() };
        let (desk, inbox) = Desk::open(plan, drop).expect("a thread");
        let (go, waits) = channel::<()>();
        let (started, has_started) = channel();
        inbox.save(move |_| {
            let _ = started.send(());
            let _ = waits.recv();
        });
        has_started.recv().expect("the thread is held up");
        let chatter = topic("/chatter", Durability::Volatile);
        let large = "x".repeat(1 << 20);
        for second in 1..=200 {
            inbox.keep(message(&chatter, second, &large));
        }
        assert_eq!(inbox.dropped(), 200 - 127);
        drop(go);
        desk.close();
    }
}
