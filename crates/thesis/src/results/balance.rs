//! Section 4.5.2.3: which mean the white balance takes, and the choice of p.
//!
//! The thesis judged by eye that a p-norm of about 6 suits a yellow light and that the plain mean makes it too blue. Here the
//! gains are compared with the lamp's colour, which the renderer knows, and the stickers with their truth.

use vision::WhiteBalance;

use super::lights::Stickers;
use super::pictures::{FacePicture, Hold, LIGHTS, NamedLight, Pictures};
use super::{Conditions, Published, Row};
use crate::{ClassifierKind, DetectorKind, Error, Reader};

/// The exponent of the thesis, "around 6".
const CHOSEN: f64 = WhiteBalance::NORM;
const NORMS: [f64; 8] = [1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 20.0, 50.0];

/// The camera's bytes grow with this power of the light.
const GAMMA: f64 = 2.2;

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let count = conditions.either(8, 20);
    let mut pictures = Pictures::new();
    let mut all: Vec<(usize, FacePicture)> = Vec::new();
    for (at, light) in LIGHTS.iter().enumerate() {
        for number in 0..count {
            all.push((at, pictures.random_face(light, Hold::ByHand, number)?));
        }
    }
    // The mean over the pictures of a light.
    let mean_angle = |light: &NamedLight, p_norm: f64| {
        // Both ways of scaling take the light for the same colour.
        let balance = WhiteBalance::ToMax { p_norm };
        let lit = all.iter().filter(|(at, _)| LIGHTS[*at].name == light.name);
        let angles: Vec<f64> = lit.map(|(_, picture)| angle(light, picture, balance)).collect();
        angles.iter().sum::<f64>() / angles.len() as f64
    };
    let mut rows = Vec::new();
    // The thesis shows its comparison under a yellow lamp.
    let (yellow, others): (Vec<&NamedLight>, Vec<&NamedLight>) =
        LIGHTS.iter().partition(|light| light.name == "yellow lamp");
    let mut nearest = (f64::INFINITY, 0.0);
    for (at, p_norm) in NORMS.into_iter().enumerate() {
        conditions.report(0.5 * at as f64 / NORMS.len() as f64, format!("p = {p_norm}"));
        for light in &yellow {
            let mean = mean_angle(light, p_norm);
            if mean < nearest.0 {
                nearest = (mean, p_norm);
            }
            let row = format!("p = {p_norm}: angle from the colour of the yellow lamp");
            rows.push(Row::new(row, "degrees", Published::NOTHING, mean));
        }
    }
    let row = Row::new("p of the least angle", "p", Published::about(CHOSEN), nearest.1);
    rows.push(row.noted(format!("of {NORMS:?}")));
    for light in others {
        for (mean, p_norm) in [("plain mean", 1.0), ("p = 6", CHOSEN)] {
            let row = format!("{}, {mean}: angle from the colour of the light", light.name);
            let mean = mean_angle(light, p_norm);
            rows.push(Row::new(row, "degrees", Published::NOTHING, mean));
        }
    }
    let ways = [
        ("off", WhiteBalance::Off),
        ("plain mean, to the mean", WhiteBalance::ToMean { p_norm: 1.0 }),
        ("plain mean, to the greatest", WhiteBalance::ToMax { p_norm: 1.0 }),
        ("p = 6, to the mean", WhiteBalance::ToMean { p_norm: CHOSEN }),
        ("p = 6, to the greatest", WhiteBalance::ToMax { p_norm: CHOSEN }),
        ("p = 20, to the greatest", WhiteBalance::ToMax { p_norm: 20.0 }),
    ];
    for (at, (name, balance)) in ways.into_iter().enumerate() {
        conditions.report(0.5 + 0.5 * at as f64 / ways.len() as f64, name);
        let row = format!("{name}: stickers of found faces read right");
        let right = share_right(&all, balance)?;
        rows.push(Row::new(row, "%", Published::NOTHING, right));
    }
    Ok(rows)
}

/// Stickers that are named right of those that the product's finder finds, %: the thesis' finder would lose too many pictures.
fn share_right(pictures: &[(usize, FacePicture)], balance: WhiteBalance) -> Result<f64, Error> {
    let reader = Reader::new(DetectorKind::Lattice, ClassifierKind::Classic);
    let mut reader = reader.balancing(balance);
    let mut stickers = Stickers::default();
    for (_, picture) in pictures {
        stickers.read(&mut reader, picture)?;
    }
    Ok(100.0 * stickers.right as f64 / (stickers.right + stickers.wrong) as f64)
}

/// The angle between the colour that the lamp has and the one that the white balance takes it for, as linear RGB, in degrees.
fn angle(light: &NamedLight, picture: &FacePicture, balance: WhiteBalance) -> f64 {
    let taken = balance.gains(&picture.image);
    let taken = taken.map(|gain| (1.0 / f64::from(gain)).powf(GAMMA));
    let dot =
        |one: [f64; 3], other: [f64; 3]| -> f64 { one.into_iter().zip(other).map(|(one, other)| one * other).sum() };
    let lengths = dot(taken, taken).sqrt() * dot(light.colour, light.colour).sqrt();
    (dot(taken, light.colour) / lengths).clamp(-1.0, 1.0).acos().to_degrees()
}
