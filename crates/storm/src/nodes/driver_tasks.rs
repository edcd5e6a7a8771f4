//! The tasks of a brick driver: the real connection and position loop, on simulated time, and what waits for them.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use brick::control::JointReport;
use brick::control::runner::{Pace, Report};
use brick::{BrickName, Connection, Driver, GoalEnd, JointUpdates, Link, Reach, Timeouts, Zeroing, joint_settings};
use execution::events::JointReading;
use rig::Joint;
use sim::bench::Bench;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, Sleep};
use tokio_util::sync::CancellationToken;

use crate::context::CallId;
use crate::id::Id;

/// What comes out of the tasks of a driver.
#[derive(Clone, Debug)]
pub enum LoopEvent {
    /// The brick was reached or lost.
    Link,
    /// Joints to be published.
    Joints(Vec<JointReading>),
    /// A goal ended.
    GoalEnded(CallId, GoalEnd),
    /// Both motors were ordered to brake, or not.
    Stopped(CallId, Result<(), String>),
    /// What people should know.
    Note(String),
}

/// Takes what comes out: which driver, in which of its lives.
pub type LoopEvents = mpsc::UnboundedSender<(Id, u32, LoopEvent)>;

/// When a driver gets processor time again.
#[derive(Clone)]
pub struct Gate(Arc<Mutex<Instant>>);

impl Gate {
    /// A gate that is open.
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    /// Closes it until then.
    pub fn close_until(&self, until: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    fn opens(&self) -> Instant {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task that is not polled while its gate is closed.
struct Gated<F> {
    task: Pin<Box<F>>,
    gate: Gate,
    alarm: Pin<Box<Sleep>>,
}

impl<F: Future> Future for Gated<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let opens = self.gate.opens();
        if Instant::now() < opens {
            self.alarm.as_mut().reset(opens);
            if self.alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
        self.task.as_mut().poll(context)
    }
}

/// The tasks of one driver. They end with it, as those of a process that is killed: no motor is braked.
pub struct Tasks {
    /// What they do for goals and stops.
    pub driver: Driver,
    claws: Option<mpsc::UnboundedSender<Vec<(Joint, f64, f64)>>>,
    sender: Sender,
    gate: Gate,
    running: Vec<JoinHandle<()>>,
}

#[derive(Clone)]
struct Sender {
    events: LoopEvents,
    me: Id,
    life: u32,
}

impl Sender {
    fn send(&self, event: LoopEvent) {
        // The receiver lives as long as the storm.
        let _ = self.events.send((self.me, self.life, event));
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        self.running.iter().for_each(JoinHandle::abort);
    }
}

impl Tasks {
    /// Begins to drive a brick.
    pub fn begin(bench: &Bench, brick: BrickName, life: u32, events: LoopEvents, gate: Gate) -> Self {
        let profile = bench.world().profile().clone();
        let (bench, travel) = (bench.clone(), profile.gearing.open_grip());
        let (link_sender, link) = watch::channel(Link::Down("not connected yet".into()));
        let (report_sender, reports) = watch::channel(None);
        let sender = Sender { events, me: Id::driver(brick), life };
        let notes = sender.clone();
        let connection = Connection {
            reach: Reach::Over(Box::new(move || bench.brick(brick))),
            timeouts: Timeouts::default(),
            motors: brick.joints().map(|(port, joint)| (port, joint_settings(&profile, joint, 0.0))),
            // Without the ticks of the machine's clock.
            pace: Pace { rests_on_ticks: false, ..Driver::PACE },
            longest_pause: Duration::from_secs(5),
            on_event: Box::new(move |event| notes.send(LoopEvent::Note(event.to_string()))),
            stop: CancellationToken::new(),
        };
        let driver = Driver::new(brick.group(), link.clone(), reports.clone());
        let mut tasks = Self { driver: driver.clone(), claws: None, sender, gate, running: Vec::new() };
        tasks.run(connection.keep(link_sender, report_sender));
        tasks.run(publish_links(link, tasks.sender.clone()));
        tasks.run(publish_joints(brick, reports, tasks.sender.clone()));
        if !brick.clamps() {
            let (claws, seen) = mpsc::unbounded_channel();
            tasks.claws = Some(claws);
            tasks.run(zero_wrists(Zeroing::new(brick, travel), seen, driver, tasks.sender.clone()));
        }
        tasks
    }

    fn run(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        let alarm = Box::pin(tokio::time::sleep(Duration::ZERO));
        let gated = Gated { task: Box::pin(task), gate: self.gate.clone(), alarm };
        self.running.retain(|task| !task.is_finished());
        self.running.push(tokio::spawn(gated));
    }

    /// Waits for something, and sends what came of it.
    pub fn wait_for(&mut self, event: impl Future<Output = LoopEvent> + Send + 'static) {
        let sender = self.sender.clone();
        self.run(async move { sender.send(event.await) });
    }

    /// Joints that other drivers have published.
    pub fn see(&self, joints: Vec<(Joint, f64, f64)>) {
        if let Some(claws) = &self.claws {
            let _ = claws.send(joints);
        }
    }
}

async fn publish_links(mut link: watch::Receiver<Link>, sender: Sender) {
    while link.changed().await.is_ok() {
        sender.send(LoopEvent::Link);
    }
}

async fn publish_joints(brick: BrickName, mut reports: watch::Receiver<Option<Arc<Report>>>, sender: Sender) {
    let mut updates = JointUpdates::without_ticks();
    loop {
        let joints = updates.next(&mut reports, |report| readings(brick, &report.joints)).await;
        sender.send(LoopEvent::Joints(joints));
    }
}

fn readings(brick: BrickName, joints: &[JointReport]) -> Vec<JointReading> {
    let named = brick.driven_joints().into_iter().zip(joints);
    named.map(|(joint, report)| (joint, report.position, Some(report.speed))).collect()
}

/// Keeps the wrists compliant while claws close.
async fn zero_wrists(
    mut zeroing: Zeroing,
    mut seen: mpsc::UnboundedReceiver<Vec<(Joint, f64, f64)>>,
    driver: Driver,
    sender: Sender,
) {
    while let Some(read) = seen.recv().await {
        for warning in zeroing.take(&read, || driver.joints()).await {
            sender.send(LoopEvent::Note(warning));
        }
    }
}
