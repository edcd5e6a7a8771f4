//! Large tables in memory: fetched ahead, shared between threads, on large pages.

use std::sync::atomic::AtomicU8;

use memmap2::MmapMut;

/// Asks the processor to fetch an element it will need soon.
#[inline(always)]
pub(crate) fn prefetch<T>(table: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and may be given any address; this one is in or behind
        // the table by wrapping arithmetic only.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(table.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (table, index);
}

/// Bytes that several threads may write.
pub(crate) fn as_atomic(bytes: &mut [u8]) -> &[AtomicU8] {
    // SAFETY: an atomic byte has the size and alignment of a byte, and the exclusive borrow lasts
    // as long as the shared one that is returned.
    unsafe { &*(std::ptr::from_mut(bytes) as *const [AtomicU8]) }
}

/// This many zero bytes, on large pages where the system has them: random reads of a table of
/// gigabytes would else wait for the page tables too.
///
/// # Errors
/// The system's error if it does not have this much memory.
pub(crate) fn zeroed(length: usize) -> std::io::Result<MmapMut> {
    let memory = MmapMut::map_anon(length)?;
    #[cfg(target_os = "linux")]
    // A wish that the system need not grant.
    let _ = memory.advise(memmap2::Advice::HugePage);
    Ok(memory)
}

/// Bytes the machine can give without swapping, where the system provides it.
pub(crate) fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    available_of(&text)
}

/// The line `MemAvailable` of Linux's report, which is in units of 1024 bytes.
fn available_of(report: &str) -> Option<u64> {
    let line = report.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_of_the_system_is_read() {
        let report = "MemTotal:       24737432 kB\nMemAvailable:   22874640 kB\n";
        assert_eq!(available_of(report), Some(22_874_640 << 10));
        assert_eq!(available_of("MemTotal: 1 kB\n"), None);
        assert_eq!(available_of("MemAvailable: much\n"), None);
    }
}
