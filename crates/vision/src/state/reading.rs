//! From the measured colours of six faces to a cube state, with its certainty.

use cube::{Color, ColorScheme, Cube, Face, Facelets, faces_of};
use serde::{Deserialize, Serialize};

use super::camera_setup::{camera_setup_fault, changed_light, mirrored_scheme_note};
use super::cube_color_model::{CENTRES, CubeColorModel, Start, Stickers};
use super::legal::{Costs, Legal, cheapest, margins, too_few_apart};
use super::measurements::{Measurements, SeenFaces};
use super::sentences::{notes, problems};
use crate::name::tone::Tone;
use crate::{CubeColors, Error};

/// A sticker is in doubt when another legal cube shows something else there and is less than this
/// many nats (natural logarithm of the ratio of chances) behind.
const DOUBT: f32 = 4.0;
/// Price in nats of the stickers and of the estimated colours and light of a usual cube. Where they fit worse
/// the noise is greater than the model's, so every lead counts for less in proportion.
const USUAL_PRICE: f32 = 80.0;
/// The same where the laws of the cube had to put stickers right: one reading must be clearly the
/// intended one.
const REPAIRED_DOUBT: f32 = 6.0;
/// The same where the laws moved the estimates until the colours agreed: part of the lead is then
/// their own making.
const PERSUADED_DOUBT: f32 = 8.0;
/// The same while a face is unseen: the laws then have less to compare the other stickers with.
const UNSEEN_DOUBT: f32 = 8.0;
/// A reading is no cube at all when the cheapest legal cube is this many nats dearer than the
/// cheapest reading with nine of each colour.
pub const IMPOSSIBLE: f32 = 25.0;

/// Colours and light further from those of cubes than this (nats) are doubtful. Half a nat for each of
/// the 39 estimated values is to be expected; real cubes cost 5 to 24.
const STRANGE: f32 = 25.0;
/// Most stickers that the laws may put right without a second look: two pairs exchanged.
pub(super) const MOST_REPAIRED: usize = 4;

/// How far a reading can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The cheapest legal cube is clearly ahead of every other.
    Certain,
    /// Another legal cube is nearly as good, or the reading had to be bent: look again.
    Doubtful,
    /// No legal cube comes near what was measured: a face is turned, repeated or misread.
    Impossible,
}

/// A cube state with everything that is known about its certainty.
#[derive(Clone, Debug)]
pub struct StateReading {
    /// How far to trust it.
    pub verdict: Verdict,
    /// The 54 stickers: those of `cube`, or where there is none, the reading with nine of each.
    pub facelets: Facelets,
    /// The cube; absent where the reading is impossible.
    pub cube: Option<Cube>,
    /// The colour of each sticker.
    pub colors: [Color; 54],
    /// Which colour each face's centre has.
    pub scheme: ColorScheme,
    /// Certainty of each sticker, 0 to 1.
    pub confidence: [f32; 54],
    /// The stickers in doubt, least certain first.
    pub doubtful: Vec<usize>,
    /// The stickers whose colour alone meant another face, corrected by the laws of the cube.
    pub repaired: Vec<usize>,
    /// What is wrong or unsure, in sentences for people; empty for a certain reading.
    pub problems: Vec<String>,
    /// What else people should know, in sentences: what was put right in a certain reading.
    pub notes: Vec<String>,
}

impl StateReading {
    /// Whether this is a certain, legal state.
    pub fn is_certain(&self) -> bool {
        self.verdict == Verdict::Certain
    }

    /// The faces that should be looked at again: those with stickers in doubt.
    pub fn doubtful_faces(&self) -> Vec<Face> {
        faces_of(&self.doubtful)
    }
}

/// Decides on all 54 stickers together, with how sure that is. It requires nine of each colour, six different centres,
/// pieces that exist, and twists, flips and parity as on a real cube.
///
/// # Errors
/// [`Error::ChannelRange`] for a value that is not a number from 0 to 255.
pub fn read_state(faces: &Measurements) -> Result<StateReading, Error> {
    read_state_with(faces, None)
}

/// [`read_state`] of a cube whose own colours were learned.
///
/// # Errors
/// As [`read_state`].
pub fn read_state_with(faces: &Measurements, colors: Option<&CubeColors>) -> Result<StateReading, Error> {
    read_seen(&faces.map(Some), colors, &[])
}

/// [`read_state_with`], where some faces may be unseen, and a person has given the colours of some stickers (0 to 53). The reading
/// is certain only where the seen faces and the laws of the cube fit one cube only, and that cube is clearly ahead. Else the unseen
/// stickers are among those in doubt.
///
/// # Errors
/// As [`read_state`].
pub fn read_seen(
    faces: &SeenFaces,
    colors: Option<&CubeColors>,
    known: &[(usize, Color)],
) -> Result<StateReading, Error> {
    let mut reading = read_as_shown(faces, colors, known)?;
    if reading.verdict == Verdict::Impossible {
        let is_a_cube = |faces: &SeenFaces| read_as_shown(faces, colors, &[]).is_ok_and(|reading| reading.is_certain());
        let fault = camera_setup_fault(faces, &reading.scheme, is_a_cube);
        reading.problems.extend(fault.map(str::to_owned));
    } else if faces.iter().all(Option::is_some) {
        reading.notes.extend(mirrored_scheme_note(&reading.scheme));
    }
    Ok(reading)
}

/// The reading of faces that lie as they are shown.
fn read_as_shown(
    faces: &SeenFaces,
    colors: Option<&CubeColors>,
    known: &[(usize, Color)],
) -> Result<StateReading, Error> {
    let stickers = Stickers::new(faces, colors, known)?;
    let start = match stickers.is_whole() {
        true => CubeColorModel::new(&stickers, Start::Palette),
        false => CubeColorModel::likeliest(&stickers),
    };
    let mut best = Attempt::new(&stickers, start);
    // Where colours and laws do not agree at once, another start may lead to a better estimate.
    if 0.0 < best.excess {
        let other = Attempt::new(&stickers, CubeColorModel::new(&stickers, Start::Centres));
        if other.total < best.total {
            best = other;
        }
    }
    Ok(best.reading())
}

/// One estimation from one start.
struct Attempt {
    /// Which stickers were seen.
    seen: [bool; 54],
    centres: [usize; 6],
    free: [usize; 54],
    /// The reading by the colours, before the laws of the cube helped to estimate them.
    unaided: [usize; 54],
    costs: [[f32; 6]; 54],
    legal: Legal,
    excess: f32,
    total: f32,
    prior: f32,
    face_light: [Tone; 6],
}

impl Attempt {
    fn new(stickers: &Stickers, mut model: CubeColorModel<'_>) -> Attempt {
        let seen: [bool; 54] = std::array::from_fn(|sticker| stickers.is_seen(sticker));
        let agree = |one: &[usize; 54], other: &[usize; 54]| {
            (0..54).all(|sticker| !seen[sticker] || one[sticker] == other[sticker])
        };
        let mut free = model.settle();
        let unaided = free;
        let mut legal = cheapest(&costs_by_face(&model, &free));
        // The laws of the cube correct the assignment, which corrects the estimates.
        for _ in 0..3 {
            let centres = CENTRES.map(|centre| free[centre]);
            let lawful = legal.facelets.stickers().map(|face| centres[face.index()]);
            if agree(&lawful, &free) {
                break;
            }
            let mut next = model.clone();
            next.estimate(&lawful);
            let next_legal = cheapest(&costs_by_face(&next, &lawful));
            if next_legal.facelets == legal.facelets {
                model = next;
                legal = next_legal;
                free = model.classes();
                break;
            }
            model = next;
            legal = next_legal;
            free = model.classes();
        }
        let costs = model.costs();
        let centres = CENTRES.map(|centre| free[centre]);
        let price = |classes: &[usize; 54]| -> f32 { classes.iter().zip(&costs).map(|(&class, row)| row[class]).sum() };
        let lawful = legal.facelets.stickers().map(|face| centres[face.index()]);
        let legal_price = price(&lawful);
        Attempt {
            seen,
            centres,
            excess: legal_price - price(&free),
            total: legal_price + model.prior_cost(),
            prior: model.prior_cost(),
            face_light: model.face_light,
            free,
            unaided,
            costs,
            legal,
        }
    }

    fn reading(self) -> StateReading {
        let scheme = ColorScheme::from_centres(self.centres.map(|class| Color::ALL[class]))
            .expect("the centres were assigned six different colours");
        let impossible = IMPOSSIBLE < self.excess;
        let lawful = self.legal.facelets.stickers().map(|face| self.centres[face.index()]);
        let classes = if impossible { self.free } else { lawful };
        let colors = classes.map(|class| Color::ALL[class]);
        let facelets = Facelets::new(colors.map(|color| scheme.face(color)));
        let share = self.seen.iter().filter(|seen| **seen).count() as f32 / 54.0;
        let noise = (self.total / (share * USUAL_PRICE)).max(1.0);
        let ahead = margins(&self.costs.map(|row| self.centres.map(|class| row[class])));
        let margin: [f32; 54] = std::array::from_fn(|sticker| {
            let row = &self.costs[sticker];
            let own = row[classes[sticker]];
            let next = (0..6)
                .filter(|&class| class != classes[sticker])
                .map(|class| row[class] - own)
                .fold(f32::INFINITY, f32::min);
            let lead = if !self.seen[sticker] && sticker % 9 == 4 {
                // The colour that no other centre has.
                f32::INFINITY
            } else if impossible || sticker % 9 == 4 {
                next
            } else {
                ahead[sticker]
            };
            lead / noise
        });
        let confidence = margin.map(|margin| 1.0 / (1.0 + (-margin).exp()));
        let repaired: Vec<usize> = (0..54)
            .filter(|&sticker| {
                let is_put_right = self.seen[sticker] && lawful[sticker] != self.unaided[sticker];
                !impossible && is_put_right
            })
            .collect();
        let lead = match (repaired.is_empty(), 0.0 < self.excess) {
            (true, _) => DOUBT,
            (false, true) => REPAIRED_DOUBT,
            (false, false) => PERSUADED_DOUBT,
        };
        let unseen: Vec<usize> = (0..54).filter(|&sticker| !self.seen[sticker]).collect();
        let lead = match unseen.is_empty() {
            true => lead,
            false => lead.max(UNSEEN_DOUBT),
        };
        let mut doubtful: Vec<usize> = (0..54).filter(|&sticker| sticker % 9 != 4 && margin[sticker] < lead).collect();
        doubtful.sort_by(|&a, &b| margin[a].total_cmp(&margin[b]));
        if doubtful.is_empty() && (DOUBT <= self.excess || MOST_REPAIRED < repaired.len()) {
            doubtful.clone_from(&repaired);
        }
        if doubtful.is_empty() && STRANGE < self.prior {
            doubtful.extend(self.nearest_centres());
        }
        // The unseen face is the second witness of what was put right, and of cubes that look nearly alike elsewhere.
        // Of two unseen centres nobody knows which is which.
        let wants_witness = || {
            let is_more_than_a_face = 9 < unseen.len();
            is_more_than_a_face || !repaired.is_empty() || too_few_apart(&self.legal.facelets, &self.seen)
        };
        if doubtful.is_empty() && !unseen.is_empty() && wants_witness() {
            doubtful = unseen;
        }
        let verdict = if impossible {
            Verdict::Impossible
        } else if doubtful.is_empty() {
            Verdict::Certain
        } else {
            Verdict::Doubtful
        };
        let mut reading = StateReading {
            verdict,
            facelets,
            cube: (!impossible).then_some(self.legal.cube),
            colors,
            scheme,
            confidence,
            doubtful,
            repaired,
            problems: Vec::new(),
            notes: Vec::new(),
        };
        reading.problems = problems(&reading);
        if verdict != Verdict::Certain {
            reading.problems.extend(changed_light(&self.face_light));
        }
        reading.notes = notes(&reading);
        reading
    }

    /// The two centres that differ least: likely the same face seen twice.
    fn nearest_centres(&self) -> [usize; 2] {
        let mut nearest = (f32::INFINITY, [CENTRES[0], CENTRES[1]]);
        let named = || CENTRES.into_iter().zip(self.centres);
        for (a, own_a) in named() {
            for (b, own_b) in named().filter(|(b, _)| a < *b) {
                let exchanged = self.costs[a][own_b] + self.costs[b][own_a];
                let apart = exchanged - self.costs[a][own_a] - self.costs[b][own_b];
                if apart < nearest.0 {
                    nearest = (apart, [a, b]);
                }
            }
        }
        nearest.1
    }
}

/// The costs with the classes named by the face whose centre has them.
fn costs_by_face(model: &CubeColorModel<'_>, classes: &[usize; 54]) -> Costs {
    let centres = CENTRES.map(|centre| classes[centre]);
    model.costs().map(|row| centres.map(|class| row[class]))
}
