//! A stage of a method: when it is reached, and what it advises.

use cube::{Corner, Cube, Edge, Face, LayerTurn, Move, Rotation, inverted, simplified_turns};

use crate::catalogue::Case;
use crate::hand::carried;

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

/// How the next piece is chosen where a stage leaves a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Always the first one in a fixed order.
    Fixed,
    /// The one that needs the fewest turns.
    #[default]
    Shortest,
}

/// What a stage sees when it is asked for advice.
pub struct Situation<'a> {
    /// The cube as it is held.
    pub cube: &'a Cube,
    /// How the next piece is chosen.
    pub order: Order,
    /// Whether slices and wide turns are wanted where they are shorter.
    pub slices: bool,
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
    pub moves: Vec<LayerTurn>,
    /// The pieces to watch, by their homes on the cube after the rotation.
    pub edges: Vec<Edge>,
    /// As `edges`.
    pub corners: Vec<Corner>,
    /// Words for the text: each `{key}` there becomes this.
    pub values: Vec<(&'static str, Value)>,
}

/// What a name in a text becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// This, in every language.
    Text(String),
    /// The sentence with this key in the language of the lesson, with its own values.
    Sentence(&'static str, Vec<(&'static str, String)>),
}

impl Advice {
    /// Advice for a case, without pieces.
    pub fn new<Turn: Into<LayerTurn>>(case: &'static str, rotation: Rotation, moves: Vec<Turn>) -> Advice {
        let moves = moves.into_iter().map(Into::into).collect();
        Advice { case, title: None, rotation, moves, edges: Vec::new(), corners: Vec::new(), values: Vec::new() }
    }

    /// The same advice for a case of the catalogue: its title, and `{number}` and `{name}` for the text.
    #[must_use]
    pub fn of(mut self, case: &Case) -> Advice {
        self.title = Some(case.title());
        self.with("number", case.number).with("name", &case.name)
    }

    /// The same advice with `{joined}` for the text: the turn before this sequence, where both are done as one or cancel.
    #[must_use]
    pub fn joining(self, sequence: &[Move]) -> Advice {
        let back = inverted(sequence).into_iter().map(LayerTurn::from);
        let turn = simplified_turns(&self.moves.iter().copied().chain(back).collect::<Vec<_>>());
        let joined = match (turn.as_slice(), sequence.first()) {
            ([turn], Some(&first)) => {
                let both = vec![("turn", turn.to_string()), ("next", first.to_string())];
                match simplified_turns(&[*turn, first.into()]).as_slice() {
                    [] => Value::Sentence("lesson.joined-cancel", both),
                    [one] => Value::Sentence("lesson.joined-one", [both, vec![("one", one.to_string())]].concat()),
                    _ => Value::Text(String::new()),
                }
            }
            _ => Value::Text(String::new()),
        };
        self.saying("joined", joined)
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
    pub fn with(self, key: &'static str, value: impl ToString) -> Advice {
        self.saying(key, Value::Text(value.to_string()))
    }

    /// The same advice with a value for the text.
    #[must_use]
    pub fn saying(mut self, key: &'static str, value: Value) -> Advice {
        self.values.push((key, value));
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
            moves: self.moves.iter().map(|turn| carried(*turn, back)).collect(),
            edges: self.edges.into_iter().map(edge).collect(),
            corners: self.corners.into_iter().map(corner).collect(),
            ..self
        }
    }
}
