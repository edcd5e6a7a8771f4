//! What one arm does on its own between two moments at which it holds the cube: turns of its face and regrips.

use crate::clock::{Clock, Nanos};
use crate::wrists::Domain;

/// One step of an arm in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Open,
    Close,
    /// Quarters.
    Turn(i32),
}

/// The steps of an arm that starts open or closed, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub steps: Vec<Step>,
    pub nanos: Nanos,
}

/// Fastest lines of one arm that end with the claw closed.
///
/// Found by shortest path over (wrist, claw, net turn of the face so far), which is at most 7 x 2 x 4 states. So regrips
/// before, between and after turns are all considered. An open claw is reached in this search when its wrist may turn, and
/// left when its wrist must stand; the claw moves on before and after that.
#[derive(Debug)]
pub(crate) struct Lines {
    size: u8,
    /// By start (wrist, is open), then end wrist and net turn.
    lines: Vec<Option<Line>>,
}

impl Lines {
    /// `turns_faces`: whether a closed claw may turn its face in a line. `closes_horizontal`: whether
    /// the neighbours leave room for horizontal fingers.
    pub fn new(clock: &Clock, domain: Domain, turns_faces: bool, closes_horizontal: bool) -> Lines {
        let size = domain.size();
        let mut lines = Vec::new();
        for wrist in 0..size {
            for is_open in [false, true] {
                let found = shortest(clock, domain, wrist, is_open, turns_faces, closes_horizontal);
                lines.extend(found);
            }
        }
        Lines { size, lines }
    }

    /// The fastest line from a wrist position and claw to a wrist position, closed, with the face turned by `net` quarters (0 to 3).
    pub fn get(&self, wrist: u8, is_open: bool, to: u8, net: u8) -> Option<&Line> {
        let start = (usize::from(wrist) * 2 + usize::from(is_open)) * usize::from(self.size) * 4;
        self.lines[start + usize::from(to) * 4 + usize::from(net)].as_ref()
    }
}

/// Best lines to each (end wrist, net turn) with the claw closed, in that order.
fn shortest(
    clock: &Clock,
    domain: Domain,
    wrist: u8,
    is_open: bool,
    turns_faces: bool,
    closes_horizontal: bool,
) -> Vec<Option<Line>> {
    let size = usize::from(domain.size());
    let opening = clock.opening.of_own_wrist(closes_horizontal);
    let closing = clock.closing.of_own_wrist(closes_horizontal);
    // However little the wrist turns, the claw goes all its way there and back.
    let least_opened = (clock.open + clock.close).saturating_sub(opening + closing);
    let least_closing = clock.close - closing;
    let index = |wrist: u8, net: u8, open: bool| (usize::from(wrist) * 4 + usize::from(net)) * 2 + usize::from(open);
    let mut best: Vec<Option<Line>> = vec![None; size * 8];
    let mut done = vec![false; size * 8];
    best[index(wrist, 0, is_open)] = Some(Line::default());
    loop {
        let nearest = (0..best.len())
            .filter(|&node| !done[node])
            .filter_map(|node| best[node].as_ref().map(|line| (line.nanos, node)))
            .min();
        let Some((_, node)) = nearest else { break };
        done[node] = true;
        let (open, net, at) = (node % 2 == 1, (node / 2 % 4) as u8, (node / 8) as u8);
        let line = best[node].clone().unwrap_or_default();
        let is_start = line.steps.is_empty();
        let least = if is_start { least_closing } else { least_opened };
        let mut reach = |to: usize, step: Step, nanos: Nanos| {
            let total = line.nanos + nanos;
            if best[to].as_ref().is_none_or(|known| total < known.nanos) {
                let mut steps = line.steps.clone();
                steps.push(step);
                best[to] = Some(Line { steps, nanos: total });
            }
        };
        if !open {
            reach(index(at, net, true), Step::Open, opening);
        } else if closes_horizontal || domain.is_vertical(at) {
            let whole = if is_start { clock.close } else { closing };
            reach(index(at, net, false), Step::Close, whole);
        }
        if !open && !turns_faces {
            continue;
        }
        for quarters in [-2_i32, -1, 1, 2, -4, -3, 3, 4] {
            // Longer turns are several, except that they share what the claw takes at least.
            if 2 < quarters.abs() && !(open && 0 < least) {
                continue;
            }
            if let Some(to) = domain.turned(at, quarters) {
                let turned = (i32::from(net) + quarters).rem_euclid(4) as u8;
                let net = if open { net } else { turned };
                reach(
                    index(to, net, open),
                    Step::Turn(quarters),
                    clock.turn(domain, at, quarters).max(if open { least } else { 0 }),
                );
            }
        }
    }
    (0..size * 4).map(|to| best[to * 2].take()).collect()
}
