//! Follows a learner through a lesson, turn by turn, also where the turns are not those of the lesson.
//!
//! ```text
//!   place 0 ── R ── place 1 ── U2 ── place 2 ── y ── place 3 …    the lesson
//!                      └── U ── F'                               extra turns
//! ```
//! The cube decides, not the name of a turn: a place is reached when the cube is the same and is held the same way.

use cube::{ColorScheme, Cube, Face, LayerTurn, Layers, Move, Rotation, Step, simplified};

use crate::{Error, Hand, Language, Method, Options, Player, teach};

/// More extra turns are not followed: no learner undoes this many.
const MOST_EXTRA_TURNS: usize = 200;
/// How many turns can be undone.
const MOST_UNDONE: usize = 500;

/// A lesson, the learner's place in it, and the extra turns of the learner.
#[derive(Clone, Debug)]
pub struct Tutor {
    now: Moment,
    /// What was before each turn of the learner.
    history: Vec<Moment>,
    /// What each turn that was undone led to.
    undone: Vec<Moment>,
    offered: Option<Offered>,
}

/// Where the learner is.
#[derive(Clone, Debug)]
struct Moment {
    player: Player,
    options: Options,
    /// Turns since the place that are not the lesson's, without those that cancel.
    extra_turns: Vec<Step>,
}

/// Another cube that the learner was asked about.
#[derive(Clone, Copy, Debug)]
struct Offered {
    method: Method,
    cube: Cube,
    scheme: ColorScheme,
}

/// What a turn of the learner was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// The lesson's next move, or several.
    Right,
    /// A quarter of the half turn, or of the half rotation, that comes next.
    Half,
    /// It led to an earlier place, or back to the place after extra turns.
    Back,
    /// It took back one of the extra turns; others are left.
    Nearer,
    /// The cube is as the lesson wants it, but it is held another way.
    HeldOtherwise,
    /// Another turn than the lesson's.
    Extra,
}

impl Tutor {
    /// A lesson for this cube.
    ///
    /// # Errors
    /// As [`teach`].
    pub fn new(method: Method, cube: &Cube, options: Options) -> Result<Tutor, Error> {
        Ok(Tutor { now: Moment::new(method, cube, options)?, history: Vec::new(), undone: Vec::new(), offered: None })
    }

    /// The place in the lesson where the learner is, or left it.
    pub const fn player(&self) -> &Player {
        &self.now.player
    }

    /// What the learner chose; the colours are those of the cube as the lesson began.
    pub const fn options(&self) -> &Options {
        &self.now.options
    }

    /// The turns since that place that are not the lesson's, without those that cancel.
    pub fn extra_turns(&self) -> &[Step] {
        &self.now.extra_turns
    }

    /// The same as few turns: a slice or a wide turn is one.
    pub fn extra_layer_turns(&self) -> Vec<LayerTurn> {
        as_layer_turns(&self.now.extra_turns)
    }

    /// The quarter to do once more, where a quarter of the half turn or half rotation that comes next is done and nothing else.
    pub fn other_half(&self) -> Option<LayerTurn> {
        self.now.half_done()
    }

    /// The cube as it is held now.
    pub fn hand(&self) -> Hand {
        self.now.hand()
    }

    /// How many turns can be undone.
    pub const fn undoable(&self) -> usize {
        self.history.len()
    }

    /// How many turns that were undone can be done again.
    pub const fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// Teaches the same lesson in another language from now on; the learner stays where they are.
    ///
    /// # Errors
    /// As [`teach`]; nothing is changed then.
    pub fn speak(&mut self, language: Language) -> Result<(), Error> {
        // Moments share lessons.
        let mut lessons: Vec<(Player, Player)> = Vec::new();
        let mut spoken = self.clone();
        let later = spoken.history.iter_mut().chain(&mut spoken.undone);
        for moment in std::iter::once(&mut spoken.now).chain(later) {
            moment.options.language = language;
            let known = lessons.iter().find(|(old, _)| old.shares_lesson_with(&moment.player));
            let mut player = match known {
                Some((_, new)) => new.clone(),
                None => {
                    let lesson = moment.player.lesson();
                    let new = Player::new(teach(lesson.method(), lesson.start(), &moment.options)?);
                    lessons.push((moment.player.clone(), new.clone()));
                    new
                }
            };
            player.go_to(moment.player.at())?;
            moment.player = player;
        }
        *self = spoken;
        Ok(())
    }

    /// Whether the lesson is begun and not ended.
    pub fn is_under_way(&self) -> bool {
        let player = &self.now.player;
        let inside = 0 < player.at() && player.next().is_some();
        inside || !self.now.extra_turns.is_empty()
    }

    /// Does the next move of the lesson; returns whether there was one. Extra turns are undone first.
    pub fn forward(&mut self) -> bool {
        self.go_to(self.now.player.at() + 1).is_ok()
    }

    /// Goes where this many moves of the lesson are done. Extra turns are undone, and earlier turns cannot be undone any more.
    ///
    /// # Errors
    /// [`Error::NoSuchPlace`].
    pub fn go_to(&mut self, at: usize) -> Result<(), Error> {
        self.now.player.go_to(at)?;
        self.now.extra_turns.clear();
        self.history.clear();
        self.undone.clear();
        Ok(())
    }

    /// The learner turned the cube: one turn, or the steps that a turn of several layers is made of.
    ///
    /// # Errors
    /// [`Error::TooManyExtraTurns`].
    pub fn turn(&mut self, steps: &[Step]) -> Result<Followed, Error> {
        let (next, followed) = self.now.after(steps);
        if MOST_EXTRA_TURNS < next.extra_turns.len() {
            return Err(Error::TooManyExtraTurns { most: MOST_EXTRA_TURNS });
        }
        if self.history.len() == MOST_UNDONE {
            self.history.remove(0);
        }
        self.history.push(std::mem::replace(&mut self.now, next));
        self.undone.clear();
        Ok(followed)
    }

    /// Takes the last turn back, and a lesson that was made since; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.history.pop() else {
            return false;
        };
        self.undone.push(std::mem::replace(&mut self.now, before));
        true
    }

    /// Does the turn that was undone last once more; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else {
            return false;
        };
        self.history.push(std::mem::replace(&mut self.now, after));
        true
    }

    /// Makes a new lesson by a method, from where the cube is.
    ///
    /// # Errors
    /// As [`teach`]; the lesson stays as it was.
    pub fn replan(&mut self, method: Method) -> Result<(), Error> {
        let hand = self.now.hand();
        let options = Options { scheme: hand.scheme(&self.now.options.scheme), ..self.now.options };
        self.now = Moment::new(method, &hand.cube, options)?;
        self.undone.clear();
        Ok(())
    }

    /// The cube is this one, held as now: somebody has looked. Goes to the place of the lesson that has this cube, and
    /// returns true; where there is none, makes a new lesson from the cube. Earlier turns cannot be undone any more.
    ///
    /// # Errors
    /// As [`teach`]; the lesson stays as it was.
    pub fn found(&mut self, cube: &Cube) -> Result<bool, Error> {
        self.history.clear();
        self.undone.clear();
        let hand = Hand { cube: *cube, ..self.hand() };
        if let Some((at, _)) = self.now.place_of(&hand)
            && self.go_to(at).is_ok()
        {
            return Ok(true);
        }
        let options = Options { scheme: hand.scheme(&self.now.options.scheme), ..self.now.options };
        self.now = Moment::new(self.now.player.lesson().method(), cube, options)?;
        Ok(false)
    }

    /// Teaches another cube; returns whether that is done. Where a lesson is under way, it stays until [`Tutor::answer`].
    ///
    /// # Errors
    /// As [`teach`]; the lesson stays as it was.
    pub fn offer(&mut self, method: Method, cube: &Cube, scheme: ColorScheme) -> Result<bool, Error> {
        self.offered = Some(Offered { method, cube: *cube, scheme });
        Ok(!self.is_under_way() && self.answer(true)?)
    }

    /// Whether the learner was asked about another cube.
    pub const fn is_asked(&self) -> bool {
        self.offered.is_some()
    }

    /// The learner wants the other cube, or not; returns whether there was one.
    ///
    /// # Errors
    /// As [`teach`]; the lesson stays as it was.
    pub fn answer(&mut self, yes: bool) -> Result<bool, Error> {
        let Some(offered) = self.offered.take() else {
            return Ok(false);
        };
        if yes {
            let options = Options { scheme: offered.scheme, ..self.now.options };
            *self = Tutor::new(offered.method, &offered.cube, options)?;
        }
        Ok(true)
    }
}

impl Moment {
    fn new(method: Method, cube: &Cube, options: Options) -> Result<Moment, Error> {
        Ok(Moment { player: Player::new(teach(method, cube, &options)?), options, extra_turns: Vec::new() })
    }

    fn hand(&self) -> Hand {
        self.player.hand().after_all(&self.extra_turns)
    }

    /// Where these steps lead, and what they are.
    fn after(&self, steps: &[Step]) -> (Moment, Followed) {
        let mut next = self.clone();
        next.extra_turns = folded(self.extra_turns.iter().chain(steps));
        // First of all, as it can also be the way back: R after R', where R2 comes next.
        if next.half_done().is_some() {
            return (next, Followed::Half);
        }
        let place = self.place_of(&self.hand().after_all(steps));
        let Some((at, rotation)) = place.filter(|&(at, _)| next.player.go_to(at).is_ok()) else {
            let is_nearer = next.extra_turns.len() < self.extra_turns.len();
            return (next, if is_nearer { Followed::Nearer } else { Followed::Extra });
        };
        next.extra_turns.clear();
        let followed = if rotation != Rotation::IDENTITY {
            next.extra_turns.push(Step::Rotate(rotation));
            Followed::HeldOtherwise
        } else if self.player.at() < at {
            Followed::Right
        } else {
            Followed::Back
        };
        (next, followed)
    }

    /// The quarter of the half turn or half rotation that comes next, where it is done and nothing else.
    fn half_done(&self) -> Option<LayerTurn> {
        let whole = self.player.next().filter(|whole| whole.quarters() == 2)?;
        let halves = [1, -1].into_iter().filter_map(|way| LayerTurn::new(whole.face(), whole.layers(), way));
        halves.into_iter().find(|half| as_steps(*half) == self.extra_turns)
    }

    /// The nearest place whose cube this is, and how it is rotated there. A place where it is held the same way comes first.
    fn place_of(&self, hand: &Hand) -> Option<(usize, Rotation)> {
        let here = self.player.at();
        let rotated = |(at, place): (usize, &Hand)| {
            let rotation = place.held.inverse().then(hand.held);
            (place.rotated(rotation) == *hand).then_some((at, rotation))
        };
        let places = self.player.hands().iter().enumerate().filter_map(rotated);
        places.min_by_key(|&(at, rotation)| {
            let otherwise = rotation != Rotation::IDENTITY;
            (otherwise, at.abs_diff(here), at < here)
        })
    }
}

/// The turn as steps, in the order of [`folded`].
fn as_steps(turn: LayerTurn) -> Vec<Step> {
    folded(turn.steps().collect::<Vec<_>>().iter())
}

/// The steps as turns; where several of them are a slice or a wide turn, they are that.
fn as_layer_turns(steps: &[Step]) -> Vec<LayerTurn> {
    let (mut turns, mut rest) = (Vec::new(), steps);
    while let Some((first, behind)) = rest.split_first() {
        let several = layered().find(|(steps, _)| rest.starts_with(steps));
        match several {
            Some((steps, turn)) => {
                turns.push(turn);
                rest = &rest[steps.len()..];
            }
            None => {
                turns.extend(first.turns());
                rest = behind;
            }
        }
    }
    turns
}

/// All slices and wide turns, with their steps.
fn layered() -> impl Iterator<Item = (Vec<Step>, LayerTurn)> {
    let kinds = [Layers::Middle, Layers::Wide].into_iter().flat_map(|layers| Face::ALL.map(|face| (face, layers)));
    let turns =
        kinds.flat_map(|(face, layers)| [1, 2, 3].into_iter().filter_map(move |way| LayerTurn::new(face, layers, way)));
    turns.map(|turn| (as_steps(turn), turn))
}

/// The same turns without those that cancel: neighbouring turns of one face become one, and so do neighbouring rotations.
fn folded<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<Step> {
    let mut folded: Vec<Step> = Vec::new();
    let mut turns: Vec<Move> = Vec::new();
    for &step in steps {
        match step {
            Step::Turn(turn) => turns.push(turn),
            Step::Rotate(rotation) => {
                folded.extend(simplified(&turns).into_iter().map(Step::Turn));
                turns.clear();
                match folded.pop() {
                    Some(Step::Rotate(before)) => folded.push(Step::Rotate(before.then(rotation))),
                    before => folded.extend(before.into_iter().chain([step])),
                }
                if folded.last() == Some(&Step::Rotate(Rotation::IDENTITY)) {
                    folded.pop();
                    // The turns before and after it are neighbours now.
                    while let Some(&Step::Turn(turn)) = folded.last() {
                        folded.pop();
                        turns.insert(0, turn);
                    }
                }
            }
        }
    }
    folded.extend(simplified(&turns).into_iter().map(Step::Turn));
    folded
}
