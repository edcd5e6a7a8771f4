//! Figures on a folder of pictures with known truth: how many faces are found, how many stickers are
//! right, how sure the reader was, how long it took.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Instant;

use crate::{
    Detector, DetectorOptions, Error, FaceOrder, FaceView, Image, Verdict, annotate,
    measurements_from_json, read_state, read_state_from_files,
};
use serde::Serialize;

/// Counts over some single-face pictures.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Pictures.
    pub pictures: usize,
    /// Pictures with a face reported.
    pub found: usize,
    /// Pictures of those where the truth has boxes.
    pub boxed: usize,
    /// Of those: all nine centres within half a sticker.
    pub in_place: usize,
    /// Stickers right.
    pub stickers_right: usize,
    /// Faces with all nine right.
    pub faces_right: usize,
    /// Milliseconds of each picture, sorted.
    pub milliseconds: Vec<f64>,
}

/// Stickers with a confidence in one tenth, and how many of them were right.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Calibration {
    /// Stickers.
    pub stickers: usize,
    /// Right ones.
    pub right: usize,
    /// Sum of their confidences.
    pub confidence: f64,
}

/// Whole cubes.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct CubeTally {
    /// Cubes.
    pub cubes: usize,
    /// States right.
    pub right: usize,
    /// States right and certain.
    pub certain: usize,
    /// States wrong but certain: there must be none.
    pub silently_wrong: usize,
    /// Longest decision in milliseconds (measurements only).
    pub slowest_ms: f64,
}

/// All figures.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// By lighting class.
    pub by_light: BTreeMap<String, Tally>,
    /// All single-face pictures.
    pub all: Tally,
    /// Confidence in tenths against truth, stickers of found faces.
    pub calibration: [Calibration; 10],
    /// Six photographs to a state.
    pub six_photos: CubeTally,
    /// Measurements to a state.
    pub measurements: CubeTally,
    /// What was not right, one line each.
    pub failures: Vec<String>,
}

/// Reads all pictures of a folder with `manifest.csv`, `boxes.csv`, `sixface.csv` and
/// `rgb_manifest.csv`. Annotated pictures are written to `pictures` when given.
///
/// # Errors
/// Tables that cannot be read, pictures that cannot be read or written.
pub fn bench(
    folder: &Path,
    options: DetectorOptions,
    pictures: Option<&Path>,
) -> Result<Report, Error> {
    let mut detector = Detector::new(options);
    let mut report = Report::default();
    let boxes = boxes(&folder.join("boxes.csv"))?;
    for row in table(&folder.join("manifest.csv"))? {
        if row["face_count"] != "1" {
            continue;
        }
        let file = &row["file"];
        let mut image = Image::load(folder.join(file))?;
        let start = Instant::now();
        let faces = detector.detect(&image)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let outcome = Outcome::new(faces.first(), &row["truth"], boxes.get(file), milliseconds);
        outcome.add_to(&mut report.all);
        outcome.add_to(
            report
                .by_light
                .entry(row["light_class"].clone())
                .or_default(),
        );
        outcome.calibrate(faces.first(), &row["truth"], &mut report.calibration);
        if let Some(failure) = outcome.failure(faces.first(), &row["truth"]) {
            report
                .failures
                .push(format!("{file} ({}): {failure}", row["light_class"]));
        }
        if let Some(pictures) = pictures {
            annotate(&mut image, &faces);
            let name = file.replace(['/', '.'], "_");
            image.save(pictures.join(format!("{name}.png")))?;
        }
    }
    for row in table(&folder.join("sixface.csv"))? {
        let files: Vec<_> = row["files"]
            .split(';')
            .map(|file| folder.join(file))
            .collect();
        let reading = read_state_from_files(&mut detector, &files);
        tally_cube(
            &mut report.six_photos,
            &mut report.failures,
            &row["set"],
            &row["state"],
            reading,
        );
    }
    for row in table(&folder.join("rgb_manifest.csv"))? {
        let path = folder.join(&row["file"]);
        let text = std::fs::read_to_string(&path).map_err(|source| Error::File { path, source })?;
        let measured = measurements_from_json(&text, FaceOrder::default())?;
        let start = Instant::now();
        let reading = read_state(&measured);
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let tally = &mut report.measurements;
        tally.slowest_ms = tally.slowest_ms.max(milliseconds);
        tally_cube(
            tally,
            &mut report.failures,
            &row["file"],
            &row["state"],
            reading,
        );
    }
    report.all.milliseconds.sort_by(f64::total_cmp);
    for tally in report.by_light.values_mut() {
        tally.milliseconds.sort_by(f64::total_cmp);
    }
    Ok(report)
}

/// What came of one picture.
struct Outcome {
    found: bool,
    in_place: Option<bool>,
    right: usize,
    milliseconds: f64,
}

/// Centre and size of a sticker in pixels.
type TrueBox = [f32; 4];

impl Outcome {
    fn new(
        face: Option<&FaceView>,
        truth: &str,
        boxes: Option<&Vec<TrueBox>>,
        milliseconds: f64,
    ) -> Outcome {
        let in_place = boxes.map(|boxes| face.is_some_and(|face| all_in_place(face, boxes)));
        Outcome {
            found: face.is_some(),
            in_place,
            right: face.map_or(0, |face| {
                face.letters()
                    .chars()
                    .zip(truth.chars())
                    .filter(|(a, b)| a == b)
                    .count()
            }),
            milliseconds,
        }
    }

    fn add_to(&self, tally: &mut Tally) {
        tally.pictures += 1;
        tally.found += usize::from(self.found);
        tally.boxed += usize::from(self.in_place.is_some());
        tally.in_place += usize::from(self.in_place == Some(true));
        tally.stickers_right += self.right;
        tally.faces_right += usize::from(self.right == 9);
        tally.milliseconds.push(self.milliseconds);
    }

    fn calibrate(&self, face: Option<&FaceView>, truth: &str, bins: &mut [Calibration; 10]) {
        let Some(face) = face else { return };
        for (sticker, letter) in face.stickers.iter().zip(truth.chars()) {
            let bin = &mut bins[((sticker.confidence * 10.0) as usize).min(9)];
            bin.stickers += 1;
            bin.right += usize::from(sticker.color.letter() == letter);
            bin.confidence += f64::from(sticker.confidence);
        }
    }

    fn failure(&self, face: Option<&FaceView>, truth: &str) -> Option<String> {
        let Some(face) = face else {
            return Some("no face".to_owned());
        };
        let place = if self.in_place == Some(false) {
            ", out of place"
        } else {
            ""
        };
        (self.right < 9 || !place.is_empty())
            .then(|| format!("read {} for {truth}{place}", face.letters()))
    }
}

/// Whether each true centre has a sticker centre within half a sticker, each of its own.
fn all_in_place(face: &FaceView, boxes: &[TrueBox]) -> bool {
    boxes
        .iter()
        .zip(&face.stickers)
        .all(|([x, y, w, h], sticker)| {
            let [sx, sy] = sticker.quad.centre();
            (sx - x).hypot(sy - y) <= 0.25 * (w + h)
        })
}

fn tally_cube(
    tally: &mut CubeTally,
    failures: &mut Vec<String>,
    name: &str,
    state: &str,
    reading: Result<crate::StateReading, Error>,
) {
    tally.cubes += 1;
    match reading {
        Ok(reading) => {
            let right = reading.facelets.to_string() == state;
            let certain = reading.verdict == Verdict::Certain;
            tally.right += usize::from(right);
            tally.certain += usize::from(right && certain);
            tally.silently_wrong += usize::from(!right && certain);
            if !right || !certain {
                let word = if right { "right" } else { "wrong" };
                let problems = reading.problems.join("; ");
                failures.push(format!("{name}: {word}, {:?}: {problems}", reading.verdict));
            }
        }
        Err(error) => failures.push(format!("{name}: {error}")),
    }
}

fn table(path: &Path) -> Result<Vec<BTreeMap<String, String>>, Error> {
    let damaged = |error: csv::Error| Error::Table {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    let mut reader = csv::Reader::from_path(path).map_err(damaged)?;
    let rows = reader
        .deserialize()
        .collect::<Result<Vec<BTreeMap<String, String>>, _>>()
        .map_err(damaged)?;
    let needed: &[&str] = match path.file_name().and_then(|name| name.to_str()) {
        Some("manifest.csv") => &["file", "face_count", "truth", "light_class"],
        Some("boxes.csv") => &["file", "cx", "cy", "w", "h"],
        Some("sixface.csv") => &["set", "files", "state"],
        _ => &["file", "state"],
    };
    match needed
        .iter()
        .find(|name| rows.iter().any(|row| !row.contains_key(**name)))
    {
        None => Ok(rows),
        Some(name) => Err(Error::Table {
            path: path.to_owned(),
            reason: format!("it lacks the column \"{name}\""),
        }),
    }
}

fn boxes(path: &Path) -> Result<BTreeMap<String, Vec<TrueBox>>, Error> {
    let mut boxes: BTreeMap<String, Vec<TrueBox>> = BTreeMap::new();
    for row in table(path)? {
        let mut values = [0.0; 4];
        for (value, name) in values.iter_mut().zip(["cx", "cy", "w", "h"]) {
            *value = row[name].parse().map_err(|_| Error::Table {
                path: path.to_owned(),
                reason: format!("\"{}\" in column {name} is no number", row[name]),
            })?;
        }
        boxes.entry(row["file"].clone()).or_default().push(values);
    }
    Ok(boxes)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<18} {:>8} {:>7} {:>9} {:>9} {:>7} {:>8} {:>8}",
            "light", "pictures", "found", "in place", "stickers", "faces", "ms med.", "ms max"
        )?;
        let all = ("all".to_owned(), self.all.clone());
        for (name, tally) in self.by_light.iter().chain([(&all.0, &all.1)]) {
            let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
            let times = &tally.milliseconds;
            writeln!(
                f,
                "{name:<18} {:>8} {:>6.1}% {:>5}/{:<3} {:>8.1}% {:>6.1}% {:>8.1} {:>8.1}",
                tally.pictures,
                share(tally.found, tally.pictures),
                tally.in_place,
                tally.boxed,
                share(tally.stickers_right, 9 * tally.found),
                share(tally.faces_right, tally.pictures),
                times.get(times.len() / 2).copied().unwrap_or(0.0),
                times.last().copied().unwrap_or(0.0),
            )?;
        }
        writeln!(f, "\nconfidence   stickers   right   mean confidence")?;
        for (tenth, bin) in self
            .calibration
            .iter()
            .enumerate()
            .filter(|(_, bin)| 0 < bin.stickers)
        {
            let count = bin.stickers as f64;
            writeln!(
                f,
                "{:.1} to {:.1}   {:>8}  {:>5.1}%   {:>6.1}%",
                tenth as f64 / 10.0,
                (tenth + 1) as f64 / 10.0,
                bin.stickers,
                100.0 * bin.right as f64 / count,
                100.0 * bin.confidence / count
            )?;
        }
        for (name, tally) in [
            ("six photos", self.six_photos),
            ("measurements", self.measurements),
        ] {
            writeln!(
                f,
                "{name}: {} of {} states right, {} of them certain, {} wrong without a word",
                tally.right, tally.cubes, tally.certain, tally.silently_wrong
            )?;
        }
        writeln!(
            f,
            "slowest state from measurements: {:.2} ms",
            self.measurements.slowest_ms
        )
    }
}
