//! What processes use, from /proc.

use anyhow::{Context, Result};
use nix::unistd::Pid;

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
        let Some(pid) = entry?
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
            .map(Pid::from_raw)
        else {
            continue;
        };
        // Field 4 of proc(5)'s list, the second after the name.
        let parent = stat(pid)
            .and_then(|fields| fields.get(1)?.parse().ok())
            .map(Pid::from_raw);
        parents.extend(parent.map(|parent| (pid, parent)));
    }
    let mut found = vec![ancestor];
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        found.extend(
            parents
                .iter()
                .filter(|(_, its_parent)| *its_parent == parent)
                .map(|(pid, _)| *pid),
        );
        next += 1;
    }
    found.remove(0);
    Ok(found)
}

/// Processor time that the process has used since it started, in seconds; `None` when it is gone.
pub fn cpu_seconds(pid: Pid) -> Option<f64> {
    let fields = stat(pid)?;
    // utime and stime are fields 14 and 15 of proc(5)'s list, in hundredths of a second on every Linux we know.
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}
