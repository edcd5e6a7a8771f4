//! A surface at a place in a picture.

use cube::Color;
use rand::Rng;

use super::draw::{Rgb, gauss, within};
use super::{Face, Light, Phone, Surroundings, Thing};

/// Where the surface lies in the picture: the map from cells to pixels.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    to_pixel: [[f32; 3]; 3],
    to_cell: [[f32; 3]; 3],
}

/// What is photographed.
#[derive(Clone, Debug)]
pub enum Surface {
    /// A face of a cube.
    Face(Face),
    /// No face.
    Thing(Thing),
}

/// All that makes a picture.
#[derive(Clone, Debug)]
pub struct Photo {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Where the surface is.
    pub place: Place,
    /// The surface.
    pub surface: Surface,
    /// What is around it.
    pub surroundings: Surroundings,
    /// The light.
    pub light: Light,
    /// The camera.
    pub phone: Phone,
}

/// A drawn picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
}

impl Picture {
    /// Blue, green and red of each pixel, row by row, as OpenCV keeps them.
    pub fn bgr(&self) -> Vec<u8> {
        self.rgb.chunks_exact(3).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect()
    }
}

impl Place {
    /// A face of `side` pixels around a middle, turned by `roll` and tilted by `tilt` away from the camera in the direction
    /// `towards`, all in radians. The camera is `distance` sides away.
    pub fn new(middle: [f32; 2], side: f32, roll: f32, tilt: f32, towards: f32, distance: f32) -> Place {
        let corner = |u: f32, v: f32| {
            let (x, y) = (u / 3.0 - 0.5, v / 3.0 - 0.5);
            let (x, y) = (roll.cos() * x - roll.sin() * y, roll.sin() * x + roll.cos() * y);
            let along = towards.cos() * x + towards.sin() * y;
            let across = towards.cos() * y - towards.sin() * x;
            let depth = 1.0 + along * tilt.sin() / distance;
            let (along, across) = (along * tilt.cos() / depth, across / depth);
            [
                middle[0] + side * (towards.cos() * along - towards.sin() * across),
                middle[1] + side * (towards.sin() * along + towards.cos() * across),
            ]
        };
        Place::from_corners([corner(0.0, 0.0), corner(3.0, 0.0), corner(3.0, 3.0), corner(0.0, 3.0)])
    }

    /// The place whose corners (top left, top right, bottom right, bottom left) have these pixels; Heckbert's closed form.
    pub fn from_corners([p0, p1, p2, p3]: [[f32; 2]; 4]) -> Place {
        let sum = [p0[0] - p1[0] + p2[0] - p3[0], p0[1] - p1[1] + p2[1] - p3[1]];
        let (d1, d2) = ([p1[0] - p2[0], p1[1] - p2[1]], [p3[0] - p2[0], p3[1] - p2[1]]);
        let determinant = d1[0] * d2[1] - d2[0] * d1[1];
        let g = (sum[0] * d2[1] - d2[0] * sum[1]) / determinant;
        let h = (d1[0] * sum[1] - sum[0] * d1[1]) / determinant;
        // Of the unit square; three cells are one unit.
        let rows = [
            [(p1[0] - p0[0] + g * p1[0]) / 3.0, (p3[0] - p0[0] + h * p3[0]) / 3.0, p0[0]],
            [(p1[1] - p0[1] + g * p1[1]) / 3.0, (p3[1] - p0[1] + h * p3[1]) / 3.0, p0[1]],
            [g / 3.0, h / 3.0, 1.0],
        ];
        Place { to_pixel: rows, to_cell: inverse(&rows) }
    }

    /// The same place in a picture of which this much was cut off at the left and at the top, in pixels.
    pub fn moved(&self, [left, top]: [f32; 2]) -> Place {
        let [x, y, depth] = self.to_pixel;
        let less = |row: [f32; 3], off: f32| std::array::from_fn(|at| row[at] - off * depth[at]);
        let to_pixel = [less(x, left), less(y, top), depth];
        Place { to_pixel, to_cell: inverse(&to_pixel) }
    }

    /// Pixel of a place in cells.
    pub fn pixel(&self, cell: [f32; 2]) -> [f32; 2] {
        apply(&self.to_pixel, cell)
    }

    /// Place in cells of a pixel.
    pub fn cell(&self, pixel: [f32; 2]) -> [f32; 2] {
        apply(&self.to_cell, pixel)
    }
}

impl Photo {
    /// Any picture of this surface, of which the three by three cells are about `side` pixels wide. There is room for
    /// `margin` cells on each side of them.
    pub fn of(surface: Surface, side: f32, margin: f32, random: &mut impl Rng) -> Photo {
        let width = (side * (1.0 + 2.0 * margin / 3.0)) as usize + 2;
        let middle = [width as f32 / 2.0; 2];
        let tilt = within(random, [0.0, 1.0]).powi(2) * 0.9;
        let place = Place::new(
            middle,
            side,
            within(random, [-0.785, 0.785]) * within(random, [0.0, 1.0]),
            tilt,
            within(random, [0.0, std::f32::consts::TAU]),
            within(random, [1.5, 5.0]),
        );
        let face = match &surface {
            Surface::Face(face) => Some(face),
            Surface::Thing(Thing::Misplaced(face, ..)) => Some(&**face),
            Surface::Thing(_) => None,
        };
        let surroundings = Surroundings::draw(face.filter(|_| matches!(surface, Surface::Face(_))), random);
        Photo { size: [width; 2], place, surroundings, surface, light: Light::draw(random), phone: Phone::draw(random) }
    }

    /// The same picture with its edges nearer to the face: up to `margin` cells are cut off on each side.
    pub fn cropped(self, margin: f32, random: &mut impl Rng) -> Photo {
        let [a, b] = [self.place.pixel([1.5; 2]), self.place.pixel([2.5, 1.5])];
        let pitch = (b[0] - a[0]).hypot(b[1] - a[1]);
        let [left, top, right, bottom]: [f32; 4] = std::array::from_fn(|_| pitch * within(random, [0.0, margin]));
        let [width, height] = self.size;
        Photo {
            size: [(width as f32 - left - right).max(8.0) as usize, (height as f32 - top - bottom).max(8.0) as usize],
            place: self.place.moved([left, top]),
            ..self
        }
    }

    /// Draws it.
    pub fn draw(&self, random: &mut impl Rng) -> Picture {
        let [width, height] = self.size;
        let mut light = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                // A random point of the pixel, so that edges are soft on the average.
                let pixel = [x as f32 + random_part(random), y as f32 + random_part(random)];
                let cell = self.place.cell(pixel);
                light.push(self.light.reflected(self.color_at(cell), [cell[0] - 1.5, cell[1] - 1.5]));
            }
        }
        Picture { size: self.size, rgb: self.phone.develop(&mut light, width, random) }
    }

    fn color_at(&self, cell: [f32; 2]) -> Rgb {
        let own = match &self.surface {
            Surface::Face(face) => face.at(cell),
            Surface::Thing(thing) => thing.at(cell),
        };
        own.unwrap_or_else(|| self.surroundings.at(cell))
    }

    /// The colours of the stickers at nine pixels, if the nine stickers of a face lie there: of the one meant or of one next to it.
    /// `None` among them is a sticker that is hidden or missing.
    pub fn stickers_at(&self, pixels: [[f32; 2]; 9]) -> Option<[Option<Color>; 9]> {
        /// A sticker may be this far from its place, in cells.
        const NEAR: f32 = 0.3;
        let Surface::Face(face) = &self.surface else {
            return None;
        };
        let (mut colors, mut sides, mut seen) = ([None; 9], [None; 9], [false; 9]);
        for (number, pixel) in pixels.into_iter().enumerate() {
            let at = self.place.cell(pixel);
            let (side, on, place) = match at.iter().all(|at| (0.0..3.0).contains(at)) {
                true => (None, face, at),
                false => self.surroundings.next_face(at).map(|(side, next, place)| (Some(side), next, place))?,
            };
            let cell = place[1] as usize * 3 + place[0] as usize;
            let off = (place[0].fract() - 0.5).hypot(place[1].fract() - 0.5);
            if NEAR <= off || std::mem::replace(&mut seen[cell], true) {
                return None;
            }
            sides[number] = side;
            let is_hidden = if side.is_none() { face.is_hidden(cell) } else { face.over(at).is_some() };
            colors[number] = on.colors[cell].filter(|_| !is_hidden);
        }
        sides.iter().all(|side| *side == sides[0]).then_some(colors)
    }

    /// What a sticker of this colour looks like to the same phone at another moment: the light a little brighter or darker
    /// and of a little other colour. sRGB, 0 to 255.
    pub fn looks(&self, reflectance: [f32; 3], random: &mut impl Rng) -> [f32; 3] {
        let strength = (0.15 * gauss(random)).exp();
        let light = std::array::from_fn(|c| {
            strength * (0.03 * gauss(random)).exp() * self.light.tint[c] * reflectance[c] + self.light.veil[c]
        });
        self.phone.pixel(light)
    }
}

fn random_part(random: &mut impl Rng) -> f32 {
    within(random, [0.0, 1.0])
}

fn apply(m: &[[f32; 3]; 3], [x, y]: [f32; 2]) -> [f32; 2] {
    let [a, b, c] = m.map(|row| row[0] * x + row[1] * y + row[2]);
    [a / c, b / c]
}

fn inverse(m: &[[f32; 3]; 3]) -> [[f32; 3]; 3] {
    let minor = |r: usize, c: usize| {
        let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3);
        m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    };
    let determinant: f32 = (0..3).map(|c| m[0][c] * minor(0, c)).sum();
    std::array::from_fn(|r| std::array::from_fn(|c| minor(c, r) / determinant))
}
