//! The machine that figures were measured on.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZero;

use serde::Serialize;

/// What a reader must know to compare figures; empty or zero where the system does not report it.
#[derive(Serialize)]
pub struct Machine {
    /// The processor's own name.
    processor: String,
    /// Physical cores.
    cores: usize,
    /// Threads that run at once.
    threads: usize,
    /// Memory, bytes.
    memory: u64,
    /// Operating system and instruction set.
    system: String,
}

impl Machine {
    /// Asks the system; what only Linux provides is left out elsewhere.
    pub fn this() -> Machine {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        Machine::of(&read("/proc/cpuinfo"), &read("/proc/meminfo"))
    }

    /// The machine of Linux's reports about processors and memory.
    fn of(processors: &str, memory: &str) -> Machine {
        let threads = std::thread::available_parallelism().map_or(0, NonZero::get);
        // One paragraph a thread; threads of one core share its number within one socket.
        let cores: BTreeSet<(&str, &str)> = processors
            .split("\n\n")
            .filter_map(|thread| Some((value(thread, "physical id")?, value(thread, "core id")?)))
            .collect();
        let kibibytes = value(memory, "MemTotal").and_then(|text| text.strip_suffix(" kB")?.trim().parse::<u64>().ok());
        Machine {
            processor: value(processors, "model name").unwrap_or_default().into(),
            cores: cores.len(),
            threads,
            memory: kibibytes.unwrap_or(0) << 10,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

/// The value of the first line `key : value`.
fn value<'a>(report: &'a str, key: &str) -> Option<&'a str> {
    report.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == key).then_some(value.trim())
    })
}

impl fmt::Display for Machine {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let processor = match self.processor.as_str() {
            "" => "unknown processor",
            known => known,
        };
        write!(formatter, "{processor}, ")?;
        if 0 < self.cores {
            write!(formatter, "{} cores, ", self.cores)?;
        }
        write!(formatter, "{} threads, ", self.threads)?;
        if 0 < self.memory {
            write!(formatter, "{:.0} GiB, ", self.memory as f64 / (1_u64 << 30) as f64)?;
        }
        formatter.write_str(&self.system)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_counted_once_however_many_threads_they_run() {
        let thread =
            |socket: u8, core: u8| format!("model name\t: Fast 9000\nphysical id\t: {socket}\ncore id\t\t: {core}\n");
        let processors = [thread(0, 0), thread(0, 1), thread(0, 0), thread(1, 0)].join("\n");
        let machine = Machine::of(&processors, "MemTotal:       24737432 kB\n");
        assert_eq!((machine.processor.as_str(), machine.cores), ("Fast 9000", 3));
        assert_eq!(machine.memory, 24_737_432 << 10);
        assert!(machine.to_string().contains("Fast 9000, 3 cores"));
        assert!(machine.to_string().contains("24 GiB"));
    }

    #[test]
    fn a_system_without_reports_is_no_error() {
        let machine = Machine::of("", "");
        assert!(machine.to_string().starts_with("unknown processor, "));
    }
}
