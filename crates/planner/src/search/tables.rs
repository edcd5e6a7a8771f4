//! The tables of the search, and how they are made.

use rig::Profile;

use crate::clock::Clock;
use crate::search::bounds::{BoundTable, Coordinate, width_of};
use crate::search::configs::{self, Ticks};
use crate::search::coordinates::{EIGHTS, FLIPS, FOURS, MoveTable, MoveTables, SLICES, TWISTS};
use crate::search::near::{Near, singles};
use crate::search::pricer::Pricer;
use crate::search::turn::{self, Turn};

/// Tables for the search on one rig: about 100 MB.
pub struct SearchTables {
    pub(super) pricer: Pricer,
    pub(super) moves: MoveTables,
    /// Turns of phase 2.
    pub(super) inner_turns: Vec<usize>,
    pub(super) twist_slice: BoundTable,
    pub(super) flip_slice: BoundTable,
    pub(super) corners_middle: BoundTable,
    pub(super) edges_middle: BoundTable,
    /// Face turns until two coordinates of phase 1 are home.
    pub(super) twist_turns: Vec<u8>,
    pub(super) flip_turns: Vec<u8>,
    pub(super) near_outer: Near,
    pub(super) near_inner: Near,
    /// By state of [`Costs`] and config, in units.
    pub(super) behind: Vec<u8>,
    pub(super) width: usize,
    /// Ticks in a unit of the bound tables.
    pub(super) unit: Ticks,
    /// Ticks of a quarter turn.
    pub(super) quarter: Ticks,
    /// By turn: how many face turns it is.
    pub(super) face_turns: Vec<usize>,
}

/// The part of the tables that takes long to make.
pub(super) struct Frame {
    pub(super) pricer: Pricer,
    moves: MoveTables,
    inner_turns: Vec<usize>,
    unit: Ticks,
    is_sequential: bool,
    quarter: Ticks,
}

impl Frame {
    pub(super) fn new(profile: &Profile) -> Frame {
        let clock = Clock::new(&profile.timing);
        let unit = (clock.quarter / configs::TICK / 6).max(1) as Ticks;
        Frame {
            pricer: Pricer::new(profile),
            moves: MoveTables::new(),
            inner_turns: (0..turn::COUNT)
                .filter(|&index| Turn::at(index).is_of_phase_two())
                .collect(),
            unit,
            quarter: (clock.quarter / configs::TICK) as Ticks,
            is_sequential: profile.rules.arms().count() - 1
                <= usize::from(profile.rules.min_holding_claws),
        }
    }

    /// Rows of one of the four tables.
    pub(super) fn rows_of(&self, which: usize) -> usize {
        [
            TWISTS * SLICES,
            FLIPS * SLICES,
            EIGHTS * FOURS,
            EIGHTS * FOURS,
        ][which]
    }

    fn table(&self, which: usize) -> BoundTable {
        // Where a turn of two faces is no faster than one after the other, single faces reach everything.
        let is_needed = |index: &usize| !self.is_sequential || Turn::at(*index).net.contains(&0);
        let all: Vec<usize> = (0..turn::COUNT).filter(is_needed).collect();
        let inner: Vec<usize> = self.inner_turns.iter().copied().filter(is_needed).collect();
        let moves = &self.moves;
        let of = |size, moves| Coordinate { size, moves };
        let (turns, first, second) = match which {
            0 => (&all, of(TWISTS, &moves.twist), of(SLICES, &moves.slice)),
            1 => (&all, of(FLIPS, &moves.flip), of(SLICES, &moves.slice)),
            2 => (
                &inner,
                of(EIGHTS, &moves.corners),
                of(FOURS, &moves.middle_edges),
            ),
            _ => (
                &inner,
                of(EIGHTS, &moves.outer_edges),
                of(FOURS, &moves.middle_edges),
            ),
        };
        BoundTable::new(
            &self.pricer.configs,
            turns,
            first,
            second,
            [0, 0],
            self.unit,
        )
    }
}

impl SearchTables {
    /// Makes the tables for a profile on two threads, in some seconds.
    pub fn new(profile: &Profile) -> SearchTables {
        let frame = Frame::new(profile);
        let (outer, inner) = std::thread::scope(|scope| {
            let outer = scope.spawn(|| [frame.table(0), frame.table(1)]);
            let inner = [frame.table(2), frame.table(3)];
            (
                outer
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                inner,
            )
        });
        let [twist_slice, flip_slice] = outer;
        let [corners_middle, edges_middle] = inner;
        SearchTables::assemble(
            frame,
            [twist_slice, flip_slice, corners_middle, edges_middle],
        )
    }

    pub(super) fn assemble(frame: Frame, tables: [BoundTable; 4]) -> SearchTables {
        let Pricer { configs, costs } = &frame.pricer;
        let width = width_of(configs.all.len());
        let mut behind = vec![u8::MAX; costs.behind.len() * width];
        for (row, vector) in behind.chunks_exact_mut(width).zip(&costs.behind) {
            for (byte, &time) in row.iter_mut().zip(vector) {
                *byte = (time / frame.unit).min(254) as u8;
            }
        }
        let [twist_slice, flip_slice, corners_middle, edges_middle] = tables;
        let moves = &frame.moves;
        let near_outer = Near::new(0, 6, 21, &singles(0..turn::COUNT), |position, turn| {
            moves.outer_turned(position, turn)
        });
        let near_inner = Near::new(
            0,
            7,
            21,
            &singles(frame.inner_turns.iter().copied()),
            |position, turn| moves.inner_turned(position, turn),
        );
        let twist_turns = turns_to_home(TWISTS, &moves.twist, &moves.slice);
        let flip_turns = turns_to_home(FLIPS, &moves.flip, &moves.slice);
        SearchTables {
            twist_turns,
            flip_turns,
            near_outer,
            near_inner,
            pricer: frame.pricer,
            moves: frame.moves,
            inner_turns: frame.inner_turns,
            twist_slice,
            flip_slice,
            corners_middle,
            edges_middle,
            behind,
            width,
            unit: frame.unit,
            quarter: frame.quarter,
            face_turns: (0..turn::COUNT)
                .map(|index| Turn::at(index).moves().count())
                .collect(),
        }
    }
}

/// Face turns until a coordinate and the middle layer's are both home, by breadth-first search.
fn turns_to_home(size: usize, moves: &MoveTable, slice: &MoveTable) -> Vec<u8> {
    let turns = singles(0..turn::COUNT);
    let after =
        |table: &MoveTable, at: usize, turn: usize| usize::from(table[at * turn::COUNT + turn]);
    let mut distances = vec![u8::MAX; size * SLICES];
    distances[0] = 0;
    let mut shell = vec![0_usize];
    let mut distance = 0;
    while !shell.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for &at in &shell {
            for &turn in &turns {
                let to = after(moves, at / SLICES, turn) * SLICES + after(slice, at % SLICES, turn);
                if distances[to] == u8::MAX {
                    distances[to] = distance;
                    next.push(to);
                }
            }
        }
        shell = next;
    }
    distances
}
