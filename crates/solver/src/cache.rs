//! Table files: written whole, checked when opened, mapped into memory.
//!
//! A file is a header of 4096 bytes and the tables behind it. The header holds, in the machine's
//! own byte order: the magic word, a byte-order mark, the format version, the length of the tables
//! in bytes, their checksum, and the name of the tables.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use rayon::prelude::*;

use crate::{Error, LoadOptions, Progress};

const MAGIC: [u8; 8] = *b"cuberig\n";
const BYTE_ORDER: u32 = 0x0102_0304;
/// A page, so that the tables behind the header are aligned for every integer type.
const HEADER: usize = 4096;
/// Bytes hashed at a stretch.
const CHUNK: usize = 1 << 20;

/// The name and version of a set of tables. A new version must be given whenever their content changes.
pub(crate) struct TableSet {
    /// Also the stem of the file name.
    pub name: &'static str,
    pub version: u32,
    /// Bytes of all tables together.
    pub length: usize,
}

/// Tables in memory, mapped from their file or generated.
pub(crate) enum TableBytes {
    Mapped(Mmap),
    /// As words, so that they are aligned.
    Owned(Vec<u64>),
}

impl TableBytes {
    /// All tables.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            TableBytes::Mapped(map) => &map[HEADER..],
            TableBytes::Owned(words) => bytemuck::cast_slice(words),
        }
    }

    /// `count` values from byte `offset` on; the offset must suit the type's alignment.
    pub(crate) fn slice<T: bytemuck::AnyBitPattern>(&self, offset: usize, count: usize) -> &[T] {
        bytemuck::cast_slice(&self.bytes()[offset..offset + count * size_of::<T>()])
    }
}

/// Opens the tables, or generates them with `generate` and keeps them in the cache directory.
pub(crate) fn load_or_generate(
    set: &TableSet,
    options: &LoadOptions,
    progress: &(dyn Fn(&Progress) + Sync),
    generate: impl FnOnce(&mut [u8]),
) -> Result<TableBytes, Error> {
    let path = options
        .cache_dir
        .as_ref()
        .map(|directory| directory.join(format!("{}.{}.table", set.name, set.version)));
    if let Some(path) = &path {
        match open(set, path) {
            Ok(Some(tables)) => return Ok(tables),
            Ok(None) => {}
            Err(damage) => progress(&Progress {
                table: set.name,
                done: 0.0,
                note: Some(format!(
                    "the table file {} {damage}, so it is built again",
                    path.display()
                )),
            }),
        }
    }
    let mut words = vec![0_u64; set.length.div_ceil(8)];
    generate(&mut bytemuck::cast_slice_mut(&mut words)[..set.length]);
    let Some(path) = path else {
        return Ok(TableBytes::Owned(words));
    };
    save(set, &path, &bytemuck::cast_slice(&words)[..set.length])?;
    // The mapped file is shared by all processes; the copy in memory is not.
    match open(set, &path) {
        Ok(Some(tables)) => Ok(tables),
        _ => Ok(TableBytes::Owned(words)),
    }
}

/// Maps the file where it is sound; `None` where there is none, else what is wrong with it.
fn open(set: &TableSet, path: &Path) -> Result<Option<TableBytes>, String> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot be opened ({error})")),
    };
    let length = file
        .metadata()
        .map_err(|error| format!("cannot be read ({error})"))?
        .len();
    if length != (HEADER + set.length) as u64 {
        return Err(format!(
            "has {length} bytes instead of {}",
            HEADER + set.length
        ));
    }
    // SAFETY: the file is only ever replaced as a whole by a rename, which leaves this mapping on
    // the old content; nothing in this program writes to a table file in place.
    let map = unsafe { Mmap::map(&file) }.map_err(|error| format!("cannot be mapped ({error})"))?;
    let tables = &map[HEADER..];
    if map[..HEADER] != header(set, checksum(tables)) {
        return Err("is damaged or of another version".to_owned());
    }
    Ok(Some(TableBytes::Mapped(map)))
}

/// Writes the file beside its place and renames it, so that nobody sees a part of it.
fn save(set: &TableSet, path: &Path, tables: &[u8]) -> Result<(), Error> {
    let directory = path.parent().map_or_else(PathBuf::new, Path::to_owned);
    let failed = |path: &Path, action| {
        let path = path.to_owned();
        move |source| Error::Cache {
            path,
            action,
            source,
        }
    };
    fs::create_dir_all(&directory).map_err(failed(&directory, "made"))?;
    let unfinished = path.with_extension(format!("{}.unfinished", std::process::id()));
    let written = File::create(&unfinished)
        .and_then(|mut file| {
            file.write_all(&header(set, checksum(tables)))?;
            file.write_all(tables)?;
            file.sync_all()
        })
        .map_err(failed(&unfinished, "written"))
        .and_then(|()| fs::rename(&unfinished, path).map_err(failed(path, "written")));
    if written.is_err() {
        // Nothing to do where this fails too: the first error is the one to tell.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

fn header(set: &TableSet, checksum: u64) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let mut fields = MAGIC.to_vec();
    fields.extend(BYTE_ORDER.to_ne_bytes());
    fields.extend(set.version.to_ne_bytes());
    fields.extend((set.length as u64).to_ne_bytes());
    fields.extend(checksum.to_ne_bytes());
    fields.extend(set.name.bytes());
    header[..fields.len()].copy_from_slice(&fields);
    header
}

/// A 64-bit multiply-and-rotate hash of each stretch, on all threads, and then of their hashes.
/// It finds damage; it is no protection against someone who means harm.
fn checksum(bytes: &[u8]) -> u64 {
    let chunks: Vec<u64> = bytes.par_chunks(CHUNK).map(hash).collect();
    hash(bytemuck::cast_slice(&chunks)) ^ bytes.len() as u64
}

fn hash(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x9E37_79B9_7F4A_7C15; // 2^64 over the golden ratio
    let mut lanes = [1_u64, 2, 3, 4];
    let mut stretches = bytes.chunks_exact(32);
    for stretch in &mut stretches {
        for (lane, word) in lanes.iter_mut().zip(stretch.chunks_exact(8)) {
            let word = u64::from_ne_bytes(word.try_into().expect("chunks of eight bytes"));
            *lane = (*lane ^ word).wrapping_mul(PRIME).rotate_left(29);
        }
    }
    let rest = stretches.remainder().iter().fold(0, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(PRIME)
    });
    lanes.iter().fold(rest, |hash, &lane| {
        (hash ^ lane).wrapping_mul(PRIME).rotate_left(29)
    })
}
