//! One process at a time builds a table; others that want it wait for its file.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::Progress;

/// The right to build a table, held until it is dropped. The system takes it back from a process that ends.
pub(crate) struct Building {
    /// Next to the table's file. `None` where the file system has no locks: then several may build it.
    lock: Option<(PathBuf, File)>,
}

/// The table of this name and file that `find` opens, or the right to build it, for which it waits where another process has it.
/// `find` returns `None` where there is no file, else what is wrong with it; `progress` is called with that, and with the waiting.
pub(crate) fn find_or_begin<T>(
    name: &'static str,
    file: &Path,
    progress: &(dyn Fn(&Progress) + Sync),
    mut find: impl FnMut() -> Result<Option<T>, String>,
) -> Result<T, Building> {
    let report = |done, note| {
        progress(&Progress { table: name, done, note });
    };
    let whole = |table| {
        report(1.0, None);
        Ok(table)
    };
    if let Ok(Some(table)) = find() {
        return whole(table);
    }
    let waiting = || format!("waiting for another process, which builds the table {name}");
    let building = Building::begin(file, || report(0.0, Some(waiting())));
    // A process that had to wait finds it now.
    match find() {
        Ok(Some(table)) => return whole(table),
        Ok(None) => {}
        Err(damage) => {
            let file = file.display();
            let note = format!("the table file {file} {damage}, so it is built again");
            report(0.0, Some(note));
        }
    }
    Err(building)
}

impl Building {
    fn begin(file: &Path, waits: impl FnOnce()) -> Building {
        let path = file.with_extension("lock");
        let locked = File::create(&path).ok().filter(|lock| match lock.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => {
                waits();
                lock.lock().is_ok()
            }
            Err(TryLockError::Error(_)) => false,
        });
        Building { lock: locked.map(|lock| (path, lock)) }
    }
}

impl Drop for Building {
    fn drop(&mut self) {
        if let Some((path, _)) = &self.lock {
            // Processes that wait still have this file open; later ones find the table. A file that stays is locked the next time.
            let _ = fs::remove_file(path);
        }
    }
}
