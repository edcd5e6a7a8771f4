//! Figures on a folder of pictures with known truth: how many faces are found, how many stickers are
//! right, how sure the reader was, how long it took.

mod figures;
mod truth;

use std::path::Path;
use std::time::Instant;

use crate::state::PossibleCube;
use crate::{
    Error, FaceOrder, FaceReader, FaceView, Image, Photographs, StateReading, Verdict, annotate,
    measurements_from_json, read_photographs, read_state, read_turned,
};
pub use figures::{Calibration, CubeTally, Report, SeveralTally, Tally};
use truth::{TrueSticker, all_in_place, boxes, letters_there, table};

/// Reads all pictures of a folder. Its tables are `manifest.csv`, `boxes.csv`, `sixface.csv` and `rgb_manifest.csv`, those of the
/// set "modern" `manifest_modern.csv` and so on; a set lacks the last three where it has no such figures. Annotated pictures are
/// written to `pictures` when given.
///
/// # Errors
/// Tables that cannot be read, pictures that cannot be read or written.
pub fn bench(
    folder: &Path,
    set: Option<&str>,
    detector: &mut dyn FaceReader,
    pictures: Option<&Path>,
) -> Result<Report, Error> {
    let mut report = Report::default();
    let path = |name: &str| match set {
        Some(set) => folder.join(format!("{name}_{set}.csv")),
        None => folder.join(format!("{name}.csv")),
    };
    // The default set has all tables.
    let rows = |name: &str| match path(name) {
        missing if set.is_some() && !missing.exists() => Ok(Vec::new()),
        path => table(name, &path),
    };
    let boxes = boxes(rows("boxes")?, &path("boxes"))?;
    for row in table("manifest", &path("manifest"))? {
        let file = &row["file"];
        let mut image = Image::load(folder.join(file))?;
        if row["face_count"] != "1" {
            let faces = detector.detect(&image)?;
            tally_several(&mut report, &row["face_count"], &faces, &row["truth"], boxes.get(file));
            save_annotated(&mut image, &faces, file, pictures)?;
            continue;
        }
        let start = Instant::now();
        let faces = detector.detect(&image)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let outcome = Outcome::new(faces.first(), &row["truth"], boxes.get(file), milliseconds);
        outcome.add_to(&mut report.all);
        outcome.add_to(report.by_light.entry(row["light_class"].clone()).or_default());
        if let Some(body) = row.get("body") {
            outcome.add_to(report.by_body.entry(body.clone()).or_default());
        }
        outcome.calibrate(faces.first(), &row["truth"], &mut report.calibration);
        if let Some(failure) = outcome.failure(faces.first(), &row["truth"]) {
            report.failures.push(format!("{file} ({}): {failure}", row["light_class"]));
        }
        save_annotated(&mut image, &faces, file, pictures)?;
    }
    for row in rows("sixface")? {
        let files = row["files"].split(';').map(|file| Image::load(folder.join(file)));
        let read = files.collect::<Result<Vec<_>, _>>().and_then(|images| read_photographs(detector, &images));
        let read = read.and_then(|Photographs { reading, faces }| {
            let turned = read_turned(&faces.map(|face| face.rgb()), detector.colors(), &[])?;
            Ok((reading, turned.possible))
        });
        tally_cube(&mut report.six_photos, &mut report.failures, &row["set"], &row["state"], read);
    }
    for row in rows("rgb_manifest")? {
        let path = folder.join(&row["file"]);
        let text = cube::outside::read_text(&path, "measured colours", 1 << 20)
            .map_err(|source| Error::File { path, source })?;
        let measured = measurements_from_json(&text, FaceOrder::default())?;
        let start = Instant::now();
        let reading = read_state(&measured);
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let tally = &mut report.measurements;
        tally.slowest_ms = tally.slowest_ms.max(milliseconds);
        let read = reading.map(|reading| (reading, Vec::new()));
        tally_cube(tally, &mut report.failures, &row["file"], &row["state"], read);
    }
    report.all.milliseconds.sort_by(f64::total_cmp);
    for tally in report.by_light.values_mut().chain(report.by_body.values_mut()) {
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

impl Outcome {
    fn new(face: Option<&FaceView>, truth: &str, boxes: Option<&Vec<TrueSticker>>, milliseconds: f64) -> Outcome {
        let in_place = boxes.map(|boxes| face.is_some_and(|face| all_in_place(face, boxes)));
        Outcome {
            found: face.is_some(),
            in_place,
            right: face.map_or(0, |face| face.letters().chars().zip(truth.chars()).filter(|(a, b)| a == b).count()),
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
        let place = if self.in_place == Some(false) { ", out of place" } else { "" };
        (self.right < 9 || !place.is_empty()).then(|| format!("read {} for {truth}{place}", face.letters()))
    }
}

/// Counts the faces of a picture that shows several. Where the truth has no boxes, it distinguishes the faces by their letters,
/// as they lie in the picture.
fn tally_several(
    report: &mut Report,
    face_count: &str,
    faces: &[FaceView],
    truth: &str,
    boxes: Option<&Vec<TrueSticker>>,
) {
    let tally = &mut report.several;
    tally.pictures += 1;
    tally.faces += face_count.parse::<usize>().unwrap_or(0);
    tally.reported += faces.len();
    let mut unseen: Vec<&str> = truth.split(' ').collect();
    for face in faces {
        let letters = face.letters();
        let there = match boxes {
            Some(boxes) => letters_there(face, boxes),
            None => unseen.iter().position(|known| *known == letters).map(|index| unseen.swap_remove(index).to_owned()),
        };
        tally.found += usize::from(there.is_some());
        tally.right += usize::from(there.is_some_and(|there| there == letters));
    }
}

fn save_annotated(image: &mut Image, faces: &[FaceView], file: &str, folder: Option<&Path>) -> Result<(), Error> {
    let Some(folder) = folder else { return Ok(()) };
    annotate(image, faces);
    let name = file.replace(['/', '.'], "_");
    image.save(folder.join(format!("{name}.png")))
}

fn tally_cube(
    tally: &mut CubeTally,
    failures: &mut Vec<String>,
    name: &str,
    state: &str,
    read: Result<(StateReading, Vec<PossibleCube>), Error>,
) {
    tally.cubes += 1;
    match read {
        Ok((reading, possible)) => {
            // Where several cubes fit equally well, the pictures do not show which one is meant.
            let one_of_several = possible.iter().any(|cube| cube.facelets.to_string() == state);
            let right = reading.facelets.to_string() == state || one_of_several;
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
