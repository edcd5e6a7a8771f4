//! The tables of what pictures really show.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{Error, FaceView};

/// A sticker of the truth: its centre, width and height in pixels, and its colour letter.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrueSticker {
    pub centre: [f32; 2],
    pub size: [f32; 2],
    pub letter: char,
}

impl TrueSticker {
    /// Whether a sticker with this centre is this one: within half a sticker of it.
    pub fn is_at(&self, [x, y]: [f32; 2]) -> bool {
        let off = (self.centre[0] - x).hypot(self.centre[1] - y);
        off <= 0.25 * (self.size[0] + self.size[1])
    }
}

/// Whether each of nine true stickers has the sticker of the same number at its place.
pub(super) fn all_in_place(face: &FaceView, truth: &[TrueSticker]) -> bool {
    truth.iter().zip(&face.stickers).all(|(truth, sticker)| truth.is_at(sticker.quad.centre()))
}

/// The letters of the true stickers that lie where this face's are, each another one; `None` where
/// one has none.
pub(super) fn letters_there(face: &FaceView, truth: &[TrueSticker]) -> Option<String> {
    let mut used = vec![false; truth.len()];
    let mut letters = String::with_capacity(9);
    for sticker in &face.stickers {
        let centre = sticker.quad.centre();
        let there = (0..truth.len()).find(|&index| !used[index] && truth[index].is_at(centre))?;
        used[there] = true;
        letters.push(truth[there].letter);
    }
    Some(letters)
}

/// The rows of one of the tables by column name.
pub(super) fn table(name: &str, path: &Path) -> Result<Vec<BTreeMap<String, String>>, Error> {
    let damaged = |error: csv::Error| Error::Table { path: path.to_owned(), reason: error.to_string() };
    let mut reader = csv::Reader::from_reader(cube::outside::open(path).map_err(|error| damaged(error.into()))?);
    let rows = reader.deserialize().collect::<Result<Vec<BTreeMap<String, String>>, _>>().map_err(damaged)?;
    let needed: &[&str] = match name {
        "manifest" => &["file", "face_count", "truth", "light_class"],
        "boxes" => &["file", "cx", "cy", "w", "h", "colour"],
        "sixface" => &["set", "files", "state"],
        _ => &["file", "state"],
    };
    match needed.iter().find(|name| rows.iter().any(|row| !row.contains_key(**name))) {
        None => Ok(rows),
        Some(name) => Err(Error::Table { path: path.to_owned(), reason: format!("it lacks the column \"{name}\"") }),
    }
}

/// The true stickers of each picture that has them.
pub(super) fn boxes(
    rows: Vec<BTreeMap<String, String>>,
    path: &Path,
) -> Result<BTreeMap<String, Vec<TrueSticker>>, Error> {
    let mut boxes: BTreeMap<String, Vec<TrueSticker>> = BTreeMap::new();
    for row in rows {
        let mut values = [0.0; 4];
        for (value, name) in values.iter_mut().zip(["cx", "cy", "w", "h"]) {
            *value = row[name].parse().map_err(|_| Error::Table {
                path: path.to_owned(),
                reason: format!("\"{}\" in column {name} is no number", row[name]),
            })?;
        }
        boxes.entry(row["file"].clone()).or_default().push(TrueSticker {
            centre: [values[0], values[1]],
            size: [values[2], values[3]],
            letter: row["colour"].chars().next().unwrap_or('?'),
        });
    }
    Ok(boxes)
}
