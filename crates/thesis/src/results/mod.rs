//! Every result of the thesis that can be made again: the published figure next to the measured one.
//!
//! An [`Entry`] is a figure, a table or a section of the thesis. Its file here has the published figures and how ours are
//! measured. [`Entry::measure`] returns [`Row`]s. What cannot be measured honestly is no entry; docs/thesis.md names it.

mod balance;
mod conditions;
mod cubes;
mod degrees_off;
mod future_work;
mod korf_ideas;
mod lengths;
mod lights;
mod nodes_by_depth;
mod one_colour;
mod pattern_databases;
mod people;
mod pictures;
mod rig_time;
mod row;
mod search;
mod simulated_rig;
mod solves;
mod stages;
mod threads;
mod times;
mod turns_until_failure;
mod variant;

pub use conditions::{Conditions, Step};
pub use row::{Published, Row, Said};

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// A result of the thesis, in the order of the thesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// Figure 2.11.
    NodesByDepth,
    /// Figure 2.13.
    StageSizes,
    /// Figure 2.14.
    StageWorstCases,
    /// Sections 4.1.2 and 4.2.1.
    PatternDatabases,
    /// Sections 4.1.2.6 and 4.1.3.
    KorfIdeas,
    /// Section 4.1.3.4.
    Threads,
    /// Section 4.4.3.
    RigTime,
    /// Section 4.5.2.3.
    WhiteBalance,
    /// Figure 4.27.
    DegreesOff,
    /// Figure 5.1.
    Lights,
    /// Figure 5.3.
    OneColour,
    /// Figure 5.4.
    Times,
    /// Figure 5.5.
    Lengths,
    /// Figure 5.7.
    TurnsUntilFailure,
    /// Figure 5.8.
    Solves,
    /// Section 6.1.1.
    FutureWork,
}

impl Entry {
    /// All results, in the order of the thesis.
    pub const ALL: [Entry; 16] = [
        Entry::NodesByDepth,
        Entry::StageSizes,
        Entry::StageWorstCases,
        Entry::PatternDatabases,
        Entry::KorfIdeas,
        Entry::Threads,
        Entry::RigTime,
        Entry::WhiteBalance,
        Entry::DegreesOff,
        Entry::Lights,
        Entry::OneColour,
        Entry::Times,
        Entry::Lengths,
        Entry::TurnsUntilFailure,
        Entry::Solves,
        Entry::FutureWork,
    ];

    /// The number of the figure or section.
    pub const fn name(self) -> &'static str {
        match self {
            Entry::NodesByDepth => "2.11",
            Entry::StageSizes => "2.13",
            Entry::StageWorstCases => "2.14",
            Entry::PatternDatabases => "4.1.2",
            Entry::KorfIdeas => "4.1.3",
            Entry::Threads => "4.1.3.4",
            Entry::RigTime => "4.4.3",
            Entry::WhiteBalance => "4.5.2.3",
            Entry::DegreesOff => "4.27",
            Entry::Lights => "5.1",
            Entry::OneColour => "5.3",
            Entry::Times => "5.4",
            Entry::Lengths => "5.5",
            Entry::TurnsUntilFailure => "5.7",
            Entry::Solves => "5.8",
            Entry::FutureWork => "6.1.1",
        }
    }

    /// What it is about.
    pub const fn title(self) -> &'static str {
        match self {
            Entry::NodesByDepth => "nodes that brute force generates, by depth",
            Entry::StageSizes => "sizes of Thistlethwaite's stages",
            Entry::StageWorstCases => "worst cases of Thistlethwaite's stages",
            Entry::PatternDatabases => "sizes and greatest distances of the pattern databases",
            Entry::KorfIdeas => "what each idea for Korf's search saves, in nodes",
            Entry::Threads => "one thread against many",
            Entry::RigTime => "rig time against length",
            Entry::WhiteBalance => "white balance: plain mean against p-norm",
            Entry::DegreesOff => "degrees off by command, open and closed loop, on the simulated rig",
            Entry::Lights => "stickers read by light, and pictures a second",
            Entry::OneColour => "faces of one colour",
            Entry::Times => "time to solve, by depth",
            Entry::Lengths => "length of solutions, by depth",
            Entry::TurnsUntilFailure => "turns until failure, with and without correction, on the simulated rig",
            Entry::Solves => "seven solves",
            Entry::FutureWork => "ideas for later: fringes that interleave or serve phase 1, likely branches",
        }
    }

    /// Measures it.
    ///
    /// # Errors
    /// Tables that cannot be kept, and what else no method and no cube can help.
    pub fn measure(self, conditions: &Conditions) -> Result<Vec<Row>, Error> {
        let rows = match self {
            Entry::NodesByDepth => nodes_by_depth::rows(conditions),
            Entry::StageSizes => stages::sizes(conditions)?,
            Entry::StageWorstCases => stages::worst_cases(conditions)?,
            Entry::PatternDatabases => pattern_databases::rows(conditions)?,
            Entry::KorfIdeas => korf_ideas::rows(conditions)?,
            Entry::Threads => threads::rows(conditions)?,
            Entry::RigTime => rig_time::rows(conditions)?,
            Entry::WhiteBalance => balance::rows(conditions)?,
            Entry::DegreesOff => degrees_off::rows(conditions)?,
            Entry::Lights => lights::rows(conditions)?,
            Entry::OneColour => one_colour::rows(conditions)?,
            Entry::Times => times::rows(conditions)?,
            Entry::Lengths => lengths::rows(conditions)?,
            Entry::TurnsUntilFailure => turns_until_failure::rows(conditions)?,
            Entry::Solves => solves::rows(conditions)?,
            Entry::FutureWork => future_work::rows(conditions)?,
        };
        let named = rows.into_iter().map(|row| Row { result: self.name().to_owned(), ..row });
        Ok(named.collect())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Entry {
    type Err = Error;

    fn from_str(name: &str) -> Result<Entry, Error> {
        let found = Entry::ALL.into_iter().find(|entry| entry.name() == name);
        found.ok_or_else(|| Error::UnknownName {
            kind: "result of the thesis",
            name: name.to_owned(),
            known: "2.11, 2.13, 2.14, 4.1.2, 4.1.3, 4.1.3.4, 4.4.3, 4.5.2.3, 4.27, 5.1, 5.3, 5.4, 5.5, 5.7, 5.8 and 6.1.1",
        })
    }
}
