//! One case of the catalogue, and the mask that shows it.

use std::fmt;
use std::str::FromStr;

use cube::{Face, Facelets, LayerTurn, Layers, Move, Notation, Sequence};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Error;

/// A set of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// 57 ways in which the last layer can be twisted and flipped.
    Oll,
    /// 21 ways in which the last layer can be permuted.
    Pll,
    /// 41 ways in which a pair can lie, with the other slots closed.
    F2l,
}

impl Set {
    /// All sets.
    pub const ALL: [Set; 3] = [Set::Oll, Set::Pll, Set::F2l];

    pub(super) const NAMES: &str = "there are the sets oll, pll and f2l";

    /// The name used on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Set::Oll => "oll",
            Set::Pll => "pll",
            Set::F2l => "f2l",
        }
    }

    /// The name as people write it.
    pub const fn title(self) -> &'static str {
        match self {
            Set::Oll => "OLL",
            Set::Pll => "PLL",
            Set::F2l => "F2L",
        }
    }
}

impl FromStr for Set {
    type Err = Error;

    fn from_str(text: &str) -> Result<Set, Error> {
        let known = Set::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| Error::UnknownCase {
            text: text.to_owned(),
            set: "the catalogue",
            known: Set::NAMES.to_owned(),
        })
    }
}

/// One case. The first colour lies below, and the case is held as its picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its set.
    pub set: Set,
    /// Its usual number in the set; PLL has no usual numbers and is counted by name.
    pub number: usize,
    /// Its usual name. A case of F2L is called by its number.
    pub name: String,
    /// Other names in use; cases may share them, as Ja and Jb share J.
    pub also: Vec<String>,
    /// What similar cases have in common.
    pub group: String,
    /// The sequence that solves it.
    pub moves: Vec<Move>,
    /// The turn of the top that is left after the sequence.
    pub auf: Option<Move>,
    /// A sequence for the left hand, for the same case held another way, where one is usual.
    pub left: Option<Vec<Move>>,
    /// More sequences for the case as it is held, written as people do them: with slices, wide turns and rotations.
    pub others: Vec<Sequence>,
    /// What the case looks like.
    pub mask: Mask,
    /// For PLL: which sticker on top goes where.
    pub arrows: Vec<(usize, usize)>,
}

impl Case {
    /// The sequence that a lesson takes, with the turn of the top that is left after it. Where `slices` are wanted, it is the one
    /// that has the fewest turns of a hand. Of equally short ones it is the one with the fewest turns of the back, the left and the
    /// bottom, which hands reach badly. Sequences that turn the whole cube are left out, and those of a pair: its slot stays in sight.
    pub fn taught(&self, slices: bool) -> Vec<LayerTurn> {
        let plain: Vec<LayerTurn> = self.moves.iter().copied().chain(self.auf).map(LayerTurn::from).collect();
        if !slices || self.set == Set::F2l {
            return plain;
        }
        let badly =
            |turn: &LayerTurn| turn.layers() != Layers::Middle && matches!(turn.face(), Face::B | Face::L | Face::D);
        let others = self.others.iter().map(|other| other.turns.clone());
        let others = others.filter(|turns| turns.iter().all(|turn| turn.layers() != Layers::All));
        let all = std::iter::once(plain.clone()).chain(others);
        all.min_by_key(|turns| (turns.len(), turns.iter().filter(|turn| badly(turn)).count())).unwrap_or(plain)
    }

    /// The name for requests: the letters of PLL, the number of others.
    pub fn key(&self) -> String {
        match self.set {
            Set::Pll => self.name.clone(),
            Set::Oll | Set::F2l => self.number.to_string(),
        }
    }

    /// The set with the name or number, such as "OLL 27" or "PLL Aa".
    pub fn title(&self) -> String {
        match self.set {
            Set::Pll => format!("PLL {}", self.name),
            set => format!("{} {}", set.title(), self.number),
        }
    }
}

/// The 54 stickers in the order of [`Facelets`], with only those that the case is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask([Option<Face>; 54]);

impl Mask {
    /// The stickers of a cube for whose places `keep` is true.
    pub fn of(facelets: &Facelets, keep: impl Fn(usize) -> bool) -> Mask {
        Mask(std::array::from_fn(|at| keep(at).then(|| facelets[at])))
    }

    /// The stickers; `None` where anything may be.
    pub const fn stickers(&self) -> &[Option<Face>; 54] {
        &self.0
    }

    /// Whether these stickers look like the case.
    pub fn fits(&self, facelets: &Facelets) -> bool {
        let mut both = self.0.iter().zip(facelets.stickers());
        both.all(|(wanted, shown)| wanted.is_none_or(|wanted| wanted == *shown))
    }

    pub(crate) fn set(&mut self, at: usize, face: Option<Face>) {
        self.0[at] = face;
    }
}

/// 54 letters; a point where anything may be.
impl fmt::Display for Mask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|shown| {
            let letter = shown.map_or('.', Face::letter);
            write!(formatter, "{letter}")
        })
    }
}

/// Whether a sticker belongs to the layer on top.
pub(crate) fn on_top(sticker: usize) -> bool {
    sticker < 9 || (matches!(sticker / 9, 1 | 2 | 4 | 5) && sticker % 9 < 3)
}

/// Sequences of an embedded file, as people write them.
pub(super) fn sequences(texts: &[String]) -> Vec<Sequence> {
    let read = |text: &String| Sequence::parse(text, Notation::Standard);
    texts.iter().map(read).map(|sequence| sequence.expect("the tests do every sequence of the files")).collect()
}

/// The cases of an embedded file of `data/`.
pub(super) fn lines_of<Line: DeserializeOwned>(file: &str) -> Vec<Line> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File<Line> {
        case: Vec<Line>,
    }
    let file: File<Line> = toml::from_str(file).expect("the tests read every embedded file");
    file.case
}
