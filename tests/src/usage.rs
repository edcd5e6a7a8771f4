//! What processes use, from /proc.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::unistd::Pid;

use crate::process::PATIENCE;

/// How long processes are watched at a time.
const WATCHED: Duration = Duration::from_secs(5);

/// The fields of /proc/<pid>/stat after the program's name, which may itself hold blanks and brackets.
fn stat(pid: Pid) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

/// All processes that descend from this one.
///
/// # Errors
/// When /proc cannot be listed.
pub fn descendants(ancestor: Pid) -> Result<Vec<Pid>> {
    let mut parents = Vec::new();
    for entry in std::fs::read_dir("/proc").context("cannot list /proc")? {
        let Some(pid) = entry?.file_name().to_str().and_then(|name| name.parse().ok()).map(Pid::from_raw) else {
            continue;
        };
        // Field 4 of proc(5)'s list, the second after the name.
        let parent = stat(pid).and_then(|fields| fields.get(1)?.parse().ok()).map(Pid::from_raw);
        parents.extend(parent.map(|parent| (pid, parent)));
    }
    let mut found = vec![ancestor];
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        found.extend(parents.iter().filter(|(_, its_parent)| *its_parent == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    found.remove(0);
    Ok(found)
}

/// What a process asks of the machine.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// How often a second its threads go to sleep and are woken again. This does not depend on how fast the machine is.
    pub wakeups: f64,
    /// Share of one core. Faster machines have less of it.
    pub share: f64,
}

impl Load {
    /// Watches these processes at once, for some time.
    ///
    /// # Errors
    /// When one of them has ended.
    pub fn watch(pids: &[Pid], time: Duration) -> Result<Vec<Load>> {
        let counted = || {
            let counts = pids.iter().map(|&pid| {
                let counts = cpu_seconds(pid).zip(wakeups(pid));
                counts.with_context(|| format!("the process {pid} has ended"))
            });
            counts.collect::<Result<Vec<_>>>()
        };
        let begin = Instant::now();
        let before = counted()?;
        std::thread::sleep(time);
        let after = counted()?;
        let seconds = begin.elapsed().as_secs_f64();
        let loads = before.into_iter().zip(after).map(|(before, after)| Load {
            // A thread that ended meanwhile counts no more.
            wakeups: after.1.saturating_sub(before.1) as f64 / seconds,
            share: (after.0 - before.0) / seconds,
        });
        Ok(loads.collect())
    }

    /// Watches them for some seconds, again until they are as wanted, a few times; what was seen last.
    ///
    /// # Errors
    /// When one of them has ended.
    pub fn watch_until(pids: &[Pid], wanted: impl Fn(&[Load]) -> bool) -> Result<Vec<Load>> {
        let mut loads = Load::watch(pids, WATCHED)?;
        for _ in 1..PATIENCE {
            if wanted(&loads) {
                break;
            }
            loads = Load::watch(pids, WATCHED)?;
        }
        Ok(loads)
    }
}

impl std::fmt::Display for Load {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Load { wakeups, share } = self;
        write!(f, "{wakeups:6.0} wake-ups a second, {:4.1} % of a core", 100.0 * share)
    }
}

/// Processor time that the process has used since it started, in seconds; `None` when it is gone.
pub fn cpu_seconds(pid: Pid) -> Option<f64> {
    let fields = stat(pid)?;
    // utime and stime are fields 14 and 15 of proc(5)'s list, in hundredths of a second on every Linux we know.
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// How often the threads of the process were woken since they started; `None` when it is gone.
fn wakeups(pid: Pid) -> Option<u64> {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    let switches = threads.filter_map(|thread| {
        let status = std::fs::read_to_string(thread.ok()?.path().join("status")).ok()?;
        let mut lines = status.lines();
        let count = lines.find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
        count.trim().parse::<u64>().ok()
    });
    Some(switches.sum())
}
