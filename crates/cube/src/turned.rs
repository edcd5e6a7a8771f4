//! A face in a picture, which can show it turned in its plane.
//!
//! ```text
//! read:  0 1 2     seen, turned clockwise by one quarter:  6 3 0
//!        3 4 5                                             7 4 1
//!        6 7 8                                             8 5 2
//! ```

/// Where a sticker lies in a picture that shows its face turned clockwise by this many quarters. `place` is its place as the
/// face is read. Both count from 0 to 8, row by row.
pub fn place_seen(place: usize, quarters: u8) -> usize {
    let (mut row, mut column) = (place / 3, place % 3);
    for _ in 0..quarters % 4 {
        // Turned clockwise, what was at the left end of the top row comes to its right end.
        (row, column) = (column, 2 - row);
    }
    3 * row + column
}

/// Nine stickers as the face is read, when they were seen turned clockwise by this many quarters.
pub fn upright<T: Copy>(seen: &[T; 9], quarters: u8) -> [T; 9] {
    std::array::from_fn(|place| seen[place_seen(place, quarters)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_face_is_set_upright() {
        let read = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        let seen = [read, [6, 3, 0, 7, 4, 1, 8, 5, 2], [8, 7, 6, 5, 4, 3, 2, 1, 0], [2, 5, 8, 1, 4, 7, 0, 3, 6]];
        for (quarters, seen) in (0..4).zip(seen) {
            assert_eq!(upright(&seen, quarters), read, "{quarters} quarters");
            assert_eq!(upright(&seen, quarters + 4), read, "{quarters} + 4 quarters");
        }
    }
}
