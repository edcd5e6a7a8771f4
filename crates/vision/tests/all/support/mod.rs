//! Where the real pictures are, their tables, and those whose face is known.

pub mod alter;
mod drawings;
pub mod in_place;
mod mats;
pub mod nothing;
pub mod occluders;
mod pattern;
pub mod render;
mod things;
pub mod warp;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use vision::{Detector, DetectorOptions, FaceView, Image};

/// The folder of real pictures, or `None` with a printed line where it is absent.
pub fn data(test: &str) -> Option<PathBuf> {
    let folder = testkit::folder(&format!("{test}: real pictures"))?.join("vision");
    assert!(folder.join("manifest.csv").is_file(), "no pictures in {}", folder.display());
    Some(folder)
}

/// The rows of a CSV file by column name.
pub fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).expect("the table is readable");
    reader.deserialize().map(|row| row.expect("the row is well-formed")).collect()
}

/// A real picture of a single face that is read wholly right.
pub struct KnownFace {
    pub file: String,
    pub image: Image,
    pub face: FaceView,
}

/// Every `step`th picture of a single face, of those that are read right.
pub fn known_faces(test: &str, step: usize) -> Option<Vec<KnownFace>> {
    let data = data(test)?;
    let mut detector = Detector::new(DetectorOptions::default());
    let rows = table(&data.join("manifest.csv"));
    let single = rows.iter().filter(|row| row["face_count"] == "1");
    let mut known = Vec::new();
    for row in single.step_by(step) {
        let image = Image::load(data.join(&row["file"])).expect("a picture");
        let faces = detector.detect(&image).expect("it runs");
        let right = |face: &FaceView| face.letters() == row["truth"];
        if let Some(face) = faces.into_iter().next().filter(right) {
            let file = row["file"].clone();
            known.push(KnownFace { file, image, face });
        }
    }
    Some(known)
}
