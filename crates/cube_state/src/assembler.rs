//! Collects faces by vote until they leave one cube, and keeps what is known of the cube.

use std::time::Duration;

use crate::tracker::{Change, Source, Tracker, Turned};
use cube::{ColorScheme, Cube, Face, Reading, faces_of};
use vision::{Measurements, StateReading, Verdict, state::SeenFaces};

use crate::vote::Vote;
use crate::{CubesLeft, Error, ReadResult, SeenFace, State};

/// A sticker that the detector did not see itself is at most this sure.
const GUESS: f32 = 0.5;

/// A picture that was taken this long before the cube was forgotten may still arrive; it shows what was forgotten. An
/// older stamp comes from another clock, and does not date the picture.
const ON_ITS_WAY: Duration = Duration::from_secs(2);

/// When a face counts as seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Observations in a row that must agree.
    pub votes: u32,
    /// An observation counts alone where the detector is surer than this of each sticker; 1 for never.
    pub sure: f32,
    /// How long the cube must have rested.
    pub settle: Duration,
    /// Faces less sure than this do not count.
    pub min_face_confidence: f32,
    /// How far red, green and blue may differ between readings that agree.
    pub colour_tolerance: f32,
    /// The cube's colours: what is read of another cube is refused, and a cube that is set in letters of faces has
    /// these where none are known. `None`: a cube of any scheme is read.
    pub scheme: Option<ColorScheme>,
}

impl Default for Settings {
    /// Those of a node without parameters.
    fn default() -> Self {
        Self {
            votes: 3,
            sure: 0.9,
            settle: Duration::from_millis(50),
            min_face_confidence: 0.2,
            colour_tolerance: 24.0,
            scheme: None,
        }
    }
}

/// What the detector saw in one image.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// When the image was taken, since the clock's epoch.
    pub stamp: Duration,
    /// The image's frame.
    pub frame_id: String,
    /// The surest face and how sure it is, if there was one.
    pub face: Option<(SeenFace, f32)>,
}

/// How the cube lies, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseUpdate {
    /// Since when.
    pub stamp: Duration,
    /// What the arms have done to the cube.
    pub turned: Turned,
    /// The face that is shown to the camera, at rest, and by how many clockwise quarters it is turned.
    pub shown: Option<(Face, u8)>,
}

/// What an observation changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// Nothing.
    Nothing,
    /// One more face is seen.
    Face,
    /// All six faces are seen, or five that leave one cube: a reading of them belongs to [`Assembler::take_reading`].
    Readable(Box<SeenFaces>),
}

/// A face at the camera: since when, which, turned how.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Showing {
    since: Duration,
    face: Face,
    quarters: u8,
    number: u64,
}

/// Collects readings of faces, follows the arms, and knows the cube.
pub struct Assembler {
    settings: Settings,
    state: State,
    faces: [Option<SeenFace>; 6],
    /// In which showing each face was last taken.
    taken_in: [Option<u64>; 6],
    /// When the newest of them was.
    seen_at: Duration,
    /// When the cube was forgotten on request.
    forgotten_at: Option<Duration>,
    showing: Option<Showing>,
    showings: u64,
    vote: Option<Vote>,
    /// The face that the arms showed last and was taken, as the camera saw it.
    last_view: Option<(Face, SeenFace)>,
    /// Two faces that look exactly alike, since the second is shown.
    unmoved: Option<[Face; 2]>,
    tracker: Tracker,
}

impl Assembler {
    /// An assembler that knows nothing since `now`.
    pub fn new(settings: Settings, now: Duration) -> Self {
        Self {
            settings,
            state: State::unknown(),
            faces: [None; 6],
            taken_in: [None; 6],
            seen_at: now,
            forgotten_at: None,
            showing: None,
            showings: 0,
            vote: None,
            last_view: None,
            unmoved: None,
            tracker: Tracker::new(now),
        }
    }

    /// Takes new settings; they count from the next observation on.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// What is known.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The face that was taken last and the one that is shown now, where the camera sees the same picture: the cube did not turn
    /// between them, even if the drivers report that it did.
    pub fn unmoved(&self) -> Option<[Face; 2]> {
        self.unmoved
    }

    /// The cube: how it is known, since when, and which turns of the arms that includes.
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// Notes how the cube lies; true when the state has changed.
    pub fn pose(&mut self, update: PoseUpdate) -> bool {
        self.note_showing(&update);
        self.follow(&update)
    }

    /// Follows the turns of the arms. A known cube is then known as it is now. Faces that were seen before count no more.
    fn follow(&mut self, update: &PoseUpdate) -> bool {
        let change = self.tracker.follow(update.turned, update.stamp);
        if change == Change::Moved {
            let scheme = self.state.scheme();
            self.forget_faces();
            self.state = match (self.tracker.cube(), scheme) {
                (Some(cube), Some(scheme)) => State::known(&cube, &scheme),
                _ => State::unknown_after(&self.state),
            };
        }
        change != Change::Nothing
    }

    fn note_showing(&mut self, update: &PoseUpdate) {
        let same = |showing: &Showing| update.shown == Some((showing.face, showing.quarters));
        if self.showing.as_ref().is_some_and(same) {
            return;
        }
        self.showing = update.shown.map(|(face, quarters)| {
            self.showings += 1;
            Showing { since: update.stamp, face, quarters, number: self.showings }
        });
        self.vote = None;
        self.unmoved = None;
    }

    /// Takes what was seen in an image.
    pub fn observe(&mut self, observation: &Observation) -> Seen {
        let is_of_before = |forgotten| observation.stamp < forgotten && forgotten < observation.stamp + ON_ITS_WAY;
        if self.forgotten_at.is_some_and(is_of_before) {
            return Seen::Nothing;
        }
        let Some((face, quarters, showing)) = self.face_in(observation) else {
            return Seen::Nothing;
        };
        let is_sure = |confidence: f32| self.settings.min_face_confidence <= confidence;
        let Some((seen, _)) = observation.face.filter(|(_, confidence)| is_sure(*confidence)) else {
            return Seen::Nothing;
        };
        let Some(mean) = self.vote(face, showing, seen.upright(quarters)) else {
            return Seen::Nothing;
        };
        // Photographs that a person holds up may be of one face.
        if showing.is_some() {
            let before = self.last_view.filter(|(before, view)| *before != face && view.is_same_picture(&seen));
            self.unmoved = before.map(|(before, _)| [before, face]);
            if self.unmoved.is_some() {
                return Seen::Nothing;
            }
        }
        let taken = self.take(face, showing, mean, observation.stamp);
        self.last_view = showing.map(|_| (face, seen));
        taken
    }

    /// Which face an image shows, and by how many quarters it is turned; nothing when that is not known.
    fn face_in(&self, observation: &Observation) -> Option<(Face, u8, Option<u64>)> {
        if let Some(named) = observation.frame_id.strip_prefix("face_") {
            let mut letters = named.chars();
            let face = letters.next().and_then(Face::from_letter)?;
            return letters.next().is_none().then_some((face, 0, None));
        }
        let showing = self.showing.as_ref()?;
        let rested = showing.since + self.settings.settle < observation.stamp;
        rested.then_some((showing.face, showing.quarters, Some(showing.number)))
    }

    /// Counts a reading. A reading of another face or one that differs begins a new vote.
    fn vote(&mut self, face: Face, showing: Option<u64>, seen: SeenFace) -> Option<SeenFace> {
        let tolerance = self.settings.colour_tolerance;
        let same = self
            .vote
            .take()
            .filter(|vote| (vote.face, vote.showing) == (face, showing) && vote.agrees_with(&seen, tolerance));
        let vote = self.vote.insert(same.unwrap_or(Vote::new(face, showing)));
        // A face that is looked at once more is looked at closely.
        let alone = self.state.doubtful.is_empty() && self.settings.sure < seen.least_confidence();
        vote.count(seen, if alone { 1 } else { self.settings.votes })
    }

    /// Adds a face that was seen.
    fn take(&mut self, face: Face, showing: Option<u64>, seen: SeenFace, stamp: Duration) -> Seen {
        let known = self.faces[face.index()];
        let asked = faces_of(&self.state.doubtful);
        let comes_back = known.is_some() && self.taken_in[face.index()] != showing;
        if comes_back && asked.contains(&face) && self.tracker.source() == Source::Camera {
            // The other look that was asked for: what all faces in doubt have shown no longer counts.
            for face in asked {
                self.faces[face.index()] = None;
            }
        } else if comes_back || self.tracker.source() != Source::Camera {
            // A face that comes back to the camera belongs to a new scan, and what was seen before may be out of date.
            self.faces = [None; 6];
            self.taken_in = [None; 6];
            self.state.doubtful.clear();
        } else if known.is_some_and(|known| known.agrees_with(&seen, self.settings.colour_tolerance)) {
            return Seen::Nothing;
        }
        self.faces[face.index()] = Some(seen);
        self.taken_in[face.index()] = showing;
        self.seen_at = stamp;
        if self.all_faces().is_some() || self.may_do_without_the_sixth() {
            return Seen::Readable(Box::new(self.measured()));
        }
        self.see_part(stamp);
        Seen::Face
    }

    /// Whether five faces may be enough: the arms show them, no sticker of theirs was guessed, none is in doubt, and as they
    /// are named they leave one cube. A person with photographs has the sixth at hand.
    fn may_do_without_the_sixth(&self) -> bool {
        let seen = || self.faces.iter().flatten();
        let by_arms = self.taken_in.iter().flatten().count() == 5;
        let is_guess = |face: &SeenFace| face.0.iter().any(|sticker| sticker.confidence <= GUESS);
        let candidates = by_arms && seen().count() == 5 && self.state.doubtful.is_empty();
        candidates
            && !seen().any(is_guess)
            && CubesLeft::of(&self.faces, self.settings.scheme.as_ref()) == CubesLeft::One
    }

    /// Not all faces are seen yet.
    fn see_part(&mut self, stamp: Duration) {
        // People who look at the picture see which stickers still need another look.
        let mut doubtful = std::mem::take(&mut self.state.doubtful);
        doubtful.retain(|facelet| self.faces[facelet / 9].is_none());
        let state = State { doubtful, ..State::partial(&self.faces, self.settings.scheme.as_ref()) };
        self.see(state, stamp);
    }

    /// Takes what the faces of [`Seen::Readable`] were read as. Where they were forgotten since, the reading is dropped.
    /// A reading of five faces counts only where it is certain, and names each sticker as the detector did.
    pub fn take_reading(&mut self, reading: ReadResult) {
        if self.all_faces().is_some() {
            let state = State::whole(&self.faces, reading, self.settings.scheme.as_ref());
            return self.see(state, self.seen_at);
        }
        if self.faces.iter().flatten().count() != 5 {
            return;
        }
        let agreed = reading.ok().filter(|reading| self.agrees(reading));
        let whole = agreed
            .map(|reading| State::whole(&self.faces, Ok(reading), self.settings.scheme.as_ref()))
            .filter(|state| state.cube.is_some());
        match whole {
            Some(state) => self.see(state, self.seen_at),
            None => self.see_part(self.seen_at),
        }
    }

    /// Whether a reading is certain, and the detector named each sticker likewise.
    fn agrees(&self, reading: &StateReading) -> bool {
        let named = (0..54).filter_map(|at| Some((at, self.faces[at / 9]?.0[at % 9].color)));
        reading.verdict == Verdict::Certain && named.into_iter().all(|(at, color)| color == Some(reading.colors[at]))
    }

    /// The state becomes what the camera has read.
    fn see(&mut self, state: State, at: Duration) {
        let certain = state.cube.filter(|_| state.doubtful.is_empty());
        self.tracker.see(certain, at);
        self.state = state;
    }

    /// What was measured of all six faces.
    ///
    /// # Errors
    /// [`Error::NotSeen`] where not all were seen.
    pub fn measurements(&self) -> Result<Measurements, Error> {
        self.all_faces().ok_or_else(|| {
            let seen = self.state.faces_seen.as_str();
            Error::NotSeen(if seen.is_empty() { "none" } else { seen }.into())
        })
    }

    fn measured(&self) -> SeenFaces {
        self.faces.map(|face| face.as_ref().map(SeenFace::rgb))
    }

    fn all_faces(&self) -> Option<Measurements> {
        let all: Vec<_> = self.faces.iter().flatten().map(SeenFace::rgb).collect();
        all.try_into().ok()
    }

    /// Takes a cube that a client sets, in 54 letters. A refused one changes nothing.
    ///
    /// # Errors
    /// [`Error::Unreadable`] and [`Error::Impossible`].
    pub fn set(&mut self, now: Duration, facelets: &str, source: Source) -> Result<(), Error> {
        let reading = Reading::parse(facelets).map_err(|error| Error::Unreadable(error.to_string()))?;
        let scheme = reading.scheme.or_else(|| self.state.scheme()).or(self.settings.scheme).unwrap_or_default();
        let cube = Cube::try_from(&reading.facelets).map_err(|error| Error::Impossible(error.in_colors(&scheme)))?;
        self.forget_faces();
        self.tracker.set(cube, source, now);
        self.state = State::known(&cube, &scheme);
        Ok(())
    }

    /// Forgets everything.
    pub fn reset(&mut self, now: Duration) {
        self.forget_faces();
        self.forgotten_at = Some(now);
        self.see(State::unknown(), now);
    }

    fn forget_faces(&mut self) {
        self.faces = [None; 6];
        self.taken_in = [None; 6];
        self.vote = None;
        self.last_view = None;
        self.unmoved = None;
    }
}
