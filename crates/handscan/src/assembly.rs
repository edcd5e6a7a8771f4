//! Six readings of faces, each turned in its plane in some way: which cube are they?
//!
//! Nine of each colour, and what the colours look like, do not depend on how the faces are turned. So the price of each
//! sticker for each colour is computed once. Then all 4^6 ways to turn the faces are looked at. A way's lower bound adds up
//! the cheapest piece at each of the twenty places, and the extra cost where two places want the same piece. An exact
//! search then finds the cheapest legal cube of each way whose bound is near the best. Ways that show the same cube are
//! one.

use std::collections::HashSet;

use cube::{Color, ColorScheme, Cube, Face, Facelets, place_seen};
use vision::state::{Costs, IMPOSSIBLE, Start, StickerPrices, cheapest};
use vision::{CubeColors, Error, Measurements};

use crate::arrangement::arrangements;
use crate::bound::{Bound, ByReading};
use crate::nine::Nine;

/// Another cube less than this many nats behind the best is not ruled out.
const LEAD: f32 = 8.0;
/// Most ways that are searched exactly. Where that is not enough, as it may be on cubes that look alike from
/// many sides, nothing is ruled out.
const MOST_SEARCHED: usize = 400;

/// What is to be put together.
pub(crate) struct Pieces<'a> {
    /// The six readings as the camera saw them.
    pub faces: &'a [Nine; 6],
    /// Stickers that a person told: reading, place in it, colour.
    pub known: &'a [(usize, usize, Color)],
    /// How each reading is turned (clockwise quarters), where that is settled.
    pub settled: [Option<u8>; 6],
    /// Which face each reading was taken for.
    pub taken_for: [Face; 6],
    /// Where a cube's colours usually are.
    pub scheme: &'a ColorScheme,
    /// Its colours, if learned.
    pub colors: Option<&'a CubeColors>,
}

/// Where each reading belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Assembly {
    /// The number of the reading that is each face, in the order U R F D L B.
    pub at: [usize; 6],
    /// By how many quarters clockwise the camera saw each reading turned.
    pub quarters: [u8; 6],
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Assembled {
    /// One cube is clearly ahead.
    One(Assembly),
    /// Several cubes fit, depending on how some readings are turned.
    Several {
        /// One of the best.
        best: Assembly,
        /// The readings whose turn makes the difference.
        unsure: Vec<usize>,
    },
    /// No cube fits.
    None {
        /// The readings each of which could be left out to make the rest fit; empty where it is not one alone.
        suspects: Vec<usize>,
    },
}

impl Assembly {
    /// The readings in the order and position of the faces.
    pub(crate) fn measurements(&self, faces: &[Nine; 6]) -> Measurements {
        std::array::from_fn(|face| {
            std::array::from_fn(|index| {
                let (reading, place) = self.source(9 * face + index);
                faces[reading][place]
            })
        })
    }

    /// The reading, and the place in it, where sticker 0 to 53 was seen.
    pub(crate) fn source(&self, sticker: usize) -> (usize, usize) {
        let reading = self.at[sticker / 9];
        (reading, place_seen(sticker % 9, self.quarters[reading]))
    }
}

/// A cube that was found.
struct Found {
    price: f32,
    facelets: Facelets,
    assembly: Assembly,
}

/// Puts the readings together.
///
/// # Errors
/// [`Error::ChannelRange`] for a value that is not a number from 0 to 255.
pub(crate) fn assemble(pieces: &Pieces<'_>) -> Result<Assembled, Error> {
    let first = assemble_from(pieces, Start::Palette)?;
    // In strange light another start may lead to a better estimate of the colours.
    Ok(match &first {
        Assembled::None { .. } => match assemble_from(pieces, Start::Centres)? {
            Assembled::None { .. } => first,
            other => other,
        },
        _ => first,
    })
}

fn assemble_from(pieces: &Pieces<'_>, start: Start) -> Result<Assembled, Error> {
    let prices = Prices::new(pieces, start)?;
    let usual = prices.usual_places(pieces.scheme);
    let bound = Bound::new(&prices.by_reading, &usual);
    let mut searched = 0;
    let mut found = prices.search(&usual, &bound, &pieces.settled, &mut searched);
    if found.is_empty() {
        // Not where its colours usually are: any other arrangement of the six centres.
        for at in arrangements(&pieces.taken_for) {
            if at != usual {
                let bound = Bound::new(&prices.by_reading, &at);
                found.extend(prices.search(&at, &bound, &pieces.settled, &mut searched));
            }
        }
    }
    let Some(best) = found.iter().min_by(|a, b| a.price.total_cmp(&b.price)) else {
        let suspects = prices.suspects(&usual, &pieces.settled);
        return Ok(Assembled::None { suspects });
    };
    let rivals: Vec<&Found> = found
        .iter()
        .filter(|other| other.price < best.price + LEAD)
        .filter(|other| other.facelets != best.facelets || other.assembly.at != best.assembly.at)
        .collect();
    // Nobody can be asked where the colours of a cube lie.
    if rivals
        .iter()
        .any(|rival| rival.assembly.at != best.assembly.at)
    {
        return Ok(Assembled::None {
            suspects: Vec::new(),
        });
    }
    if MOST_SEARCHED <= searched {
        return Ok(Assembled::Several {
            best: best.assembly,
            unsure: (0..6)
                .filter(|&reading| pieces.settled[reading].is_none())
                .collect(),
        });
    }
    if rivals.is_empty() {
        return Ok(Assembled::One(best.assembly));
    }
    let differs = |reading: &usize| {
        let turn = |found: &Found| found.assembly.quarters[*reading];
        rivals.iter().any(|rival| turn(rival) != turn(best))
    };
    Ok(Assembled::Several {
        best: best.assembly,
        unsure: (0..6).filter(differs).collect(),
    })
}

struct Prices {
    by_reading: ByReading,
    /// The colour of each reading's centre.
    centres: [usize; 6],
    /// The price of nine of each colour without any law of pieces.
    free: f32,
}

impl Prices {
    fn new(pieces: &Pieces<'_>, start: Start) -> Result<Prices, Error> {
        let known: Vec<(usize, Color)> = pieces
            .known
            .iter()
            .map(|&(reading, place, color)| (9 * reading + place, color))
            .collect();
        let StickerPrices { prices, colors } =
            StickerPrices::estimate(pieces.faces, pieces.colors, &known, start)?;
        let centres: [usize; 6] = std::array::from_fn(|reading| colors[9 * reading + 4].index());
        Ok(Prices {
            by_reading: prices.map(|row| centres.map(|class| row[class])),
            centres,
            free: (0..54)
                .filter(|sticker| sticker % 9 != 4)
                .map(|sticker| prices[sticker][colors[sticker].index()])
                .sum(),
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

    /// The legal cubes of this arrangement near the cheapest, the cheapest way to turn each.
    fn search(
        &self,
        at: &[usize; 6],
        bound: &Bound,
        settled: &[Option<u8>; 6],
        searched: &mut usize,
    ) -> Vec<Found> {
        let mut limit = self.free + IMPOSSIBLE;
        let mut ways = bound.ways(settled, limit);
        ways.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut met = HashSet::new();
        let mut found: Vec<Found> = Vec::new();
        for (lowest, quarters) in ways {
            if limit < lowest || MOST_SEARCHED <= *searched {
                break;
            }
            let assembly = Assembly { at: *at, quarters };
            let costs = self.costs(&assembly);
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
            let price: f32 = (0..54)
                .filter(|sticker| sticker % 9 != 4)
                .map(|sticker| costs[sticker][facelets.stickers()[sticker].index()])
                .sum();
            if self.free + IMPOSSIBLE < price {
                continue;
            }
            limit = limit.min(price + LEAD);
            match found.iter_mut().find(|known| known.facelets == facelets) {
                Some(known) if known.price <= price => {}
                Some(known) => (known.price, known.assembly) = (price, assembly),
                None => found.push(Found {
                    price,
                    facelets,
                    assembly,
                }),
            }
        }
        found
    }

    /// The price of reading sticker `s` as face `f`, numbered as at [`Facelets`].
    fn costs(&self, assembly: &Assembly) -> Costs {
        std::array::from_fn(|sticker| {
            let (reading, place) = assembly.source(sticker);
            let row = &self.by_reading[9 * reading + place];
            assembly.at.map(|other| row[other])
        })
    }

    /// The readings each of which could be left out to make the other five fit.
    fn suspects(&self, at: &[usize; 6], settled: &[Option<u8>; 6]) -> Vec<usize> {
        let fits = |reading: &usize| {
            let mut without = self.by_reading;
            without[9 * reading..9 * reading + 9].fill([0.0; 6]);
            let cheapest = |row: &[f32; 6]| row.iter().copied().fold(f32::INFINITY, f32::min);
            let least: f32 = (0..54)
                .filter(|sticker| sticker % 9 != 4)
                .map(|sticker| cheapest(&without[sticker]))
                .sum();
            !Bound::new(&without, at)
                .ways(settled, least + LEAD)
                .is_empty()
        };
        let suspects: Vec<usize> = (0..6).filter(fits).collect();
        // Where almost any face could be left out, nothing is known about which one it is.
        if suspects.len() <= 2 {
            suspects
        } else {
            Vec::new()
        }
    }
}
