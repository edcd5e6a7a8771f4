//! Parameters of the tutor.

use anyhow::{Context, Result};
use cube::{Color, ColorScheme};
use teach::{Language, Method, Options, Spelling};

crate::parameters! {
    /// How lessons are shown.
    pub struct TutorParams {
        /// The method of goals that name none.
        method: String = "beginner".into(), one_of (&["beginner", "cfop", "layers"]);
        /// How moves are written for people.
        notation: String = "standard".into(), one_of (&["standard", "quarters", "case", "plus-minus", "words"]), fixed (true);
        /// The language of lessons at first; a page asks for its own.
        language: String = "en".into(), one_of (&["en", "de"]), fixed (true);
        /// The colour that is solved first, where the cube has it.
        first: String = "white".into(), one_of (&["white", "yellow", "red", "orange", "green", "blue"]);
        /// Whether a camera follows the learner's cube (topic faces) in every lesson by hand.
        watch: bool = false, fixed (true);
        /// The file that keeps what was practised with the arms; empty: the one of `cuberig practise`, in the user's data folder.
        practice_file: String = String::new();
    }
}

impl TutorParams {
    /// The method of this name, or the parameter's where it is empty.
    ///
    /// # Errors
    /// An unknown name.
    pub fn method(&self, name: &str) -> Result<Method, teach::Error> {
        match name {
            "" => self.method.parse(),
            name => name.parse(),
        }
    }

    /// How moves are written.
    ///
    /// # Errors
    /// None, as the parameter admits only names of spellings.
    pub fn spelling(&self) -> Result<Spelling> {
        self.notation.parse().context("parameter 'notation'")
    }

    /// How a cube of these colours is taught.
    pub fn options(&self, scheme: ColorScheme) -> Options {
        Options { scheme, first: self.first_color(), language: self.language(), ..Options::default() }
    }

    /// The language of lessons at first.
    pub fn language(&self) -> Language {
        self.language.parse().unwrap_or_default()
    }

    /// The colour that is solved first.
    pub fn first_color(&self) -> Color {
        let named = Color::ALL.into_iter().find(|color| color.name() == self.first);
        named.unwrap_or(Color::White)
    }
}
