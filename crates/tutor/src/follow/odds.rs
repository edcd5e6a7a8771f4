//! How likely each guess is after what was seen, and which face to see next.

use cube::{Color, Face};

use super::guess::{Guess, PLACES};
use super::sight::{Chances, Seen};

/// A verdict is given from this probability on.
pub(crate) const CERTAIN: f64 = 0.999;
/// Prices before anything is seen, in nats: of the awaited turn, of no turn, and of 1, 2 and 3 other turns.
const AWAITED: f64 = 0.0;
const BY_TURNS: [f64; 4] = [1.0, 3.0, 5.0, 6.0];
/// The price of any other cube.
const ANY_CUBE: f64 = 6.0;
/// A sticker shows any colour with at least this chance, whatever its reading is. So one sticker is worth at most
/// ln(0.95 / 0.03) = 3.5 nats. A verdict needs ln(0.999 / 0.001) = 6.9, so no two stickers decide against the others.
const MISREAD: f64 = 0.03;
/// A centre is treated as a colour only from this chance on.
const CENTRE: f32 = 0.02;
/// Guesses less likely than this are not distinguished.
const NEGLIGIBLE: f64 = 1e-6;

// No verdict rests on the prices alone: the greatest is less than what a verdict needs.
const _: () = assert!(ANY_CUBE < 6.9 && BY_TURNS[3] < 6.9);

/// The probabilities of the guesses, and what is left for any other cube.
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    pub guesses: Vec<f64>,
    pub any_cube: f64,
}

impl Odds {
    /// Weighs the guesses by what was seen. `awaited` is the guess that was asked for.
    pub(crate) fn new<'a>(guesses: &[Guess], awaited: usize, seen: impl Iterator<Item = &'a Seen>) -> Odds {
        let price = |(index, guess): (usize, &Guess)| match index == awaited {
            true => AWAITED,
            false => BY_TURNS[guess.turns.len().min(3)],
        };
        let mut scores: Vec<f64> = guesses.iter().enumerate().map(|g| -price(g)).collect();
        let mut any_cube = -ANY_CUBE;
        for seen in seen {
            let logs = logarithms(&seen.chances);
            let centres: Vec<Color> = centres(&seen.chances).collect();
            // A face that is placed was set upright already.
            let turns = if seen.placed { &PLACES[..1] } else { &PLACES[..] };
            for (score, guess) in scores.iter_mut().zip(guesses) {
                *score += view_of(guess, &logs, &centres, turns);
            }
            any_cube += view_of_any(&logs, &centres);
        }
        let best = scores.iter().copied().fold(any_cube, f64::max);
        let weights: Vec<f64> = scores.iter().map(|score| (score - best).exp()).collect();
        let sum = weights.iter().sum::<f64>() + (any_cube - best).exp();
        Odds { guesses: weights.iter().map(|weight| weight / sum).collect(), any_cube: (any_cube - best).exp() / sum }
    }

    /// How likely it is that two guesses drawn by these odds have the same look. The less, the more informative the look.
    pub(crate) fn sameness<L: Ord>(&self, guesses: &[Guess], look: impl Fn(&Guess) -> L) -> f64 {
        let mut looks: Vec<(L, f64)> = guesses
            .iter()
            .zip(&self.guesses)
            .filter(|(_, odds)| NEGLIGIBLE < **odds)
            .map(|(guess, &odds)| (look(guess), odds))
            .collect();
        looks.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let alike = looks.chunk_by(|one, other| one.0 == other.0);
        alike.map(|same| same.iter().map(|(_, odds)| odds).sum::<f64>().powi(2)).sum()
    }
}

type Logarithms = [[f64; 6]; 9];

fn logarithms(chances: &Chances) -> Logarithms {
    chances.map(|row| row.map(|chance| (MISREAD + (1.0 - 6.0 * MISREAD) * f64::from(chance)).ln()))
}

/// The colours that the centre may have.
fn centres(chances: &Chances) -> impl Iterator<Item = Color> {
    let row = chances[4];
    Color::ALL.into_iter().filter(move |color| CENTRE < row[color.index()])
}

/// How well a guess explains a face (a logarithm): the mean over the faces that it may be and over its possible turns.
fn view_of(guess: &Guess, logs: &Logarithms, centres: &[Color], turns: &[[usize; 9]]) -> f64 {
    let faces = Face::ALL.into_iter().map(|face| guess.face(face));
    let faces = faces.filter(|colors| centres.contains(&colors[4]));
    let ways = faces.flat_map(|colors| {
        turns.iter().map(|places| {
            let stickers = colors.iter().zip(places);
            stickers.map(|(color, &place)| logs[place][color.index()]).sum::<f64>()
        })
    });
    (ways.map(f64::exp).sum::<f64>() / (6 * turns.len()) as f64).ln()
}

/// The same for a cube about which nothing but its centres is known.
fn view_of_any(logs: &Logarithms, centres: &[Color]) -> f64 {
    let fit = |color: &Color| logs[4][color.index()].exp();
    let centre = centres.iter().map(fit).sum::<f64>() / 6.0;
    let others = (0..9).filter(|&place| place != 4).map(|place| {
        let chance = logs[place].map(f64::exp).iter().sum::<f64>() / 6.0;
        chance.ln()
    });
    centre.ln() + others.sum::<f64>()
}
