//! Collects faces by vote until the cube is whole, and keeps what it was told.

use std::time::Duration;

use cube::{Color, ColorScheme, Cube, Face, Reading};
use execution::tracker::{Change, Source, Tracker, Turned};
use vision::Measurements;

use super::face::SeenFace;
use super::state::{Decision, State, Status, faces_of};

/// When a face counts as seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Observations in a row that must agree.
    pub votes: u32,
    /// How long the cube must have rested.
    pub settle: Duration,
    /// Faces less sure than this do not count.
    pub min_face_confidence: f32,
    /// How far red, green and blue may differ between readings that agree.
    pub colour_tolerance: f32,
    /// The colours of a cube that is told in letters of faces, where none are known.
    pub scheme: Option<ColorScheme>,
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
pub struct PoseNews {
    /// Since when.
    pub stamp: Duration,
    /// What the arms have done to the cube.
    pub turned: Turned,
    /// The face that is shown to the camera, at rest, and by how many clockwise quarters it is turned.
    pub shown: Option<(Face, u8)>,
}

/// Why a told state is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum SetError {
    /// It cannot be read; with the reason.
    Unreadable(String),
    /// No cube can be like that; with the reason.
    Impossible(String),
}

/// Decides on the colours of all six faces, measured as red, green, blue in the order U R F D L B.
pub type Decide<'a> = &'a dyn Fn(&Measurements) -> Decision;

/// A face at the camera: since when, which, turned how.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Showing {
    since: Duration,
    face: Face,
    quarters: u8,
    number: u64,
}

/// Readings of one face that agree with each other.
#[derive(Clone, Debug)]
struct Tally {
    face: Face,
    showing: Option<u64>,
    readings: Vec<SeenFace>,
    counted: bool,
}

/// The logic of the node.
pub struct Assembler {
    settings: Settings,
    state: State,
    faces: [Option<SeenFace>; 6],
    /// In which showing each face was last taken.
    taken_in: [Option<u64>; 6],
    showing: Option<Showing>,
    showings: u64,
    tally: Option<Tally>,
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
            showing: None,
            showings: 0,
            tally: None,
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

    /// The cube: how it is known, since when, and which turns of the arms that includes.
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// Takes note of how the cube lies; true when the state has changed.
    pub fn pose(&mut self, news: PoseNews) -> bool {
        self.note_showing(&news);
        self.follow(&news)
    }

    /// A whole cube that the arms have turned is known as it is now. Of others the faces that were seen hold no more.
    fn follow(&mut self, news: &PoseNews) -> bool {
        let change = self.tracker.follow(news.turned, news.stamp);
        if change == Change::Moved {
            let scheme = self.known_scheme();
            self.forget_faces();
            self.state = match (self.tracker.cube(), scheme) {
                (Some(cube), Some(scheme)) => State::told(&cube, &scheme),
                _ => State::unknown(),
            };
        }
        change != Change::Nothing
    }

    fn note_showing(&mut self, news: &PoseNews) {
        let same = |showing: &Showing| news.shown == Some((showing.face, showing.quarters));
        if self.showing.as_ref().is_some_and(same) {
            return;
        }
        self.showing = news.shown.map(|(face, quarters)| {
            self.showings += 1;
            Showing {
                since: news.stamp,
                face,
                quarters,
                number: self.showings,
            }
        });
        self.tally = None;
    }

    /// Takes what was seen in an image; true when the state has changed.
    pub fn observe(&mut self, observation: &Observation, decide: Decide) -> bool {
        let Some((face, quarters, showing)) = self.face_in(observation) else {
            return false;
        };
        let Some((seen, confidence)) = observation.face else {
            return false;
        };
        if confidence.is_nan() || confidence < self.settings.min_face_confidence {
            return false;
        }
        let seen = seen.upright(quarters);
        if !self.vote(face, showing, seen) {
            return false;
        }
        let Some(mean) = self
            .tally
            .as_ref()
            .and_then(|tally| SeenFace::mean(&tally.readings))
        else {
            return false;
        };
        self.take(face, showing, mean, observation.stamp, decide)
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

    /// Counts a reading; true when with it the face counts as seen.
    fn vote(&mut self, face: Face, showing: Option<u64>, seen: SeenFace) -> bool {
        let Settings {
            votes,
            colour_tolerance,
            ..
        } = self.settings;
        let agreeing = self.tally.as_mut().filter(|tally| {
            let last = tally.readings.last();
            (tally.face, tally.showing) == (face, showing)
                && last.is_some_and(|last| last.agrees_with(&seen, colour_tolerance))
        });
        let tally = match agreeing {
            Some(tally) => tally,
            None => self.tally.insert(Tally {
                face,
                showing,
                readings: vec![],
                counted: false,
            }),
        };
        if tally.counted {
            return false;
        }
        tally.readings.push(seen);
        tally.counted = (votes as usize) <= tally.readings.len();
        tally.counted
    }

    /// Adds a face that was seen.
    fn take(
        &mut self,
        face: Face,
        showing: Option<u64>,
        seen: SeenFace,
        stamp: Duration,
        decide: Decide,
    ) -> bool {
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
        } else if known
            .is_some_and(|known| known.agrees_with(&seen, self.settings.colour_tolerance))
        {
            return false;
        }
        self.faces[face.index()] = Some(seen);
        self.taken_in[face.index()] = showing;
        let state = match self.all_faces() {
            None => {
                // Who looks at the picture sees what is still to be looked at again.
                let mut doubtful = std::mem::take(&mut self.state.doubtful);
                doubtful.retain(|facelet| self.faces[facelet / 9].is_none());
                State {
                    doubtful,
                    ..State::partial(&self.faces)
                }
            }
            Some(faces) => State::whole(&self.faces, decide(&faces)),
        };
        self.see(state, stamp);
        true
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
    /// The letters of those that were seen, where not all were.
    pub fn measurements(&self) -> Result<Measurements, &str> {
        self.all_faces().ok_or(self.state.faces_seen.as_str())
    }

    /// Decides once more on the six faces that were seen; false where there are not six.
    pub fn decide_again(&mut self, decide: Decide) -> bool {
        let Some(faces) = self.all_faces() else {
            return false;
        };
        let state = State::whole(&self.faces, decide(&faces));
        self.see(state, self.tracker.since());
        true
    }

    fn all_faces(&self) -> Option<Measurements> {
        let all: Vec<_> = self.faces.iter().flatten().map(SeenFace::rgb).collect();
        all.try_into().ok()
    }

    /// Takes a cube that is told. A refused one changes nothing.
    pub fn set(&mut self, now: Duration, facelets: &str, source: Source) -> Result<(), SetError> {
        let reading =
            Reading::parse(facelets).map_err(|error| SetError::Unreadable(error.to_string()))?;
        let scheme = reading
            .scheme
            .or_else(|| self.known_scheme())
            .or(self.settings.scheme)
            .unwrap_or_default();
        let cube = Cube::try_from(&reading.facelets)
            .map_err(|error| SetError::Impossible(error.in_colors(&scheme)))?;
        self.forget_faces();
        self.tracker.tell(cube, source, now);
        self.state = State::told(&cube, &scheme);
        Ok(())
    }

    /// The colours of the cube that is known so far.
    fn known_scheme(&self) -> Option<ColorScheme> {
        if self.state.status != Status::Valid {
            return None;
        }
        let colors: Vec<Color> = self
            .state
            .scheme
            .chars()
            .filter_map(Color::from_letter)
            .collect();
        ColorScheme::from_centres(colors.try_into().ok()?).ok()
    }

    /// Forgets everything.
    pub fn reset(&mut self, now: Duration) {
        self.forget_faces();
        self.see(State::unknown(), now);
    }

    fn forget_faces(&mut self) {
        self.faces = [None; 6];
        self.taken_in = [None; 6];
        self.tally = None;
    }
}
