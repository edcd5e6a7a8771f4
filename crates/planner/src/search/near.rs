//! Positions near home with their times: whatever is not among them needs longer.

use crate::search::expander::{Places, expand};
use crate::search::packing::{Packer, Unpacker};
use crate::search::space::Space;
use crate::search::symmetry::Symmetries;
use crate::search::times::Steps;

/// Rows of bytes for keys within a radius, one per config.
pub(crate) struct Near<const W: usize> {
    places: Hashed,
    rows: Vec<[u8; W]>,
    /// Units within which all times are known; entries that are not are 255.
    pub radius: u8,
}

/// Places by key in a table with open addressing, at most half full.
struct Hashed {
    /// Key and place.
    slots: Vec<[u32; 2]>,
    used: usize,
}

const EMPTY: u32 = u32::MAX;

impl Hashed {
    /// The slot where the search for a key begins.
    fn first(&self, key: u32) -> usize {
        let mixed = u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn slot(&self, key: u32) -> usize {
        let mut slot = self.first(key);
        while self.slots[slot][1] != EMPTY && self.slots[slot][0] != key {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    fn double(&mut self) {
        let slots = vec![[0, EMPTY]; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, slots);
        for [key, place] in old {
            if place != EMPTY {
                let slot = self.slot(key);
                self.slots[slot] = [key, place];
            }
        }
    }
}

impl Places for Hashed {
    fn place(&mut self, key: u32, next: usize) -> usize {
        let slot = self.slot(key);
        if self.slots[slot][1] != EMPTY {
            return self.slots[slot][1] as usize;
        }
        self.slots[slot] = [key, next as u32];
        self.used += 1;
        if self.slots.len() < self.used * 2 {
            self.double();
        }
        next
    }
}

impl<const W: usize> Near<W> {
    /// All keys within `radius` units of `unit` fines.
    pub fn new(
        space: &Space,
        symmetries: &Symmetries,
        steps: &Steps<W>,
        configs: usize,
        unit: u16,
        radius: u8,
    ) -> Near<W> {
        let mut places = Hashed { slots: vec![[0, EMPTY]; 1 << 12], used: 0 };
        let fines = (u16::from(radius) + 1) * unit - 1;
        let expanded = expand(space, symmetries, steps, configs, fines, &mut places);
        let byte = |time: u16| {
            if time <= fines { (time / unit) as u8 } else { u8::MAX }
        };
        Near { places, rows: expanded.rows.iter().map(|row| row.map(byte)).collect(), radius }
    }

    /// The row of a key, where any entry is within the radius.
    #[inline]
    pub fn row(&self, key: u32) -> Option<&[u8; W]> {
        let [_, place] = self.places.slots[self.places.slot(key)];
        self.rows.get(place as usize)
    }

    /// What the slot holds where the search for a key begins: asked for many keys before any [`Near::row_at`], the memory
    /// answers all at once.
    #[inline]
    pub fn peek(&self, key: u32) -> [u32; 2] {
        self.places.slots[self.places.first(key)]
    }

    /// The place of a key, given what was peeked at.
    #[inline]
    pub fn place(&self, key: u32, peeked: [u32; 2]) -> Option<usize> {
        let place = match peeked {
            [found, place] if found == key => place,
            [_, EMPTY] => EMPTY,
            _ => self.places.slots[self.places.slot(key)][1],
        };
        (place != EMPTY).then_some(place as usize)
    }

    /// The row at a place.
    #[inline]
    pub fn row_at(&self, place: usize) -> &[u8; W] {
        &self.rows[place]
    }

    /// The keys of the first places.
    pub fn keys(&self, most: usize) -> impl Iterator<Item = u32> {
        let mut keys = vec![0; most.min(self.rows.len())];
        for &[key, place] in &self.places.slots {
            if let Some(slot) = keys.get_mut(place as usize) {
                *slot = key;
            }
        }
        keys.into_iter()
    }

    pub fn pack(&self, packer: &mut Packer) {
        packer.put(&[self.radius]);
        packer.put(self.places.slots.as_flattened());
        packer.put(self.rows.as_flattened());
    }

    pub fn unpack(unpacker: &mut Unpacker) -> Option<Near<W>> {
        let [radius] = unpacker.take::<u8>()?[..] else {
            return None;
        };
        let slots = unpacker.take_pairs()?;
        let rows = unpacker.take_rows()?;
        // Slots are found by the leading bits of a product.
        slots.len().is_power_of_two().then_some(Near { places: Hashed { used: rows.len(), slots }, rows, radius })
    }
}
