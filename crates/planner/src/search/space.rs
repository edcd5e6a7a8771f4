//! Positions of some coordinates together, counted once for all that symmetries carry into each other.

use crate::search::classes::Turns;
use crate::search::coordinates::{MoveTable, SLICES};
use cube::AxialTurn;
use cube::symmetry::{AXIAL, Classes};

/// A coordinate, then others that follow whatever symmetry brings the first to its representative. Home is all 0.
pub(crate) type Position = [usize; 3];

impl Turns for MoveTable {
    fn size(&self) -> usize {
        self.len() / AxialTurn::COUNT
    }

    #[inline]
    fn turned(&self, position: usize, turn: usize) -> usize {
        usize::from(self[position * AxialTurn::COUNT + turn])
    }
}

/// Flips of edges and places of the middle edges: together, since what counts as flipped depends on the axes.
#[derive(Clone, Copy)]
pub(crate) struct FlipSlice<'a> {
    pub flip: &'a MoveTable,
    pub slice: &'a MoveTable,
}

impl Turns for FlipSlice<'_> {
    fn size(&self) -> usize {
        self.flip.size() * SLICES
    }

    #[inline]
    fn turned(&self, position: usize, turn: usize) -> usize {
        self.flip.turned(position / SLICES, turn) * SLICES + self.slice.turned(position % SLICES, turn)
    }
}

/// The first coordinate of a space.
#[derive(Clone, Copy)]
pub(crate) enum First<'a> {
    One(&'a MoveTable),
    Two(FlipSlice<'a>),
}

/// A coordinate that follows.
#[derive(Clone, Copy)]
pub(crate) struct Follower<'a> {
    pub moves: &'a MoveTable,
    /// By position and symmetry.
    pub conjugates: &'a [u16],
}

/// A space of positions and the turns that keep to it.
pub(crate) struct Space<'a> {
    pub first: First<'a>,
    pub classes: &'a Classes,
    pub followers: Vec<Follower<'a>>,
    pub turns: &'a [usize],
}

impl Space<'_> {
    /// Number of keys.
    pub fn size(&self) -> usize {
        let rest: usize = self.followers.iter().map(|one| one.moves.size()).product();
        self.classes.count() * rest
    }

    pub fn turned(&self, position: Position, turn: usize) -> Position {
        let mut turned = [0; 3];
        turned[0] = match &self.first {
            First::One(moves) => moves.turned(position[0], turn),
            First::Two(both) => both.turned(position[0], turn),
        };
        for (slot, follower) in self.followers.iter().enumerate() {
            turned[slot + 1] = follower.moves.turned(position[slot + 1], turn);
        }
        turned
    }

    /// Key of a position, and the symmetry that carries the position to the key's own.
    pub fn key(&self, position: Position) -> (u32, usize) {
        let (class, symmetry) = self.classes.find(position[0]);
        (self.key_in(class, position, symmetry), symmetry)
    }

    fn key_in(&self, class: usize, position: Position, symmetry: usize) -> u32 {
        let mut key = class;
        for (slot, follower) in self.followers.iter().enumerate() {
            let carried = follower.conjugates[position[slot + 1] * AXIAL + symmetry];
            key = key * follower.moves.size() + usize::from(carried);
        }
        key as u32
    }

    /// A key's own position.
    pub fn position(&self, key: u32) -> Position {
        let mut position = [0; 3];
        let mut left = key as usize;
        for (slot, follower) in self.followers.iter().enumerate().rev() {
            position[slot + 1] = left % follower.moves.size();
            left /= follower.moves.size();
        }
        position[0] = self.classes.representatives[left] as usize;
        position
    }

    /// Other keys of the same position, with the symmetries that carry the key's own position to theirs.
    pub fn twins(&self, key: u32) -> impl Iterator<Item = (u32, usize)> + '_ {
        let rest: usize = self.followers.iter().map(|one| one.moves.size()).product();
        let class = key as usize / rest;
        let position = self.position(key);
        self.classes.stabilizing(class).map(move |symmetry| (self.key_in(class, position, symmetry), symmetry))
    }
}
