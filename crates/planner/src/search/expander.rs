//! Times to home for the positions of a space, spread backwards from home in rising order.

use crate::search::space::Space;
use crate::search::symmetry::Symmetries;
use crate::search::times::{FAR, Row, Steps};
use cube::AxialTurn;

/// Where the rows of keys are kept.
pub(crate) trait Places {
    /// The place of a key; `next` if it has none yet, which it has then.
    fn place(&mut self, key: u32, next: usize) -> usize;
}

/// Rows by place, and their keys.
pub(crate) struct Expanded<const W: usize> {
    pub keys: Vec<u32>,
    pub rows: Vec<Row<W>>,
}

/// Spreads times up to `radius` fines. All entries within the radius are exact but for the rounding of [`Steps`].
///
/// Buckets are as wide as the fastest turn, so no step ends in the bucket in which it starts. The entries of a bucket are
/// therefore final when its time has come. (Shortest paths by buckets, after Dial.)
pub(crate) fn expand<const W: usize>(
    space: &Space,
    symmetries: &Symmetries,
    steps: &Steps<W>,
    configs: usize,
    radius: u16,
    places: &mut impl Places,
) -> Expanded<W> {
    let mut expander = Expander {
        radius,
        width: steps.least,
        expanded: Expanded { keys: Vec::new(), rows: Vec::new() },
        queued: Vec::new(),
        done: Vec::new(),
        buckets: Vec::new(),
    };
    let mut home = [FAR; W];
    home[..configs].fill(0);
    expander.lower(places, space.key([0; 3]).0, &home);
    let turns: Vec<usize> = steps.turns().into_iter().filter(|turn| space.turns.contains(turn)).collect();
    let mut bucket = 0;
    while bucket < expander.buckets.len() {
        let window_start = (bucket as u16) * expander.width;
        let window = window_start..window_start + expander.width;
        let waiting = std::mem::take(&mut expander.buckets[bucket]);
        for place in waiting {
            if std::mem::replace(&mut expander.done[place], bucket as u16) == bucket as u16 {
                continue;
            }
            let after = expander.expanded.rows[place];
            let position = space.position(expander.expanded.keys[place]);
            for &turn in &turns {
                let Some(before) = steps.before(turn, &after, window.clone()) else {
                    continue;
                };
                if before.iter().all(|&time| radius < time) {
                    continue;
                }
                let (key, symmetry) = space.key(space.turned(position, AxialTurn::at(turn).inverse().index()));
                let before = symmetries.carried(symmetry, &before);
                expander.lower(places, key, &before);
                for (twin, symmetry) in space.twins(key) {
                    expander.lower(places, twin, &symmetries.carried(symmetry, &before));
                }
            }
        }
        bucket += 1;
    }
    expander.expanded
}

/// The state of one expansion.
struct Expander<const W: usize> {
    radius: u16,
    width: u16,
    expanded: Expanded<W>,
    /// By place: the bucket that it was last put in, and last taken from.
    queued: Vec<u16>,
    done: Vec<u16>,
    buckets: Vec<Vec<usize>>,
}

impl<const W: usize> Expander<W> {
    /// Lowers the row of a key.
    fn lower(&mut self, places: &mut impl Places, key: u32, times: &Row<W>) {
        let place = places.place(key, self.expanded.rows.len());
        if place == self.expanded.rows.len() {
            self.expanded.rows.push([FAR; W]);
            self.expanded.keys.push(key);
            self.queued.push(u16::MAX);
            self.done.push(u16::MAX);
        }
        for (known, &time) in self.expanded.rows[place].iter_mut().zip(times) {
            if time < *known && time <= self.radius {
                *known = time;
                let bucket = time / self.width;
                if self.queued[place] != bucket {
                    self.queued[place] = bucket;
                    let bucket = usize::from(bucket);
                    if self.buckets.len() <= bucket {
                        self.buckets.resize_with(bucket + 1, Vec::new);
                    }
                    self.buckets[bucket].push(place);
                }
            }
        }
    }
}
