//! Work on a given number of threads.

use std::panic::resume_unwind;

use crate::race::Race;

/// Runs the same work of a race on this many threads. Where one of them panics the race ends for all, and the panic goes on in
/// the caller.
pub fn race_on_threads(threads: usize, race: &Race<'_>, work: impl Fn() + Sync) {
    struct EndsRace<'a>(&'a Race<'a>);
    impl Drop for EndsRace<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                self.0.end();
            }
        }
    }
    let guarded = || {
        let _ends = EndsRace(race);
        work();
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(guarded)).collect();
        guarded();
        for other in others {
            if let Err(panic) = other.join() {
                resume_unwind(panic);
            }
        }
    });
}

/// Runs the work in a pool of this many threads, which its parallel iterators use.
pub fn on_threads(threads: usize, work: impl FnOnce() + Send) {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // The system has no threads left: the shared pool does it.
        Err(_) => work(),
    }
}
