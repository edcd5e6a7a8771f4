//! What can be wrong with what was asked of the teacher.

use cube::Cube;
use cube::outside::quoted;
use thiserror::Error as ThisError;

/// Why something asked by name or number does not exist. Each message is one sentence.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// No method has this name.
    #[error("{} is no method: there are beginner, cfop and layers", quoted(text))]
    UnknownMethod {
        /// The text as given.
        text: String,
    },
    /// No spelling of moves has this name.
    #[error("{} is no way to write moves: there are standard, quarters, case, plus-minus and words", quoted(text))]
    UnknownSpelling {
        /// The text as given.
        text: String,
    },
    /// No language has this code.
    #[error("{} is no language of lessons: there are en and de", quoted(text))]
    UnknownLanguage {
        /// The text as given.
        text: String,
    },
    /// No case of the set has this name or number.
    #[error("{} is no case of {set}: {known}", quoted(text))]
    UnknownCase {
        /// The text as given.
        text: String,
        /// The name of the set.
        set: &'static str,
        /// What there is.
        known: String,
    },
    /// A fault of a method: it goes in circles.
    #[error(
        "the method {method} does not come to the end of its stage {stage} on {}: this is a fault of cuberig, please report it",
        .cube.facelets()
    )]
    EndlessStage {
        /// The method's name.
        method: &'static str,
        /// The stage's key.
        stage: &'static str,
        /// The cube of the lesson.
        cube: Cube,
    },
    /// A fault of a method: its lesson does not solve the cube.
    #[error(
        "the lesson by {method} does not solve {}: this is a fault of cuberig, please report it",
        .cube.facelets()
    )]
    WrongLesson {
        /// The method's name.
        method: &'static str,
        /// The cube of the lesson.
        cube: Cube,
    },
    /// Several cases of the set have this name.
    #[error("{} is a name of several cases: {}", quoted(text), .titles.join(", "))]
    SharedName {
        /// The text as given.
        text: String,
        /// The cases.
        titles: Vec<String>,
    },
    /// A step that the lesson does not have.
    #[error("there is no step {step}: the lesson has {steps}")]
    NoSuchStep {
        /// The step that was asked for, counted from 1.
        step: usize,
        /// How many there are.
        steps: usize,
    },
    /// A place that the lesson does not have.
    #[error("the lesson has {moves} moves, so it cannot go to move {at}")]
    NoSuchPlace {
        /// How many moves were to be done.
        at: usize,
        /// How many there are.
        moves: usize,
    },
    /// The learner made too many turns that are not the lesson's.
    #[error("more than {most} extra turns are not followed: undo them, or ask for a new lesson")]
    TooManyExtraTurns {
        /// How many are followed.
        most: usize,
    },
    /// Something else than a sticker's number in a cube that is written in numbers.
    #[error("{} is no number of a sticker: they go from {least} to {most}", quoted(text))]
    NoSticker {
        /// The text as given.
        text: String,
        /// The least number.
        least: usize,
        /// The greatest number.
        most: usize,
    },
    /// A cube that is written in too many or too few numbers.
    #[error("a cube is {wanted}, but {found} numbers were given")]
    WrongNumberCount {
        /// How many there should be.
        wanted: &'static str,
        /// How many there are.
        found: usize,
    },
    /// One sticker lies at two places.
    #[error("the sticker {number} is there twice, so another one is missing")]
    StickerTwice {
        /// Its number.
        number: usize,
    },
    /// The stickers of one piece lie apart.
    #[error("the sticker {number} has left its piece: in its place that piece shows {right}")]
    StickerApart {
        /// Its number.
        number: usize,
        /// The number of the sticker that the piece has there.
        right: usize,
    },
    /// Centres that no rotation of the whole cube leads to.
    #[error("the centres do not lie as on a cube")]
    CentresApart,
    /// Stickers that make no cube.
    #[error(transparent)]
    Cube(#[from] cube::Error),
}
