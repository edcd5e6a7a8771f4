//! How much room a disk has.

use std::io;
use std::path::Path;

/// Bytes that may still be written below this directory, where the system provides it.
pub(crate) fn free(directory: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(directory).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = directory;
        None
    }
}

/// Refuses what does not fit.
pub(crate) fn check_room(needed: u64, free: Option<u64>) -> io::Result<()> {
    match free {
        Some(free) if free < needed => Err(io::Error::new(
            io::ErrorKind::StorageFull,
            format!("it takes {needed} bytes, but only {free} are free on that disk"),
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_written_and_what_does_not_is_refused() {
        assert!(check_room(10, Some(10)).is_ok());
        assert!(check_room(10, None).is_ok());
        let error = check_room(11, Some(10)).unwrap_err();
        assert_eq!(error.to_string(), "it takes 11 bytes, but only 10 are free on that disk");
    }

    #[test]
    #[cfg(unix)]
    fn the_disk_of_a_directory_is_known_and_a_missing_one_is_not() {
        assert!(free(&std::env::temp_dir()).is_some());
        assert_eq!(free(Path::new("/no/such/directory")), None);
    }
}
