//! `cuberig scan`: the cube faces in pictures.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use vision::{FaceReader, FaceView, Image, annotate};

use crate::failure::{Failure, OrFail, log};
use crate::hand_scan::{self, HandArguments};
use crate::net;
use crate::output::{Output, make_folder};
use crate::seen::{DetectorArguments, colors, detector, no_face};

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
    /// How many more faces were found.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
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
    /// False where the sticker is hidden, so that the colour is a guess.
    seen: bool,
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
        let (seen, unread) = match scanned {
            Ok(seen) => (seen, None),
            Err(Failure::NotAsGiven(reason)) => (Seen::default(), Some(reason)),
            Err(fatal) => return Err(fatal),
        };
        let error = unread.as_ref().or(seen.nothing.as_ref());
        if let Some(reason) = error {
            failed = true;
            log(reason);
        }
        if output.wants_json() {
            output.json(&Scanned {
                file: path.display().to_string(),
                faces: seen.faces.iter().map(ScannedFace::new).collect(),
                more: seen.more,
                doubtful: seen.doubtful.iter().map(ScannedFace::new).collect(),
                milliseconds,
                error: error.map(String::as_str),
            })?;
        } else if unread.is_none() {
            show(path, &seen, milliseconds, output)?;
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
    let nothing = match doubtful.first() {
        _ if !faces.is_empty() => None,
        Some(face) if !image.is_grey() => Some(format!(
            "no cube face was found in '{}', but something that may be one, with a chance of {:.0} %: {}",
            path.display(),
            (100.0 * face.confidence).floor(),
            String::from_iter(face.stickers.iter().map(|s| if s.is_hidden() { '?' } else { s.color.letter() })),
        )),
        _ => Some(no_face(path, &image)),
    };
    if let Some(album) = album {
        annotate(&mut image, &faces);
        image.save(album.place_for(path)).or_fail()?;
    }
    Ok(Seen { faces, more: detector.left_out(), doubtful, nothing })
}

/// What was seen in one picture.
#[derive(Default)]
struct Seen {
    faces: Vec<FaceView>,
    /// How many more faces were found.
    more: usize,
    /// Places that may be a face, where no face is trusted.
    doubtful: Vec<FaceView>,
    /// That no face was found, where none was.
    nothing: Option<String>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn show(path: &Path, seen: &Seen, milliseconds: f64, output: &mut Output) -> Result<(), Failure> {
    let count = match (seen.faces.len(), seen.more) {
        (1, 0) => "1 face".to_owned(),
        (count, 0) => format!("{count} faces"),
        (count, 1) => format!("{count} faces, and 1 more that is not listed"),
        (count, more) => format!("{count} faces, and {more} more that are not listed"),
    };
    output.text(format_args!("{}: {count}, {milliseconds:.0} ms", path.display()))?;
    for face in &seen.faces {
        for row in face.stickers.chunks(3) {
            let sure: Vec<String> = row.iter().map(|s| format!("{:3.0} %", 100.0 * s.confidence)).collect();
            output.text(format_args!("  {}  {}", net::seen(row), sure.join(" ")))?;
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
            seen: !sticker.is_hidden(),
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
