//! Numbers for the ways to spread three slices of four edges over twelve places.

/// 12! / 4!^3 of them.
pub(super) const SLICINGS: usize = 34_650;
/// Codes of six edge places: a bit for each in the third slice, and above for each in the second.
const HALF_CODES: usize = 1 << 12;

/// Numbers the slicings in two halves of six places: the number is the sum of both entries.
pub(super) struct Slicings {
    pub first: Box<[u16; HALF_CODES]>,
    pub second: Box<[u16; HALF_CODES]>,
    /// The codes of both halves for each number.
    pub codes: Vec<(u16, u16)>,
}

impl Slicings {
    pub(super) fn new() -> Slicings {
        // Codes by how many of the six places each slice holds.
        let mut halves = vec![Vec::new(); 5 * 5 * 5];
        for code in 0..HALF_CODES {
            let (third, second) = (code & 63, code >> 6);
            let counts = [third, second, !(third | second) & 63].map(usize::count_ones);
            if third & second == 0 && counts.iter().all(|&count| count <= 4) {
                halves[index_of(counts)].push(code as u16);
            }
        }
        let (mut first, mut second) = (Box::new([0; HALF_CODES]), Box::new([0; HALF_CODES]));
        let mut codes = Vec::with_capacity(SLICINGS);
        for group in &halves {
            let Some(&code) = group.first() else { continue };
            let (third, middle) = (code & 63, code >> 6);
            let counts = [third, middle, !(third | middle) & 63].map(u16::count_ones);
            let others = &halves[index_of(counts.map(|count| 4 - count))];
            for &code in group {
                first[usize::from(code)] = codes.len() as u16;
                for (rank, &other) in others.iter().enumerate() {
                    second[usize::from(other)] = rank as u16;
                    codes.push((code, other));
                }
            }
        }
        Slicings { first, second, codes }
    }
}

/// Where a half with this many edges of each slice is listed.
fn index_of(counts: [u32; 3]) -> usize {
    counts.iter().fold(0, |index, &count| index * 5 + count as usize)
}
