//! The colours of the nine stickers of one face, chosen together.
//!
//! Model: tone of a sticker = mean tone of its colour + what this cube's colour differs by + the
//! light on the face + noise. All stickers of a colour on one cube differ from the palette in the same way. So stickers that
//! look alike support one name together, and two groups that look different get two names. An orange that is almost red is
//! still distinguished from the red beside it. The light may grow evenly from one side to the other. All of these are Gaussian,
//! so means and light integrate away in closed form and every naming of the nine stickers has an exact price. Namings are
//! searched from several starts by renaming single stickers and whole groups; a sticker's chances are sums over all namings met
//! on the way.

use super::illumination_gradient::{IlluminationGradient, place};
use super::palette::SingleFace;
use super::tone::{Symmetric, Tone, dot, minus, plus};

/// One name a sticker: 0 to 5 in the order of [`cube::Color::ALL`], or [`STRANGE`].
type Naming = [u8; 9];

/// The name of a sticker that looks like none of the colours (print, a finger, a reflection).
const STRANGE: u8 = 6;
/// Price in nats of a strange sticker: one in fifty, spread over a space of tones of volume twenty.
const STRANGE_PRICE: f32 = 7.0;
/// The same of a sticker that was not seen itself: a finger is likelier than not.
const HIDDEN_PRICE: f32 = 3.2;
/// The weight, in stickers a colour, of the expectation that all colours are equally common (Dirichlet prior of the
/// counts). It is small, as stickers of one colour gather on a face (patterns, solved faces).
const EQUALLY_COMMON: f32 = 3.0;
/// Nats behind the best beyond which a naming does not matter.
const NEGLIGIBLE: f32 = 12.0;
/// Prices are divided by this before they become chances: real stickers are less independent than
/// the model's, so it would be too sure of itself.
pub(crate) const TEMPER: f32 = 1.5;
/// Standard deviation of what the light's brightness (tone) gains from one sticker to the next, along rows
/// and columns.
const SLOPE: f32 = 0.1;
/// Lights that the search starts from: brightness in eight steps of this size around the fifth ...
const BRIGHTNESS_STEP: f32 = 0.3;
/// ... times these tints, [red against green, yellow against blue].
const TINTS: [[f32; 2]; 5] = [
    [0.0, 0.0],
    [0.08, 0.06],
    [-0.08, -0.06],
    [0.0, 0.2],
    [0.0, -0.18],
];

/// The stickers of one colour on a face, prepared for each count of them.
#[derive(Clone, Copy)]
struct Group {
    /// Inverse covariance of their mean, light apart.
    precision: Symmetric,
    /// The part of their price that does not depend on what they look like.
    constant: f32,
}

/// What is believed about the light before the stickers are looked at: a Gaussian by its precision
/// and precision times mean.
#[derive(Clone, Copy)]
struct Light {
    precision: Symmetric,
    push: Tone,
}

impl Light {
    fn mean(&self) -> Tone {
        self.precision.inverse().apply(self.push)
    }
}

/// What nine stickers are.
pub(crate) struct FaceReading {
    /// The chances of the six colours for each sticker.
    pub chances: [[f32; 6]; 9],
    /// How much less likely in nats the stickers are than those of a usual face of the same names. It is about 0 where they
    /// look like a cube's, and high where they do not.
    pub surprise: f32,
    /// The price of the likeliest naming: minus the logarithm of its density, up to a constant.
    pub price: f32,
    /// The chance of each sticker to look like none of the colours.
    pub strange: [f32; 9],
}

/// The model with its palette; keeps the search's buffers from face to face.
pub(crate) struct FaceModel {
    mean: [Tone; 6],
    noise_precision: [Symmetric; 6],
    /// Inverse covariance of a strange sticker around the colours.
    strange_precision: [Symmetric; 6],
    /// By colour, and by count less one.
    groups: [[Group; 9]; 6],
    light: Symmetric,
    slope_precision: f32,
    /// Price of each sticker as a strange one.
    strange_price: [f32; 9],
    met: Vec<(f32, Naming)>,
    starts: Vec<Naming>,
    visited: Vec<Naming>,
}

impl FaceModel {
    pub(crate) fn new(palette: &SingleFace) -> FaceModel {
        let tau = std::f32::consts::TAU;
        let group = |class: usize, less: usize| {
            let (spread, noise) = (palette.spread[class], palette.noise[class]);
            let count = (less + 1) as f32;
            // The mean of `count` stickers, and their deviations from it, are independent.
            let mean = spread.plus(noise.times(1.0 / count));
            let gathered: f32 = (0..=less)
                .map(|before| (1.0 + before as f32 / EQUALLY_COMMON).ln())
                .sum();
            Group {
                precision: mean.inverse(),
                constant: 0.5 * mean.determinant().ln()
                    + 0.5 * less as f32 * noise.determinant().ln()
                    + 1.5 * (count.ln() + count * tau.ln())
                    - gathered,
            }
        };
        FaceModel {
            mean: palette.mean,
            noise_precision: palette.noise.map(|noise| noise.inverse()),
            strange_precision: std::array::from_fn(|class| {
                let wide = palette.noise[class].times(4.0);
                palette.spread[class].plus(wide).inverse()
            }),
            groups: std::array::from_fn(|class| std::array::from_fn(|less| group(class, less))),
            light: palette.light.inverse(),
            slope_precision: 1.0 / (SLOPE * SLOPE),
            strange_price: [STRANGE_PRICE; 9],
            met: Vec::new(),
            starts: Vec::new(),
            visited: Vec::new(),
        }
    }

    /// Reads nine stickers, some of which may be hidden by something else. `hint` is a noisy look at the
    /// light: a tone and the precision of it.
    pub(crate) fn read(
        &mut self,
        tones: &[Tone; 9],
        hidden: &[bool; 9],
        hint: Option<(Tone, Symmetric)>,
    ) -> FaceReading {
        let mut light = Light {
            precision: self.light,
            push: [0.0; 3],
        };
        if let Some((seen, precision)) = hint {
            light.precision = light.precision.plus(precision);
            light.push = precision.apply(seen);
        }
        self.strange_price = hidden.map(|hidden| if hidden { HIDDEN_PRICE } else { STRANGE_PRICE });
        self.search(tones, hidden, &light);
        self.met.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let least = self.met.first().map_or(0.0, |(price, _)| *price);
        let relevant = self
            .met
            .partition_point(|(price, _)| *price < least + NEGLIGIBLE);
        self.met.truncate(relevant);
        let surprise = self
            .met
            .first()
            .map_or(0.0, |(_, naming)| self.surprise(tones, &light, naming));
        self.met.sort_unstable_by_key(|(_, naming)| *naming);
        self.met.dedup_by(|a, b| a.1 == b.1);
        // Not quite zero, so that no chance is ever exactly one.
        let mut chances = [[1e-6f32; 6]; 9];
        let (mut strange, mut all) = ([0.0f32; 9], 0.0);
        for (price, naming) in &self.met {
            let weight = ((least - price) / TEMPER).exp();
            all += weight;
            for (sticker, &name) in naming.iter().enumerate() {
                if name != STRANGE {
                    chances[sticker][usize::from(name)] += weight;
                    continue;
                }
                strange[sticker] += weight;
                let shift = self.light_of(tones, &light, naming)[sticker];
                let likeness = self.likeness(minus(tones[sticker], shift));
                for (chance, like) in chances[sticker].iter_mut().zip(likeness) {
                    *chance += weight * like;
                }
            }
        }
        FaceReading {
            chances: chances.map(|row| {
                let sum: f32 = row.iter().sum();
                row.map(|chance| chance / sum)
            }),
            surprise,
            price: least,
            strange: strange.map(|weight| weight / all.max(f32::MIN_POSITIVE)),
        }
    }

    /// Fills `met` with the namings around every local optimum.
    fn search(&mut self, tones: &[Tone; 9], hidden: &[bool; 9], light: &Light) {
        let middle = light.mean();
        self.starts.clear();
        for brightness in -4..=3 {
            for [red, yellow] in TINTS {
                let shift = plus(middle, [BRIGHTNESS_STEP * brightness as f32, red, yellow]);
                // What is hidden is strange until it proves to be a sticker after all.
                let start = std::array::from_fn(|sticker| {
                    if hidden[sticker] {
                        STRANGE
                    } else {
                        self.nearest(minus(tones[sticker], shift))
                    }
                });
                if !self.starts.contains(&start) {
                    self.starts.push(start);
                }
            }
        }
        self.met.clear();
        self.visited.clear();
        for index in 0..self.starts.len() {
            let start = self.starts[index];
            self.descend(tones, light, start);
        }
    }

    /// Takes the best exchange again and again until none helps.
    fn descend(&mut self, tones: &[Tone; 9], light: &Light, start: Naming) {
        let mut best = (self.price(tones, light, &start), start);
        while !self.visited.contains(&best.1) {
            let here = best.1;
            self.visited.push(here);
            self.met.push(best);
            let mut consider = |naming: Naming| {
                let priced = (self.price(tones, light, &naming), naming);
                self.met.push(priced);
                if priced.0 < best.0 {
                    best = priced;
                }
            };
            for sticker in 0..9 {
                for name in (0..=STRANGE).filter(|&name| name != here[sticker]) {
                    let mut next = here;
                    next[sticker] = name;
                    consider(next);
                }
            }
            for a in (0..6).filter(|a| here.contains(a)) {
                for b in (0..6).filter(|&b| b != a) {
                    // The whole group takes the other name ...
                    consider(here.map(|name| if name == a { b } else { name }));
                    // ... or two groups exchange theirs.
                    if a < b && here.contains(&b) {
                        consider(here.map(|name| match name {
                            name if name == a => b,
                            name if name == b => a,
                            name => name,
                        }));
                    }
                }
            }
        }
    }

    /// The colour that a single sticker in neutral light has most likely.
    fn nearest(&self, tone: Tone) -> u8 {
        let price = |class: u8| {
            let group = &self.groups[usize::from(class)][0];
            let off = minus(tone, self.mean[usize::from(class)]);
            group.constant + 0.5 * group.precision.squared_length(off)
        };
        (0..6)
            .min_by(|&a, &b| price(a).total_cmp(&price(b)))
            .unwrap_or(0)
    }

    /// How much a strange sticker is like each colour, as parts of one: the nearer the likelier, but
    /// with heavy tails.
    fn likeness(&self, neutral: Tone) -> [f32; 6] {
        let likeness: [f32; 6] = std::array::from_fn(|class| {
            let off = minus(neutral, self.mean[class]);
            let squared = self.strange_precision[class].squared_length(off);
            (1.0 + squared / 4.0).powi(-4).max(1e-12)
        });
        let sum: f32 = likeness.iter().sum();
        likeness.map(|like| like / sum)
    }

    /// The likeliest light on each sticker under a naming.
    fn light_of(&self, tones: &[Tone; 9], light: &Light, naming: &Naming) -> [Tone; 9] {
        let (_, known) = self.weigh(tones, light, naming);
        let (middle, slope) = known.likeliest();
        std::array::from_fn(|sticker| {
            let [x, y] = place(sticker);
            let [brightness, red, yellow] = middle;
            [brightness + slope[0] * x + slope[1] * y, red, yellow]
        })
    }

    /// The price of a naming, less the average price of the tones of a face with these names. The average is the logarithms
    /// of its Gaussians' volumes, and half a nat for each of its 27 values. The first is due to the names alone (a face of
    /// one colour is far cheaper than one of six).
    fn surprise(&self, tones: &[Tone; 9], light: &Light, naming: &Naming) -> f32 {
        let (count, _) = means(tones, naming);
        let mut usual = 0.5 * 3.0 * (9 - count[usize::from(STRANGE)]) as f32;
        for class in (0..6).filter(|&class| 0 < count[class]) {
            usual += self.groups[class][count[class] - 1].constant;
        }
        let (price, known) = self.weigh(tones, light, naming);
        // The light's own share is the same for all namings, so `weigh` leaves it out.
        let (gain, _) = known.gain_and_log_determinant();
        price - gain + 0.5 * dot(light.mean(), light.push) - usual
    }

    /// Minus the logarithm of the density of all nine tones and the naming, up to a constant.
    fn price(&self, tones: &[Tone; 9], light: &Light, naming: &Naming) -> f32 {
        let (price, known) = self.weigh(tones, light, naming);
        // The light integrated away.
        let (gain, log_determinant) = known.gain_and_log_determinant();
        price - gain + 0.5 * log_determinant
    }

    /// The price of a naming in the expected light, and what the stickers say of the light under it.
    fn weigh(
        &self,
        tones: &[Tone; 9],
        light: &Light,
        naming: &Naming,
    ) -> (f32, IlluminationGradient) {
        let (count, mean) = means(tones, naming);
        let middle = middles(naming, &count);
        let strange = naming.iter().zip(&self.strange_price);
        let mut price: f32 = strange
            .filter(|(name, _)| **name == STRANGE)
            .map(|(_, price)| price)
            .sum();
        let mut known =
            IlluminationGradient::new(light.precision, light.push, self.slope_precision);
        for class in (0..6).filter(|&class| 0 < count[class]) {
            let group = &self.groups[class][count[class] - 1];
            let off = minus(mean[class], self.mean[class]);
            let pushed = group.precision.apply(off);
            price += group.constant + 0.5 * dot(off, pushed);
            known.add(&group.precision, pushed, middle[class]);
        }
        for (sticker, (tone, &name)) in tones.iter().zip(naming).enumerate() {
            let class = usize::from(name);
            if name != STRANGE && 1 < count[class] {
                let off = minus(*tone, mean[class]);
                let pushed = self.noise_precision[class].apply(off);
                price += 0.5 * dot(off, pushed);
                let [x, y] = place(sticker);
                let away = [x - middle[class][0], y - middle[class][1]];
                known.add_slope(self.noise_precision[class].first_row()[0], pushed[0], away);
            }
        }
        (price, known)
    }
}

/// Where the stickers of each name lie on the average, in cells from the face's middle.
fn middles(naming: &Naming, count: &[usize; 7]) -> [[f32; 2]; 7] {
    let mut middles = [[0.0f32; 2]; 7];
    for (sticker, &name) in naming.iter().enumerate() {
        let share = 1.0 / count[usize::from(name)] as f32;
        for (middle, along) in middles[usize::from(name)].iter_mut().zip(place(sticker)) {
            *middle += share * along;
        }
    }
    middles
}

/// How many stickers have each name, and their mean tones.
fn means(tones: &[Tone; 9], naming: &Naming) -> ([usize; 7], [Tone; 7]) {
    let (mut count, mut sum) = ([0usize; 7], [[0.0f32; 3]; 7]);
    for (tone, &name) in tones.iter().zip(naming) {
        count[usize::from(name)] += 1;
        sum[usize::from(name)] = plus(sum[usize::from(name)], *tone);
    }
    for (sum, &count) in sum.iter_mut().zip(&count) {
        *sum = sum.map(|value| value / count.max(1) as f32);
    }
    (count, sum)
}
