//! A webcam as a source of pictures: asks for its settings, reports what it gave instead, notices when it is gone.

use std::time::Duration;

use crate::device::{Device, Property};
use crate::settings::{Controls, Format, Settings};
use crate::source::{Shot, Source, SourceError, limited};

/// After this many lost pictures in a row the webcam counts as gone. A bad cable loses single pictures.
const MOST_LOST: usize = 5;
/// Rates that differ by less than this share are the same: 30 and 29.97.
const SAME_RATE: f64 = 0.02;

/// An open webcam with its settings.
pub struct Webcam<D> {
    device: D,
    what: String,
    settings: Settings,
    /// What differs from the format that was asked for.
    format: Vec<String>,
    /// What differs from the controls that were asked for.
    controls: Vec<String>,
}

impl<D: Device> Webcam<D> {
    /// Asks a webcam for what is in the settings. `what` is its name in sentences.
    pub fn new(mut device: D, what: String, settings: &Settings) -> Self {
        let format = ask_format(&mut device, &settings.format);
        let controls = ask_controls(&mut device, &settings.controls);
        Self { device, what, settings: settings.clone(), format, controls }
    }
}

impl<D: Device> Source for Webcam<D> {
    fn next(&mut self, _elapsed: Duration) -> Result<Option<Shot>, SourceError> {
        for _ in 0..MOST_LOST {
            if !self.device.is_present() {
                break;
            }
            if let Some(image) = self.device.read()? {
                return Ok(Some(Shot {
                    image: limited(image, self.settings.max_side)?,
                    frame_id: self.settings.frame_of(0).to_owned(),
                    taken: None,
                }));
            }
        }
        Err(SourceError::Gone { what: self.what.clone() })
    }

    fn waits(&self) -> bool {
        true
    }

    fn adjust(&mut self, controls: &Controls) {
        self.controls = ask_controls(&mut self.device, controls);
    }

    fn shortfalls(&self) -> Vec<String> {
        [&self.format[..], &self.controls[..]].concat()
    }
}

/// Asks for format, size and rate; returns what the webcam gave instead.
fn ask_format(device: &mut impl Device, wanted: &Format) -> Vec<String> {
    let mut other = Vec::new();
    // The format first: it decides which sizes and rates there are.
    if let Some(letters) = wanted.pixels {
        let code = four_letters(letters);
        device.set(Property::PixelFormat, code);
        let given = device.get(Property::PixelFormat).unwrap_or(0.0);
        if given != code {
            let given = in_letters(given);
            other.push(format!("pixel format {given} instead of {letters}"));
        }
    }
    let [had_width, had_height] = [Property::Width, Property::Height].map(|side| device.get(side));
    // OpenCV asks for a size only after it knows both sides.
    if wanted.width.is_some() || wanted.height.is_some() {
        for (property, wanted, had) in
            [(Property::Width, wanted.width, had_width), (Property::Height, wanted.height, had_height)]
        {
            if let Some(side) = wanted.map(f64::from).or(had) {
                device.set(property, side);
            }
        }
        let size = [Property::Width, Property::Height].map(|side| device.get(side));
        let differs =
            |wanted: Option<u32>, given: Option<f64>| wanted.is_some_and(|wanted| given != Some(f64::from(wanted)));
        if differs(wanted.width, size[0]) || differs(wanted.height, size[1]) {
            let side = |side: Option<u32>| side.map_or("any".into(), |side| side.to_string());
            let given = size.map(|side| side.map_or("unknown".into(), |side| side.to_string()));
            other.push(format!(
                "{} x {} pixels instead of {} x {}",
                given[0],
                given[1],
                side(wanted.width),
                side(wanted.height)
            ));
        }
    }
    if let Some(rate) = wanted.fps {
        device.set(Property::Fps, rate);
        let given = device.get(Property::Fps);
        if given.is_none_or(|given| SAME_RATE * rate < (given - rate).abs()) {
            let given = given.map_or("an unknown number of".into(), |given| given.to_string());
            other.push(format!("{given} pictures a second instead of {rate}"));
        }
    }
    other
}

/// Asks for exposure, white balance, gain and focus; returns what the webcam gave instead.
fn ask_controls(device: &mut impl Device, wanted: &Controls) -> Vec<String> {
    let mut other = Vec::new();
    match wanted.exposure {
        // Which of the two numbers means automatic depends on the webcam. Without exposure control both are refused.
        None => {
            let _ = device.set(Property::AutoExposure, 3.0) || device.set(Property::AutoExposure, 0.0);
        }
        Some(time) => {
            device.set(Property::AutoExposure, 1.0);
            let tenths = (time.as_secs_f64() * 1e4).round().max(1.0);
            let name = |tenths: f64| format!("exposure of {} ms", tenths / 10.0);
            other.extend(ask(device, Property::Exposure, tenths, name));
        }
    }
    let automatic = wanted.white_balance.is_none();
    device.set(Property::AutoWhiteBalance, f64::from(automatic));
    if let Some(kelvin) = wanted.white_balance {
        let name = |kelvin| format!("white balance of {kelvin} K");
        other.extend(ask(device, Property::WhiteBalance, kelvin.into(), name));
    }
    if let Some(gain) = wanted.gain {
        let name = |gain| format!("gain {gain}");
        other.extend(ask(device, Property::Gain, gain.into(), name));
    }
    device.set(Property::AutoFocus, f64::from(wanted.focus.is_none()));
    if let Some(focus) = wanted.focus {
        let name = |focus| format!("focus {focus}");
        other.extend(ask(device, Property::Focus, focus.into(), name));
    }
    other
}

/// Asks for one value; what the webcam gave instead, if anything.
fn ask(device: &mut impl Device, property: Property, wanted: f64, name: impl Fn(f64) -> String) -> Option<String> {
    let taken = device.set(property, wanted);
    match device.get(property) {
        Some(given) if taken && given == wanted => None,
        Some(given) if taken => Some(format!("{} instead of {wanted_name}", name(given), wanted_name = name(wanted))),
        _ => Some(format!("no {}: the webcam refuses it", name(wanted))),
    }
}

/// The number of a pixel format in OpenCV and V4L2.
fn four_letters(letters: &str) -> f64 {
    letters.bytes().take(4).enumerate().map(|(place, letter)| f64::from(u32::from(letter) << (8 * place))).sum()
}

/// The letters of such a number.
fn in_letters(code: f64) -> String {
    let letters = (code as u32).to_le_bytes();
    match letters.iter().all(u8::is_ascii_graphic) {
        true => letters.iter().copied().map(char::from).collect(),
        false => "unknown".into(),
    }
}
