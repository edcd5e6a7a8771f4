//! The faces that were seen: each counts when some frames in a row show the same.

use std::collections::VecDeque;

use cube::{Color, ColorScheme, place_seen, upright};
use vision::FaceView;

use super::placing::quarters_seen;
use crate::handscan::is_sound;

/// The chances of the six colours (in the order of [`Color::ALL`]) for the nine stickers of a face.
pub(crate) type Chances = [[f32; 6]; 9];

/// Two frames of one face may differ in this many stickers: glare, a finger.
const ODD_ONES: usize = 1;

/// A face that was seen in enough frames.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// The mean over these frames.
    pub chances: Chances,
    /// The likeliest colours.
    pub colors: [Color; 9],
    /// Whether it is set upright. Otherwise it is turned as in the first of the frames.
    pub placed: bool,
    /// The frame that confirmed it last.
    confirmed: u64,
}

/// The frames of the face whose centre has one colour.
#[derive(Clone, Debug, Default)]
struct Track {
    /// The last frames, the latest at the back, all turned alike.
    window: VecDeque<Chances>,
    /// When the window began and when it was last added to, by the number of the frame.
    began: u64,
    last: u64,
    seen: Option<Seen>,
}

/// All faces, by the colours of their centres.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    needed: usize,
    scheme: ColorScheme,
    frame: u64,
    /// In any turn.
    free: [Track; 6],
    /// In frames in which a neighbour shows how the face is turned.
    placed: [Track; 6],
}

/// What a frame brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Update {
    /// The centre of the face.
    pub centre: Color,
    /// When the frames began that show this.
    pub began: u64,
    /// Whether the face was seen otherwise before.
    pub changed: bool,
}

impl Sight {
    /// Nothing was seen of a cube with these centres; a face counts after this many frames in a row.
    pub(crate) fn new(scheme: ColorScheme, needed: usize) -> Sight {
        Sight { needed: needed.max(1), scheme, frame: 0, free: Default::default(), placed: Default::default() }
    }

    /// Takes the faces of a frame. Returns the faces that count from now on, or that show something else than before.
    pub(crate) fn update(&mut self, views: &[FaceView]) -> Vec<Update> {
        self.frame += 1;
        let mut updates = Vec::new();
        for view in views.iter().filter(|view| is_sound(view)) {
            let (centre, Some(chances)) = (view.stickers[4].color, chances_of(view)) else {
                continue;
            };
            let quarters = quarters_seen(view, views, &self.scheme);
            let frame = (self.frame, self.needed);
            updates.extend(self.free[centre.index()].take(centre, chances, false, frame));
            if let Some(quarters) = quarters {
                let upright = upright(&chances, quarters);
                updates.extend(self.placed[centre.index()].take(centre, upright, true, frame));
            }
        }
        updates
    }

    /// The faces that count. One that is placed counts as that alone.
    pub(crate) fn seen(&self) -> impl Iterator<Item = (Color, &Seen)> {
        Color::ALL.into_iter().filter_map(|color| {
            let [placed, free] = [&self.placed, &self.free].map(|t| t[color.index()].seen.as_ref());
            Some((color, placed.or(free)?))
        })
    }

    /// Forgets what was seen before a frame and was not confirmed since.
    pub(crate) fn forget_before(&mut self, frame: u64) {
        for track in self.free.iter_mut().chain(&mut self.placed) {
            track.seen = track.seen.take().filter(|seen| frame <= seen.confirmed);
        }
    }

    /// Forgets everything: each face has to be seen anew.
    pub(crate) fn forget_all(&mut self) {
        self.free = Default::default();
        self.placed = Default::default();
    }
}

impl Track {
    /// Takes what a frame shows; returns an update where it changes something.
    fn take(&mut self, centre: Color, chances: Chances, placed: bool, (frame, needed): (u64, usize)) -> Option<Update> {
        if frame == self.last {
            // A second face with this centre: one of the two is misread.
            self.window.clear();
            return None;
        }
        // A face may be missed in as many frames as are needed to see it.
        let lasts = frame - self.last <= 1 + needed as u64;
        let turns = if placed { 1 } else { 4 };
        let continued = self.window.back().filter(|_| lasts);
        match continued.and_then(|last| aligned(&likeliest(last), &chances, turns)) {
            Some(chances) => self.window.push_back(chances),
            None => {
                self.window = VecDeque::from([chances]);
                self.began = frame;
            }
        }
        self.last = frame;
        if needed < self.window.len() {
            self.window.pop_front();
        }
        if self.window.len() < needed {
            return None;
        }
        let chances = mean(&self.window);
        let colors = likeliest(&chances);
        let before = self.seen.replace(Seen { chances, colors, placed, confirmed: frame });
        let changed = before.map(|before| {
            let same = |quarters| upright(&colors, quarters) == before.colors;
            !(0..turns).any(same)
        });
        (changed != Some(false)).then_some(Update { centre, began: self.began, changed: changed == Some(true) })
    }
}

/// The chances that follow from names and their confidences; `None` for a confidence that is no number from 0 to 1.
fn chances_of(view: &FaceView) -> Option<Chances> {
    let sound = |confidence: &f32| (0.0..=1.0).contains(confidence);
    if !view.stickers.iter().all(|s| sound(&s.confidence)) {
        return None;
    }
    Some(view.stickers.map(|sticker| {
        let mut row = [(1.0 - sticker.confidence) / 5.0; 6];
        row[sticker.color.index()] = sticker.confidence;
        row
    }))
}

/// The chances turned by fewer quarters than `turns` so that they agree best with these colours; `None` where too many
/// stickers differ.
fn aligned(colors: &[Color; 9], chances: &Chances, turns: u8) -> Option<Chances> {
    let turned = (0..turns).map(|quarters| upright(chances, quarters));
    let best = turned.min_by_key(|turned| differences(colors, &likeliest(turned)))?;
    (differences(colors, &likeliest(&best)) <= ODD_ONES).then_some(best)
}

/// In how many stickers two readings of a face differ, in the turn that suits best.
pub(crate) fn least_differences(one: &[Color; 9], other: &[Color; 9]) -> usize {
    let differences = |quarters: u8| {
        let differs = |&place: &usize| one[place] != other[place_seen(place, quarters)];
        (0..9).filter(differs).count()
    };
    (0..4).map(differences).min().unwrap_or(9)
}

fn differences(one: &[Color; 9], other: &[Color; 9]) -> usize {
    one.iter().zip(other).filter(|(a, b)| a != b).count()
}

fn likeliest(chances: &Chances) -> [Color; 9] {
    chances.map(|row| {
        let best = Color::ALL.into_iter().max_by(|a, b| row[a.index()].total_cmp(&row[b.index()]));
        best.expect("there are six colours")
    })
}

fn mean(window: &VecDeque<Chances>) -> Chances {
    let share = 1.0 / window.len() as f32;
    std::array::from_fn(|place| {
        std::array::from_fn(|color| window.iter().map(|c| c[place][color]).sum::<f32>() * share)
    })
}
