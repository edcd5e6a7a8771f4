//! One written turn: what letters, layer numbers and suffixes mean in each notation.

use winnow::Parser;
use winnow::ascii::digit1;
use winnow::combinator::{alt, opt, preceded};
use winnow::stream::Location;
use winnow::token::{any, one_of};

use super::grammar::{Input, Parsed, refuse};
use super::{MoveFault, Notation};
use crate::{Face, LayerTurn, Layers};

/// The signs that keyboards, office programs and older guides write for an anticlockwise turn.
const PRIMES: [char; 15] = ['\'', '’', '‘', '′', '`', '´', 'ʼ', 'ʹ', '‛', '＇', '᾿', '՚', 'ߴ', 'ˈ', 'i'];

/// Whether the sign makes a turn anticlockwise in standard notation. `Ri` is known from guides that came with cubes.
pub fn is_prime(letter: char) -> bool {
    PRIMES.contains(&letter)
}

/// The layers that a number or two in front of a letter name: `2R`, `2-3r`.
type Numbers<'text> = Option<(&'text str, Option<&'text str>)>;

/// One turn.
pub fn turn(input: &mut Input<'_>) -> Parsed<LayerTurn> {
    let at = input.current_token_start();
    let notation = input.state.notation;
    let numbers: Numbers<'_> = match notation {
        Notation::Standard => opt((digit1, opt(preceded(one_of(['-', '–']), digit1)))).parse_next(input)?,
        _ => None,
    };
    let letter = match opt(any).parse_next(input)? {
        Some(letter) if letter.is_alphabetic() && !is_prime(letter) => letter,
        Some('(' | '*' | '×') if let Some((number, None)) = numbers => {
            return refuse(at, MoveFault::TimesInFront(number.to_owned()));
        }
        Some('+' | '-' | '−') if numbers.is_none() => return refuse(at, MoveFault::Sign),
        Some(letter) if numbers.is_none() && !is_suffix(letter) => {
            return refuse(at, MoveFault::Unknown(notation));
        }
        _ => return refuse(at, MoveFault::Stray),
    };
    let is_wide = notation != Notation::Case && opt('w').parse_next(input)?.is_some();
    let quarters = suffix(input, at)?;
    let (face, layers, way) = match named(notation, numbers, letter, is_wide, quarters) {
        Ok(named) => named,
        Err(fault) => return refuse(at, fault),
    };
    match LayerTurn::new(face, layers, way * quarters) {
        Some(turn) => Ok(turn),
        None => refuse(at, MoveFault::Unknown(notation)),
    }
}

/// Whether the sign is only ever written behind a letter.
fn is_suffix(letter: char) -> bool {
    is_prime(letter) || letter.is_ascii_digit() || "+-−²³*×".contains(letter)
}

/// The quarters that a suffix means.
fn suffix(input: &mut Input<'_>, at: usize) -> Parsed<i32> {
    match input.state.notation {
        Notation::Case => Ok(1),
        Notation::PlusMinus => match opt(one_of(['+', '-', '−'])).parse_next(input)? {
            Some('+') => Ok(1),
            Some(_) => Ok(-1),
            None => Ok(amount(input, at)?.unwrap_or(1)),
        },
        Notation::Quarters => Ok(amount(input, at)?.unwrap_or(1)),
        _ => {
            let before = amount(input, at)?;
            let back = opt(one_of(is_prime)).parse_next(input)?.is_some();
            let amount = match before {
                None if back => amount(input, at)?,
                before => before,
            };
            if back && opt(one_of(is_prime)).parse_next(input)?.is_some() {
                return refuse(at, MoveFault::TwoPrimes);
            }
            let quarters = amount.unwrap_or(1);
            Ok(if back { -quarters } else { quarters })
        }
    }
}

/// A number of quarters, where there is one.
fn amount(input: &mut Input<'_>, at: usize) -> Parsed<Option<i32>> {
    let raised = alt(('²'.value("2"), '³'.value("3")));
    match opt(alt((digit1, raised))).parse_next(input)? {
        None => Ok(None),
        Some("1") => Ok(Some(1)),
        Some("2") => Ok(Some(2)),
        Some("3") => Ok(Some(3)),
        Some(other) => refuse(at, MoveFault::Amount { amount: other.to_owned() }),
    }
}

/// The layers that a letter turns, the face that they follow, and whether they turn with it (1) or against it (-1).
fn named(
    notation: Notation,
    numbers: Numbers<'_>,
    letter: char,
    is_wide: bool,
    quarters: i32,
) -> Result<(Face, Layers, i32), MoveFault> {
    let unknown = Err(MoveFault::Unknown(notation));
    let is_small = letter.is_ascii_lowercase();
    let way = if is_small && notation == Notation::Case { -1 } else { 1 };
    let special = match letter.to_ascii_uppercase() {
        'X' => Some((Face::R, Layers::All)),
        'Y' => Some((Face::U, Layers::All)),
        'Z' => Some((Face::F, Layers::All)),
        'M' => Some((Face::L, Layers::Middle)),
        'E' => Some((Face::D, Layers::Middle)),
        'S' => Some((Face::F, Layers::Middle)),
        _ => None,
    };
    if let Some((face, layers)) = special {
        let is_known = match (layers, notation) {
            (Layers::All, _) | (_, Notation::Standard) => true,
            (_, Notation::Case) => false,
            _ => !is_small,
        };
        return match is_known && !is_wide && numbers.is_none() {
            true => Ok((face, layers, way)),
            false => unknown,
        };
    }
    let Some(face) = Face::from_letter(letter.to_ascii_uppercase()) else {
        return unknown;
    };
    let is_wide = match (is_small, notation) {
        (true, Notation::Standard) => true,
        (true, Notation::Case) | (false, _) => is_wide,
        (true, _) => return unknown,
    };
    let (layers, way) = match numbers {
        None if is_wide => (Layers::Wide, way),
        None => (Layers::Outer, way),
        Some((first, last)) => match layer_range(first, last, is_wide)? {
            (1, 1) => (Layers::Outer, 1),
            (1, 2) => (Layers::Wide, 1),
            (2, 2) => (Layers::Middle, 1),
            // Layers at the other end turn as this face does, so against their own.
            (2, 3) => return Ok((face.opposite(), Layers::Wide, -1)),
            (3, 3) => return Ok((face.opposite(), Layers::Outer, -1)),
            _ => {
                let rotation = LayerTurn::new(face, Layers::All, quarters);
                return Err(MoveFault::AllLayers {
                    write: rotation.map_or_else(String::new, |rotation| rotation.to_string()),
                });
            }
        },
    };
    Ok((face, layers, way))
}

/// The first and the last layer that numbers name, counted from the face. One number of a wide turn is how many turn.
fn layer_range(first: &str, last: Option<&str>, is_wide: bool) -> Result<(u8, u8), MoveFault> {
    let layer = |number: &str| match number {
        "1" => Ok(1),
        "2" => Ok(2),
        "3" => Ok(3),
        other => Err(MoveFault::NoSuchLayer { layer: other.to_owned() }),
    };
    let first = layer(first)?;
    Ok(match last.map(layer).transpose()? {
        None if is_wide => (1, first),
        None => (first, first),
        Some(last) => (first.min(last), first.max(last)),
    })
}
