//! A method of solving: its stages, and what each of them advises.

use std::fmt;
use std::str::FromStr;

use cube::{Corner, Cube, Edge, Face, Move, Notation, Rotation, format_moves};

use crate::catalogue::Case;
use crate::{Error, Order, beginner, cfop, layers};

/// A method that can be taught. To add one, write its stages and its text, and name it here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Layer by layer with the fewest sequences to remember.
    Beginner,
    /// Cross, pairs of the first two layers, orientation and permutation of the last layer.
    Cfop,
    /// The layer method of the permutation lab: sequences of face turns, the cube is never turned as a whole.
    Layers,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 3] = [Method::Beginner, Method::Cfop, Method::Layers];

    /// The name used on command lines and for the file of its text.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Beginner => "beginner",
            Method::Cfop => "cfop",
            Method::Layers => "layers",
        }
    }

    /// The stages, first to last.
    pub const fn stages(self) -> &'static [Stage] {
        match self {
            Method::Beginner => &beginner::STAGES,
            Method::Cfop => &cfop::STAGES,
            Method::Layers => &layers::STAGES,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Method, Error> {
        let known = Method::ALL.into_iter().find(|method| method.name() == text);
        known.ok_or_else(|| Error::UnknownMethod {
            text: text.to_owned(),
        })
    }
}

/// Which face lies on top during a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Up {
    /// The face that is solved first.
    First,
    /// The face opposite to it.
    Last,
}

/// One stage of a method. Both functions see the cube with the face of `up` on top; which face is in front does not matter.
pub struct Stage {
    /// Its name in the text file.
    pub key: &'static str,
    /// Which face lies on top.
    pub up: Up,
    /// Whether the goal of this stage, and those of all earlier stages, are reached.
    pub reached: fn(&Cube) -> bool,
    /// The next steps towards the goal, one at least. The goals of the earlier stages are reached before and after them.
    pub next: fn(&Situation) -> Vec<Advice>,
}

/// What a stage sees when it is asked for advice.
pub struct Situation<'a> {
    /// The cube as it is held.
    pub cube: &'a Cube,
    /// How the next piece is chosen.
    pub order: Order,
}

/// One step: a case that was recognised, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The case's name in the text file.
    pub case: &'static str,
    /// The case's name in the catalogue, such as "OLL 27".
    pub title: Option<String>,
    /// First turn the whole cube so.
    pub rotation: Rotation,
    /// Then do these moves.
    pub moves: Vec<Move>,
    /// The pieces to watch, by their homes on the cube after the rotation.
    pub edges: Vec<Edge>,
    /// As `edges`.
    pub corners: Vec<Corner>,
    /// Words for the text: each `{key}` there becomes this.
    pub values: Vec<(&'static str, String)>,
}

impl Advice {
    /// Advice for a case, without pieces.
    pub fn new(case: &'static str, rotation: Rotation, moves: Vec<Move>) -> Advice {
        Advice {
            case,
            title: None,
            rotation,
            moves,
            edges: Vec::new(),
            corners: Vec::new(),
            values: Vec::new(),
        }
    }

    /// The same advice for a case of the catalogue: its title, and `{number}`, `{name}` and `{sequence}` for the text.
    #[must_use]
    pub fn of(mut self, case: &Case) -> Advice {
        self.title = Some(case.title());
        self.with("number", case.number)
            .with("name", &case.name)
            .with("sequence", format_moves(&case.moves, Notation::Standard))
    }

    /// The same advice with an edge to watch.
    #[must_use]
    pub fn watching_edge(mut self, home: Edge) -> Advice {
        self.edges.push(home);
        self
    }

    /// The same advice with a corner to watch.
    #[must_use]
    pub fn watching_corner(mut self, home: Corner) -> Advice {
        self.corners.push(home);
        self
    }

    /// The same advice with a word for the text.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl ToString) -> Advice {
        self.values.push((key, value.to_string()));
        self
    }

    /// The same effect for someone who does not turn the cube as a whole: the moves are renamed instead.
    #[must_use]
    pub fn without_rotation(self) -> Advice {
        let back = self.rotation.inverse();
        let edge = |home: Edge| {
            let faces = home.faces().map(|side: Face| back.carry(side));
            Edge::with_faces(faces).expect("a rotation carries edges to edges")
        };
        let corner = |home: Corner| {
            let faces = home.faces().map(|side: Face| back.carry(side));
            Corner::with_faces(faces).expect("a rotation carries corners to corners")
        };
        Advice {
            rotation: Rotation::IDENTITY,
            moves: self
                .moves
                .iter()
                .map(|&turn| back.carry_move(turn))
                .collect(),
            edges: self.edges.into_iter().map(edge).collect(),
            corners: self.corners.into_iter().map(corner).collect(),
            ..self
        }
    }
}
