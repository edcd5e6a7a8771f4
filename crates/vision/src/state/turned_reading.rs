//! The state of a cube whose six pictures were taken with some faces turned, as people mostly take them.

use std::collections::HashMap;

use cube::{ColorScheme, Face, Facelets};

use super::arrangement::turned_to_numbers;
use super::camera_setup::{camera_setup_fault, is_mirror_image};
use super::measurements::{Measurements, SeenFaces};
use super::reading::{MOST_REPAIRED, StateReading, Verdict, read_state_with};
use super::sentences::broken_law;
use super::turned::{Fit, Placement, Places, TurnedFaces, Way, fit};
use crate::{CubeColors, Error};

/// How far a picture may have to be turned, by quarters clockwise.
const TURNS: [&str; 4] = ["0 degrees", "90 degrees clockwise", "180 degrees", "90 degrees counterclockwise"];
/// The face above each of U R F D L B as they are read.
const ABOVE: [Face; 6] = [Face::B, Face::U, Face::U, Face::F, Face::U, Face::U];

/// A state, and how the pictures had to be turned for it.
#[derive(Clone, Debug)]
pub struct TurnedReading {
    /// The state. It is doubtful where several cubes are possible.
    pub reading: StateReading,
    /// By how many quarters clockwise each picture has to be turned to show its face as it is read, in the order U R F D L B.
    pub turns: [u8; 6],
    /// The different cubes that the pictures can make, where there are several.
    pub possible: Vec<PossibleCube>,
    /// The face that decides between them best, when it is known how its picture was turned.
    pub ask: Option<Face>,
}

/// One of several cubes that the pictures can make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PossibleCube {
    /// The cube.
    pub facelets: Facelets,
    /// As at [`TurnedReading::turns`].
    pub turns: [u8; 6],
}

impl PossibleCube {
    fn new(way: &Way) -> PossibleCube {
        PossibleCube { facelets: way.facelets, turns: turns(&way.placement) }
    }
}

/// Reads six faces, in the order U R F D L B, whose pictures may be turned. `upright` are the faces whose pictures are known to
/// show them as they are read. With all six this is [`read_state_with`].
///
/// The reading is certain only where one cube is possible, however the other pictures are turned. A face that looks the same
/// when it is turned makes no other cube.
///
/// # Errors
/// As [`read_state_with`].
pub fn read_turned(
    faces: &Measurements,
    colors: Option<&CubeColors>,
    upright: &[Face],
) -> Result<TurnedReading, Error> {
    let mut turned = read_turned_as_shown(faces, colors, upright)?;
    if turned.reading.verdict == Verdict::Impossible {
        let fits = |reading: &StateReading| reading.verdict != Verdict::Impossible && reading.repaired.is_empty();
        let is_a_cube = |faces: &SeenFaces| {
            let faces = faces.map(Option::unwrap_or_default);
            let read = read_turned_as_shown(&faces, colors, upright);
            read.is_ok_and(|turned| fits(&turned.reading))
        };
        let fault = camera_setup_fault(&faces.map(Some), &turned.reading.scheme, is_a_cube);
        let problems = &mut turned.reading.problems;
        if let Some(fault) = fault.filter(|fault| !problems.iter().any(|problem| problem == fault)) {
            problems.push(fault.to_owned());
        }
    }
    Ok(turned)
}

/// The order in which six faces make a cube, where they make none as they come: the number of the reading that is each of
/// U R F D L B. `upright` is as at [`read_turned`], by the numbers of the readings.
///
/// # Errors
/// As [`read_state_with`].
pub fn order(faces: &Measurements, colors: Option<&CubeColors>, upright: &[Face]) -> Result<Option<[usize; 6]>, Error> {
    let settled = Face::ALL.map(|face| upright.contains(&face).then_some(0));
    let places = Places::ByCentres(&ColorScheme::WESTERN);
    let placement = match fit(&TurnedFaces { faces, known: &[], settled, places, colors })? {
        Fit::One(placement) => placement,
        Fit::Several { ways, .. } => ways[0].placement,
        Fit::None { .. } => return Ok(None),
    };
    let reading = read_state_with(&placement.measurements(faces), colors)?;
    // Mirrored pictures make the mirror image of a cube, with two opposite faces exchanged.
    let is_cube = reading.verdict != Verdict::Impossible
        && reading.repaired.len() <= MOST_REPAIRED
        && !is_mirror_image(&reading.scheme);
    // Pictures that may be turned show a turned cube as well.
    let order = if upright.is_empty() { turned_to_numbers(placement.at) } else { placement.at };
    Ok((is_cube && order != [0, 1, 2, 3, 4, 5]).then_some(order))
}

/// The reading of faces that are not mirrored.
fn read_turned_as_shown(
    faces: &Measurements,
    colors: Option<&CubeColors>,
    upright: &[Face],
) -> Result<TurnedReading, Error> {
    let as_taken = read_state_with(faces, colors)?;
    let settled = Face::ALL.map(|face| upright.contains(&face).then_some(0));
    if settled.iter().all(Option::is_some) {
        return Ok(TurnedReading::unturned(as_taken));
    }
    let fitted = fit(&TurnedFaces { faces, known: &[], settled, places: Places::InOrder, colors })?;
    let (placement, ways, suspects) = match fitted {
        Fit::One(placement) => (Some(placement), Vec::new(), Vec::new()),
        Fit::Several { ways, .. } => {
            let as_taken = ways.iter().find(|way| way.placement.quarters == [0; 6]);
            let best = as_taken.unwrap_or(&ways[0]).placement;
            (Some(best), ways, Vec::new())
        }
        Fit::None { suspects } => (None, Vec::new(), suspects),
    };
    let reading = match placement {
        Some(placement) if placement.quarters != [0; 6] => read_state_with(&placement.measurements(faces), colors)?,
        _ => as_taken.clone(),
    };
    // There are many ways to turn the faces of no cube, so that one comes near a cube by chance.
    let is_chance = MOST_REPAIRED < reading.repaired.len();
    if reading.verdict == Verdict::Impossible || is_chance {
        let mut reading = as_taken;
        if reading.verdict == Verdict::Impossible {
            reading.problems = vec![however_turned(&reading, &suspects)];
        }
        return Ok(TurnedReading::unturned(reading));
    }
    let mut turned = TurnedReading {
        reading,
        turns: placement.as_ref().map_or([0; 6], turns),
        possible: ways.iter().map(PossibleCube::new).collect(),
        ask: deciding(&ways, upright),
    };
    if !ways.is_empty() {
        let problem = several(ways.len(), turned.ask, &turned.reading.scheme);
        turned.doubt(problem, ways.iter().map(|way| way.facelets));
    } else if as_taken.is_certain() && as_taken.facelets != turned.reading.facelets {
        let problem = "as the pictures were taken they make another cube".to_owned();
        turned.doubt(problem, std::iter::once(as_taken.facelets));
    } else if turned.turns != [0; 6] {
        turned.reading.notes.push(turned_sentence(&turned.turns));
    }
    Ok(turned)
}

impl TurnedReading {
    /// A reading of the pictures as they were taken.
    fn unturned(reading: StateReading) -> TurnedReading {
        TurnedReading { reading, turns: [0; 6], possible: Vec::new(), ask: None }
    }

    /// Makes the reading doubtful, because it may also be one of these cubes.
    fn doubt(&mut self, problem: String, cubes: impl Iterator<Item = Facelets>) {
        self.reading.verdict = Verdict::Doubtful;
        self.reading.problems.push(problem);
        for other in cubes {
            for sticker in 0..54 {
                let differs = other[sticker] != self.reading.facelets[sticker];
                if differs && !self.reading.doubtful.contains(&sticker) {
                    self.reading.doubtful.push(sticker);
                }
            }
        }
    }
}

/// By how many quarters clockwise each picture has to be turned.
fn turns(placement: &Placement) -> [u8; 6] {
    placement.quarters.map(|quarters| (4 - quarters) % 4)
}

/// The face whose looks leave the fewest cubes in the worst case, once its picture is known to be upright.
fn deciding(ways: &[Way], upright: &[Face]) -> Option<Face> {
    let left = |face: &Face| {
        let mut alike: HashMap<[Face; 9], usize> = HashMap::new();
        for way in ways {
            *alike.entry(way.facelets.face(*face)).or_default() += 1;
        }
        alike.into_values().max().unwrap_or_default()
    };
    let open = Face::ALL.into_iter().filter(|face| !upright.contains(face));
    open.min_by_key(left).filter(|face| left(face) < ways.len())
}

/// What was done with the pictures.
fn turned_sentence(turns: &[u8; 6]) -> String {
    let turned: Vec<String> = Face::ALL
        .into_iter()
        .zip(turns)
        .filter(|(_, quarters)| **quarters != 0)
        .map(|(face, quarters)| format!("{face} by {}", TURNS[usize::from(*quarters)]))
        .collect();
    format!("pictures turned to make a cube: {}", turned.join(", "))
}

/// That there are several cubes, and what decides between them.
fn several(count: usize, ask: Option<Face>, scheme: &ColorScheme) -> String {
    let named = |face: Face| format!("the {} face ({face})", scheme.color(face));
    match ask {
        Some(face) => format!(
            "these six faces make {count} different cubes, depending on how their pictures are turned; show {} again, with {} above it",
            named(face),
            named(ABOVE[face.index()])
        ),
        None => "these six faces fit together in too many ways; show each face as it is read".to_owned(),
    }
}

/// That no way to turn the pictures makes a cube.
fn however_turned(reading: &StateReading, suspects: &[usize]) -> String {
    let law = broken_law(reading);
    let names: Vec<String> = suspects.iter().map(|&face| Face::ALL[face].to_string()).collect();
    let which = match names.is_empty() {
        true => "a face".to_owned(),
        false => format!("the face {}", names.join(" or ")),
    };
    format!(
        "these six faces make no cube, however their pictures are turned: {law}; {which} may be shown twice or misread"
    )
}
