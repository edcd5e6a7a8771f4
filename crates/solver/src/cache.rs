//! Table files: written whole, checked when opened, mapped into memory.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use memmap2::{Mmap, MmapMut};

use crate::building::find_or_begin;
use crate::memory::{available, zeroed};
use crate::table_format::{HEADER, checksum, header, read};
use crate::{Error, LoadOptions, Progress, disk};

/// Tables of this size or more are read into memory of their own, which the system gives in large pages. A mapped file has
/// small pages, and random reads of it take twice as long.
const LARGE: usize = 1 << 29;
/// An unfinished file that nobody wrote to for this long was left behind by an interrupted process.
const LEFT_BEHIND: Duration = Duration::from_secs(600);

/// The name and version of a set of tables. A new version must be given whenever their content changes.
pub(crate) struct TableSet {
    /// Also the stem of the file name.
    pub name: &'static str,
    pub version: u32,
    /// Bytes of all tables together.
    pub length: usize,
}

/// Tables in memory, aligned to pages.
pub(crate) enum TableBytes {
    /// Mapped from their file, shared with other processes.
    Mapped(Mmap),
    /// Generated, or read from their file.
    Owned(MmapMut),
    /// Generated without knowing their length before.
    Built(Vec<u8>),
}

impl TableBytes {
    /// All tables.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            TableBytes::Mapped(map) => &map[HEADER..],
            TableBytes::Owned(memory) => memory,
            TableBytes::Built(bytes) => bytes,
        }
    }

    /// `count` values from byte `offset` on; the offset must suit the type's alignment.
    pub(crate) fn slice<T: bytemuck::AnyBitPattern>(&self, offset: usize, count: usize) -> &[T] {
        bytemuck::cast_slice(&self.bytes()[offset..offset + count * size_of::<T>()])
    }
}

/// The file of the tables, where there is a cache directory.
fn path_of(set: &TableSet, options: &LoadOptions) -> Option<PathBuf> {
    let directory = options.cache_dir.as_ref()?;
    Some(directory.join(format!("{}.{}.table", set.name, set.version)))
}

/// Whether the tables have a file of the right length. Its content is not read.
pub(crate) fn has_file(set: &TableSet, options: &LoadOptions) -> bool {
    let length = path_of(set, options).and_then(|path| fs::metadata(path).ok()).map(|data| data.len());
    length == Some((HEADER + set.length) as u64)
}

/// Opens the tables, or generates them with `generate` and keeps them in the cache directory.
pub(crate) fn load_or_generate(
    set: &TableSet,
    options: &LoadOptions,
    progress: &(dyn Fn(&Progress) + Sync),
    generate: impl FnOnce(&mut [u8]),
) -> Result<TableBytes, Error> {
    let path = path_of(set, options);
    let mut room = if set.length < LARGE { None } else { Some(room_for(set)?) };
    let mut building = None;
    if let Some(path) = &path {
        // Before minutes of work are done that could not be kept.
        make_directory_of(path)?;
        match find_or_begin(set.name, path, progress, || open(set, path, &mut room)) {
            Ok(tables) => return Ok(tables),
            Err(begun) => building = Some(begun),
        }
        let free = path.parent().and_then(disk::free);
        disk::check_room((HEADER + set.length) as u64, free).map_err(|source| Error::Cache {
            path: path.clone(),
            action: "written",
            source,
        })?;
    }
    let mut memory = match room {
        Some(memory) => memory,
        None => room_for(set)?,
    };
    generate(&mut memory);
    let Some(path) = path else {
        return Ok(TableBytes::Owned(memory));
    };
    let saved = save(set, &path, &memory);
    drop(building);
    match saved {
        // The mapped file is shared by all processes; the copy in memory is not.
        Ok(()) if set.length < LARGE => match open(set, &path, &mut None) {
            Ok(Some(tables)) => Ok(tables),
            _ => Ok(TableBytes::Owned(memory)),
        },
        Ok(()) => Ok(TableBytes::Owned(memory)),
        Err(error) => {
            progress(&Progress {
                table: set.name,
                done: 1.0,
                note: Some(format!("{error}; the tables serve this time only")),
            });
            Ok(TableBytes::Owned(memory))
        }
    }
}

/// Memory for the tables, if the machine has it to give.
fn room_for(set: &TableSet) -> Result<MmapMut, Error> {
    let needed = set.length as u64;
    let refused = |available| Error::OutOfMemory { table: set.name, needed, available };
    match available() {
        Some(available) if available < needed => Err(refused(available)),
        available => zeroed(set.length).map_err(|_| refused(available.unwrap_or(0))),
    }
}

/// Makes the directory that the file lies in, where it is missing.
pub(crate) fn make_directory_of(path: &Path) -> Result<(), Error> {
    let directory = path.parent().map_or_else(PathBuf::new, Path::to_owned);
    fs::create_dir_all(&directory).map_err(|source| Error::Cache { path: directory, action: "made", source })
}

/// Maps the file where it is sound, or reads it into `room` where there is some; `None` where there
/// is no file, else what is wrong with it.
pub(crate) fn open(set: &TableSet, path: &Path, room: &mut Option<MmapMut>) -> Result<Option<TableBytes>, String> {
    let file = match cube::outside::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot be opened ({error})")),
    };
    let length = file.metadata().map_err(|error| format!("cannot be read ({error})"))?.len();
    if length != (HEADER + set.length) as u64 {
        return Err(format!("has {length} bytes instead of {}", HEADER + set.length));
    }
    let mut first = [0; HEADER];
    (&file).read_exact(&mut first).map_err(|error| format!("cannot be read ({error})"))?;
    let sound = |checksum| first == header(set.name, set.version, set.length as u64, checksum);
    if let Some(memory) = room {
        let checksum = read(&file, memory).map_err(|error| format!("cannot be read ({error})"))?;
        if sound(checksum) {
            return Ok(room.take().map(TableBytes::Owned));
        }
    } else {
        // SAFETY: the file is only ever replaced as a whole by a rename, which leaves this mapping on the old content.
        // Nothing in this program writes to a table file in place.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| format!("cannot be mapped ({error})"))?;
        if sound(checksum(&map[HEADER..])) {
            return Ok(Some(TableBytes::Mapped(map)));
        }
    }
    Err("is damaged or of another version".to_owned())
}

/// Writes the file next to its place and renames it, so that nobody sees a part of it.
pub(crate) fn save(set: &TableSet, path: &Path, tables: &[u8]) -> Result<(), Error> {
    make_directory_of(path)?;
    let failed = |path: &Path, action| {
        let path = path.to_owned();
        move |source| Error::Cache { path, action, source }
    };
    remove_left_behind(path);
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let number = WRITTEN.fetch_add(1, Relaxed);
    let unfinished = path.with_extension(format!("{}-{number}.unfinished", std::process::id()));
    let written = File::create(&unfinished)
        .and_then(|mut file| {
            file.write_all(&header(set.name, set.version, tables.len() as u64, checksum(tables)))?;
            file.write_all(tables)?;
            file.sync_all()
        })
        .map_err(failed(&unfinished, "written"))
        .and_then(|()| fs::rename(&unfinished, path).map_err(failed(path, "written")));
    if written.is_err() {
        // Nothing to do if this fails too: the first error is the one to report.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// Removes what interrupted processes left unfinished of this file. Whatever goes wrong here does no
/// harm but to the disk's free space.
fn remove_left_behind(path: &Path) {
    let (Some(directory), Some(stem)) = (path.parent(), path.file_stem()) else {
        return;
    };
    let stem = stem.to_string_lossy();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with(&*stem) && name.ends_with(".unfinished");
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|written| written.elapsed().ok());
        if is_ours && age.is_some_and(|age| LEFT_BEHIND < age) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use testkit::Folder;

    const SET: TableSet = TableSet { name: "numbers", version: 3, length: 5_000_003 };

    fn numbers(bytes: &mut [u8]) {
        bytes.iter_mut().enumerate().for_each(|(index, byte)| *byte = (index * index % 251) as u8);
    }

    /// Loads the numbers from the directory; returns how often they were generated and the notes.
    fn load(directory: &Path) -> (usize, Vec<String>) {
        let (generated, notes) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let progress = |progress: &Progress| notes.lock().unwrap().extend(progress.note.clone());
        let tables = load_or_generate(&SET, &LoadOptions::cached_in(directory), &progress, |bytes| {
            generated.fetch_add(1, Ordering::Relaxed);
            numbers(bytes);
        });
        let mut expected = vec![0; SET.length];
        numbers(&mut expected);
        assert!(tables.unwrap().bytes()[..SET.length] == expected[..]);
        (generated.into_inner(), notes.into_inner().unwrap())
    }

    #[test]
    fn tables_are_generated_once_and_rebuilt_when_damaged() {
        let folder = Folder::new("damage");
        let directory = folder.0.join("tables");
        assert_eq!(load(&directory), (1, vec![]));
        assert_eq!(load(&directory), (0, vec![]));
        let path = directory.join("numbers.3.table");
        let sound = fs::read(&path).unwrap();
        // One bit anywhere, a part missing, another version: each is found, reported once and repaired.
        for at in [0, 13, 20, HEADER, HEADER + 2_345_678, sound.len() - 1] {
            let mut damaged = sound.clone();
            damaged[at] ^= 1;
            fs::write(&path, damaged).unwrap();
            let (generated, notes) = load(&directory);
            assert_eq!((generated, notes.len()), (1, 1), "byte {at}");
            assert!(notes[0].ends_with("is damaged or of another version, so it is built again"), "{}", notes[0]);
        }
        for length in [0, 7, HEADER, sound.len() - 1] {
            fs::write(&path, &sound[..length]).unwrap();
            let (generated, notes) = load(&directory);
            assert_eq!((generated, notes.len()), (1, 1), "{length} bytes");
            assert!(notes[0].contains(&format!("has {length} bytes instead of")), "{}", notes[0]);
        }
        assert_eq!(fs::read(&path).unwrap(), sound);
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "nothing unfinished is left");
    }

    #[test]
    fn of_several_at_once_one_builds_and_the_others_wait() {
        let folder = Folder::new("shared");
        let directory = folder.0.join("tables");
        let generated = std::thread::scope(|scope| {
            let loading = [(); 4].map(|()| scope.spawn(|| load(&directory)));
            loading.map(|loading| loading.join().unwrap().0)
        });
        assert_eq!(generated.iter().sum::<usize>(), 1);
        assert_eq!(load(&directory), (0, vec![]));
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_named() {
        let folder = Folder::new("file");
        let file = folder.write("file", "no directory");
        let options = LoadOptions::cached_in(Path::new(&file).join("below"));
        let error = load_or_generate(&SET, &options, &|_| {}, numbers).err().unwrap();
        assert!(error.to_string().contains(&file), "{error}");
    }

    #[test]
    fn more_memory_than_there_is_is_refused_in_a_sentence() {
        let set = TableSet { name: "enormous", version: 1, length: 1 << 50 };
        let error = load_or_generate(&set, &LoadOptions::default(), &|_| {}, |_| {}).err().unwrap();
        let sentence = error.to_string();
        assert!(matches!(error, Error::OutOfMemory { .. }), "{sentence}");
        assert!(sentence.contains("enormous needs 1125899906842624 bytes"), "{sentence}");
    }

    #[test]
    fn no_directory_keeps_tables_in_memory() {
        let tables = load_or_generate(&SET, &LoadOptions::default(), &|_| {}, numbers).unwrap();
        assert_eq!(tables.slice::<u16>(4, 3).len(), 3);
    }
}
