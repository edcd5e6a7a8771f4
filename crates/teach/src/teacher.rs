//! Follows a method from a cube to the end and writes the lesson.

use cube::{Color, ColorScheme, Cube, Face, LayerTurn, Notation, Rotation, format_turns};

use crate::text::{MethodText, Values};
use crate::{Advice, Error, Hand, Language, Lesson, LessonStage, LessonStep, Method, Order, Piece, Situation, Up};

/// A stage with more steps would go in circles; the longest that the tests meet has 13.
const MOST_STEPS: usize = 40;

/// What the learner chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The colours of the cube's faces as it is held first.
    pub scheme: ColorScheme,
    /// The colour that is solved first.
    pub first: Color,
    /// How the next piece is chosen.
    pub order: Order,
    /// Whether slices and wide turns are taught where they are shorter. Arms turn faces only.
    pub slices: bool,
    /// The language of the lesson.
    pub language: Language,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            scheme: ColorScheme::WESTERN,
            first: Color::White,
            order: Order::default(),
            slices: true,
            language: Language::default(),
        }
    }
}

/// How many stages of the method this cube has reached, when the first face is the one named.
pub fn stage_of(method: Method, cube: &Cube, first: Face) -> usize {
    let reached = |stage: usize| reached(method, stage, cube, first);
    (0..method.stages().len()).find(|&stage| !reached(stage)).unwrap_or(method.stages().len())
}

/// Whether the goal of a stage (counted from 0) is reached, however the cube is held. `first` is the face that is solved first.
pub fn reached(method: Method, stage: usize, cube: &Cube, first: Face) -> bool {
    let stage = &method.stages()[stage];
    (stage.reached)(&cube.rotated(bringing_up(top(stage.up, first))))
}

/// The lesson that solves this cube.
///
/// # Errors
/// [`Error::EndlessStage`] and [`Error::WrongLesson`], where the method is at fault.
pub fn teach(method: Method, cube: &Cube, options: &Options) -> Result<Lesson, Error> {
    let text = MethodText::of(method, options.language);
    let first = options.scheme.face(options.first);
    let mut hand = Hand::new(*cube);
    let mut stages = Vec::new();
    for stage in method.stages() {
        let mut steps: Vec<LessonStep> = Vec::new();
        loop {
            let tilt = bringing_up(hand.held.carry(top(stage.up, first)));
            let tilted = hand.rotated(tilt);
            if (stage.reached)(&tilted.cube) {
                break;
            }
            if MOST_STEPS <= steps.len() {
                return Err(Error::EndlessStage { method: method.name(), stage: stage.key, cube: *cube });
            }
            let situation = Situation { cube: &tilted.cube, order: options.order, slices: options.slices };
            let mut tilt = tilt;
            for advice in (stage.next)(&situation) {
                let rotation = tilt.then(advice.rotation);
                tilt = Rotation::IDENTITY;
                let step = write(&advice, rotation, &hand, text, options);
                hand = step.after;
                steps.push(step);
            }
        }
        let values = Values::new(text.words(), options.scheme, first);
        let words = text.stage(stage.key);
        stages.push(LessonStage {
            name: values.fill(&words.name),
            goal: values.fill(&words.goal),
            why: values.fill(&words.why),
            steps,
        });
    }
    Lesson::new(method, *cube, stages)
}

/// Writes one step in words.
fn write(advice: &Advice, rotation: Rotation, before: &Hand, text: MethodText, options: &Options) -> LessonStep {
    let gripped = before.rotated(rotation);
    let moves: Vec<LayerTurn> = rotation.about_axes().chain(advice.moves.iter().copied()).collect();
    let corners = advice.corners.iter().map(|&home| gripped.corner(home));
    let edges = advice.edges.iter().map(|&home| gripped.edge(home));
    let pieces: Vec<Piece> = corners.chain(edges).collect();
    let first = options.scheme.face(options.first);
    let words = text.case(advice.case);
    let values = Values::new(text.words(), options.scheme, first)
        .holding(&gripped)
        .watching(&pieces)
        .and(&[("moves", format_turns(&advice.moves, Notation::Standard))])
        .of(advice);
    LessonStep {
        case: match &advice.title {
            Some(title) => title.clone(),
            None => advice.case.to_owned(),
        },
        name: values.fill(&words.name),
        reason: values.fill(&words.reason),
        grip: values.fill(&text.words().grip),
        after: moves.iter().fold(*before, |hand, &turn| hand.turned(turn)),
        before: *before,
        moves,
        pieces,
    }
}

/// The face on top during a stage.
const fn top(up: Up, first: Face) -> Face {
    match up {
        Up::First => first,
        Up::Last => first.opposite(),
    }
}

/// The least rotation that brings this side up.
pub(crate) const fn bringing_up(side: Face) -> Rotation {
    match side {
        Face::U => Rotation::IDENTITY,
        Face::F => Rotation::X,
        Face::D => Rotation::X.times(2),
        Face::B => Rotation::X.times(3),
        Face::L => Rotation::Z,
        Face::R => Rotation::Z.times(3),
    }
}
