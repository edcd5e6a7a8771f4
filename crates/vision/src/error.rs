//! Everything that can be wrong with pictures and measurements.

use std::path::PathBuf;

use cube::Color;

/// Why a picture or a set of measurements could not be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Width or height is zero or beyond [`crate::MAX_SIDE`].
    #[error("an image of {width} x {height} pixels cannot be read; both sides must be 1 to {most}")]
    ImageSize {
        /// Pixels in a row.
        width: usize,
        /// Rows.
        height: usize,
        /// The most of either that can be read.
        most: usize,
    },
    /// The same of a picture file.
    #[error("{what} has {width} x {height} pixels, but both sides must be 1 to {most}")]
    PictureSize {
        /// The file in quotation marks, or "the data".
        what: String,
        /// Pixels in a row.
        width: usize,
        /// Rows.
        height: usize,
        /// The most of either that can be read.
        most: usize,
    },
    /// A row is shorter than its pixels.
    #[error("a row step of {step} bytes is too short for {width} pixels of 3 bytes")]
    RowStep {
        /// Bytes from one row to the next.
        step: usize,
        /// Pixels in a row.
        width: usize,
    },
    /// Fewer bytes than the size asks for.
    #[error("an image of {width} x {height} pixels needs {needed} bytes but came with {found}")]
    TooFewBytes {
        /// Pixels in a row.
        width: usize,
        /// Rows.
        height: usize,
        /// Bytes asked for by the size.
        needed: usize,
        /// Bytes given.
        found: usize,
    },
    /// The file cannot be read from disk.
    #[error("cannot read '{path}': {source}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The bytes are in no picture format that is known here.
    #[error("{what} {reason}")]
    NotAPicture {
        /// The file in quotation marks, or "the data".
        what: String,
        /// What it is, as the end of the sentence.
        reason: &'static str,
    },
    /// A JPEG or PNG without its end. Decoders would fill up the missing part.
    #[error("{what} is an incomplete {format}: it ends after {bytes} bytes")]
    BreaksOff {
        /// The file in quotation marks, or "the data".
        what: String,
        /// The name of the format.
        format: &'static str,
        /// How many bytes there are.
        bytes: usize,
    },
    /// The picture cannot be written.
    #[error("cannot write the picture '{path}': {reason}", path = path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        reason: String,
    },
    /// No picture format is named so.
    #[error("pictures cannot be written as '{ending}'; use .png, .jpg or .bmp")]
    UnknownFormat {
        /// The ending of the file's name.
        ending: String,
    },
    /// An image operation failed inside OpenCV.
    #[error("an image operation failed: {0}")]
    Operation(#[from] opencv::Error),
    /// No face of a cube is in the picture.
    #[error("no cube face was found in {what}")]
    NoFace {
        /// The file or the place of the picture in the list.
        what: String,
    },
    /// Another number of pictures than six.
    #[error("a cube has six faces, so six pictures are needed, but {found} were given")]
    PictureCount {
        /// Pictures given.
        found: usize,
    },
    /// The text is not the JSON object that was asked for.
    #[error("the measurements are not an object of \"1\" to \"54\" to [red, green, blue]: {reason}")]
    Measurements {
        /// What is wrong and where.
        reason: String,
    },
    /// A sticker has no measurement.
    #[error("the measurements lack sticker \"{number}\"")]
    MissingSticker {
        /// 1 to 54.
        number: usize,
    },
    /// A measured channel is not a number from 0 to 255.
    #[error("sticker {} has the value {}, which is not between 0 and 255", cube::outside::quoted(sticker), cube::outside::number(*value))]
    ChannelRange {
        /// The sticker as it was named by the caller.
        sticker: String,
        /// The value.
        value: f64,
    },
    /// A colour of a cube to learn has a channel that is not a number from 0 to 255.
    #[error("the colour {color} has the value {value}, which is not between 0 and 255")]
    ColorRange {
        /// The colour.
        color: Color,
        /// The value.
        value: f32,
    },
    /// A cube's colours cannot be learned without one of them.
    #[error("the cube to learn from has no sticker of the colour {color}")]
    ColorMissing {
        /// The colour.
        color: Color,
    },
    /// The faces of a calibration are not those of a solved cube.
    #[error("this cube is not solved: each face must show one colour, but not all do: {stickers}")]
    NotSolved {
        /// The stickers unlike their face's centre, and their colours.
        stickers: String,
    },
    /// The faces of a calibration are not those of the cube that was named.
    #[error(
        "the faces do not show the given cube, in the order U R F D L B and upright; these stickers differ: {stickers}"
    )]
    NotThisCube {
        /// The stickers that differ, and what they look like.
        stickers: String,
    },
    /// Two colours of a calibration look the same.
    #[error(
        "{one} and {other} look the same ({distance:.1} standard deviations apart): these are not the six faces of one cube, or it has two colours alike"
    )]
    SameColors {
        /// One of them.
        one: Color,
        /// The other.
        other: Color,
        /// How far they are apart, in standard deviations of the stickers of one colour.
        distance: f32,
    },
    /// A file of learned colours cannot be used.
    #[error("these are not the colours of a cube: {reason}")]
    BadColors {
        /// What is wrong and where.
        reason: String,
    },
    /// The order of faces is not one of the six letters each once.
    #[error("the face order \"{order}\" must name each of U R F D L B once")]
    FaceOrder {
        /// The text given.
        order: String,
    },
    /// A white balance of an unknown name.
    #[error("unknown white balance \"{name}\"; use off, gray, p or max")]
    BalanceName {
        /// As given.
        name: String,
    },
    /// An exponent that no mean is made with.
    #[error("{p_norm} is not an exponent of a p-norm; use 1 to 100")]
    Norm {
        /// As given.
        p_norm: f64,
    },
    /// The table of a data set cannot be read.
    #[error("cannot read the table '{path}': {reason}", path = path.display())]
    Table {
        /// The CSV file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}
