//! Sixteen bytes worked on at once: with the processor's own shuffle where it has one.
//!
//! A permutation of at most 16 pieces is a register of bytes, so a move is one shuffle. The search
//! is written once for any [`Lanes`] and compiled for each of them.

/// Sixteen bytes side by side.
pub(super) trait Lanes: Copy + Send + Sync {
    /// The lanes of these bytes.
    fn load(bytes: &[u8; 16]) -> Self;
    /// The bytes of these lanes.
    fn store(self) -> [u8; 16];
    /// Lane `i` of the result is lane `by[i] % 16` of this; no lane of `by` has its top bit set.
    fn shuffled(self, by: Self) -> Self;
    /// Lane by lane.
    fn xor(self, other: Self) -> Self;
    /// Lane by lane.
    fn and(self, other: Self) -> Self;
    /// Lane by lane, modulo 256.
    fn plus(self, other: Self) -> Self;
    /// Lane by lane, modulo 256.
    fn minus(self, other: Self) -> Self;
    /// The smaller of both, lane by lane.
    fn min(self, other: Self) -> Self;
    /// Bit `BIT` of each lane: lane 0 gives the lowest bit of the result.
    fn bits<const BIT: i32>(self) -> usize;
}

/// Lanes for every processor.
#[derive(Clone, Copy)]
pub(super) struct Portable([u8; 16]);

impl Portable {
    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(u8, u8) -> u8) -> Self {
        Portable(std::array::from_fn(|lane| operation(self.0[lane], other.0[lane])))
    }
}

impl Lanes for Portable {
    #[inline(always)]
    fn load(bytes: &[u8; 16]) -> Self {
        Portable(*bytes)
    }

    #[inline(always)]
    fn store(self) -> [u8; 16] {
        self.0
    }

    #[inline(always)]
    fn shuffled(self, by: Self) -> Self {
        Portable(by.0.map(|from| self.0[usize::from(from & 15)]))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.each(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.each(other, u8::wrapping_add)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.each(other, u8::wrapping_sub)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.each(other, u8::min)
    }

    #[inline(always)]
    fn bits<const BIT: i32>(self) -> usize {
        (0..16).fold(0, |bits, lane| bits | usize::from(self.0[lane] >> BIT & 1) << lane)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::Ssse3;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64 as intrinsics;

    use super::Lanes;

    /// Lanes in a register of a processor with SSSE3, which has the byte shuffle.
    ///
    /// Only code that runs behind a check for SSSE3 may use it.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Ssse3(intrinsics::__m128i);

    impl Lanes for Ssse3 {
        #[inline(always)]
        fn load(bytes: &[u8; 16]) -> Self {
            // SAFETY: every x86-64 processor has SSE2, and the load needs no alignment.
            Ssse3(unsafe { intrinsics::_mm_loadu_si128(bytes.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self) -> [u8; 16] {
            let mut bytes = [0; 16];
            // SAFETY: every x86-64 processor has SSE2, and the store needs no alignment.
            unsafe { intrinsics::_mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) };
            bytes
        }

        #[inline(always)]
        fn shuffled(self, by: Self) -> Self {
            let mut lanes = self.0;
            // The intrinsic of the same name would be called, not inlined, from code that is compiled
            // for processors without it.
            // SAFETY: this type is used only behind a check for SSSE3; the instruction reads and
            // writes these two registers only.
            unsafe {
                std::arch::asm!(
                    "pshufb {lanes}, {by}",
                    lanes = inout(xmm_reg) lanes,
                    by = in(xmm_reg) by.0,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            Ssse3(lanes)
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: every x86-64 processor has SSE2.
            Ssse3(unsafe { intrinsics::_mm_xor_si128(self.0, other.0) })
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: every x86-64 processor has SSE2.
            Ssse3(unsafe { intrinsics::_mm_and_si128(self.0, other.0) })
        }

        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            // SAFETY: every x86-64 processor has SSE2.
            Ssse3(unsafe { intrinsics::_mm_add_epi8(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            // SAFETY: every x86-64 processor has SSE2.
            Ssse3(unsafe { intrinsics::_mm_sub_epi8(self.0, other.0) })
        }

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            // SAFETY: every x86-64 processor has SSE2.
            Ssse3(unsafe { intrinsics::_mm_min_epu8(self.0, other.0) })
        }

        #[inline(always)]
        fn bits<const BIT: i32>(self) -> usize {
            // The shift works on pairs of bytes, but what crosses over stays below the top bit.
            // SAFETY: every x86-64 processor has SSE2.
            let bits = unsafe {
                let count = intrinsics::_mm_cvtsi32_si128(7 - BIT);
                intrinsics::_mm_movemask_epi8(intrinsics::_mm_sll_epi16(self.0, count))
            };
            bits as u32 as usize
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::proptest::prelude::*;

    /// All that lanes can do, as one list of bytes.
    fn results<L: Lanes>(first: [u8; 16], second: [u8; 16], by: [u8; 16]) -> Vec<u8> {
        let [first, second, by] = [first, second, by].map(|bytes| L::load(&bytes));
        let mut results: Vec<u8> = [
            first.shuffled(by),
            first.xor(second),
            first.and(second),
            first.plus(second),
            first.minus(second),
            first.min(second),
        ]
        .into_iter()
        .flat_map(L::store)
        .collect();
        for bits in [first.bits::<2>(), first.bits::<4>(), first.bits::<5>(), first.bits::<6>(), first.bits::<7>()] {
            results.extend(bits.to_le_bytes());
        }
        results
    }

    #[test]
    fn portable_lanes_do_as_they_are_described() {
        let bytes: [u8; 16] = std::array::from_fn(|lane| lane as u8 * 3);
        let backwards = std::array::from_fn(|lane| 0x70 | (15 - lane as u8));
        let shuffled = Portable::load(&bytes).shuffled(Portable::load(&backwards));
        let mut expected = bytes;
        expected.reverse();
        assert_eq!(shuffled.store(), expected);
        assert_eq!(Portable::load(&[4, 0, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]).bits::<2>(), 0x8005);
    }

    proptest! {
        #[test]
        #[cfg(target_arch = "x86_64")]
        fn the_processor_does_what_portable_code_does(
            first: [u8; 16],
            second: [u8; 16],
            by in testkit::proptest::array::uniform16(0_u8..128),
        ) {
            if std::arch::is_x86_feature_detected!("ssse3") {
                prop_assert_eq!(
                    results::<Ssse3>(first, second, by),
                    results::<Portable>(first, second, by)
                );
            } else {
                testkit::skip("this processor has no SSSE3");
            }
        }
    }
}
