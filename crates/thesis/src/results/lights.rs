//! Figure 5.1: stickers read right and wrong under five lights, and those of faces that are not found; and how fast.
//!
//! The thesis took 20 photographs in each light and drew bars. Here faces are rendered in five lights, and read by its pipeline
//! and by the product's. Then all classifiers name the stickers of the same found faces, so that colours are compared with
//! colours. Real photographs are what `bench vision` reads.

use std::time::Instant;

use vision::FaceReader;

use super::pictures::{FacePicture, Hold, LIGHTS, Pictures};
use super::{Conditions, Published, Row};
use crate::{ClassifierKind, DetectorKind, Error, Reader};

/// The figures of the text for each light: passes, failures and errors, % of all stickers.
const PUBLISHED: [[Published; 3]; 5] = [
    [Published::exactly(100.0), Published::exactly(0.0), Published::exactly(0.0)],
    [Published::at_least(99.0), Published::at_most(1.0), Published::exactly(0.0)],
    [Published::at_least(50.0), Published::NOTHING, Published::NOTHING],
    [Published::about(70.0), Published::NOTHING, Published::NOTHING],
    [Published::at_least(60.0), Published::NOTHING, Published::NOTHING],
];
/// Pictures a second that the thesis' phone read.
const RATE: f64 = 6.5;

/// The thesis' pipeline and the product's.
pub(super) fn readers() -> [(&'static str, Reader); 2] {
    let reader = |detector, classifier| Reader::new(detector, classifier);
    [
        ("the thesis' pipeline", reader(DetectorKind::Classic, ClassifierKind::Classic)),
        ("the product's", reader(DetectorKind::Lattice, ClassifierKind::Light)),
    ]
}

/// Each classifier behind the product's finder.
fn classifiers() -> [(&'static str, Reader); 3] {
    [
        ("the thesis' colours", ClassifierKind::Classic),
        ("densities in HSV ranges", ClassifierKind::HsvDensity),
        ("the product's colours", ClassifierKind::Light),
    ]
    .map(|(name, classifier)| (name, Reader::new(DetectorKind::Lattice, classifier)))
}

/// Stickers of pictures: right, wrong, and of faces that were not found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stickers {
    pub right: usize,
    pub wrong: usize,
    pub lost: usize,
}

impl Stickers {
    /// Reads a picture and counts its nine stickers.
    pub(super) fn read(&mut self, reader: &mut Reader, picture: &FacePicture) -> Result<(), Error> {
        let faces = reader.detect(&picture.image)?;
        let Some(face) = faces.first() else {
            self.lost += 9;
            return Ok(());
        };
        let named = face.stickers.iter().map(|sticker| sticker.color);
        let right = named.zip(picture.truth).filter(|(named, truth)| named == truth);
        let right = right.count();
        self.right += right;
        self.wrong += 9 - right;
        Ok(())
    }

    /// Those that were named right, as % of the stickers of found faces.
    pub(super) fn percent_of_found(&self) -> Option<f64> {
        let found = self.right + self.wrong;
        (0 < found).then(|| 100.0 * self.right as f64 / found as f64)
    }

    /// The three counts as % of all.
    pub(super) fn percent(&self) -> [f64; 3] {
        let counts = [self.right, self.wrong, self.lost].map(|count| count as f64);
        counts.map(|count| 100.0 * count / counts.iter().sum::<f64>())
    }
}

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let count = conditions.either(8, 20);
    let mut pictures = Pictures::new();
    let mut readers = readers();
    let mut named = classifiers();
    let (mut rows, mut colours_alone) = (Vec::new(), Vec::new());
    let mut seconds = [0.0; 2];
    for (at, (light, published)) in LIGHTS.iter().zip(PUBLISHED).enumerate() {
        let mut stickers = [Stickers::default(); 2];
        let mut alone = [Stickers::default(); 3];
        for number in 0..count {
            let done = (at as f64 + number as f64 / count as f64) / LIGHTS.len() as f64;
            conditions.report(done, light.name);
            let picture = pictures.random_face(light, Hold::ByHand, number)?;
            for (index, (_, reader)) in readers.iter_mut().enumerate() {
                let start = Instant::now();
                stickers[index].read(reader, &picture)?;
                seconds[index] += start.elapsed().as_secs_f64();
            }
            for ((_, reader), stickers) in named.iter_mut().zip(&mut alone) {
                stickers.read(reader, &picture)?;
            }
        }
        for ((name, _), stickers) in named.iter().zip(alone) {
            let row = format!("{}, stickers of found faces named right: {name}", light.name);
            let right = stickers.percent_of_found();
            let row = Row::new(row, "%", Published::NOTHING, right);
            colours_alone.push(row.noted(format!("{} faces found", count - stickers.lost / 9)));
        }
        for ((name, _), stickers) in readers.iter().zip(stickers) {
            let kinds = ["passes", "failures", "errors"];
            for ((kind, published), percent) in kinds.iter().zip(published).zip(stickers.percent()) {
                let row = format!("{}, {kind}: {name}", light.name);
                rows.push(Row::new(row, "% of stickers", published, percent));
            }
        }
    }
    rows.extend(colours_alone);
    rows.extend(straight(&mut pictures, &mut readers, count)?);
    for ((name, _), seconds) in readers.iter().zip(seconds) {
        let rate = (count * LIGHTS.len()) as f64 / seconds;
        let row = format!("pictures a second: {name}");
        let row = Row::new(row, "1/s", Published::about(RATE), rate);
        rows.push(row.noted("640 x 480 on one core; a phone of 2012 in the thesis"));
    }
    rows.extend(giving_up(&mut pictures, &mut readers, count)?);
    Ok(rows)
}

/// How long each pipeline takes to report that a picture has no face, and in how many it sees one all the same.
fn giving_up(
    pictures: &mut Pictures,
    readers: &mut [(&'static str, Reader); 2],
    count: usize,
) -> Result<Vec<Row>, Error> {
    let mut images = Vec::new();
    for light in &LIGHTS {
        for number in 0..count {
            images.push(pictures.without_cube(light, number)?);
        }
    }
    let mut rows = Vec::new();
    for (name, reader) in readers {
        let (start, mut deceived) = (Instant::now(), 0);
        for image in &images {
            deceived += usize::from(!reader.detect(image)?.is_empty());
        }
        let milliseconds = 1000.0 * start.elapsed().as_secs_f64() / images.len() as f64;
        let row = format!("no cube in the picture, time to give up: {name}");
        rows.push(Row::new(row, "ms", Published::NOTHING, milliseconds));
        let row = format!("no cube in the picture, a face is seen: {name}");
        let percent = 100.0 * deceived as f64 / images.len() as f64;
        rows.push(Row::new(row, "% of pictures", Published::NOTHING, percent));
    }
    Ok(rows)
}

/// How much of the loss is the hand's, and how much the distance's: faces that are held exactly straight, outdoors.
fn straight(
    pictures: &mut Pictures,
    readers: &mut [(&'static str, Reader); 2],
    count: usize,
) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (name, reader) in readers {
        let mut stickers = Stickers::default();
        let (mut least_found, mut most_lost) = (f64::INFINITY, 0.0_f64);
        for number in 0..count {
            let picture = pictures.random_face(&LIGHTS[0], Hold::Straight, number)?;
            let lost = stickers.lost;
            stickers.read(reader, &picture)?;
            match lost == stickers.lost {
                true => least_found = least_found.min(picture.side),
                false => most_lost = most_lost.max(picture.side),
            }
        }
        let [passes, ..] = stickers.percent();
        let row = format!("outdoors, held straight, passes: {name}");
        rows.push(Row::new(row, "% of stickers", PUBLISHED[0][0], passes));
        let row = format!("outdoors, held straight, smallest face found: {name}");
        let found = least_found.is_finite().then_some(least_found);
        let row = Row::new(row, "pixels of its side", Published::NOTHING, found);
        rows.push(match most_lost {
            0.0 => row,
            _ => row.noted(format!("the largest face lost has {most_lost:.0}")),
        });
    }
    Ok(rows)
}
