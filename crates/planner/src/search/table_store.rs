//! The tables of the search in a file: loaded in milliseconds rather than made in seconds.

use rig::{Clearances, Profile, Timing};
use solver::{LoadOptions, Progress, StoredTable};
use xxhash_rust::xxh3::xxh3_64;

use crate::search::classes;
use crate::search::coordinates::MoveTables;
use crate::search::costs::Costs;
use crate::search::dense::Dense;
use crate::search::near::Near;
use crate::search::packing::{Packer, Unpacker};
use crate::search::pricer::Pricer;
use crate::search::tables::{Parts, Sorted, Tables};

/// Of what the file holds and in which order: another one whenever [`Parts`] would come out otherwise.
const VERSION: u32 = 3;

/// Loads the tables of a profile, or makes and keeps them.
pub(crate) fn load<const W: usize>(
    profile: &Profile,
    pricer: Pricer,
    options: &LoadOptions,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Result<Tables<W>, solver::Error> {
    let key = key(profile);
    // A few bytes for each load: names of tables live as long as the program.
    let name: &'static str = format!("rig-time-{:016x}", xxh3_64(&key)).leak();
    let report = |done: f64| {
        progress(&Progress { table: name, done: done.min(0.99), note: None });
    };
    let make = || {
        let mut packer = Packer::default();
        packer.put(&key);
        Parts::<W>::new(profile, &pricer, &report).pack(&mut packer);
        packer.0
    };
    let is_ours = |bytes: &[u8]| Unpacker(bytes).take::<u8>().is_some_and(|held| held == key);
    let table = StoredTable::load(name, VERSION, options, progress, is_ours, make)?;
    let mut unpacker = Unpacker(table.bytes());
    let parts = unpacker.take::<u8>().and_then(|_| Parts::unpack(&mut unpacker, pricer.configs.all.len()));
    // What cannot be read though its checksum is right was written by another version of this program.
    let parts = parts.unwrap_or_else(|| Parts::new(profile, &pricer, &report));
    Ok(Tables::of(profile, pricer, parts))
}

/// All that tables depend on.
fn key(profile: &Profile) -> Vec<u8> {
    // What twists cables is left out of tables.
    let timing = Timing { quarter_to_cable_end: None, half_to_cable_end: None, ..profile.timing };
    let mut key = format!("{:?} {timing:?}", profile.rules);
    if profile.clearances != Clearances::FULL {
        key += &format!(" {:?}", profile.clearances);
    }
    key.into_bytes()
}

impl<const W: usize> Parts<W> {
    fn pack(&self, packer: &mut Packer) {
        self.costs.pack(packer);
        self.moves.pack(packer);
        self.sorted.pack(packer);
        for dense in [&self.twist_slice, &self.flip_slice, &self.corners_middle, &self.edges_middle] {
            dense.pack(packer);
        }
        packer.put(&self.least_twists);
        packer.put(&self.least_flips);
        self.outer.pack(packer);
        self.inner.pack(packer);
    }

    fn unpack(unpacker: &mut Unpacker, configs: usize) -> Option<Parts<W>> {
        // Fields are read in the order in which they are written here.
        Some(Parts {
            costs: Costs::unpack(unpacker, configs)?,
            moves: MoveTables::unpack(unpacker)?,
            sorted: Sorted::unpack(unpacker)?,
            twist_slice: Dense::unpack(unpacker)?,
            flip_slice: Dense::unpack(unpacker)?,
            corners_middle: Dense::unpack(unpacker)?,
            edges_middle: Dense::unpack(unpacker)?,
            least_twists: unpacker.take()?,
            least_flips: unpacker.take()?,
            outer: Near::unpack(unpacker)?,
            inner: Near::unpack(unpacker)?,
        })
    }
}

impl MoveTables {
    fn pack(&self, packer: &mut Packer) {
        packer.put(&self.twist);
        packer.put(&self.flip);
        packer.put(&self.slice);
        packer.put(&self.corners);
        packer.put(&self.outer_edges);
        packer.put(&self.middle_edges);
    }

    fn unpack(unpacker: &mut Unpacker) -> Option<MoveTables> {
        Some(MoveTables {
            twist: unpacker.take()?,
            flip: unpacker.take()?,
            slice: unpacker.take()?,
            corners: unpacker.take()?,
            outer_edges: unpacker.take()?,
            middle_edges: unpacker.take()?,
        })
    }
}

impl Sorted {
    fn pack(&self, packer: &mut Packer) {
        for classes in [&self.flip_slice, &self.twist, &self.corners, &self.edges] {
            classes::pack(classes, packer);
        }
        for conjugates in [&self.of_twist, &self.of_slice, &self.of_edges, &self.of_middle] {
            packer.put(conjugates);
        }
    }

    fn unpack(unpacker: &mut Unpacker) -> Option<Sorted> {
        Some(Sorted {
            flip_slice: classes::unpack(unpacker)?,
            twist: classes::unpack(unpacker)?,
            corners: classes::unpack(unpacker)?,
            edges: classes::unpack(unpacker)?,
            of_twist: unpacker.take()?,
            of_slice: unpacker.take()?,
            of_edges: unpacker.take()?,
            of_middle: unpacker.take()?,
        })
    }
}
