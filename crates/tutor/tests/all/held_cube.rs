//! The cube in a learner's hands: the truth of these tests. It knows nothing of the tutor's own cube.

use cube::{ColorScheme, Cube, Face, LayerTurn, Rotation, Step};
use teach::Tutor;
use testkit::learner::seen;
use vision::FaceView;

const SURE: f32 = 0.98;

/// A cube, named by where its faces lie in the hand.
#[derive(Clone, Debug)]
pub struct HeldCube {
    pub cube: Cube,
    pub scheme: ColorScheme,
}

impl HeldCube {
    /// Turns the cube as a whole until its centres lie as the page shows them.
    pub fn hold_as(&mut self, tutor: &Tutor) {
        self.hold_with(tutor.hand().scheme(&tutor.options().scheme));
    }

    /// Turns the cube as a whole until its centres lie so.
    pub fn hold_with(&mut self, wanted: ColorScheme) {
        let held = Rotation::all().find(|rotation| self.scheme_at(*rotation) == wanted);
        self.rotate(held.expect("the same colours"));
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Turn(turn) => self.cube = self.cube.apply(turn),
            Step::Rotate(rotation) => self.rotate(rotation),
        }
    }

    pub fn rotate(&mut self, rotation: Rotation) {
        self.scheme = self.scheme_at(rotation);
        self.cube = self.cube.rotated(rotation);
    }

    fn scheme_at(&self, rotation: Rotation) -> ColorScheme {
        let centres = Face::ALL.map(|side| self.scheme.color(rotation.face_at(side)));
        ColorScheme::from_centres(centres).expect("six colours")
    }

    /// Makes turns of any layers, each named by how the cube is held then.
    pub fn turn(&mut self, turns: &[LayerTurn]) {
        turns.iter().flat_map(|turn| turn.steps()).for_each(|step| self.step(step));
    }

    /// Whether this is the other cube, however both are held.
    pub fn is(&self, other: &HeldCube) -> bool {
        let mut turned = self.clone();
        turned.hold_with(other.scheme);
        turned.cube == other.cube
    }

    /// Whether the page shows this cube, as it lies in these hands or another way round.
    pub fn is_shown_by(&self, tutor: &Tutor) -> bool {
        let mut turned = self.clone();
        turned.hold_as(tutor);
        tutor.hand().cube == turned.cube
    }

    /// What is seen of these faces when the cube is held so.
    pub fn views(&self, held: Rotation, faces: &[Face]) -> Vec<FaceView> {
        let shown = seen(&self.cube, &self.scheme, held, faces).into_iter();
        shown.map(|shown| shown.view(SURE)).collect()
    }
}
