//! The eight corners and twelve edges: their names, their faces and the stickers they show.

use std::fmt;

use crate::Face;

/// A corner piece, or the place where it is at home. The name lists its faces clockwise as seen
/// from outside, beginning with the U or D face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the three faces")]
pub enum Corner {
    Urf = 0,
    Ufl = 1,
    Ulb = 2,
    Ubr = 3,
    Dfr = 4,
    Dlf = 5,
    Dbl = 6,
    Drb = 7,
}

/// An edge piece, or the place where it is at home. The name begins with the U or D face, or with
/// F or B for the four edges between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the two faces")]
pub enum Edge {
    Ur = 0,
    Uf = 1,
    Ul = 2,
    Ub = 3,
    Dr = 4,
    Df = 5,
    Dl = 6,
    Db = 7,
    Fr = 8,
    Fl = 9,
    Bl = 10,
    Br = 11,
}

impl Corner {
    /// All corners in index order.
    pub const ALL: [Corner; 8] =
        [Corner::Urf, Corner::Ufl, Corner::Ulb, Corner::Ubr, Corner::Dfr, Corner::Dlf, Corner::Dbl, Corner::Drb];

    /// 0 to 7.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The three faces, clockwise from the U or D face.
    pub const fn faces(self) -> [Face; 3] {
        use Face::{B, D, F, L, R, U};
        [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]][self as usize]
    }

    /// The numbers of the three stickers at this place, in the order of [`Corner::faces`]
    /// (numbers as drawn at [`crate::Facelets`]).
    pub const fn stickers(self) -> [usize; 3] {
        [[8, 9, 20], [6, 18, 38], [0, 36, 47], [2, 45, 11], [29, 26, 15], [27, 44, 24], [33, 53, 42], [35, 17, 51]]
            [self as usize]
    }

    /// The corner with these three faces in any order, or `None` where no corner has them.
    pub fn with_faces(faces: [Face; 3]) -> Option<Corner> {
        Corner::ALL.into_iter().find(|corner| corner.faces().iter().all(|face| faces.contains(face)))
    }
}

impl Edge {
    /// All edges in index order.
    pub const ALL: [Edge; 12] = [
        Edge::Ur,
        Edge::Uf,
        Edge::Ul,
        Edge::Ub,
        Edge::Dr,
        Edge::Df,
        Edge::Dl,
        Edge::Db,
        Edge::Fr,
        Edge::Fl,
        Edge::Bl,
        Edge::Br,
    ];

    /// 0 to 11.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The two faces; the first one decides the orientation.
    pub const fn faces(self) -> [Face; 2] {
        use Face::{B, D, F, L, R, U};
        [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]][self as usize]
    }

    /// The numbers of the two stickers at this place, in the order of [`Edge::faces`].
    pub const fn stickers(self) -> [usize; 2] {
        [
            [5, 10],
            [7, 19],
            [3, 37],
            [1, 46],
            [32, 16],
            [28, 25],
            [30, 43],
            [34, 52],
            [23, 12],
            [21, 41],
            [50, 39],
            [48, 14],
        ][self as usize]
    }

    /// The edge with these two faces in any order, or `None` where no edge has them.
    pub fn with_faces(faces: [Face; 2]) -> Option<Edge> {
        Edge::ALL.into_iter().find(|edge| edge.faces().iter().all(|face| faces.contains(face)))
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().iter().try_for_each(|face| write!(formatter, "{face}"))
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().iter().try_for_each(|face| write!(formatter, "{face}"))
    }
}
