//! Search tables as bytes, so that a caller can keep them: making them takes some seconds, reading them a fraction of one.
//!
//! Layout, little-endian: 8 bytes of magic with the version, u64 fingerprint of what the tables depend on, then for each
//! of the four tables u64 length and its rows, then u64 checksum of all rows.

use std::io::{self, Read, Write};

use rig::Profile;

use crate::search::bounds::{BoundTable, width_of};
use crate::search::tables::{Frame, SearchTables};

const MAGIC: &[u8; 8] = b"RIGTIME1";

/// FNV-1a over words of eight bytes.
fn mixed(hash: u64, bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(hash, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word))
            .wrapping_mul(0x0000_0100_0000_01B3)
            .rotate_left(23)
    })
}

const BASIS: u64 = 0xCBF2_9CE4_8422_2325;

/// Of the rules and the timing: tables for others do not fit.
fn fingerprint(profile: &Profile) -> u64 {
    mixed(
        BASIS,
        format!("{:?} {:?}", profile.rules, profile.timing).as_bytes(),
    )
}

fn damaged(reason: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("these are no tables for this rig: {reason}"),
    )
}

impl SearchTables {
    fn stored(&self) -> [&BoundTable; 4] {
        [
            &self.twist_slice,
            &self.flip_slice,
            &self.corners_middle,
            &self.edges_middle,
        ]
    }

    /// Writes the tables.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_to(&self, profile: &Profile, mut writer: impl Write) -> io::Result<()> {
        writer.write_all(MAGIC)?;
        writer.write_all(&fingerprint(profile).to_le_bytes())?;
        let mut checksum = BASIS;
        for table in self.stored() {
            writer.write_all(&(table.rows.len() as u64).to_le_bytes())?;
            writer.write_all(&table.rows)?;
            checksum = mixed(checksum, &table.rows);
        }
        writer.write_all(&checksum.to_le_bytes())
    }

    /// Reads tables that were written for a profile with the same rules and timing.
    ///
    /// # Errors
    /// Those of the reader, and [`io::ErrorKind::InvalidData`] for tables of another rig or damaged ones.
    pub fn read_from(profile: &Profile, mut reader: impl Read) -> io::Result<SearchTables> {
        let mut magic = [0; 8];
        reader.read_exact(&mut magic)?;
        if &magic != MAGIC {
            return Err(damaged("they begin with other bytes"));
        }
        if word(&mut reader)? != fingerprint(profile) {
            return Err(damaged("rules or timing differ"));
        }
        let frame = Frame::new(profile);
        let width = width_of(frame.pricer.configs.all.len());
        let mut checksum = BASIS;
        let mut tables = Vec::with_capacity(4);
        for which in 0..4 {
            let length = word(&mut reader)?;
            if length != (frame.rows_of(which) * width) as u64 {
                return Err(damaged("a table has another size"));
            }
            let mut rows = vec![0; frame.rows_of(which) * width];
            reader.read_exact(&mut rows)?;
            checksum = mixed(checksum, &rows);
            tables.push(BoundTable { width, rows });
        }
        if word(&mut reader)? != checksum {
            return Err(damaged("the checksum is wrong"));
        }
        let tables: [BoundTable; 4] = tables
            .try_into()
            .map_err(|_| damaged("tables are missing"))?;
        Ok(SearchTables::assemble(frame, tables))
    }
}

fn word(reader: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    reader.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
