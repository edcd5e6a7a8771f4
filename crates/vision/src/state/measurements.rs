//! The measured colours of a cube, and their form as JSON: an object of "1" to "54" to [red, green, blue].

use std::collections::BTreeMap;

use cube::{Face, sticker_name};

use crate::Error;

/// Measured colours of a cube: [red, green, blue] in sRGB, 0 to 255. Faces come in the order U R F D L B, their nine
/// stickers row by row as seen from outside.
pub type Measurements = [[[f32; 3]; 9]; 6];

/// [`Measurements`] of the faces that were seen so far.
pub type SeenFaces = [Option<[[f32; 3]; 9]>; 6];

/// The order of faces in which the numbers 1 to 54 run, nine each, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceOrder([Face; 6]);

impl FaceOrder {
    /// The order in which robots of this kind usually measure: U L F R B D.
    pub const MEASURED: FaceOrder = FaceOrder([Face::U, Face::L, Face::F, Face::R, Face::B, Face::D]);

    /// The order in which the webcam document among the seeds has a person show the faces: F U D L R B.
    pub const WEBCAM: FaceOrder = FaceOrder([Face::F, Face::U, Face::D, Face::L, Face::R, Face::B]);

    /// The faces.
    pub fn faces(&self) -> [Face; 6] {
        self.0
    }
}

impl Default for FaceOrder {
    fn default() -> FaceOrder {
        FaceOrder::MEASURED
    }
}

impl std::str::FromStr for FaceOrder {
    type Err = Error;

    /// Reads six face letters, each once, with or without commas and blanks: "U,L,F,R,B,D".
    fn from_str(text: &str) -> Result<FaceOrder, Error> {
        let wrong = || Error::FaceOrder { order: text.to_owned() };
        let faces: Vec<Face> = text
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != ',')
            .map(|letter| Face::from_letter(letter.to_ascii_uppercase()).ok_or_else(wrong))
            .collect::<Result<_, _>>()?;
        let faces: [Face; 6] = faces.try_into().map_err(|_| wrong())?;
        if Face::ALL.iter().all(|face| faces.contains(face)) { Ok(FaceOrder(faces)) } else { Err(wrong()) }
    }
}

/// Reads measurements from JSON text.
///
/// # Errors
/// Text that is no such object, a missing sticker, or a value out of range; each names the place.
pub fn measurements_from_json(text: &str, order: FaceOrder) -> Result<Measurements, Error> {
    let map: BTreeMap<String, [f64; 3]> =
        serde_json::from_str(text).map_err(|error| Error::Measurements { reason: error.to_string() })?;
    if let Some(name) =
        map.keys().find(|name| !matches!(name.parse::<usize>(), Ok(1..=54)) || name.starts_with(['0', '+']))
    {
        return Err(Error::Measurements { reason: format!("\"{name}\" is no sticker number") });
    }
    let mut faces: Measurements = [[[0.0; 3]; 9]; 6];
    for number in 1..=54usize {
        let rgb = map.get(&number.to_string()).ok_or(Error::MissingSticker { number })?;
        if let Some(&value) = rgb.iter().find(|value| !(0.0..=255.0).contains(*value)) {
            return Err(Error::ChannelRange { sticker: format!("\"{number}\""), value });
        }
        let face = order.0[(number - 1) / 9];
        faces[face.index()][(number - 1) % 9] = rgb.map(|value| value as f32);
    }
    Ok(faces)
}

/// Refuses values that no sensor of eight bits gives.
pub(crate) fn check_range(faces: &Measurements) -> Result<(), Error> {
    for (sticker, rgb) in faces.iter().flatten().enumerate() {
        if let Some(value) = rgb.iter().find(|value| !(0.0..=255.0).contains(*value)) {
            return Err(Error::ChannelRange { sticker: sticker_name(sticker), value: f64::from(*value) });
        }
    }
    Ok(())
}
