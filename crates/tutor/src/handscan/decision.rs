//! From six readings, turned any way, to the cube or to what is wrong with them.

use std::time::Duration;

use cube::{Color, ColorScheme, Face};
use vision::Quad;
use vision::state::{Fit, Placement, Places, StateReading, TurnedFaces, Verdict, fit, read_seen};

use crate::handscan::Options;
use crate::handscan::nine::Nine;

/// A face that was read.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// As the camera saw it.
    pub rgb: Nine,
    pub colors: [Color; 9],
    pub quads: [Quad; 9],
    /// In which frame.
    pub at: Duration,
    /// By how many quarters clockwise it was turned, as far as is known or, at first, asked.
    pub quarters: u8,
    /// Whether that is settled: the person was asked for that very position.
    pub settled: bool,
    /// The corrections of the person, by place as the camera saw it.
    pub known: Vec<(usize, Color)>,
}

/// What six readings are.
pub(crate) enum Decision {
    /// One cube; it may still be doubtful.
    Clear(Box<StateReading>),
    /// Several cubes, depending on how some faces are turned; the reading is one of them.
    Turned { reading: Box<StateReading>, unsure: Vec<Face> },
    /// No cube; one of the suspects is likely wrong, empty where it may be any.
    NoCube { suspects: Vec<Face> },
}

/// Decides. The readings are moved to the faces that they turn out to be, with their turns.
pub(crate) fn decide(read: &mut [Option<Read>; 6], options: &Options, scheme: &ColorScheme) -> Decision {
    let nothing = Decision::NoCube { suspects: Vec::new() };
    let all: Vec<Read> = read.iter().flatten().cloned().collect();
    let Ok(all): Result<[Read; 6], _> = all.try_into() else {
        return nothing;
    };
    let faces: [Nine; 6] = std::array::from_fn(|reading| all[reading].rgb);
    let known: Vec<(usize, usize, Color)> = all
        .iter()
        .enumerate()
        .flat_map(|(reading, read)| {
            let known = read.known.iter();
            known.map(move |(place, color)| (reading, *place, *color))
        })
        .collect();
    let fitted = fit(&TurnedFaces {
        faces: &faces,
        known: &known,
        settled: std::array::from_fn(|reading| all[reading].settled.then_some(all[reading].quarters)),
        places: Places::ByCentres(scheme),
        colors: options.colors.as_ref(),
    });
    let (placement, unsure) = match fitted {
        Ok(Fit::One(placement)) => (placement, Vec::new()),
        Ok(Fit::Several { ways, unsure }) => (ways[0].placement, unsure),
        Ok(Fit::None { suspects }) => {
            // Positions that were asked for may have been shown otherwise.
            read.iter_mut().flatten().for_each(|read| read.settled = false);
            return Decision::NoCube { suspects: suspects.into_iter().map(|reading| Face::ALL[reading]).collect() };
        }
        Err(_) => return nothing,
    };
    let Some(reading) = reading(&placement, &faces, &all, options) else {
        return nothing;
    };
    *read = placement.at.map(|from| {
        let mut moved = all[from].clone();
        moved.quarters = placement.quarters[from];
        Some(moved)
    });
    if unsure.is_empty() {
        return Decision::Clear(Box::new(reading));
    }
    let face_of = |reading: usize| Face::ALL.into_iter().find(|f| placement.at[f.index()] == reading);
    Decision::Turned { unsure: unsure.into_iter().filter_map(face_of).collect(), reading: Box::new(reading) }
}

/// The whole decision on the readings put together; nothing where it finds no cube after all.
fn reading(placement: &Placement, faces: &[Nine; 6], all: &[Read; 6], options: &Options) -> Option<StateReading> {
    let known: Vec<(usize, Color)> = (0..54)
        .filter_map(|sticker| {
            let (reading, place) = placement.source(sticker);
            let given = all[reading].known.iter().find(|(known, _)| *known == place);
            given.map(|(_, color)| (sticker, *color))
        })
        .collect();
    let measured = placement.measurements(faces);
    let reading = read_seen(&measured.map(Some), options.colors.as_ref(), &known).ok()?;
    (reading.verdict != Verdict::Impossible).then_some(reading)
}
