//! Drivers that get no processor now and then: stopped and continued, as by a compiler that runs at the same time.

use brick::BrickName;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::RigState;
use sim::bench::{Bench, Drivers};
use std::ops::Range;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep};

/// Milliseconds for which a driver is stopped, and for which it runs in between.
struct Pattern {
    stopped: Range<u64>,
    running: Range<u64>,
}
/// Again and again, as next to a compiler.
const OFTEN: Pattern = Pattern { stopped: 50..300, running: 20..500 };
/// Now and then, as next to a browser.
const SELDOM: Pattern = Pattern { stopped: 40..200, running: 200..1500 };

/// A task that is not polled while it is stopped. What comes for it meanwhile waits, and the motors go on.
pub struct Starved<F> {
    task: Pin<Box<F>>,
    random: ChaCha8Rng,
    is_random: bool,
    pattern: Pattern,
    stops: Instant,
    continues: Instant,
    alarm: Pin<Box<Sleep>>,
}

/// Drivers of which each is stopped and continued at random.
pub async fn drivers(bench: &Bench, start: &RigState, seed: u64) -> Drivers {
    let drivers = bench.drivers_run_by(start, |name, position_loop| {
        let seed = seed * BrickName::ALL.len() as u64 + name.index() as u64;
        tokio::spawn(Starved::new(position_loop.run(), seed));
    });
    drivers.await.expect("the bricks answer")
}

/// Drivers of which each is stopped once: the time before, and how long it is stopped.
pub async fn drivers_once(bench: &Bench, start: &RigState, stops: Duration, stopped: Duration) -> Drivers {
    let stops = Instant::now() + stops;
    let drivers = bench.drivers_run_by(start, |_, position_loop| {
        tokio::spawn(Starved::once(position_loop.run(), stops, stopped));
    });
    drivers.await.expect("the bricks answer")
}

impl<F: Future> Starved<F> {
    /// A task that is stopped at random from now on, again and again.
    pub fn new(task: F, seed: u64) -> Starved<F> {
        Starved::by(OFTEN, task, seed)
    }

    /// A task that is stopped at random from now on, now and then.
    pub fn seldom(task: F, seed: u64) -> Starved<F> {
        Starved::by(SELDOM, task, seed)
    }

    fn by(pattern: Pattern, task: F, seed: u64) -> Starved<F> {
        let now = Instant::now();
        let mut starved = Starved {
            task: Box::pin(task),
            random: ChaCha8Rng::seed_from_u64(seed),
            is_random: true,
            pattern,
            stops: now,
            continues: now,
            alarm: Box::pin(tokio::time::sleep(Duration::ZERO)),
        };
        starved.draw();
        starved
    }

    /// A task that is stopped once.
    pub fn once(task: F, stops: Instant, stopped: Duration) -> Starved<F> {
        Starved { is_random: false, stops, continues: stops + stopped, ..Starved::new(task, 0) }
    }

    fn draw(&mut self) {
        let Pattern { stopped, running } = &self.pattern;
        let mut millis = |range: &Range<u64>| Duration::from_millis(self.random.random_range(range.clone()));
        self.stops = self.continues + millis(running);
        self.continues = self.stops + millis(stopped);
    }
}

impl<F: Future> Future for Starved<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        while self.is_random && self.continues <= Instant::now() {
            self.draw();
        }
        if (self.stops..self.continues).contains(&Instant::now()) {
            let continues = self.continues;
            self.alarm.as_mut().reset(continues);
            if self.alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
        self.task.as_mut().poll(context)
    }
}
