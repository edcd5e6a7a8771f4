//! What can be drilled: the sets of the catalogue, and the beginner's sequences.

use cube::{Color, ColorScheme, Notation, format_moves};
use page::protocol::{CaseSet, CaseShown};
use practice::CaseKey;
use teach::beginner::{BeginnerSequence, sequences};
use teach::catalogue::{self, Auf, Set};
use teach::{Error, Language, Options, Spelling, Words};

/// The name of the beginner's set.
const BEGINNER: &str = "beginner";

/// A set of cases that are drilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PractisedSet {
    /// Of the catalogue.
    Catalogue(Set),
    /// The sequences of the beginner's method.
    Beginner,
}

impl PractisedSet {
    /// The set of this name.
    ///
    /// # Errors
    /// The catalogue's, for other names.
    pub fn named(name: &str) -> Result<Self, Error> {
        if name == BEGINNER { Ok(Self::Beginner) } else { name.parse().map(Self::Catalogue) }
    }

    /// All sets.
    pub fn all() -> impl Iterator<Item = Self> {
        Set::ALL.map(Self::Catalogue).into_iter().chain([Self::Beginner])
    }

    /// The name for people.
    pub fn title(self, language: Language) -> &'static str {
        match self {
            Self::Catalogue(set) => set.title(),
            Self::Beginner => Words::of(language).sentence("practice.beginner"),
        }
    }

    /// Its cases.
    pub fn cases(self) -> Vec<CaseKey> {
        match self {
            Self::Catalogue(set) => {
                catalogue::cases(set).iter().map(|case| CaseKey::new(set.name(), case.key())).collect()
            }
            Self::Beginner => sequences(Language::default())
                .into_iter()
                .map(|sequence| CaseKey::new(BEGINNER, sequence.key))
                .collect(),
        }
    }

    /// A case as it is drilled: turned at random, and the layers that are done of the first colour.
    pub fn stickers(self, case: &str, first: Color) -> Option<String> {
        match self {
            Self::Catalogue(set) => {
                let options = Options { scheme: ColorScheme::WESTERN, first, ..Options::default() };
                let tutor = catalogue::find(set, case).ok()?.practice(Auf::from_seed(rand::random()), options).ok()?;
                Some(tutor::Session::new(tutor, Spelling::Standard).colors())
            }
            Self::Beginner => {
                let sequence = sequences(Language::default()).into_iter().find(|sequence| sequence.key == case)?;
                let stickers = sequence.stickers(first, rand::random_range(0..4));
                Some(stickers.iter().map(|color| color.letter()).collect())
            }
        }
    }
}

/// The beginner's set, as the page shows sets.
pub fn beginner_shown(language: Language) -> CaseSet {
    let shown = |sequence: BeginnerSequence| CaseShown {
        name: sequence.key.to_owned(),
        title: sequence.name,
        group: String::new(),
        moves: format_moves(&sequence.moves, Notation::Standard),
        others: Vec::new(),
        look: String::new(),
        left: String::new(),
    };
    let cases = sequences(language).into_iter().map(shown).collect();
    CaseSet { name: BEGINNER.to_owned(), title: PractisedSet::Beginner.title(language).to_owned(), cases }
}
