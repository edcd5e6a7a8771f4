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

/// A result of the thesis.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The number of the figure or section.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    rows: fn(&Conditions) -> Result<Vec<Row>, Error>,
}

const fn entry(name: &'static str, title: &'static str, rows: fn(&Conditions) -> Result<Vec<Row>, Error>) -> Entry {
    Entry { name, title, rows }
}

impl Entry {
    /// All results, in the order of the thesis.
    pub const ALL: [Entry; 16] = [
        entry("2.11", "nodes that brute force generates, by depth", nodes_by_depth::rows),
        entry("2.13", "sizes of Thistlethwaite's stages", stages::sizes),
        entry("2.14", "worst cases of Thistlethwaite's stages", stages::worst_cases),
        entry("4.1.2", "sizes and greatest distances of the pattern databases", pattern_databases::rows),
        entry("4.1.3", "what each idea for Korf's search saves, in nodes", korf_ideas::rows),
        entry("4.1.3.4", "one thread against many", threads::rows),
        entry("4.4.3", "rig time against length", rig_time::rows),
        entry("4.5.2.3", "white balance: plain mean against p-norm", balance::rows),
        entry("4.27", "degrees off by command, open and closed loop, on the simulated rig", degrees_off::rows),
        entry("5.1", "stickers read by light, and pictures a second", lights::rows),
        entry("5.3", "faces of one colour", one_colour::rows),
        entry("5.4", "time to solve, by depth", times::rows),
        entry("5.5", "length of solutions, by depth", lengths::rows),
        entry(
            "5.7",
            "turns until failure, with and without correction, on the simulated rig",
            turns_until_failure::rows,
        ),
        entry("5.8", "seven solves", solves::rows),
        entry("6.1.1", "ideas for later: fringes that interleave or serve phase 1, likely branches", future_work::rows),
    ];

    /// Measures it.
    ///
    /// # Errors
    /// Tables that cannot be kept, and what else no method and no cube can help.
    pub fn measure(&self, conditions: &Conditions) -> Result<Vec<Row>, Error> {
        let rows = (self.rows)(conditions)?.into_iter();
        Ok(rows.map(|row| Row { result: self.name.to_owned(), ..row }).collect())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

impl FromStr for Entry {
    type Err = Error;

    fn from_str(name: &str) -> Result<Entry, Error> {
        let found = Entry::ALL.into_iter().find(|entry| entry.name == name);
        found.ok_or_else(|| Error::UnknownName {
            kind: "result of the thesis",
            name: name.to_owned(),
            known: "2.11, 2.13, 2.14, 4.1.2, 4.1.3, 4.1.3.4, 4.4.3, 4.5.2.3, 4.27, 5.1, 5.3, 5.4, 5.5, 5.7, 5.8 and 6.1.1",
        })
    }
}
