//! Exact views of a cube that is held before a camera.

use cube::{Color, ColorScheme, Cube, Face, Facelets, Rotation};
use vision::{FaceView, Quad, Sticker, paint};

/// What the camera sees of one side of the unfolded cube.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// F is in the middle of the picture, U, R, D and L around it.
    pub side: Face,
    /// The colours of its stickers.
    pub colors: [Color; 9],
}

/// The four ways to hold a cube so that this face is towards the camera.
pub fn holds_showing(show: Face) -> Vec<Rotation> {
    let shows = |rotation: &Rotation| rotation.carry(show) == Face::F;
    Rotation::all().filter(shows).collect()
}

/// What the camera sees of these faces of a cube that is held so. By the group of rotations, and by the drawing of the
/// unfolded cube at [`Facelets`].
pub fn seen(cube: &Cube, scheme: &ColorScheme, held: Rotation, faces: &[Face]) -> Vec<Shown> {
    let turned: Facelets = cube.facelets().rotated(held);
    let shown = |&face: &Face| {
        let side = held.carry(face);
        Shown { side, colors: turned.face(side).map(|face| scheme.color(face)) }
    };
    faces.iter().map(shown).collect()
}

impl Shown {
    /// What a detector returns for it, with this confidence in all stickers.
    pub fn view(&self, confidence: f32) -> FaceView {
        let [x, y] = match self.side {
            Face::U => [200.0, 42.0],
            Face::R => [358.0, 200.0],
            Face::D => [200.0, 358.0],
            Face::L => [42.0, 200.0],
            _ => [200.0, 200.0],
        };
        let sticker = |index: usize| {
            let (left, top) = (x + 50.0 * (index % 3) as f32, y + 50.0 * (index / 3) as f32);
            let (right, low) = (left + 44.0, top + 44.0);
            Sticker {
                quad: Quad([[left, top], [right, top], [right, low], [left, low]]),
                rgb: paint(self.colors[index]).map(f32::from),
                color: self.colors[index],
                confidence,
                recovered: false,
            }
        };
        FaceView { stickers: std::array::from_fn(sticker), confidence: 0.9 }
    }
}
