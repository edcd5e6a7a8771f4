//! `cuberig scan`: the cube faces in pictures.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use cube::Color;
use serde::Serialize;
use vision::{FaceReader, FaceView, Image, annotate};

use crate::failure::{Failure, OrFail, log};
use crate::hand_scan::{self, HandArguments};
use crate::output::{Output, make_folder};
use crate::seen::{DetectorArguments, colors, detector};

/// What `scan` takes.
#[derive(Args)]
pub struct ScanArguments {
    /// Picture files, such as JPEG or PNG.
    #[arg(required_unless_present_any = ["camera", "phone"], value_name = "IMAGE")]
    pub images: Vec<PathBuf>,
    #[command(flatten)]
    pub hand: HandArguments,
    /// A folder for copies of the pictures with the faces drawn in; with --camera, of those in which a face was read.
    #[arg(long, value_name = "FOLDER")]
    pub annotated: Option<PathBuf>,
    /// What your own cube looks like: a file of `calibrate colors`.
    #[arg(long, value_name = "FILE.toml")]
    pub colors: Option<PathBuf>,
    #[command(flatten)]
    pub detector: DetectorArguments,
}

/// The JSON object of one picture: a contract, scripts rely on the keys.
#[derive(Serialize)]
struct Scanned<'a> {
    file: String,
    faces: Vec<ScannedFace>,
    /// Places that may be a face, where no face is trusted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubtful: Vec<ScannedFace>,
    milliseconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// One face, the surest first.
#[derive(Serialize)]
struct ScannedFace {
    stickers: Vec<ScannedSticker>,
    letters: String,
}

/// One sticker, row by row as they lie in the picture.
#[derive(Serialize)]
struct ScannedSticker {
    colour: char,
    confidence: f32,
    quad: [[f32; 2]; 4],
}

/// Looks for faces in one picture after the other; a picture without any is a failure, and the rest is still looked at.
pub fn run(typed: &ScanArguments, output: &mut Output) -> Result<(), Failure> {
    let colors = colors(typed.colors.as_deref())?;
    let mut detector = detector(&typed.detector, colors.as_ref())?;
    if let Some(camera) = typed.hand.camera() {
        let folder = typed.annotated.as_deref();
        return hand_scan::run(camera, &typed.hand, &mut detector, folder, output);
    }
    let mut album = typed.annotated.as_deref().map(Album::new).transpose()?;
    let mut failed = false;
    for path in &typed.images {
        let started = Instant::now();
        let scanned = scan(path, &mut detector, album.as_mut());
        let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
        let (seen, error) = match scanned {
            Ok(seen) => {
                let error = seen.error(path);
                (seen, error)
            }
            Err(Failure::NotAsGiven(reason)) => (Seen::default(), Some(reason)),
            Err(fatal) => return Err(fatal),
        };
        if let Some(reason) = &error {
            failed = true;
            log(reason);
        }
        if output.wants_json() {
            output.json(&Scanned {
                file: path.display().to_string(),
                faces: seen.faces.iter().map(ScannedFace::new).collect(),
                doubtful: seen.doubtful.iter().map(ScannedFace::new).collect(),
                milliseconds,
                error: error.as_deref(),
            })?;
        } else {
            show(path, &seen.faces, milliseconds, output)?;
        }
    }
    if failed { Err(Failure::Several) } else { Ok(()) }
}

fn scan(path: &Path, detector: &mut dyn FaceReader, album: Option<&mut Album>) -> Result<Seen, Failure> {
    let mut image = Image::load(path).or_fail()?;
    let faces = detector.detect(&image).or_fail()?;
    let doubtful = match faces.is_empty() {
        true => detector.doubtful(&image).or_fail()?,
        false => Vec::new(),
    };
    if let Some(album) = album {
        annotate(&mut image, &faces);
        image.save(album.place_for(path)).or_fail()?;
    }
    Ok(Seen { faces, doubtful })
}

/// What was seen in one picture.
#[derive(Default)]
struct Seen {
    faces: Vec<FaceView>,
    /// Places that may be a face, where no face is trusted.
    doubtful: Vec<FaceView>,
}

impl Seen {
    /// Why the picture gives no face, if it gives none.
    fn error(&self, path: &Path) -> Option<String> {
        let path = path.display();
        match self.doubtful.first() {
            _ if !self.faces.is_empty() => None,
            Some(face) => Some(format!(
                "a face was found in '{path}' with a chance of only {:.0} %; its colours or its surroundings are unusual: {}",
                100.0 * face.confidence,
                face.letters(),
            )),
            None => Some(format!("no cube face was found in '{path}'")),
        }
    }
}

fn show(path: &Path, faces: &[FaceView], milliseconds: f64, output: &mut Output) -> Result<(), Failure> {
    let count = match faces.len() {
        1 => "1 face".to_owned(),
        count => format!("{count} faces"),
    };
    output.text(format_args!("{}: {count}, {milliseconds:.0} ms", path.display()))?;
    for face in faces {
        let colors: [Color; 9] = face.stickers.map(|sticker| sticker.color);
        for (row, stickers) in colors.chunks(3).zip(face.stickers.chunks(3)) {
            let sure: Vec<String> = stickers.iter().map(|s| format!("{:3.0} %", 100.0 * s.confidence)).collect();
            output.text(format_args!("  {}  {}", crate::net::stickers(row), sure.join(" ")))?;
        }
        output.text("")?;
    }
    Ok(())
}

impl ScannedFace {
    fn new(face: &FaceView) -> ScannedFace {
        let scanned = |sticker: &vision::Sticker| ScannedSticker {
            colour: sticker.color.letter(),
            confidence: sticker.confidence,
            quad: sticker.quad.0,
        };
        ScannedFace { stickers: face.stickers.iter().map(scanned).collect(), letters: face.letters() }
    }
}

/// The folder of annotated pictures.
struct Album {
    folder: PathBuf,
    taken: HashSet<PathBuf>,
}

impl Album {
    fn new(folder: &Path) -> Result<Album, Failure> {
        make_folder(folder)?;
        Ok(Album { folder: folder.into(), taken: HashSet::new() })
    }

    /// A PNG of the picture's name; pictures of one name from several folders get numbers.
    fn place_for(&mut self, picture: &Path) -> PathBuf {
        let stem = picture.file_stem().unwrap_or(picture.as_os_str()).to_string_lossy().into_owned();
        let names = std::iter::once(stem.clone()).chain((2..).map(|number| format!("{stem}-{number}")));
        let places = names.map(|name| self.folder.join(name + ".png"));
        let place = places.into_iter().find(|place| !self.taken.contains(place)).expect("numbers do not run out");
        self.taken.insert(place.clone());
        place
    }
}
