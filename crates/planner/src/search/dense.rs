//! Times to home for every key of a small space.

use crate::search::expander::{Places, expand};
use crate::search::packing::{Packer, Unpacker};
use crate::search::space::Space;
use crate::search::symmetry::Symmetries;
use crate::search::times::{FAR, Steps};

/// For each key a row of bytes, one per config: units of time still needed at least.
pub(crate) struct Dense<const W: usize> {
    rows: Vec<[u8; W]>,
}

/// Every key may get a row.
struct All(Vec<u32>);

impl Places for All {
    fn place(&mut self, key: u32, next: usize) -> usize {
        let place = &mut self.0[key as usize];
        if *place == u32::MAX {
            *place = next as u32;
        }
        *place as usize
    }
}

impl<const W: usize> Dense<W> {
    /// `unit`: fines in a unit; times are rounded down to whole units.
    pub fn new(space: &Space, symmetries: &Symmetries, steps: &Steps<W>, configs: usize, unit: u16) -> Dense<W> {
        let mut places = All(vec![u32::MAX; space.size()]);
        let expanded = expand(space, symmetries, steps, configs, FAR - 1, &mut places);
        let mut rows = vec![[u8::MAX; W]; space.size()];
        for (&key, times) in expanded.keys.iter().zip(&expanded.rows) {
            rows[key as usize] = times.map(|time| (time / unit).min(254) as u8);
        }
        Dense { rows }
    }

    #[inline]
    pub fn row(&self, key: u32) -> &[u8; W] {
        &self.rows[key as usize]
    }

    pub fn pack(&self, packer: &mut Packer) {
        packer.put(self.rows.as_flattened());
    }

    pub fn unpack(unpacker: &mut Unpacker) -> Option<Dense<W>> {
        Some(Dense { rows: unpacker.take_rows()? })
    }
}
