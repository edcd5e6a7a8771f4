//! Which table of lower bounds the optimal solver takes.
//!
//! A caller who names the memory gets the largest table within it. For others the table is chosen that
//! gives the proof of one random cube soonest, with the time to build it where it is not on disk. So a
//! table of minutes is used where it exists, and never built unasked.

use super::table::{SIZES, Size};
use crate::cache::has_file;
use crate::{Error, LoadOptions, Method};

/// Bytes for the two-phase tables, in addition to the table of lower bounds.
const TWO_PHASE_MEMORY: u64 = 154_000_000;
/// One part in this many of the free memory is taken unasked: the rest of a rig runs on the same machine.
const SHARE: u64 = 4;

/// What to load.
pub(super) struct Choice {
    /// The table of lower bounds.
    pub size: Size,
    /// How the tables of two-phase are loaded.
    pub two_phase: LoadOptions,
    /// What was chosen and why, where the caller left it open.
    pub note: Option<String>,
}

/// Chooses the table; `available` is the free memory in bytes, where the system provides it.
pub(super) fn choose(options: &LoadOptions, available: Option<u64>) -> Result<Choice, Error> {
    if let Some(allowed) = options.memory {
        let size = within(allowed).last().ok_or(Error::TooLittleMemory {
            method: Method::Optimal.name(),
            needed: needed(&SIZES[0]),
            allowed,
        })?;
        return Ok(Choice { size, two_phase: with_memory(options, allowed - size.bytes() as u64), note: None });
    }
    let has_file = |size: &Size| has_file(&size.table_set(), options);
    let share = available.map_or(0, |available| available / SHARE);
    let allowed = share.max(LoadOptions::DEFAULT_MEMORY);
    let size = soonest(allowed, has_file);
    let larger = SIZES.iter().rev().find(|other| size.bytes() < other.bytes() && has_file(other));
    Ok(Choice {
        size,
        two_phase: with_memory(options, TWO_PHASE_MEMORY),
        note: Some(note(size, has_file(&size), allowed, larger)),
    })
}

/// The sizes that leave enough of the memory for two-phase, the largest last.
fn within(allowed: u64) -> impl Iterator<Item = Size> {
    SIZES.into_iter().filter(move |size| needed(size) <= allowed)
}

fn needed(size: &Size) -> u64 {
    size.bytes() as u64 + TWO_PHASE_MEMORY
}

fn with_memory(options: &LoadOptions, memory: u64) -> LoadOptions {
    LoadOptions { memory: Some(memory), ..options.clone() }
}

/// The size that gives one proof soonest; the larger of equals.
fn soonest(allowed: u64, has_file: impl Fn(&Size) -> bool) -> Size {
    let seconds = |size: &Size| match has_file(size) {
        true => size.proof_seconds,
        false => size.build_seconds + size.proof_seconds,
    };
    within(allowed).min_by_key(|size| (seconds(size), std::cmp::Reverse(size.flips))).unwrap_or(SIZES[0])
}

/// The sentence for people.
fn note(size: Size, has_file: bool, allowed: u64, larger: Option<&Size>) -> String {
    let gigabytes = |bytes: u64| format!("{:.1} GB", bytes as f64 / 1e9);
    let name = size.table_set().name;
    let bytes = gigabytes(size.bytes() as u64);
    let what = match has_file {
        true => format!("optimal uses its table {name} of {bytes}, which is on disk"),
        false => format!("optimal builds its table {name} of {bytes}, which takes the least time"),
    };
    let why = match allowed {
        LoadOptions::DEFAULT_MEMORY => "as much as by default",
        _ => "a quarter of the free memory",
    };
    let share = format!("tables may take {}, {why}", gigabytes(allowed));
    match larger {
        None => format!("{what}; {share}"),
        Some(larger) => {
            format!("{what}; {share}, and {} on disk needs {}", larger.table_set().name, gigabytes(needed(larger)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    /// The flips of the size that is chosen with this much memory where these are on disk.
    fn chosen(allowed: u64, kept: &[u32]) -> u32 {
        soonest(allowed, |size| kept.contains(&size.flips)).flips
    }

    #[test]
    fn a_table_that_takes_minutes_is_used_but_never_built() {
        assert_eq!(chosen(16 * GIB, &[]), 6);
        assert_eq!(chosen(16 * GIB, &[8]), 8);
        assert_eq!(chosen(16 * GIB, &[3, 6, 8]), 8);
        // On disk, but too large for the memory.
        assert_eq!(chosen(4 * GIB, &[6, 8]), 6);
    }

    #[test]
    fn a_table_on_disk_is_preferred_unless_its_proofs_take_longer_than_building() {
        assert_eq!(chosen(16 * GIB, &[5]), 5);
        assert_eq!(chosen(16 * GIB, &[6]), 6);
        // Proofs with the smallest table take minutes: a larger one is built before that.
        assert_eq!(chosen(16 * GIB, &[0]), 6);
    }

    #[test]
    fn little_memory_is_used_as_well_as_it_can_be() {
        assert_eq!(chosen(LoadOptions::DEFAULT_MEMORY, &[]), 3);
        assert_eq!(chosen(0, &[]), 0);
        let options = LoadOptions::default();
        for available in [None, Some(0), Some(GIB)] {
            let choice = choose(&options, available).unwrap();
            assert_eq!(choice.size.flips, 3, "{available:?}");
            assert!(choice.note.unwrap().contains("optimal builds its table optimal-3"));
        }
    }

    #[test]
    fn memory_that_is_named_is_taken_whole_and_without_a_word() {
        let options = |memory| LoadOptions { memory: Some(memory), ..LoadOptions::default() };
        for (memory, flips) in [(256 << 20, 0), (2 * GIB, 6), (8 * GIB, 8), (64 * GIB, 8)] {
            let choice = choose(&options(memory), Some(GIB)).unwrap();
            assert_eq!((choice.size.flips, choice.note), (flips, None));
        }
        assert!(choose(&options(1 << 20), Some(64 * GIB)).is_err());
    }

    /// The figures behind the choice hang together: a larger table proves sooner and is built later.
    #[test]
    fn larger_tables_prove_sooner() {
        for pair in SIZES.windows(2) {
            assert!(pair[1].proof_seconds < pair[0].proof_seconds);
            assert!(pair[0].build_seconds <= pair[1].build_seconds);
        }
    }
}
