//! Numbers one after the other in bytes, as the table file holds them.

use bytemuck::{AnyBitPattern, NoUninit};

/// Writes sections: a count, then this many numbers, padded to eight bytes.
#[derive(Default)]
pub(crate) struct Packer(pub Vec<u8>);

/// Reads sections in the order in which they were written; `None` where the bytes do not hold them.
pub(crate) struct Unpacker<'a>(pub &'a [u8]);

impl Packer {
    pub fn put<T: NoUninit>(&mut self, numbers: &[T]) {
        self.0.extend((numbers.len() as u64).to_ne_bytes());
        self.0.extend_from_slice(bytemuck::cast_slice(numbers));
        self.0.resize(self.0.len().next_multiple_of(8), 0);
    }
}

impl Unpacker<'_> {
    pub fn take<T: NoUninit + AnyBitPattern>(&mut self) -> Option<Vec<T>> {
        self.section(size_of::<T>()).map(numbers)
    }

    /// Rows of bytes.
    pub fn take_rows<const N: usize>(&mut self) -> Option<Vec<[u8; N]>> {
        let (rows, rest) = self.section(1)?.as_chunks::<N>();
        rest.is_empty().then(|| rows.to_vec())
    }

    /// Pairs of numbers.
    pub fn take_pairs(&mut self) -> Option<Vec<[u32; 2]>> {
        let bytes = self.section(4)?;
        let is_whole = bytes.len().is_multiple_of(8);
        is_whole.then(|| numbers(bytes))
    }

    /// The bytes of the next section, whose numbers are of this size.
    fn section(&mut self, size: usize) -> Option<&[u8]> {
        let (count, rest) = self.0.split_first_chunk::<8>()?;
        let count = usize::try_from(u64::from_ne_bytes(*count)).ok()?;
        let length = count.checked_mul(size)?;
        let numbers = rest.get(..length)?;
        self.0 = rest.get(length.checked_next_multiple_of(8)?..)?;
        Some(numbers)
    }
}

/// The numbers in bytes, which need not be aligned.
fn numbers<T: NoUninit + AnyBitPattern>(bytes: &[u8]) -> Vec<T> {
    let mut numbers = vec![T::zeroed(); bytes.len() / size_of::<T>()];
    bytemuck::cast_slice_mut(&mut numbers).copy_from_slice(bytes);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_taken_and_nothing_else() {
        let mut packer = Packer::default();
        packer.put(&[1_u16, 2, 3]);
        packer.put(b"seven by");
        packer.put::<u32>(&[]);
        let mut unpacker = Unpacker(&packer.0);
        assert_eq!(unpacker.take::<u16>(), Some(vec![1, 2, 3]));
        assert_eq!(unpacker.take_rows::<4>(), Some(vec![*b"seve", *b"n by"]));
        assert_eq!(unpacker.take::<u32>(), Some(Vec::new()));
        assert_eq!(unpacker.take::<u8>(), None);
        // Cut anywhere, the last section that is not whole is refused.
        for length in 0..16 {
            assert_eq!(Unpacker(&packer.0[..length]).take::<u16>(), None);
        }
        assert_eq!(Unpacker(&packer.0).take_rows::<4>(), None);
    }
}
