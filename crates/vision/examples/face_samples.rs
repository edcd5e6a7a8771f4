//! Writes what the network of `name` is trained with to the standard output: patches of drawn pictures with their truth.
//!
//! Arguments: how many, and the seed.
//!
//! Each sample is a row of 32-bit floats, little-endian:
//! - the patch: 25 cells of 155 values
//! - six learned colours: 18 values, sRGB 0 to 255, in the order of `Color::ALL`
//! - nine classes: the index of the colour, or 6 where a sticker is hidden
//! - 1 for a face, 0 for none
//!
//! Some samples are cut out where the truth is. Others are what the finder found in a larger picture: most of them lie like a face
//! and are none, and the rest is off by as much as the finder is. Faces whose outer line is hidden are shown in their place and one
//! line off, which is where the finder can find them too.

use std::io::{Write, stdout};

use testkit::phonecam::{Face, Photo, Surface, Thing};
use testkit::rand::{Rng, RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use vision::{Detector, DetectorOptions, Image, MeasuredFace, Quad, name::patch::Patch};

/// Share of faces among the samples that are cut out.
const FACES: f32 = 0.75;
/// Of twenty draws: what is cut out, what is found, faces with a hidden line; the rest are things in rows.
const DRAWS: [u32; 3] = [8, 5, 3];
/// Most places of one picture that are taken: they are much alike.
const PLACES: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().ok_or("how many?")?.parse()?;
    let seed: u64 = arguments.next().ok_or("which seed?")?.parse()?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut out = std::io::BufWriter::new(stdout().lock());
    let mut written = 0;
    while written < count {
        let [cut_out, found_too, hidden_line] = DRAWS;
        let draw = random.random_range(0..20);
        let samples = if draw < cut_out {
            vec![sample(&mut random)?]
        } else if draw < cut_out + found_too {
            found(&mut random)?
        } else if draw < cut_out + found_too + hidden_line {
            let mut face = Face::draw(&mut random);
            let away = face.cover_line(&mut random);
            match random.random::<bool>() {
                true => found_in(Surface::Face(face), &mut random)?,
                false => line_pair(face, away, &mut random)?,
            }
        } else {
            let rows = Surface::Thing(Thing::in_rows(&mut random));
            match random.random::<bool>() {
                true => found_in(rows, &mut random)?,
                false => vec![sample_of(rows, &mut random)?],
            }
        };
        for value in samples.iter().flatten() {
            out.write_all(&value.to_le_bytes())?;
        }
        written += samples.len();
    }
    out.flush()?;
    Ok(())
}

fn gauss(random: &mut impl Rng) -> f32 {
    (0..12).map(|_| random.random::<f32>()).sum::<f32>() - 6.0
}

fn sample(random: &mut impl Rng) -> Result<Vec<f32>, vision::Error> {
    let is_face = random.random::<f32>() < FACES;
    let surface = if is_face {
        let mut face = Face::draw(random);
        if random.random::<f32>() < 0.45 {
            face.cover(random);
        }
        Surface::Face(face)
    } else {
        Surface::Thing(Thing::draw(random))
    };
    sample_of(surface, random)
}

/// A patch of a surface where the truth is.
fn sample_of(surface: Surface, random: &mut impl Rng) -> Result<Vec<f32>, vision::Error> {
    let side = (random.random_range(30f32.ln()..110f32.ln())).exp();
    let photo = Photo::of(surface, side, 1.3, random);
    // People hold the cube near to the camera.
    let photo = match random.random::<f32>() < 0.4 {
        true => photo.cropped(1.6, random),
        false => photo,
    };
    let image = image(&photo, random)?;
    let quads = quads_at([0.0; 2], &photo, random);
    let mut recovered = [false; 9];
    if let Surface::Face(face) = &photo.surface {
        recovered = std::array::from_fn(|cell| random.random::<f32>() < if face.is_hidden(cell) { 0.7 } else { 0.03 });
    } else if random.random::<f32>() < 0.2 {
        recovered = std::array::from_fn(|_| random.random::<f32>() < 0.25);
    }
    let face = MeasuredFace::new(&image, quads, recovered, 1.0);
    Ok(values(&image, &face, &photo, random))
}

/// Where the finder could find the stickers, this many cells off the truth.
fn quads_at(shift: [f32; 2], photo: &Photo, random: &mut impl Rng) -> [Quad; 9] {
    // The finder is not exact.
    let (off, size) = ([0.03 * gauss(random), 0.03 * gauss(random)], 1.0 + 0.015 * gauss(random));
    let bend: [[f32; 2]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| 0.025 * gauss(random)));
    let half = 0.5 * random.random_range(0.62..0.96f32);
    let pixel = |cell: [f32; 2]| {
        let [u, v] = cell.map(|at| at / 3.0);
        let place = std::array::from_fn(|axis| {
            let [p, q, r, s] = bend.map(|corner| corner[axis]);
            let bent = (1.0 - v) * ((1.0 - u) * p + u * q) + v * ((1.0 - u) * s + u * r);
            shift[axis] + 1.5 + size * (cell[axis] - 1.5) + off[axis] + bent
        });
        photo.place.pixel(place)
    };
    std::array::from_fn(|cell| {
        let (u, v) = ((cell % 3) as f32 + 0.5, (cell / 3) as f32 + 0.5);
        Quad([(-half, -half), (half, -half), (half, half), (-half, half)].map(|(du, dv)| pixel([u + du, v + dv])))
    })
}

/// A face one of whose outer lines is hidden, and the place one line off, which has the same six stickers.
fn line_pair(face: Face, away: [f32; 2], random: &mut impl Rng) -> Result<Vec<Vec<f32>>, vision::Error> {
    let hidden: [bool; 9] = std::array::from_fn(|cell| face.is_hidden(cell));
    let side = (random.random_range(30f32.ln()..110f32.ln())).exp();
    let photo = Photo::of(Surface::Face(face), side, 2.4, random);
    let photo = match random.random::<f32>() < 0.3 {
        true => photo.cropped(1.6, random),
        false => photo,
    };
    let image = image(&photo, random)?;
    let mut pair = Vec::with_capacity(2);
    for (shift, is_meant) in [([0.0; 2], true), (away, false)] {
        let quads = quads_at(shift, &photo, random);
        // The line that was not found lies at one side or at the other.
        let is_lost = |cell: usize| {
            let from = [(cell % 3) as f32, (cell / 3) as f32];
            let line = if is_meant { -1.0 } else { 1.0 };
            (0..2).any(|axis| away[axis] != 0.0 && from[axis] - 1.0 == line * away[axis])
        };
        let certain = random.random::<f32>() < 0.8;
        let recovered = std::array::from_fn(|cell| match is_lost(cell) {
            true => certain || random.random::<f32>() < 0.7,
            false => random.random::<f32>() < 0.02 || is_meant && hidden[cell],
        });
        let face = MeasuredFace::new(&image, quads, recovered, 1.0);
        pair.push(values(&image, &face, &photo, random));
    }
    Ok(pair)
}

/// What the finder finds in a picture of a thing or of a face.
fn found(random: &mut impl Rng) -> Result<Vec<Vec<f32>>, vision::Error> {
    let surface = if random.random::<f32>() < 0.4 {
        let mut face = Face::draw(random);
        if random.random::<f32>() < 0.6 {
            face.cover(random);
        }
        Surface::Face(face)
    } else {
        Surface::Thing(Thing::alike(random))
    };
    found_in(surface, random)
}

/// What the finder finds in a picture of a surface.
fn found_in(surface: Surface, random: &mut impl Rng) -> Result<Vec<Vec<f32>>, vision::Error> {
    let photo = Photo::of(surface, random.random_range(50.0..90.0), 4.0, random);
    let image = image(&photo, random)?;
    let mut places = Detector::new(DetectorOptions::default()).measure(&image)?;
    // The best places are often the same few: the others count as well.
    if matches!(photo.surface, Surface::Thing(_)) && !places.is_empty() {
        let first = random.random_range(0..places.len());
        places.rotate_left(first);
    }
    Ok(places.iter().take(PLACES).map(|face| values(&image, face, &photo, random)).collect())
}

fn image(photo: &Photo, random: &mut impl Rng) -> Result<Image, vision::Error> {
    let drawn = photo.draw(random);
    let [width, height] = drawn.size;
    let image = Image::from_bgr8(width, height, 3 * width, &drawn.bgr())?;
    if random.random::<f32>() < 0.35 {
        return Image::from_encoded(&image.jpeg(random.random_range(40..95))?);
    }
    Ok(image)
}

/// What is seen at a place of a drawn picture, with its truth: the colours of a face's stickers, or none.
fn values(image: &Image, face: &MeasuredFace, photo: &Photo, random: &mut impl Rng) -> Vec<f32> {
    let truth = photo.stickers_at(face.quads.map(|quad| quad.centre()));
    let mut patch = Patch::default();
    let mut values = match patch.see(image, face) {
        Some(()) => patch.values,
        None => vec![0.0; 25 * 155],
    };
    let drawn = match &photo.surface {
        Surface::Face(face) if truth.is_some() => Some(face),
        _ => None,
    };
    for color in 0..6 {
        values.extend(drawn.map_or([0.0; 3], |face| photo.looks(face.plastic().0[color], random)));
    }
    let colors = truth.unwrap_or_default();
    values.extend(colors.map(|color| color.map_or(6.0, |color| color.index() as f32)));
    values.push(if truth.is_some() { 1.0 } else { 0.0 });
    values
}
