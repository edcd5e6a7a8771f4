//! A cube in a hand: its position as it is held, and how it is held.

use cube::{Color, ColorScheme, Corner, Cube, Edge, Face, Facelets, LayerTurn, Rotation, Step};

/// A cube as somebody holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The position, with each face named by where it lies now.
    pub cube: Cube,
    /// How the cube was turned as a whole since the lesson began.
    pub held: Rotation,
}

/// A piece, named by the faces where it is at home on the cube as the lesson began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// One of the eight corners.
    Corner(Corner),
    /// One of the twelve edges.
    Edge(Edge),
}

impl Hand {
    /// A cube held as it was given.
    pub fn new(cube: Cube) -> Hand {
        Hand { cube, held: Rotation::IDENTITY }
    }

    /// The cube turned as a whole.
    #[must_use]
    pub fn rotated(&self, rotation: Rotation) -> Hand {
        if rotation == Rotation::IDENTITY {
            return *self;
        }
        Hand { cube: self.cube.rotated(rotation), held: self.held.then(rotation) }
    }

    /// The cube after one step.
    #[must_use]
    pub fn after(&self, step: Step) -> Hand {
        match step {
            Step::Turn(turn) => Hand { cube: self.cube.apply(turn), ..*self },
            Step::Rotate(rotation) => self.rotated(rotation),
        }
    }

    /// The cube after a turn of any layers.
    #[must_use]
    pub fn turned(&self, turn: LayerTurn) -> Hand {
        turn.steps().fold(*self, |hand, step| hand.after(step))
    }

    /// The cube after these steps, first to last.
    #[must_use]
    pub fn after_all(&self, steps: &[Step]) -> Hand {
        steps.iter().fold(*self, |hand, &step| hand.after(step))
    }

    /// The 54 stickers as they lie before the eyes. Letters are the faces as the lesson began, so the centres show how
    /// the cube is held.
    pub fn facelets(&self) -> Facelets {
        let stickers = self.cube.facelets();
        Facelets::new(stickers.stickers().map(|side| self.held.face_at(side)))
    }

    /// The colour of the centre at this side.
    pub fn color(&self, side: Face, scheme: &ColorScheme) -> Color {
        scheme.color(self.held.face_at(side))
    }

    /// The colours of the centres as they lie before the eyes.
    pub fn scheme(&self, scheme: &ColorScheme) -> ColorScheme {
        let centres = Face::ALL.map(|side| self.color(side, scheme));
        ColorScheme::from_centres(centres).expect("a rotation keeps the six colours distinct")
    }

    /// The edge that is at home at this place of the cube as it is held, by its name in the lesson.
    pub fn edge(&self, home: Edge) -> Piece {
        let faces = home.faces().map(|side| self.held.face_at(side));
        Piece::Edge(Edge::with_faces(faces).expect("a rotation carries edges to edges"))
    }

    /// The corner that is at home at this place of the cube as it is held, by its name in the lesson.
    pub fn corner(&self, home: Corner) -> Piece {
        let faces = home.faces().map(|side| self.held.face_at(side));
        Piece::Corner(Corner::with_faces(faces).expect("a rotation carries corners to corners"))
    }

    /// The numbers of the stickers that show this piece now.
    pub fn stickers_of(&self, piece: Piece) -> Vec<usize> {
        let back = self.held;
        match piece {
            Piece::Edge(edge) => {
                let home = Edge::with_faces(edge.faces().map(|face| back.carry(face)))
                    .expect("a rotation carries edges to edges");
                edge_place(&self.cube, home).0.stickers().to_vec()
            }
            Piece::Corner(corner) => {
                let home = Corner::with_faces(corner.faces().map(|face| back.carry(face)))
                    .expect("a rotation carries corners to corners");
                corner_place(&self.cube, home).0.stickers().to_vec()
            }
        }
    }
}

impl Piece {
    /// The colours of its stickers.
    pub fn colors(self, scheme: &ColorScheme) -> Vec<Color> {
        let faces: Vec<Face> = match self {
            Piece::Corner(corner) => corner.faces().to_vec(),
            Piece::Edge(edge) => edge.faces().to_vec(),
        };
        faces.into_iter().map(|face| scheme.color(face)).collect()
    }
}

impl std::fmt::Display for Piece {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Piece::Corner(corner) => write!(formatter, "{corner}"),
            Piece::Edge(edge) => write!(formatter, "{edge}"),
        }
    }
}

/// The same turn done after the cube was turned as a whole.
pub fn carried(turn: LayerTurn, rotation: Rotation) -> LayerTurn {
    let carried = LayerTurn::new(rotation.carry(turn.face()), turn.layers(), turn.quarters().into());
    carried.expect("a turn has 1 to 3 quarters")
}

/// Where an edge lies, and its flip there.
pub fn edge_place(cube: &Cube, piece: Edge) -> (Edge, u8) {
    let at = cube.edge_permutation().iter();
    let place = at.copied().position(|lies| usize::from(lies) == piece.index()).expect("each edge lies somewhere");
    (Edge::ALL[place], cube.edge_orientation()[place])
}

/// Where a corner lies, and its twist there.
pub fn corner_place(cube: &Cube, piece: Corner) -> (Corner, u8) {
    let at = cube.corner_permutation().iter();
    let place = at.copied().position(|lies| usize::from(lies) == piece.index()).expect("each corner lies somewhere");
    (Corner::ALL[place], cube.corner_orientation()[place])
}

/// Where an edge lies, and on which face its first sticker looks (see [`Edge::faces`]).
pub fn edge_look(cube: &Cube, piece: Edge) -> (Edge, Face) {
    let (place, flip) = edge_place(cube, piece);
    (place, place.faces()[usize::from(flip)])
}

/// Where a corner lies, and on which face its U or D sticker looks.
pub fn corner_look(cube: &Cube, piece: Corner) -> (Corner, Face) {
    let (place, twist) = corner_place(cube, piece);
    (place, place.faces()[usize::from(twist)])
}

/// Whether all these edges are at home and not flipped.
pub fn edges_home(cube: &Cube, edges: &[Edge]) -> bool {
    edges.iter().all(|&edge| edge_place(cube, edge) == (edge, 0))
}

/// Whether all these corners are at home and not twisted.
pub fn corners_home(cube: &Cube, corners: &[Corner]) -> bool {
    corners.iter().all(|&corner| corner_place(cube, corner) == (corner, 0))
}
