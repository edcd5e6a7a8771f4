//! How a walk of phase 1 may still end near home, by the axis of its last turn.
//!
//! Turns of one axis are joined, so a walk goes on with another axis. Its last turn is one that phase 2 does not have:
//! otherwise its shorter beginning would have been completed. Times to home know neither: one turn from home they let a walk
//! turn the same axis a little otherwise, and at home they let it stay there. Most walks that come so near would end like that.

/// By place in the table of what is near home in phase 1, and by the axis of the last turn: units still needed at least.
#[derive(Default)]
pub(crate) struct Ends(pub Vec<[u8; 3]>);

impl Ends {
    /// Units needed at least from a place, when the last turn was of an axis (as the place's key is seen).
    #[inline]
    pub fn at_place(&self, place: usize, axis: usize) -> u8 {
        self.0.get(place).map_or(0, |units| units[axis])
    }

    /// Units needed at least to come home again.
    #[inline]
    pub fn at_home(&self, axis: usize) -> u8 {
        self.at_place(0, axis)
    }
}
