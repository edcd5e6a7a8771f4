//! What people are shown of a session.

use teach::lab::{Numbering, number_at};
use teach::{Method, MethodText, Words};

use crate::Session;

impl Session {
    /// Colour letters of the 54 stickers as the cube is held now, in the order U R F D L B.
    pub fn colors(&self) -> String {
        let facelets = self.tutor().hand().facelets();
        let colors = facelets.colors(&self.tutor().options().scheme);
        colors.iter().map(|color| color.letter()).collect()
    }

    /// The stickers of the pieces that the step is about, where they are now; none when all are equal.
    pub fn bright(&self) -> Vec<u8> {
        let hand = self.tutor().hand();
        let pieces = self.tutor().player().step().map(|(_, step)| &step.pieces);
        let stickers = pieces.into_iter().flatten().flat_map(|&piece| hand.stickers_of(piece));
        // There are 54 stickers.
        stickers.map(|sticker| sticker as u8).collect()
    }

    /// The extra turns in standard notation, oldest first, each about one axis: a rotation about two is two turns to
    /// undo.
    pub fn extra_turns(&self) -> Vec<String> {
        self.tutor().extra_layer_turns().iter().map(ToString::to_string).collect()
    }

    /// The turn that leads on after extra turns, in words: what takes the last of them back, or the other half of the
    /// half turn that comes next. Empty where there are none.
    pub fn onward(&self) -> String {
        let back = || self.tutor().extra_layer_turns().last().map(|last| last.inverse());
        let turn = self.tutor().other_half().or_else(back);
        turn.map_or_else(String::new, |turn| self.words().turn(turn).to_owned())
    }

    /// What the method is like, in a few sentences.
    pub fn about(&self) -> &'static str {
        MethodText::of(self.method(), self.tutor().options().language).about()
    }

    /// The number of each of the 54 places, 0 for none, where the method has numbers; else none at all.
    pub fn numbers(&self) -> Vec<u8> {
        let number = |at| number_at(at, Numbering::Lab).unwrap_or_default();
        match self.method() {
            // There are 48 numbers.
            Method::Layers => (0..54).map(|at| number(at) as u8).collect(),
            Method::Beginner | Method::Cfop => Vec::new(),
        }
    }

    /// The words of the learner's language.
    pub fn words(&self) -> &'static Words {
        Words::of(self.tutor().options().language)
    }

    fn method(&self) -> Method {
        self.tutor().player().lesson().method()
    }
}
