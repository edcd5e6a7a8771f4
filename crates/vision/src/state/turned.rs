//! Six readings of faces, each turned in its plane in some way: which cube are they?
//!
//! Nine of each colour, and what the colours look like, do not depend on how the faces are turned. So the price of each
//! sticker for each colour is computed once. Then all 4^6 ways to turn the faces are looked at. A way's lower bound adds up
//! the cheapest piece at each of the twenty places, and the extra cost where two places want the same piece. An exact
//! search then finds the cheapest legal cube of each way whose bound is near the best. Ways that show the same cube are
//! one.

use std::collections::HashSet;

use cube::{Color, ColorScheme, Cube, Face, Facelets, place_seen, upright};

use super::arrangement::arrangements;
use super::bound::{Bound, ByReading};
use super::cube_color_model::{CENTRES, CubeColorModel, Start, Stickers};
use super::legal::{Costs, cheapest};
use super::measurements::Measurements;
use super::reading::IMPOSSIBLE;
use crate::{CubeColors, Error};

/// Another cube less than this many nats behind the best is not ruled out.
const LEAD: f32 = 8.0;
/// Most ways that are searched exactly. Where that is not enough, as it may be on cubes that look alike from
/// many sides, nothing is ruled out.
const MOST_SEARCHED: usize = 400;

/// Six readings of faces, with what is known of where they belong.
#[derive(Clone, Copy, Debug)]
pub struct TurnedFaces<'a> {
    /// The six readings as the camera saw them.
    pub faces: &'a Measurements,
    /// Stickers whose colours are known: reading, place in it, colour.
    pub known: &'a [(usize, usize, Color)],
    /// How each reading is turned (clockwise quarters), where that is settled.
    pub settled: [Option<u8>; 6],
    /// Which reading is which face.
    pub places: Places<'a>,
    /// The cube's colours, if learned.
    pub colors: Option<&'a CubeColors>,
}

/// What is known of which reading is which face.
#[derive(Clone, Copy, Debug)]
pub enum Places<'a> {
    /// The readings come in the order U R F D L B.
    InOrder,
    /// The centres decide: they lie as in this scheme, or in any other way if the stickers contradict that.
    ByCentres(&'a ColorScheme),
}

/// Where each reading belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The number of the reading that is each face, in the order U R F D L B.
    pub at: [usize; 6],
    /// By how many quarters clockwise the camera saw each reading turned.
    pub quarters: [u8; 6],
}

/// A cube that the readings make, and how they have to be placed for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// The cube.
    pub facelets: Facelets,
    /// A placement that shows it. A face that looks the same when it is turned counts as turned as little as possible.
    pub placement: Placement,
    price: f32,
}

/// Which cubes six readings make.
#[derive(Clone, Debug, PartialEq)]
pub enum Fit {
    /// One cube is clearly ahead.
    One(Placement),
    /// Several cubes fit, depending on how some readings are turned.
    Several {
        /// The different cubes, the cheapest first. There may be more where the search was given up.
        ways: Vec<Way>,
        /// The readings whose turn makes the difference.
        unsure: Vec<usize>,
    },
    /// No cube fits.
    None {
        /// The readings each of which could be left out to make the rest fit; empty where it is not one alone.
        suspects: Vec<usize>,
    },
}

impl Placement {
    /// The readings in the order and position of the faces.
    pub fn measurements(&self, faces: &Measurements) -> Measurements {
        std::array::from_fn(|face| {
            std::array::from_fn(|index| {
                let (reading, place) = self.source(9 * face + index);
                faces[reading][place]
            })
        })
    }

    /// The reading, and the place in it, where sticker 0 to 53 was seen.
    pub fn source(&self, sticker: usize) -> (usize, usize) {
        let reading = self.at[sticker / 9];
        (reading, place_seen(sticker % 9, self.quarters[reading]))
    }

    /// The placement that shows the same cube with as few readings turned as possible, and those as little as possible.
    fn turned_least(mut self, facelets: &Facelets, settled: &[Option<u8>; 6]) -> Placement {
        for face in Face::ALL {
            let (reading, shown) = (self.at[face.index()], facelets.face(face));
            let turned = self.quarters[reading];
            let same = |quarters: &u8| upright(&shown, 4 + quarters - turned) == shown;
            if settled[reading].is_none() {
                self.quarters[reading] = [0, 1, 3, 2].into_iter().find(same).unwrap_or(turned);
            }
        }
        self
    }
}

/// Finds the cubes that the readings make.
///
/// # Errors
/// [`Error::ChannelRange`] for a value that is not a number from 0 to 255.
pub fn fit(given: &TurnedFaces<'_>) -> Result<Fit, Error> {
    let first = fit_from(given, Start::Palette)?;
    // In strange light another start may lead to a better estimate of the colours.
    Ok(match &first {
        Fit::None { .. } => match fit_from(given, Start::Centres)? {
            Fit::None { .. } => first,
            other => other,
        },
        _ => first,
    })
}

fn fit_from(given: &TurnedFaces<'_>, start: Start) -> Result<Fit, Error> {
    let prices = Prices::new(given, start)?;
    let usual = match given.places {
        Places::InOrder => [0, 1, 2, 3, 4, 5],
        Places::ByCentres(scheme) => prices.usual_places(scheme),
    };
    let bound = Bound::new(&prices.by_reading, &usual);
    let mut searched = 0;
    let mut limit = prices.free + IMPOSSIBLE;
    let mut found = prices.search(&usual, &bound, &given.settled, limit, &mut searched);
    let least = found.iter().map(|way| way.price).fold(limit + LEAD, f32::min);
    if prices.free + LEAD <= least && matches!(given.places, Places::ByCentres(_)) {
        // Where its colours usually are there is no cube, or one that contradicts the stickers: any other arrangement of
        // the six centres, if a cube of it is clearly ahead.
        limit = least - LEAD;
        let elsewhere = arrangements().into_iter().filter(|at| *at != usual);
        let elsewhere: Vec<Way> = elsewhere
            .flat_map(|at| {
                let bound = Bound::new(&prices.by_reading, &at);
                prices.search(&at, &bound, &given.settled, limit, &mut searched)
            })
            .collect();
        found.extend(elsewhere);
    }
    // Several cubes can fit equally well. Most pictures are turned little.
    let turned = |way: &Way| -> u8 { way.placement.quarters.iter().map(|&quarters| quarters.min(4 - quarters)).sum() };
    found.sort_by(|a, b| a.price.total_cmp(&b.price).then(turned(a).cmp(&turned(b))));
    let Some(&best) = found.first() else {
        let suspects = prices.suspects(&usual, &given.settled);
        return Ok(Fit::None { suspects });
    };
    found.retain(|way| way.price < best.price + LEAD);
    // Nobody can be asked where the colours of a cube lie.
    if found.iter().any(|way| way.placement.at != best.placement.at) {
        return Ok(Fit::None { suspects: Vec::new() });
    }
    let is_given_up = MOST_SEARCHED <= searched;
    if found.len() == 1 && !is_given_up {
        return Ok(Fit::One(best.placement));
    }
    let differs = |reading: usize| {
        let turn = |way: &Way| way.placement.quarters[reading];
        found.iter().any(|way| turn(way) != turn(&best))
    };
    let unsure = (0..6).filter(|&reading| match is_given_up {
        true => given.settled[reading].is_none(),
        false => differs(reading),
    });
    Ok(Fit::Several { unsure: unsure.collect(), ways: found })
}

/// The stickers but for the centres.
fn outer() -> impl Iterator<Item = usize> {
    (0..54).filter(|sticker| sticker % 9 != 4)
}

/// The prices of the stickers, estimated from all of them together. They do not depend on where the stickers lie.
struct Prices {
    by_reading: ByReading,
    /// The colour of each reading's centre.
    centres: [usize; 6],
    /// The price of nine of each colour without any law of pieces.
    free: f32,
}

impl Prices {
    fn new(given: &TurnedFaces<'_>, start: Start) -> Result<Prices, Error> {
        let known: Vec<(usize, Color)> =
            given.known.iter().map(|&(reading, place, color)| (9 * reading + place, color)).collect();
        let stickers = Stickers::new(&given.faces.map(Some), given.colors, &known)?;
        let mut model = CubeColorModel::new(&stickers, start);
        let classes = model.settle();
        let (prices, centres) = (model.costs(), CENTRES.map(|centre| classes[centre]));
        Ok(Prices {
            by_reading: prices.map(|row| centres.map(|class| row[class])),
            centres,
            free: outer().map(|sticker| prices[sticker][classes[sticker]]).sum(),
        })
    }

    /// The reading for each face when the centres are where the scheme has them.
    fn usual_places(&self, scheme: &ColorScheme) -> [usize; 6] {
        Face::ALL.map(|face| {
            let color = scheme.color(face).index();
            let reading = self.centres.iter().position(|&class| class == color);
            reading.expect("the centres were assigned six different colours")
        })
    }

    /// The legal cubes of this arrangement near the cheapest, the cheapest way to turn each; none above `most`.
    fn search(
        &self,
        at: &[usize; 6],
        bound: &Bound,
        settled: &[Option<u8>; 6],
        most: f32,
        searched: &mut usize,
    ) -> Vec<Way> {
        let mut limit = most;
        let mut ways = bound.ways(settled, limit);
        ways.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut met = HashSet::new();
        let mut found: Vec<Way> = Vec::new();
        for (lowest, quarters) in ways {
            if limit < lowest || MOST_SEARCHED <= *searched {
                break;
            }
            let placement = Placement { at: *at, quarters };
            let costs = self.costs(&placement);
            let plain = costs.map(|row| {
                let cheapest = (0..6).min_by(|&a, &b| row[a].total_cmp(&row[b]));
                Face::ALL[cheapest.expect("there are six faces")]
            });
            if !met.insert(plain) {
                continue;
            }
            *searched += 1;
            let facelets = match Cube::try_from(&Facelets::new(plain)) {
                Ok(_) => Facelets::new(plain),
                Err(_) => cheapest(&costs).facelets,
            };
            // Added up by readings, so that stickers which are the same colours cost the same however they are turned.
            let mut paid = [0.0; 54];
            for sticker in outer() {
                let (reading, place) = placement.source(sticker);
                paid[9 * reading + place] = costs[sticker][facelets.stickers()[sticker].index()];
            }
            let price: f32 = paid.iter().sum();
            if most < price {
                continue;
            }
            limit = limit.min(price + LEAD);
            let way = Way { facelets, placement: placement.turned_least(&facelets, settled), price };
            match found.iter_mut().find(|known| known.facelets == facelets) {
                Some(known) if known.price <= price => {}
                Some(known) => *known = way,
                None => found.push(way),
            }
        }
        found
    }

    /// The price of reading sticker `s` as face `f`, numbered as at [`Facelets`].
    fn costs(&self, placement: &Placement) -> Costs {
        std::array::from_fn(|sticker| {
            let (reading, place) = placement.source(sticker);
            let row = &self.by_reading[9 * reading + place];
            placement.at.map(|other| row[other])
        })
    }

    /// The readings each of which could be left out to make the other five fit.
    fn suspects(&self, at: &[usize; 6], settled: &[Option<u8>; 6]) -> Vec<usize> {
        let fits = |reading: &usize| {
            let mut without = self.by_reading;
            without[9 * reading..9 * reading + 9].fill([0.0; 6]);
            let cheapest = |row: &[f32; 6]| row.iter().copied().fold(f32::INFINITY, f32::min);
            let least: f32 = outer().map(|sticker| cheapest(&without[sticker])).sum();
            !Bound::new(&without, at).ways(settled, least + LEAD).is_empty()
        };
        let suspects: Vec<usize> = (0..6).filter(fits).collect();
        // Where almost any face could be left out, nothing is known about which one it is.
        if suspects.len() <= 2 { suspects } else { Vec::new() }
    }
}
