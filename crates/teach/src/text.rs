//! The words of the lessons, read from the files in `text/`. A translation is another folder there and its lines in [`Language`].

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use cube::{Color, ColorScheme, Face, LayerTurn};
use serde::Deserialize;

use crate::{Advice, Error, Hand, Method, Piece, Value};

/// A language that the lessons exist in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// `text/en`.
    #[default]
    English,
    /// `text/de`.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// The code by BCP 47, which is also the name of its folder and the name on command lines.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    fn texts(self) -> &'static Texts {
        match self {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = Error;

    fn from_str(text: &str) -> Result<Language, Error> {
        let known = Language::ALL.into_iter().find(|language| language.code() == text);
        known.ok_or_else(|| Error::UnknownLanguage { text: text.to_owned() })
    }
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
    /// The same without an ending, for texts that add one; empty where names have no endings.
    #[serde(default)]
    stems: BTreeMap<String, String>,
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
    /// The sentences around a lesson: those of `sentences.toml`, by section and key.
    #[serde(skip)]
    sentences: BTreeMap<String, BTreeMap<String, String>>,
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
#[derive(Clone, Copy)]
pub struct MethodText {
    file: &'static MethodFile,
    words: &'static Words,
}

/// All texts of a language.
struct Texts {
    words: Words,
    /// In the order of [`Method::ALL`].
    methods: [MethodFile; 3],
}

/// The embedded files were proven by the tests, which read them all.
const PROVEN: &str = "the tests read every embedded file";

/// Reads the files of a folder of `text/`.
macro_rules! read {
    ($folder:literal) => {
        LazyLock::new(|| {
            let words = include_str!(concat!("../text/", $folder, "/words.toml"));
            let sentences = include_str!(concat!("../text/", $folder, "/sentences.toml"));
            let methods = [
                include_str!(concat!("../text/", $folder, "/beginner.toml")),
                include_str!(concat!("../text/", $folder, "/cfop.toml")),
                include_str!(concat!("../text/", $folder, "/layers.toml")),
            ];
            let sentences = toml::from_str(sentences).expect(PROVEN);
            let words = Words { sentences, ..toml::from_str(words).expect(PROVEN) };
            Texts { words, methods: methods.map(|file| toml::from_str(file).expect(PROVEN)) }
        })
    };
}

static ENGLISH: LazyLock<Texts> = read!("en");
static GERMAN: LazyLock<Texts> = read!("de");

impl Words {
    /// The words of a language.
    pub fn of(language: Language) -> &'static Words {
        &language.texts().words
    }

    /// A sentence of `sentences.toml`, by its section and key, such as "turn.right".
    pub fn sentence(&self, key: &str) -> &str {
        let (section, key) = key.split_once('.').expect(PROVEN);
        self.sentences.get(section).and_then(|section| section.get(key)).expect(PROVEN)
    }

    /// All keys of sentences, such as "turn.right".
    pub fn keys(&self) -> impl Iterator<Item = String> {
        let sections = self.sentences.iter();
        sections.flat_map(|(section, keys)| keys.keys().map(move |key| format!("{section}.{key}")))
    }

    /// A sentence with these values for the names in braces.
    pub fn fill(&self, key: &str, values: &[(&str, &dyn fmt::Display)]) -> String {
        let value = |name: &str| values.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string());
        self.filled(self.sentence(key), value)
    }

    /// A text with its names in braces replaced. `{name-stem}` becomes the colour `{name}` without its ending.
    fn filled(&self, text: &str, value: impl Fn(&str) -> Option<String>) -> String {
        let mut filled = String::with_capacity(2 * text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let (name, behind) = after.split_once('}').unwrap_or((after, ""));
            let found = match name.strip_suffix("-stem") {
                None => value(name),
                Some(name) => value(name).map(|color| self.stem(&color).to_owned()),
            };
            match found {
                Some(value) => filled.push_str(&value),
                None => debug_assert!(false, "'{name}' is unknown in: {text}"),
            }
            rest = behind;
        }
        filled + rest
    }

    /// The name of a colour without its ending.
    fn stem<'a>(&'a self, color: &'a str) -> &'a str {
        let letter = self.colors.iter().find(|(_, name)| *name == color).map(|(letter, _)| letter);
        letter.and_then(|letter| self.stems.get(letter)).map_or(color, String::as_str)
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
        let mut colors: Vec<&str> = colors.map(|color| self.color(color)).collect();
        if let Some(last) = colors.last_mut() {
            *last = self.stem(last);
        }
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
    pub fn of(method: Method, language: Language) -> MethodText {
        let texts = language.texts();
        MethodText { file: &texts.methods[method as usize], words: &texts.words }
    }

    /// The name of the method for people.
    pub fn title(&self) -> &'static str {
        &self.file.title
    }

    /// What the method is like, in a few sentences.
    pub fn about(&self) -> &'static str {
        &self.file.about
    }

    /// The words that all methods share.
    pub fn words(&self) -> &'static Words {
        self.words
    }

    /// The names of all cases.
    pub fn cases(&self) -> impl Iterator<Item = &'static str> {
        self.file.case.keys().map(String::as_str)
    }

    pub(crate) fn stage(&self, key: &str) -> &'static StageWords {
        let mut stages = self.file.stage.iter();
        stages.find(|stage| stage.key == key).expect(PROVEN)
    }

    pub(crate) fn case(&self, key: &str) -> &'static CaseWords {
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

    /// The values of an advice.
    pub fn of(self, advice: &Advice) -> Values {
        let words = self.words;
        let pairs = advice.values.iter().map(|(key, value)| match value {
            Value::Text(text) => (*key, text.clone()),
            Value::Sentence(sentence, values) => {
                let values: Vec<(&str, &dyn fmt::Display)> =
                    values.iter().map(|(key, value)| (*key, value as &dyn fmt::Display)).collect();
                (*key, words.fill(sentence, &values))
            }
        });
        let pairs: Vec<_> = pairs.collect();
        self.and(&pairs)
    }

    /// The text with all names replaced.
    pub fn fill(&self, text: &str) -> String {
        let value = |name: &str| self.pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone());
        self.words.filled(text, value)
    }
}
