//! Work on a given number of threads.

/// Runs the work in a pool of this many threads, which its parallel iterators use.
pub fn on_threads(threads: usize, work: impl FnOnce() + Send) {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // No threads to be had from the system: the shared pool does it.
        Err(_) => work(),
    }
}
