//! Sections 4.1.2 and 4.2.1: how large the pattern databases are, and the greatest distances in them.

use super::{Conditions, Published, Row};
use crate::{Error, Korf};

/// Bytes of a MiB, the thesis' MB.
const MIB: f64 = 1_048_576.0;

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let korf = Korf::load(&conditions.tables, &conditions.building())?;
    conditions.report(0.5, "counting distances");
    let [corners, edges] = korf.positions_by_distance();
    let all = |counts: &[u64]| counts.iter().sum::<u64>() as f64;
    let greatest = |counts: &[u64]| (counts.len() - 1) as f64;
    let [corner_bytes, edge_bytes] = korf.bytes().map(|bytes| bytes as f64 / MIB);
    let exactly = Published::exactly;
    let about = Published::about;
    // 12! / 6!
    let placements = (7..=12).product::<u64>() as f64;
    let phase_one = 2187.0 * 2048.0 * 495.0;
    // Corners and edges are both even or both odd, which the thesis' product of the three leaves out.
    let phase_two = 40_320.0 * 40_320.0 * 24.0 / 2.0;
    Ok(vec![
        Row::new("corners", "positions", exactly(88_179_840.0), all(&corners)),
        Row::new("six edges", "positions", exactly(42_577_920.0), all(&edges)),
        Row::new("corners, greatest distance", "moves", exactly(11.0), greatest(&corners)),
        Row::new("six edges, greatest distance", "moves", exactly(10.0), greatest(&edges)),
        Row::new("six edges, placements (12P6)", "placements", exactly(655_280.0), placements)
            .noted("12P6 is 665,280; the thesis' product with 2^6 is right"),
        Row::new("corners, memory", "MiB", about(42.0), corner_bytes)
            .noted("under the 16 symmetries that keep the U-D axis"),
        Row::new("both sets of six edges, memory", "MiB", about(40.0), edge_bytes)
            .noted("one table for both, with gaps where two edges would share a place"),
        Row::new("all databases, memory", "MiB", about(82.0), corner_bytes + edge_bytes),
        Row::new("phase 1", "positions", exactly(2_217_093_120.0), phase_one),
        Row::new("phase 2", "positions", exactly(39_016_857_600.0), phase_two)
            .noted("half of the thesis' product: corners and edges have the same parity"),
    ])
}
