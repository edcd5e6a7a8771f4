//! Who does what next: levels of phase 1 for each problem, cut into jobs by the first turn.

use std::sync::{Mutex, PoisonError};

use crate::search::turn;

/// What a solution of phase 1 is worth, compared with one that is a level shorter: what phase 2 may
/// cost grows its number of sequences by about as much a level.
const WORTH: f64 = 0.6;
/// A problem that has not shown anything yet counts as if it had found this many solutions of phase 1 …
const HOPE: f64 = 0.3;
/// … in this many steps.
const STEPS: f64 = 300.0;

/// A job: all of a level's phases 1 that begin with a turn, or the empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub problem: usize,
    pub level: u32,
    /// `None` for the empty phase 1.
    pub first: Option<usize>,
}

/// How far a problem has come.
#[derive(Clone, Copy, Debug)]
struct Progress {
    level: u32,
    /// Levels by which it is dearer than it looks.
    handicap: u32,
    /// Jobs of the level that were handed out.
    started: usize,
    steps: u64,
    solutions: u64,
}

impl Progress {
    /// Solutions of phase 1 that a step finds, by what they are worth.
    fn promise(&self) -> f64 {
        let found = (self.solutions as f64 + HOPE) / (self.steps as f64 + STEPS);
        found * WORTH.powi((self.level + self.handicap) as i32)
    }
}

/// All jobs.
pub(crate) struct Jobs(Mutex<Vec<Progress>>);

impl Jobs {
    /// `handicaps`: for each problem, by how many levels its phase 1 looks cheaper than it is.
    pub fn new(handicaps: impl Iterator<Item = u32>) -> Jobs {
        let start = |handicap| Progress {
            level: 0,
            handicap,
            started: 0,
            steps: 0,
            solutions: 0,
        };
        Jobs(Mutex::new(handicaps.map(start).collect()))
    }

    /// The next job: of a level that is under way, else of the most promising problem. `None` at level `end` of all.
    pub fn next(&self, end: u32) -> Option<Job> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open = (0..all.len()).filter(|&problem| all[problem].level < end);
        let problem = open.max_by(|&one, &other| {
            let is_begun = |problem: usize| 0 < all[problem].started;
            is_begun(one)
                .cmp(&is_begun(other))
                .then(all[one].promise().total_cmp(&all[other].promise()))
        })?;
        let progress = &mut all[problem];
        let job = Job {
            problem,
            level: progress.level,
            first: progress.started.checked_sub(1),
        };
        progress.started += 1;
        if progress.started == turn::COUNT + 1 {
            progress.started = 0;
            progress.level += 1;
            // The next level takes about twice the steps; what was found in this one is forgotten by half.
            progress.steps /= 2;
            progress.solutions /= 2;
        }
        Some(job)
    }

    /// Notes what a job took and found.
    pub fn done(&self, job: Job, steps: u64, solutions: u64) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all[job.problem].steps += steps;
        all[job.problem].solutions += solutions;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fruitful_problem_comes_first() {
        let jobs = Jobs::new([0, 0].into_iter());
        for _ in 0..20 * (turn::COUNT + 1) {
            let job = jobs.next(100).expect("levels are left");
            jobs.done(job, 1000, if job.problem == 1 { 100 } else { 1 });
        }
        let levels: Vec<u32> = jobs
            .0
            .lock()
            .expect("no panic")
            .iter()
            .map(|one| one.level)
            .collect();
        assert!(levels[0] + 2 < levels[1], "{levels:?}");
        assert!(0 < levels[0], "{levels:?}");
    }

    #[test]
    fn every_job_of_every_level_is_handed_out_once() {
        let jobs = Jobs::new([0, 3].into_iter());
        let mut seen = Vec::new();
        while let Some(job) = jobs.next(4) {
            assert!(!seen.contains(&job));
            seen.push(job);
        }
        assert_eq!(seen.len(), 2 * 4 * (turn::COUNT + 1));
    }
}
