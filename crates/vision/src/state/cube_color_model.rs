//! The colour model of one cube: what each colour looks like on it and how the light falls on each face, both estimated
//! from its own 54 stickers.
//!
//! Model: tone of a sticker = mean tone of its colour on this cube + light on its face + noise with
//! heavy tails. The mean tones lie around the common palette, the light around neutral. Estimates
//! and the assignment (nine of each colour, the six centres all different) improve each other in
//! turn until nothing changes (hard expectation maximisation).

use cube::Color;
use nalgebra::Matrix3;

use super::assignment::assign;
use super::measurements::{SeenFaces, check_range};
use crate::name::palette::{COMMON, Palette};
use crate::name::tone::{Tone, precision, squared_length, tone};
use crate::{CubeColors, Error};

/// Degrees of freedom of the noise: few, so that one odd sticker (print, glare) cannot rule.
const TAILS: f32 = 4.0;
/// Rounds after which the estimates have settled in practice.
const ROUNDS: usize = 12;
/// Price of another class for a sticker that is known: more than all measurements together cost.
const KNOWN_OTHERWISE: f32 = 1000.0;
/// Stands for the channels of stickers that were not seen. Their weight is 0.
const NOT_MEASURED: f32 = 128.0;

/// The numbers of the six centres among the 54 stickers.
pub(crate) const CENTRES: [usize; 6] = [4, 13, 22, 31, 40, 49];

/// What is known of the stickers before their colours are decided.
#[derive(Clone, Debug)]
pub(crate) struct Stickers {
    tones: [Tone; 54],
    /// Faces that were seen. The stickers of the others cost nothing as any colour, and do not count for colours and light.
    seen: [bool; 6],
    /// Stickers whose class is known otherwise.
    known: Vec<(usize, usize)>,
    palette: Palette,
}

impl Stickers {
    /// Measured colours of the faces that were seen, the learned colours of this cube if there are some, and the stickers whose
    /// colours are known.
    ///
    /// # Errors
    /// [`Error::ChannelRange`] for a value that is not a number from 0 to 255.
    pub(crate) fn new(
        faces: &SeenFaces,
        colors: Option<&CubeColors>,
        known: &[(usize, Color)],
    ) -> Result<Stickers, Error> {
        let measured = faces.map(|face| face.unwrap_or([[NOT_MEASURED; 3]; 9]));
        check_range(&measured)?;
        Ok(Stickers {
            tones: std::array::from_fn(|sticker| tone(measured[sticker / 9][sticker % 9])),
            seen: faces.map(|face| face.is_some()),
            known: known.iter().map(|&(sticker, color)| (sticker, color.index())).collect(),
            palette: colors.map_or(COMMON, |colors| colors.palette(&COMMON)),
        })
    }

    /// The tones of the stickers that were seen.
    fn seen_tones(&self) -> Vec<Tone> {
        let seen = (0..54).filter(|&sticker| self.is_seen(sticker));
        seen.map(|sticker| self.tones[sticker]).collect()
    }

    /// Whether all faces were seen.
    pub(crate) fn is_whole(&self) -> bool {
        self.seen == [true; 6]
    }

    /// Whether the face of a sticker was seen.
    pub(crate) fn is_seen(&self, sticker: usize) -> bool {
        self.seen[sticker / 9]
    }
}

/// How the estimation of the colours begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// From what cubes commonly look like, or from the learned colours of this one.
    Palette,
    /// From what the six centres look like.
    Centres,
}

/// Estimates of one cube's colours and light.
#[derive(Clone, Debug)]
pub(crate) struct CubeColorModel<'a> {
    stickers: &'a Stickers,
    noise_precision: Matrix3<f32>,
    /// Mean tone of each colour on this cube, in neutral light.
    pub mean: [Tone; 6],
    /// Light on the whole cube.
    pub light: Tone,
    /// Further light on each face.
    pub face_light: [Tone; 6],
}

impl<'a> CubeColorModel<'a> {
    /// The estimates before any sticker is assigned. Every cube has nine stickers of each colour, so the mean over all stickers
    /// differs from the palette's mean only by the light. (When a face is unseen, this is a first guess.)
    pub(crate) fn new(stickers: &'a Stickers, start: Start) -> CubeColorModel<'a> {
        let palette = &stickers.palette;
        let mut model = CubeColorModel {
            stickers,
            noise_precision: precision(&palette.noise),
            mean: palette.mean,
            light: average(&stickers.seen_tones()) - average(&palette.mean),
            face_light: [Tone::zeros(); 6],
        };
        if start == Start::Centres {
            let names = model.centre_classes();
            let named = CENTRES.into_iter().zip(names);
            for (centre, class) in named.filter(|(centre, _)| stickers.is_seen(*centre)) {
                model.mean[class] = stickers.tones[centre] - model.light;
            }
        }
        model
    }

    /// The estimates after they have settled from the likeliest start. While a face is unseen it matters where they begin:
    /// the mean over the other faces depends on the colours that are hidden.
    pub(crate) fn likeliest(stickers: &'a Stickers) -> CubeColorModel<'a> {
        let mut best = CubeColorModel::new(stickers, Start::Palette);
        let mut least = best.settled_price();
        for hidden in 0..6 {
            let mut other = best.clone();
            other.mean = stickers.palette.mean;
            other.face_light = [Tone::zeros(); 6];
            let shown: Vec<Tone> =
                (0..6).filter(|&class| class != hidden).map(|class| stickers.palette.mean[class]).collect();
            other.light = average(&stickers.seen_tones()) - average(&shown);
            let price = other.settled_price();
            if price < least {
                (best, least) = (other, price);
            }
        }
        best
    }

    /// Settles, and returns what the stickers and the estimates then cost.
    fn settled_price(&mut self) -> f32 {
        let classes = self.settle();
        let costs = self.costs();
        let stickers: f32 = (0..54).map(|sticker| costs[sticker][classes[sticker]]).sum();
        stickers + self.prior_cost()
    }

    /// The price of each class for each sticker: minus log likelihood up to a constant.
    pub(crate) fn costs(&self) -> [[f32; 6]; 54] {
        let mut costs = std::array::from_fn(|sticker| {
            std::array::from_fn(|class| {
                if !self.stickers.is_seen(sticker) {
                    return 0.0;
                }
                let squared = self.squared_distance(sticker, class);
                0.5 * (TAILS + 3.0) * (1.0 + squared / TAILS).ln()
            })
        });
        for &(sticker, class) in &self.stickers.known {
            costs[sticker] = [KNOWN_OTHERWISE; 6];
            costs[sticker][class] = 0.0;
        }
        costs
    }

    fn squared_distance(&self, sticker: usize, class: usize) -> f32 {
        let light = self.light + self.face_light[sticker / 9];
        squared_length(&self.noise_precision, self.stickers.tones[sticker] - light - self.mean[class])
    }

    /// The cheapest naming of the six centres with six different classes.
    pub(crate) fn centre_classes(&self) -> [usize; 6] {
        let costs = self.costs();
        let classes = assign(&CENTRES.map(|centre| costs[centre]), [1; 6]);
        std::array::from_fn(|face| classes[face])
    }

    /// Nine of each class, the centres all different, at the least cost.
    pub(crate) fn classes(&self) -> [usize; 54] {
        let costs = self.costs();
        let centres = assign(&CENTRES.map(|centre| costs[centre]), [1; 6]);
        let outer: Vec<usize> = (0..54).filter(|sticker| sticker % 9 != 4).collect();
        let rows: Vec<[f32; 6]> = outer.iter().map(|&sticker| costs[sticker]).collect();
        let mut classes = [0; 54];
        for (sticker, class) in outer.into_iter().zip(assign(&rows, [8; 6])) {
            classes[sticker] = class;
        }
        for (centre, class) in CENTRES.into_iter().zip(centres) {
            classes[centre] = class;
        }
        classes
    }

    /// Assigns and estimates in turn until the assignment stays; returns it.
    pub(crate) fn settle(&mut self) -> [usize; 54] {
        let mut classes = self.classes();
        for _ in 0..ROUNDS {
            self.estimate(&classes);
            let next = self.classes();
            if next == classes {
                break;
            }
            classes = next;
        }
        classes
    }

    /// Most probable means and lights for a given assignment, each in turn given the others.
    pub(crate) fn estimate(&mut self, classes: &[usize; 54]) {
        let Palette { mean, spread, light, face_light, .. } = &self.stickers.palette;
        let (global, local) = (precision(light), precision(face_light));
        let own = spread.each_ref().map(precision);
        for _ in 0..2 {
            let weights: [f32; 54] = std::array::from_fn(|sticker| {
                if !self.stickers.is_seen(sticker) {
                    return 0.0;
                }
                let squared = self.squared_distance(sticker, classes[sticker]);
                (TAILS + 3.0) / (TAILS + squared)
            });
            for (class, own) in own.iter().enumerate() {
                let off = |sticker: usize| {
                    self.stickers.tones[sticker] - self.light - self.face_light[sticker / 9] - mean[class]
                };
                let members = (0..54).filter(|&sticker| classes[sticker] == class);
                self.mean[class] = mean[class] + self.most_probable(own, members, &weights, off);
            }
            let residual =
                |model: &CubeColorModel, sticker: usize| model.stickers.tones[sticker] - model.mean[classes[sticker]];
            self.light = self.most_probable(&global, 0..54, &weights, |sticker| {
                residual(self, sticker) - self.face_light[sticker / 9]
            });
            for face in 0..6 {
                let members = face * 9..face * 9 + 9;
                self.face_light[face] =
                    self.most_probable(&local, members, &weights, |sticker| residual(self, sticker) - self.light);
            }
        }
    }

    /// The mean of a Gaussian prior around zero times the noisy observations `off`.
    fn most_probable(
        &self,
        prior: &Matrix3<f32>,
        members: impl Iterator<Item = usize>,
        weights: &[f32; 54],
        off: impl Fn(usize) -> Tone,
    ) -> Tone {
        let (mut total, mut sum) = (0.0, Tone::zeros());
        for sticker in members {
            total += weights[sticker];
            sum += off(sticker) * weights[sticker];
        }
        precision(&(prior + self.noise_precision * total)) * (self.noise_precision * sum)
    }

    /// How improbable the estimates themselves are (minus log prior up to a constant).
    pub(crate) fn prior_cost(&self) -> f32 {
        let Palette { mean, spread, light, face_light, .. } = &self.stickers.palette;
        let far = |spread: &Matrix3<f32>, moved: Tone| squared_length(&precision(spread), moved);
        let of_face = |face: usize| far(face_light, self.face_light[face]);
        let of_class = |class: usize| far(&spread[class], self.mean[class] - mean[class]);
        let each: f32 = (0..6).map(|at| of_face(at) + of_class(at)).sum();
        0.5 * (far(light, self.light) + each)
    }
}

fn average(tones: &[Tone]) -> Tone {
    tones.iter().sum::<Tone>() / tones.len().max(1) as f32
}
