//! Writes what the network of `name` is trained with to the standard output: patches of drawn pictures with their truth.
//!
//! Arguments: how many, the seed, and the share (0 to 1) of samples that are cut out where the truth is; 0.6 if not given.
//!
//! Each sample is a row of 32-bit floats, little-endian:
//! - the patch: 25 cells of 155 values
//! - six learned colours: 18 values, sRGB 0 to 255, in the order of `Color::ALL`
//! - nine classes: the index of the colour, or 6 where a sticker is hidden
//! - 1 for a face, 0 for none
//!
//! Some samples are cut out where the truth is. The others are what the finder found in a larger picture: most of them lie like
//! a face and are none, and the rest is off by as much as the finder is.

use std::io::{Write, stdout};

use testkit::phonecam::{Face, Photo, Surface, Thing};
use testkit::rand::{Rng, RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use vision::{Detector, DetectorOptions, Image, MeasuredFace, Quad, name::patch::Patch};

/// Share of faces among the samples that are cut out.
const FACES: f32 = 0.75;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().ok_or("how many?")?.parse()?;
    let seed: u64 = arguments.next().ok_or("which seed?")?.parse()?;
    let cut_out: f32 = arguments.next().map_or(Ok(0.6), |share| share.parse())?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut out = std::io::BufWriter::new(stdout().lock());
    let mut written = 0;
    while written < count {
        let samples = if random.random::<f32>() < cut_out { vec![sample(&mut random)?] } else { found(&mut random)? };
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
    let side = (random.random_range(30f32.ln()..110f32.ln())).exp();
    let photo = Photo::of(surface, side, 1.3, random);
    // People hold the cube near to the camera.
    let photo = match random.random::<f32>() < 0.4 {
        true => photo.cropped(1.6, random),
        false => photo,
    };
    let image = image(&photo, random)?;
    // The finder is not exact.
    let (off, size) = ([0.03 * gauss(random), 0.03 * gauss(random)], 1.0 + 0.015 * gauss(random));
    let bend: [[f32; 2]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| 0.025 * gauss(random)));
    let half = 0.5 * random.random_range(0.62..0.96f32);
    let pixel = |cell: [f32; 2]| {
        let [u, v] = cell.map(|at| at / 3.0);
        let place = std::array::from_fn(|axis| {
            let [p, q, r, s] = bend.map(|corner| corner[axis]);
            let bent = (1.0 - v) * ((1.0 - u) * p + u * q) + v * ((1.0 - u) * s + u * r);
            1.5 + size * (cell[axis] - 1.5) + off[axis] + bent
        });
        photo.place.pixel(place)
    };
    let quads = std::array::from_fn(|cell| {
        let (u, v) = ((cell % 3) as f32 + 0.5, (cell / 3) as f32 + 0.5);
        Quad([(-half, -half), (half, -half), (half, half), (-half, half)].map(|(du, dv)| pixel([u + du, v + dv])))
    });
    let mut recovered = [false; 9];
    if let Surface::Face(face) = &photo.surface {
        recovered = std::array::from_fn(|cell| random.random::<f32>() < if face.is_hidden(cell) { 0.7 } else { 0.03 });
    } else if random.random::<f32>() < 0.2 {
        recovered = std::array::from_fn(|_| random.random::<f32>() < 0.25);
    }
    let face = MeasuredFace::new(&image, quads, recovered, 1.0);
    Ok(values(&image, &face, &photo, is_face, random))
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
    let photo = Photo::of(surface, random.random_range(50.0..90.0), 4.0, random);
    let image = image(&photo, random)?;
    let places = Detector::new(DetectorOptions::default()).measure(&image)?;
    let sample = |face: &MeasuredFace| {
        let is_face = matches!(photo.surface, Surface::Face(_)) && is_in_place(face, &photo);
        values(&image, face, &photo, is_face, random)
    };
    // Several of one picture are much alike.
    Ok(places.iter().take(2).map(sample).collect())
}

/// Whether the stickers lie where those of the drawn face are, in the same order.
fn is_in_place(face: &MeasuredFace, photo: &Photo) -> bool {
    (0..9).all(|cell| {
        let centre = photo.place.cell(face.quads[cell].centre());
        let truth = [(cell % 3) as f32 + 0.5, (cell / 3) as f32 + 0.5];
        (centre[0] - truth[0]).hypot(centre[1] - truth[1]) < 0.3
    })
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

/// The patch of a face in a drawn picture, with its truth.
fn values(image: &Image, face: &MeasuredFace, photo: &Photo, is_face: bool, random: &mut impl Rng) -> Vec<f32> {
    let mut patch = Patch::default();
    let mut values = match patch.see(image, face) {
        Some(()) => patch.values,
        None => vec![0.0; 25 * 155],
    };
    let drawn = match &photo.surface {
        Surface::Face(face) if is_face => Some(face),
        _ => None,
    };
    for color in 0..6 {
        values.extend(drawn.map_or([0.0; 3], |face| photo.looks(face.plastic().0[color], random)));
    }
    for cell in 0..9 {
        let color = drawn.filter(|face| !face.is_hidden(cell)).and_then(|face| face.colors[cell]);
        values.push(color.map_or(6.0, |color| color.index() as f32));
    }
    values.push(if is_face { 1.0 } else { 0.0 });
    values
}
