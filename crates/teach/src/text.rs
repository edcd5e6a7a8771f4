//! The words of the lessons, read from the files in `text/`. A translation is another folder there and a line in [`Language`].

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cube::{Color, ColorScheme, Face, LayerTurn};
use serde::Deserialize;

use crate::{Hand, Method, Piece};

/// A language that the lessons exist in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// `text/en`.
    #[default]
    English,
}

/// More pieces are not named one by one.
const MOST_NAMED: usize = 4;

/// The words that all methods share.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// How to hold the cube.
    pub grip: String,
    /// The names of the colours, by their capital letters.
    pub colors: BTreeMap<String, String>,
    /// What a piece is called; `{colors}` becomes its colours.
    pub corner: String,
    /// As `corner`.
    pub edge: String,
    /// What joins the names of several pieces.
    pub and: String,
    /// Each turn in words, of a face as "R2", of two layers as "Rw'", of the middle one as "M", of the whole cube as "y".
    pub turns: BTreeMap<String, String>,
    /// What more pieces than a few are called.
    pub many: String,
    /// What stands between two moves in words.
    pub then: String,
}

/// The words of one method.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MethodFile {
    title: String,
    about: String,
    stage: Vec<StageWords>,
    case: BTreeMap<String, CaseWords>,
}

/// The words of one stage.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StageWords {
    key: String,
    pub name: String,
    pub goal: String,
    pub why: String,
}

/// The words of one case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseWords {
    pub name: String,
    pub reason: String,
}

/// The words of a method in a language.
pub struct MethodText {
    file: MethodFile,
    words: &'static Words,
}

/// The embedded files were proven by the tests, which read them all.
const PROVEN: &str = "the tests read every embedded file";

static ENGLISH: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("../text/en/words.toml")).expect(PROVEN));

static ENGLISH_METHODS: LazyLock<[MethodText; 3]> = LazyLock::new(|| {
    [
        include_str!("../text/en/beginner.toml"),
        include_str!("../text/en/cfop.toml"),
        include_str!("../text/en/layers.toml"),
    ]
    .map(|file| MethodText { file: toml::from_str(file).expect(PROVEN), words: &ENGLISH })
});

impl Words {
    /// The words of a language.
    pub fn of(language: Language) -> &'static Words {
        match language {
            Language::English => &ENGLISH,
        }
    }

    /// The name of a colour.
    pub fn color(&self, color: Color) -> &str {
        let letter = color.letter().to_string();
        self.colors.get(&letter).expect(PROVEN)
    }

    /// A turn in words.
    pub fn turn(&self, turn: LayerTurn) -> &str {
        self.turns.get(&turn.to_string()).expect(PROVEN)
    }

    /// What a piece is called, by its colours.
    pub fn piece(&self, piece: Piece, scheme: &ColorScheme) -> String {
        let colors = piece.colors(scheme).into_iter();
        let colors: Vec<&str> = colors.map(|color| self.color(color)).collect();
        let pattern = match piece {
            Piece::Corner(_) => &self.corner,
            Piece::Edge(_) => &self.edge,
        };
        pattern.replace("{colors}", &colors.join("-"))
    }

    /// What these pieces are called together; nothing where there are none.
    pub fn pieces(&self, pieces: &[Piece], scheme: &ColorScheme) -> String {
        if MOST_NAMED < pieces.len() {
            return self.many.clone();
        }
        let names = pieces.iter().map(|&piece| self.piece(piece, scheme));
        names.collect::<Vec<_>>().join(&self.and)
    }
}

impl MethodText {
    /// The words of a method in a language.
    pub fn of(method: Method, language: Language) -> &'static MethodText {
        match language {
            Language::English => &ENGLISH_METHODS[method as usize],
        }
    }

    /// The name of the method for people.
    pub fn title(&self) -> &str {
        &self.file.title
    }

    /// What the method is like, in a few sentences.
    pub fn about(&self) -> &str {
        &self.file.about
    }

    /// The words that all methods share.
    pub fn words(&self) -> &'static Words {
        self.words
    }

    /// The names of all cases.
    pub fn cases(&self) -> impl Iterator<Item = &str> {
        self.file.case.keys().map(String::as_str)
    }

    pub(crate) fn stage(&self, key: &str) -> &StageWords {
        let mut stages = self.file.stage.iter();
        stages.find(|stage| stage.key == key).expect(PROVEN)
    }

    pub(crate) fn case(&self, key: &str) -> &CaseWords {
        self.file.case.get(key).expect(PROVEN)
    }
}

/// What the names in braces become.
pub(crate) struct Values {
    words: &'static Words,
    scheme: ColorScheme,
    pairs: Vec<(&'static str, String)>,
}

impl Values {
    /// The colours `{first}` and `{last}`.
    pub fn new(words: &'static Words, scheme: ColorScheme, first: Face) -> Values {
        let values = Values { words, scheme, pairs: Vec::new() };
        let colors = [("first", scheme.color(first)), ("last", scheme.color(first.opposite()))];
        let colors = colors.map(|(key, color)| (key, words.color(color).to_owned()));
        values.and(&colors)
    }

    /// The colours `{up}` `{right}` `{front}` `{down}` `{left}` `{back}` of the cube as it is held.
    pub fn holding(self, hand: &Hand) -> Values {
        let sides = ["up", "right", "front", "down", "left", "back"];
        let colors: Vec<(&'static str, String)> = Face::ALL
            .into_iter()
            .zip(sides)
            .map(|(side, key)| (key, self.words.color(hand.color(side, &self.scheme)).into()))
            .collect();
        self.and(&colors)
    }

    /// The names of the pieces: `{piece}` the first, `{other}` the second, `{pieces}` all.
    pub fn watching(self, pieces: &[Piece]) -> Values {
        let names = pieces.iter().map(|&piece| self.words.piece(piece, &self.scheme));
        let keys = ["piece", "other"].into_iter();
        let mut named: Vec<(&'static str, String)> = keys.zip(names).collect();
        named.push(("pieces", self.words.pieces(pieces, &self.scheme)));
        self.and(&named)
    }

    /// More values.
    pub fn and(mut self, values: &[(&'static str, String)]) -> Values {
        self.pairs.extend_from_slice(values);
        self
    }

    /// The text with all names replaced.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(2 * text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let (name, behind) = after.split_once('}').unwrap_or((after, ""));
            let mut pairs = self.pairs.iter();
            match pairs.find(|(key, _)| *key == name) {
                Some((_, value)) => filled.push_str(value),
                None => debug_assert!(false, "'{name}' is unknown in: {text}"),
            }
            rest = behind;
        }
        filled + rest
    }
}
