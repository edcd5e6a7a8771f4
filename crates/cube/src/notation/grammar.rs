//! The grammar of written moves: one for all notations, which differ only in what a letter and its suffix mean.
//!
//! ```text
//! text      = sequence [ ":" square ]                       A: [B, C] is [A: [B, C]]
//! sequence  = { gap | length | group | square | turn }
//! group     = "(" sequence ")" times                        (R U R' U')3
//! square    = "[" sequence [ ( "," | ":" ) sequence ] "]" times
//! times     = [ number ] [ prime ] | prime number | ( "*" | "×" | "x " ) number
//! length    = "(" one { "," one } ")" | "[" number unit "]"  (21f), (20f*, 22q), as solvers and people print it
//! one       = number [ "f" | "q" | … ] [ "*" ]
//! turn      = [ number [ "-" number ] ] letter [ "w" ] suffix
//! gap       = white space, ".", "," outside square brackets, "//" to the end of the line, "/*" to "*/"
//! ```
//!
//! Brackets are expanded at once. What one makes is counted before memory is taken, and never exceeds [`MOST_TURNS`].

use winnow::Parser;
use winnow::ascii::{digit1, multispace0};
use winnow::combinator::{alt, delimited, not, opt, peek, preceded, separated, terminated};
use winnow::error::{ErrMode, ModalResult, ParserError};
use winnow::stream::{LocatingSlice, Location, Stateful};
use winnow::token::{any, one_of, take_till, take_until, take_while};

use super::letters::{is_prime, turn};
use super::{MoveFault, Notation};
use crate::{Face, LayerTurn, Layers};

/// How many brackets may lie inside each other.
pub const DEEPEST: usize = 50;
/// How many turns a text may make, brackets expanded.
pub const MOST_TURNS: usize = 100_000;

/// The units of a length, as solvers and forums write them.
const UNITS: [&str; 13] = ["", "f", "q", "h", "s", "htm", "qtm", "stm", "ftm", "etm", "obtm", "move", "moves"];

/// Text with the place in it and what is true there.
pub type Input<'text> = Stateful<LocatingSlice<&'text str>, State>;

/// What a parser of this grammar returns.
pub type Parsed<O> = ModalResult<O, Refusal>;

/// What the grammar knows at a place.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Standard, quarters, case or plus-minus.
    pub notation: Notation,
    /// How many brackets are open.
    depth: usize,
    /// Whether a comma ends a part of a square bracket.
    in_square: bool,
}

/// A place, counted in bytes, and what is wrong there.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The place.
    pub at: usize,
    /// What is wrong.
    pub fault: MoveFault,
}

impl<'text> ParserError<Input<'text>> for Refusal {
    type Inner = Refusal;

    fn from_input(input: &Input<'text>) -> Refusal {
        Refusal { at: input.current_token_start(), fault: MoveFault::Unknown(input.state.notation) }
    }

    fn into_inner(self) -> Result<Refusal, Refusal> {
        Ok(self)
    }
}

/// Ends all parsing with a fault.
pub fn refuse<O>(at: usize, fault: MoveFault) -> Parsed<O> {
    Err(ErrMode::Cut(Refusal { at, fault }))
}

/// Reads a whole text.
pub fn read(text: &str, notation: Notation) -> Result<Vec<LayerTurn>, Refusal> {
    let mut input = Input { input: LocatingSlice::new(text), state: State { notation, depth: 0, in_square: false } };
    whole(&mut input).map_err(|error| match error {
        ErrMode::Backtrack(refusal) | ErrMode::Cut(refusal) => refusal,
        // Only input that is still to come does this, and here is all of it.
        ErrMode::Incomplete(_) => Refusal::from_input(&input),
    })
}

fn whole(input: &mut Input<'_>) -> Parsed<Vec<LayerTurn>> {
    let turns = sequence(input)?;
    let at = input.current_token_start();
    match opt(any).parse_next(input)? {
        None => Ok(turns),
        Some(':') => {
            let inner = delimited(gap, opt(square), gap).parse_next(input)?;
            match (inner, opt(any).parse_next(input)?) {
                (Some(inner), None) => conjugate(at, &turns, &inner),
                _ => refuse(at, MoveFault::Colon),
            }
        }
        Some(_) => refuse(at, MoveFault::NotOpen),
    }
}

/// Turns up to the end of the text, a closing bracket, or what ends a part.
fn sequence(input: &mut Input<'_>) -> Parsed<Vec<LayerTurn>> {
    let mut turns = Vec::new();
    let mut follows_bracket = false;
    loop {
        gap(input)?;
        let at = input.current_token_start();
        let next = peek(opt(any)).parse_next(input)?;
        match next {
            None | Some(')' | ']' | ',' | ':') => return Ok(turns),
            Some('(') => match opt(length).parse_next(input)? {
                // Two of them are nothing else.
                Some(lengths) => {
                    if let [only] = lengths[..] {
                        check_length(at, only, follows_bracket)?;
                    }
                }
                None => {
                    if let (false, Some(times)) = (turns.is_empty(), peek_times(input)?) {
                        return refuse(at, MoveFault::TimesInBracket { times });
                    }
                    append(at, &mut turns, &group(input)?)?;
                }
            },
            Some('[') if opt(square_length).parse_next(input)?.is_some() => {}
            Some('[') => append(at, &mut turns, &square(input)?)?,
            Some(_) => append(at, &mut turns, &[turn(input)?])?,
        }
        follows_bracket = matches!(next, Some('(' | '['));
    }
}

/// What stands between moves.
fn gap(input: &mut Input<'_>) -> Parsed<()> {
    let in_square = input.state.in_square;
    let blank = move |letter: char| letter.is_whitespace() || letter == '.' || (letter == ',' && !in_square);
    loop {
        let at = input.current_token_start();
        let line = preceded("//", take_till(0.., ['\n', '\r']));
        if opt(alt((take_while(1.., blank), line))).parse_next(input)?.is_some() {
            continue;
        }
        if opt("/*").parse_next(input)?.is_none() {
            return Ok(());
        }
        if opt((take_until(0.., "*/"), "*/")).parse_next(input)?.is_none() {
            return refuse(at, MoveFault::OpenComment);
        }
    }
}

/// `( … )` and how often.
fn group(input: &mut Input<'_>) -> Parsed<Vec<LayerTurn>> {
    let at = input.current_token_start();
    any.void().parse_next(input)?;
    let turns = part(input, at, false)?;
    let end = input.current_token_start();
    match opt(any).parse_next(input)? {
        Some(')') => times(input, at, turns),
        None => refuse(at, MoveFault::NeverClosed),
        Some(':') => refuse(end, MoveFault::Colon),
        Some(_) => refuse(end, MoveFault::WrongEnd),
    }
}

/// `[ … ]`, `[ … , … ]` or `[ … : … ]`, and how often.
fn square(input: &mut Input<'_>) -> Parsed<Vec<LayerTurn>> {
    let at = input.current_token_start();
    '['.void().parse_next(input)?;
    let small = opt(peek(preceded(multispace0, any))).parse_next(input)?;
    let first = part(input, at, true)?;
    let mark = peek(opt(one_of([',', ':']))).parse_next(input)?;
    let turns = match (mark, &first[..]) {
        (None, &[only]) if only.layers() == Layers::Wide && small.is_some_and(char::is_lowercase) => {
            return refuse(at, bracket_rotation(only));
        }
        (None, _) => first,
        (Some(mark), _) => {
            any.void().parse_next(input)?;
            let second = part(input, at, true)?;
            match mark {
                _ if first.is_empty() || second.is_empty() => {
                    return refuse(at, MoveFault::EmptyPart);
                }
                ',' => commutator(at, &first, &second)?,
                _ => conjugate(at, &first, &second)?,
            }
        }
    };
    let end = input.current_token_start();
    match opt(any).parse_next(input)? {
        Some(']') => times(input, at, turns),
        None => refuse(at, MoveFault::NeverClosed),
        Some(')') => refuse(end, MoveFault::WrongEnd),
        Some(_) => refuse(at, MoveFault::TooManyParts),
    }
}

/// What lies in the bracket that was opened `at`, up to its end or to the end of this part.
fn part(input: &mut Input<'_>, at: usize, in_square: bool) -> Parsed<Vec<LayerTurn>> {
    let outside = input.state;
    if outside.depth == DEEPEST {
        return refuse(at, MoveFault::TooDeep);
    }
    input.state.depth += 1;
    input.state.in_square = in_square;
    let turns = sequence(input)?;
    input.state = outside;
    Ok(turns)
}

/// Some lists write a rotation as `[r]`.
fn bracket_rotation(turn: LayerTurn) -> MoveFault {
    let rotation = LayerTurn::new(turn.face(), Layers::All, turn.quarters().into());
    MoveFault::BracketRotation {
        wide: turn.to_string(),
        rotation: rotation.map_or_else(String::new, |rotation| rotation.to_string()),
    }
}

/// How often a bracket is done, or that it is undone.
fn times(input: &mut Input<'_>, at: usize, turns: Vec<LayerTurn>) -> Parsed<Vec<LayerTurn>> {
    let prime = || one_of(is_prime).void();
    // "x 3" is a number of times. "x3" is a rotation too, but "x6" is none.
    let word_end = not(one_of(|letter: char| letter.is_alphanumeric() || is_prime(letter)));
    let cross = preceded(multispace0, one_of(['x', 'X']).span());
    let crossed = (cross, multispace0, terminated(digit1, word_end));
    let starred = preceded((multispace0, one_of(['*', '×']), multispace0), digit1);
    let (number, back): (Option<&str>, Option<()>) = match opt(crossed).parse_next(input)? {
        Some((cross, "", number @ ("1" | "2" | "3"))) => {
            let rotation = match number {
                "1" => "x",
                "2" => "x x",
                _ => "x'",
            };
            let times = number.to_owned();
            return refuse(cross.start, MoveFault::TimesOrRotation { times, rotation });
        }
        Some((_, _, number)) => (Some(number), None),
        None => alt((
            (prime(), digit1).map(|(back, number)| (Some(number), Some(back))),
            (opt(alt((digit1, starred))), opt(prime())),
        ))
        .parse_next(input)?,
    };
    // What does not fit is too often.
    let count = number.map_or(1, |number| number.parse().unwrap_or(usize::MAX));
    if count == 0 {
        return refuse(at, MoveFault::NoTimes);
    }
    if MOST_TURNS < turns.len().saturating_mul(count) {
        return refuse(at, MoveFault::TooLong);
    }
    Ok(match back {
        None => turns.repeat(count),
        Some(()) => inverse(&turns).repeat(count),
    })
}

/// `(x3)` behind moves, which some write for "three times": the number.
fn peek_times(input: &mut Input<'_>) -> Parsed<Option<String>> {
    let sign = one_of(['x', 'X', '×', '*']);
    let times = preceded((multispace0, sign, multispace0), digit1);
    let bracket = delimited('(', times, (multispace0, ')'));
    let found: Option<&str> = peek(opt(bracket)).parse_next(input)?;
    Ok(found.map(str::to_owned))
}

/// A length: the number, its unit, and whether it is marked as the shortest.
type Length<'text> = (&'text str, &'text str, bool);

/// `(21f)`, or several lengths as in `(20f*, 22q)`.
fn length<'text>(input: &mut Input<'text>) -> Parsed<Vec<Length<'text>>> {
    let unit =
        take_while(0.., char::is_alphabetic).verify(|unit: &str| UNITS.contains(&unit.to_ascii_lowercase().as_str()));
    let one = (digit1, preceded(multispace0, unit), opt('*').map(|star| star.is_some()));
    let all = separated(1.., one, (multispace0, ',', multispace0));
    delimited(('(', multispace0), all, (multispace0, ')')).parse_next(input)
}

/// `[18 HTM]`, as forums write it. One letter would be a turn.
fn square_length(input: &mut Input<'_>) -> Parsed<()> {
    let unit =
        take_while(3.., char::is_alphabetic).verify(|unit: &str| UNITS.contains(&unit.to_ascii_lowercase().as_str()));
    let inner = (digit1, multispace0, unit);
    delimited(('[', multispace0), inner, (multispace0, ']')).void().parse_next(input)
}

/// Refuses a length that can be something else.
fn check_length(at: usize, (number, unit, is_shortest): Length<'_>, follows_bracket: bool) -> Parsed<()> {
    // A layer number makes a turn of the letter f.
    let layers = match (number, unit) {
        _ if is_shortest => None,
        ("1", "f" | "F") => Some(Layers::Outer),
        ("2", "f") => Some(Layers::Wide),
        ("2", "F") => Some(Layers::Middle),
        _ => None,
    };
    let turn = layers.and_then(|layers| LayerTurn::new(Face::F, layers, 1));
    match turn {
        Some(turn) => refuse(at, MoveFault::LengthOrTurn { write: turn.to_string() }),
        None if unit.is_empty() && !is_shortest && follows_bracket => {
            refuse(at, MoveFault::LengthOrTimes(number.to_owned()))
        }
        None => Ok(()),
    }
}

/// Appends what came, where that is not too long.
fn append(at: usize, turns: &mut Vec<LayerTurn>, part: &[LayerTurn]) -> Parsed<()> {
    if MOST_TURNS < turns.len() + part.len() {
        return refuse(at, MoveFault::TooLong);
    }
    turns.extend_from_slice(part);
    Ok(())
}

/// `A B A' B'`.
fn commutator(at: usize, first: &[LayerTurn], second: &[LayerTurn]) -> Parsed<Vec<LayerTurn>> {
    let mut turns = first.to_vec();
    append(at, &mut turns, second)?;
    append(at, &mut turns, &inverse(first))?;
    append(at, &mut turns, &inverse(second))?;
    Ok(turns)
}

/// `A B A'`.
fn conjugate(at: usize, setup: &[LayerTurn], inner: &[LayerTurn]) -> Parsed<Vec<LayerTurn>> {
    let mut turns = setup.to_vec();
    append(at, &mut turns, inner)?;
    append(at, &mut turns, &inverse(setup))?;
    Ok(turns)
}

fn inverse(turns: &[LayerTurn]) -> Vec<LayerTurn> {
    turns.iter().rev().map(|turn| turn.inverse()).collect()
}
