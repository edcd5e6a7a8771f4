//! The format of table files.
//!
//! A file is a header of 4096 bytes and the tables behind it. The header is in the machine's own byte order. It holds the
//! magic word, a byte-order mark, the format version, the length of the tables in bytes, their checksum, and their name.

use std::fs::File;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: [u8; 8] = *b"cuberig2";
const BYTE_ORDER: u32 = 0x0102_0304;
/// A page, so that the tables behind the header are aligned for every integer type.
pub(crate) const HEADER: usize = 4096;
/// Bytes hashed at a stretch.
const CHUNK: usize = 1 << 20;

/// Reads the tables behind the header on all threads; returns their checksum.
pub(crate) fn read(file: &File, tables: &mut [u8]) -> std::io::Result<u64> {
    let length = tables.len();
    let read = |(index, chunk): (usize, &mut [u8])| {
        read_at(file, chunk, (HEADER + index * CHUNK) as u64)?;
        Ok(xxh3_64(chunk))
    };
    let chunks: std::io::Result<Vec<u64>> = tables.par_chunks_mut(CHUNK).enumerate().map(read).collect();
    Ok(whole_hash(&chunks?, length))
}

/// The checksum of this many bytes behind a file's header, without keeping them.
pub(crate) fn checksum_of(file: &File, length: u64) -> std::io::Result<u64> {
    let chunk = CHUNK as u64;
    let read = |index: u64| {
        let mut bytes = vec![0; chunk.min(length - index * chunk) as usize];
        read_at(file, &mut bytes, HEADER as u64 + index * chunk)?;
        Ok(xxh3_64(&bytes))
    };
    let chunks: std::io::Result<Vec<u64>> = (0..length.div_ceil(chunk)).into_par_iter().map(read).collect();
    Ok(whole_hash(&chunks?, length as usize))
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> std::io::Result<()> {
    while !buffer.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, buffer, offset)?;
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        (buffer, offset) = (&mut buffer[count..], offset + count as u64);
    }
    Ok(())
}

/// The header of tables of this name, version, length and checksum.
pub(crate) fn header(name: &str, version: u32, length: u64, checksum: u64) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let mut fields = MAGIC.to_vec();
    fields.extend(BYTE_ORDER.to_ne_bytes());
    fields.extend(version.to_ne_bytes());
    fields.extend(length.to_ne_bytes());
    fields.extend(checksum.to_ne_bytes());
    fields.extend(name.bytes());
    header[..fields.len()].copy_from_slice(&fields);
    header
}

/// XXH3 of each stretch, 64 bits, on all threads, and then of their hashes.
/// It finds damage; it is no protection against someone who means harm.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let chunks: Vec<u64> = bytes.par_chunks(CHUNK).map(xxh3_64).collect();
    whole_hash(&chunks, bytes.len())
}

fn whole_hash(chunks: &[u64], length: usize) -> u64 {
    xxh3_64(bytemuck::cast_slice(chunks)) ^ length as u64
}
