//! The six faces of one cube, measured in pictures or by another machine, and the colours they are read by.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{ArgGroup, Args};
use cube::{Face, upright};
use thesis::{ClassifierKind, DetectorKind, Reader};
use vision::{CubeColors, FaceOrder, FaceReader, Image, Measurements, WhiteBalance, measurements_from_json};

use crate::failure::{Failure, OrFail, unreadable};

/// Where the colours of a whole cube come from. A command can add other ways to give a cube to the group `cube`.
#[derive(Args)]
#[group(skip)]
#[command(group(ArgGroup::new("cube").required(true)))]
pub struct SeenArguments {
    /// Six picture files, of the faces U R F D L B in this order. It does not matter how the pictures are turned.
    #[arg(num_args = 6, value_name = "IMAGE", group = "cube")]
    pub images: Vec<PathBuf>,
    /// Measured colours: a JSON object of "1" to "54" to [red, green, blue], 0 to 255, rows as seen from outside.
    #[arg(long, value_name = "F.json", group = "cube")]
    pub rgb: Option<PathBuf>,
    /// The order of faces in which the numbers of --rgb run.
    #[arg(long, value_name = "FACES", default_value = "ULFRBD", requires = "rgb")]
    pub rgb_order: FaceOrder,
}

/// How faces are found and colours named.
#[derive(Args)]
pub struct DetectorArguments {
    /// How faces are found: lattice or classic.
    #[arg(long, value_name = "NAME", default_value = "lattice", value_parser = DetectorKind::from_str)]
    pub detector: DetectorKind,
    /// How single stickers get their colours: light, classic or hsv-density.
    #[arg(long, value_name = "NAME", default_value = "light", value_parser = ClassifierKind::from_str)]
    pub classifier: ClassifierKind,
    #[command(flatten)]
    pub balance: BalanceArguments,
}

/// How white is balanced before colours are read.
#[derive(Args)]
pub struct BalanceArguments {
    /// How white is balanced before colours are read: off, gray (plain means, to their mean), p (p-norm means, to their mean) or max (p-norm means, to the greatest). If not given, max for the classifier classic and off for the others.
    #[arg(long, value_name = "NAME", value_parser = ["off", "gray", "p", "max"])]
    white_balance: Option<String>,
    /// The exponent of the p-norm, 1 to 100; 6 if not given.
    #[arg(long, value_name = "P")]
    p_norm: Option<f64>,
}

impl BalanceArguments {
    /// What was typed, or what this classifier does by itself.
    pub fn of(&self, classifier: ClassifierKind) -> Result<WhiteBalance, Failure> {
        let name = match (&self.white_balance, self.p_norm) {
            (Some(name), _) => name.as_str(),
            (None, None) => return Ok(classifier.balance()),
            (None, Some(_)) if classifier == ClassifierKind::Classic => "max",
            (None, Some(_)) => {
                return Err(Failure::Usage(format!(
                    "--p-norm needs --white-balance p or max: the classifier {} balances no white by itself",
                    classifier.name()
                )));
            }
        };
        let p_norm = self.p_norm.unwrap_or(WhiteBalance::NORM);
        WhiteBalance::named(name, p_norm).or_usage()
    }
}

/// A reader of the kind that was typed.
pub fn detector(typed: &DetectorArguments, colors: Option<&CubeColors>) -> Result<Reader, Failure> {
    let balance = typed.balance.of(typed.classifier)?;
    let mut detector = Reader::new(typed.detector, typed.classifier).balancing(balance);
    detector.set_colors(colors.copied());
    Ok(detector)
}

/// The colours of one's own cube, where a file of them is named.
pub fn colors(file: Option<&Path>) -> Result<Option<CubeColors>, Failure> {
    let Some(path) = file else { return Ok(None) };
    let text = cube::outside::read_text(path, "a file of colours", 1 << 20)
        .map_err(|error| Failure::Usage(unreadable(path, &error)))?;
    let colors =
        CubeColors::from_toml(&text).map_err(|error| Failure::Usage(format!("'{}': {error}", path.display())))?;
    Ok(Some(colors))
}

/// The colours of 54 stickers, from a file of measurements or from the surest face in each picture.
pub fn measure(typed: &SeenArguments, detector: &mut dyn FaceReader) -> Result<Measurements, String> {
    if let Some(path) = &typed.rgb {
        let text =
            cube::outside::read_text(path, "measured colours", 1 << 20).map_err(|error| unreadable(path, &error))?;
        return measurements_from_json(&text, typed.rgb_order)
            .map_err(|error| format!("'{}': {error}", path.display()));
    }
    let mut faces: Measurements = [[[0.0; 3]; 9]; 6];
    for (path, face) in typed.images.iter().zip(&mut faces) {
        let image = Image::load(path).map_err(|error| error.to_string())?;
        let view = detector.expected(&image).map_err(|error| error.to_string())?;
        let surest = view.ok_or_else(|| no_face(path, &image))?;
        *face = surest.rgb();
    }
    match shown_twice(&faces) {
        Some((one, other)) => Err(format!("the pictures of {one} and {other} show the same face")),
        None => Ok(faces),
    }
}

/// That no face is in a picture, and why where that is known.
pub fn no_face(path: &Path, image: &Image) -> String {
    let reason = if image.is_grey() { ": the picture has no colours" } else { "" };
    format!("no cube face was found in '{}'{reason}", path.display())
}

/// Two faces measured in one picture, whether it was turned in between or not.
fn shown_twice(faces: &Measurements) -> Option<(Face, Face)> {
    /// Greatest difference of a channel that packing a picture again makes.
    const PACKED: f32 = 3.0;
    let is_same = |one: &[[f32; 3]; 9], other: &[[f32; 3]; 9]| {
        let channels = one.iter().flatten().zip(other.iter().flatten());
        channels.into_iter().all(|(a, b)| (a - b).abs() <= PACKED)
    };
    let pairs = Face::ALL.into_iter().flat_map(|one| Face::ALL.map(|other| (one, other)));
    pairs.filter(|(one, other)| one.index() < other.index()).find(|(one, other)| {
        (0..4).any(|quarters| is_same(&faces[one.index()], &upright(&faces[other.index()], quarters)))
    })
}
