//! Recorded messages in the terms of the crates.

use std::time::Duration;

use camera::RawPicture;
use cube::{Color, Cube, Face, Facelets};
use cube_state::tracker::{Source, Turned};
use cube_state::{Assembler, Observation, PoseUpdate, Problem, SeenFace, SeenSticker, Status};
use mission::Step;
use record::Value;
use vision::{CubeColors, FaceView};

/// What `CubePose.status` has while the cube rests.
const RESTING: i64 = 1;
/// The values of `CubeState.status` and `CubeState.source` in their order.
const STATUSES: [Status; 4] = [Status::Unknown, Status::Partial, Status::Valid, Status::Invalid];
const SOURCES: [Source; 3] = [Source::Camera, Source::Set, Source::Tracked];
/// The values of `CubeState.error_code` from 1 on.
const PROBLEMS: [Problem; 4] =
    [Problem::NotNineOfEach, Problem::ImpossiblePieces, Problem::ImpossibleParity, Problem::Doubtful];

fn text(message: &Value, field: &str) -> Option<String> {
    message.at(field)?.text().map(str::to_owned)
}

fn whole<T: TryFrom<i64>>(message: &Value, field: &str) -> Option<T> {
    T::try_from(message.at(field)?.whole()?).ok()
}

fn floats(value: &Value) -> Option<Vec<f32>> {
    value.list()?.iter().map(|number| number.number().map(|number| number as f32)).collect()
}

/// A time since 1970.
pub fn time(message: &Value, field: &str) -> Option<Duration> {
    let time = message.at(field)?;
    Some(Duration::new(whole(time, "sec")?, whole(time, "nanosec")?))
}

/// When a message with a header was stamped.
pub fn stamp(message: &Value) -> Option<Duration> {
    time(message, "header.stamp")
}

/// The picture of a `sensor_msgs/msg/Image`.
pub fn picture(message: &Value) -> Option<RawPicture<'_>> {
    Some(RawPicture {
        width: whole(message, "width")?,
        height: whole(message, "height")?,
        encoding: message.at("encoding")?.text()?,
        big_endian: whole::<u8>(message, "is_bigendian")? != 0,
        step: whole(message, "step")?,
        data: message.at("data")?.bytes()?,
    })
}

/// The learned colours of a `CubeColors`.
pub fn colors(message: &Value) -> Option<CubeColors> {
    let names = [
        (Color::White, "white"),
        (Color::Yellow, "yellow"),
        (Color::Red, "red"),
        (Color::Orange, "orange"),
        (Color::Green, "green"),
        (Color::Blue, "blue"),
    ];
    let mut named = Vec::new();
    for (color, name) in names {
        let rgb: [f32; 3] = floats(message.at(name)?)?.try_into().ok()?;
        named.push((color, rgb));
    }
    CubeColors::learn(named).ok()
}

/// What a `FaceObservation` has of each face.
pub fn faces(message: &Value) -> Option<Vec<(SeenFace, f32)>> {
    message.at("faces")?.list()?.iter().map(face).collect()
}

fn face(view: &Value) -> Option<(SeenFace, f32)> {
    let stickers: Option<Vec<SeenSticker>> = view.at("stickers")?.list()?.iter().map(sticker).collect();
    Some((SeenFace(stickers?.try_into().ok()?), view.at("confidence")?.number()? as f32))
}

fn sticker(sticker: &Value) -> Option<SeenSticker> {
    let mut letters = sticker.at("colour")?.text()?.chars();
    let color = letters.next().filter(|_| letters.next().is_none()).and_then(Color::from_letter);
    let confidence = sticker.at("confidence")?.number()? as f32;
    Some(SeenSticker { color, confidence, rgb: floats(sticker.at("rgb")?)?.try_into().ok()? })
}

/// The same of a face that was found now; without any certainty a colour has no name.
pub fn found(face: &FaceView) -> (SeenFace, f32) {
    let stickers = face.stickers.map(|sticker| SeenSticker {
        color: (0.0 < sticker.confidence).then_some(sticker.color),
        confidence: sticker.confidence,
        rgb: sticker.rgb,
    });
    (SeenFace(stickers), face.confidence)
}

/// What the assembler takes of an observation: the surest face with nine real colours.
pub fn observation(message: &Value, faces: &[(SeenFace, f32)]) -> Option<Observation> {
    let is_real = |(face, _): &&(SeenFace, f32)| {
        let mut channels = face.0.iter().flat_map(|sticker| sticker.rgb);
        channels.all(|channel| (0.0..=255.0).contains(&channel))
    };
    let face = faces.iter().find(is_real).copied();
    Some(Observation { stamp: stamp(message)?, frame_id: text(message, "header.frame_id")?, face })
}

/// How the cube lies, by a `CubePose`.
pub fn pose(message: &Value) -> Option<PoseUpdate> {
    let mut letters = message.at("facing_camera")?.text()?.chars();
    let facing = letters.next().filter(|_| letters.next().is_none()).and_then(Face::from_letter);
    let is_resting = whole::<i64>(message, "status")? == RESTING;
    let quarters: u8 = whole(message, "camera_quarters")?;
    let turned = message.at("turned")?.text()?;
    let facelets = turned.parse::<Facelets>().ok();
    let cube = facelets.and_then(|facelets| Cube::try_from(&facelets).ok());
    let turned = Turned { cube, since: time(message, "counted_since")?, turns: whole(message, "turns")? };
    let shown = facing.filter(|_| is_resting).map(|face| (face, quarters % 4));
    Some(PoseUpdate { stamp: stamp(message)?, turned, shown })
}

/// A step of the conductor, by a `std_msgs/msg/String`.
///
/// # Errors
/// Another version wrote it.
pub fn step(message: &Value) -> Option<Result<Step, String>> {
    message.at("data")?.text().map(Step::from_json)
}

/// The fields of a `RunStatus`, without its time.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown([(&'static str, String); 9]);

impl Shown {
    /// As it was recorded.
    pub fn recorded(message: &Value) -> Option<Self> {
        let number = |field| Some(whole::<i64>(message, field)?.to_string());
        let moves: Option<Vec<&str>> = message.at("moves")?.list()?.iter().map(Value::text).collect();
        Some(Self([
            ("stage", number("stage")?),
            ("attempt", number("attempt")?),
            ("text", text(message, "text")?),
            ("asks", message.at("asks")?.is_true()?.to_string()),
            ("progress", message.at("progress")?.number()?.to_string()),
            ("moves", moves?.join(" ")),
            ("moves_done", number("moves_done")?),
            ("error_code", number("error_code")?),
            ("error_msg", text(message, "error_msg")?),
        ]))
    }

    /// As the conductor has it now.
    pub fn now(status: &mission::Status) -> Self {
        // Stages and codes are in the order of their numbers.
        let (code, error) = status.error.as_ref().map_or((0, ""), |(code, text)| (*code as i32 + 1, text));
        let moves: Vec<String> = status.moves.iter().map(ToString::to_string).collect();
        Self([
            ("stage", (status.stage as u8).to_string()),
            ("attempt", status.attempt.to_string()),
            ("text", status.text.clone()),
            ("asks", status.asks.to_string()),
            ("progress", f64::from(status.progress).to_string()),
            ("moves", moves.join(" ")),
            ("moves_done", status.moves_done.to_string()),
            ("error_code", code.to_string()),
            ("error_msg", error.to_owned()),
        ])
    }

    /// The sentence that people read.
    pub fn text(&self) -> &str {
        self.0.iter().find(|(field, _)| *field == "text").map_or("", |(_, text)| text)
    }

    /// What differs from another, a text for each field.
    pub fn differences(&self, now: &Self) -> Vec<String> {
        let pairs = self.0.iter().zip(&now.0).filter(|(was, is)| was != is);
        pairs.map(|((field, was), (_, is))| format!("{field} was {was:?}, is {is:?}")).collect()
    }
}

/// A `CubeState`.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// When its newest face was seen, or when it was set or forgotten.
    pub stamp: Duration,
    /// How much is known.
    pub status: Status,
    /// How.
    pub source: Source,
    /// 54 letters.
    pub facelets: String,
    /// The colours of the faces, where known.
    pub scheme: String,
    /// Certainty of each facelet.
    pub confidence: Vec<f32>,
    /// Letters of the faces.
    pub faces_seen: String,
    /// What is wrong.
    pub problem: Option<Problem>,
    /// Facelets in doubt.
    pub doubtful: Vec<u8>,
    /// Sentences.
    pub notes: Vec<String>,
    /// Turns of the arms that it includes.
    pub turns: u32,
}

impl Said {
    /// As it was recorded.
    pub fn recorded(message: &Value) -> Option<Self> {
        let code: usize = whole(message, "error_code")?;
        let notes = message.at("notes")?.list()?.iter().map(|note| note.text().map(str::to_owned));
        Some(Self {
            stamp: stamp(message)?,
            status: *STATUSES.get(whole::<usize>(message, "status")?)?,
            source: *SOURCES.get(whole::<usize>(message, "source")?)?,
            facelets: text(message, "facelets")?,
            scheme: text(message, "scheme")?,
            confidence: floats(message.at("confidence")?)?,
            faces_seen: text(message, "faces_seen")?,
            problem: code.checked_sub(1).and_then(|place| PROBLEMS.get(place)).copied(),
            doubtful: message.at("doubtful")?.bytes()?.to_vec(),
            notes: notes.collect::<Option<_>>()?,
            turns: whole(message, "turns")?,
        })
    }

    /// As the assembler has it now.
    pub fn now(assembler: &Assembler) -> Self {
        let (state, tracker) = (assembler.state(), assembler.tracker());
        Self {
            stamp: tracker.since(),
            status: state.status(),
            source: tracker.source(),
            facelets: state.facelets.clone(),
            scheme: state.scheme_letters(),
            confidence: state.confidence.to_vec(),
            faces_seen: state.faces_seen.clone(),
            problem: state.problem.as_ref().map(|(kind, _)| *kind),
            doubtful: state.doubtful.iter().filter_map(|&at| u8::try_from(at).ok()).collect(),
            notes: state.notes.clone(),
            turns: tracker.turns(),
        }
    }

    /// The same cube in letters of colours, where its scheme is known.
    pub fn colored(&self) -> String {
        let scheme: Vec<char> = self.scheme.chars().collect();
        let colored = |letter| Face::from_letter(letter).and_then(|face| scheme.get(face.index()).copied());
        let letters: Option<String> = self.facelets.chars().map(colored).collect();
        letters.unwrap_or_else(|| self.facelets.clone())
    }

    /// What differs from another, in words; nothing where they say the same.
    pub fn differs(&self, now: &Self) -> Option<String> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, was: String, is: String| {
            if was != is {
                differences.push(format!("{what} was {was}, is {is}"));
            }
        };
        compare("status", format!("{:?}", self.status), format!("{:?}", now.status));
        compare("facelets", self.facelets.clone(), now.facelets.clone());
        compare("source", format!("{:?}", self.source), format!("{:?}", now.source));
        compare("scheme", self.scheme.clone(), now.scheme.clone());
        compare("faces_seen", self.faces_seen.clone(), now.faces_seen.clone());
        compare("problem", format!("{:?}", self.problem), format!("{:?}", now.problem));
        compare("doubtful", format!("{:?}", self.doubtful), format!("{:?}", now.doubtful));
        compare("notes", format!("{:?}", self.notes), format!("{:?}", now.notes));
        compare("turns", self.turns.to_string(), now.turns.to_string());
        let pairs = self.confidence.iter().zip(&now.confidence).enumerate();
        let furthest = pairs.max_by(|(_, one), (_, two)| (one.0 - one.1).abs().total_cmp(&(two.0 - two.1).abs()));
        if let Some((at, (was, is))) = furthest
            && crate::detector::CERTAINTY < (was - is).abs()
        {
            differences.push(format!("confidence of facelet {at} was {was:.3}, is {is:.3}"));
        }
        (!differences.is_empty()).then(|| differences.join("; "))
    }
}
