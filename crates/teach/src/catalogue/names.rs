//! Cases by the names that people give them: "OLL 27", "oll27", "Sune", "T-perm", "J(a)", "anti sune".

use std::cmp::Reverse;

use super::{Case, Set, cases};
use crate::Error;

/// Most similar names that an error lists.
const MOST_SIMILAR: usize = 3;
/// Names that are less like what was typed are no help.
const LEAST_LIKENESS: u32 = 600;

/// All cases that people call so, with or without the name of the set; the name of a set alone gives all of its cases.
///
/// Only letters and digits count. A case's own name goes before names that it shares with others, and these before the name
/// of a group: "T" is PLL T, "J" is Ja and Jb, "dot" is a group of OLL.
///
/// # Errors
/// [`Error::UnknownCase`] with similar names, or with what there is.
pub fn named(text: &str) -> Result<Vec<&'static Case>, Error> {
    Wanted::read(text).cases(text)
}

/// The case of a set that people call so, with or without the set's name.
///
/// # Errors
/// [`Error::UnknownCase`] as [`named`], and [`Error::SharedName`] where several cases of the set have this name.
pub fn find(set: Set, text: &str) -> Result<&'static Case, Error> {
    let mut wanted = Wanted::read(text);
    if wanted.set.replace(set).is_some_and(|other| other != set) {
        return Err(wanted.unknown(text));
    }
    match wanted.cases(text)?[..] {
        [case] => Ok(case),
        ref several => {
            Err(Error::SharedName { text: text.to_owned(), titles: several.iter().map(|case| case.title()).collect() })
        }
    }
}

/// A name as it was typed, without what does not distinguish cases.
struct Wanted {
    set: Option<Set>,
    /// Letters and digits.
    name: String,
}

impl Wanted {
    fn read(text: &str) -> Wanted {
        let plain = plain(text);
        let stripped = Set::ALL.into_iter().find_map(|set| {
            let rest = plain.strip_prefix(set.name())?;
            Some((set, rest.strip_prefix("case").unwrap_or(rest)))
        });
        let (set, name) = match stripped {
            Some((set, rest)) => (Some(set), rest),
            None => (None, plain.as_str()),
        };
        // "T-perm" and "J perm (a)": only cases of PLL are called so.
        let without = name.replace("permutation", "").replace("perm", "");
        match set {
            None | Some(Set::Pll) if without != name => Wanted { set: Some(Set::Pll), name: without },
            _ => Wanted { set, name: name.to_owned() },
        }
    }

    fn cases(&self, text: &str) -> Result<Vec<&'static Case>, Error> {
        if let (Some(set), "") = (self.set, self.name.as_str()) {
            return Ok(cases(set).iter().collect());
        }
        let ways: [&dyn Fn(&Case) -> bool; 3] = [
            &|case| self.is_number_of(case) || plain(&case.name) == self.name,
            &|case| case.also.iter().any(|name| plain(name) == self.name),
            &|case| {
                let shapes = ["shapes", "shape"].map(|end| self.name.strip_suffix(end));
                let group = shapes.into_iter().flatten().next().unwrap_or(&self.name);
                plain(&case.group) == group
            },
        ];
        let found = ways.into_iter().find_map(|is| {
            let called: Vec<&Case> = self.candidates().filter(|case| is(case)).collect();
            (!called.is_empty()).then_some(called)
        });
        found.ok_or_else(|| self.unknown(text))
    }

    /// The numbers of PLL are not in use, so one counts only together with the set.
    fn is_number_of(&self, case: &Case) -> bool {
        let in_use = self.set.is_some() || case.set != Set::Pll;
        in_use && self.name.parse() == Ok(case.number)
    }

    fn candidates(&self) -> impl Iterator<Item = &'static Case> {
        let sets = Set::ALL.into_iter();
        let sets = sets.filter(|set| self.set.is_none_or(|wanted| wanted == *set));
        sets.flat_map(cases)
    }

    fn unknown(&self, text: &str) -> Error {
        let similar = self.similar();
        let known = match (similar.is_empty(), self.set) {
            (false, _) => format!("similar names are {}", similar.join(", ")),
            (true, None) => Set::NAMES.to_owned(),
            (true, Some(Set::Pll)) => {
                let names: Vec<&str> = self.candidates().map(|case| &case.name[..]).collect();
                format!("there are {}", names.join(" "))
            }
            (true, Some(_)) => {
                format!("there are the numbers 1 to {}", self.candidates().count())
            }
        };
        Error::UnknownCase { text: text.to_owned(), set: self.set.map_or("the catalogue", Set::title), known }
    }

    /// The names that are nearest to what was typed, best first, each with its case.
    fn similar(&self) -> Vec<String> {
        let length = self.name.chars().count();
        // A number is not a misspelt one, and every letter is near to every other.
        if length < 2 || self.name.parse::<u64>().is_ok() {
            return Vec::new();
        }
        let mut similar: Vec<(Reverse<u32>, String)> = Vec::new();
        for case in self.candidates().filter(|case| case.set != Set::F2l) {
            let perm = (case.set == Set::Pll).then(|| format!("{} perm", case.name));
            let names = [&case.name].into_iter().chain(&case.also).chain(&perm);
            let best = names.max_by_key(|name| self.likeness(name));
            if let Some(name) = best.filter(|name| LEAST_LIKENESS <= self.likeness(name)) {
                let shown = match case.set {
                    Set::Pll => case.title(),
                    _ => format!("{name} ({})", case.title()),
                };
                similar.push((Reverse(self.likeness(name)), shown));
            }
        }
        similar.sort();
        let names = similar.into_iter().map(|(_, shown)| shown);
        names.take(MOST_SIMILAR).collect()
    }

    /// How much a name is like what was typed, up to 1000; a part of a name is much like it.
    fn likeness(&self, name: &str) -> u32 {
        let name = plain(name);
        // Of a far longer text most letters have no counterpart. Each would be compared all the same.
        if 2 * name.chars().count() < self.name.chars().count() {
            return 0;
        }
        let is_part = 4 <= self.name.chars().count() && name.contains(&self.name);
        let alike = strsim::normalized_damerau_levenshtein(&name, &self.name);
        (alike.max(if is_part { 0.9 } else { 0.0 }) * 1000.0) as u32
    }
}

/// The letters and digits of a name. A minus sign at the end stays: "S-" is not "S". So does one between two numbers:
/// "1-8" is not "18".
fn plain(name: &str) -> String {
    let minus = name.trim_end().ends_with('-');
    let mut kept = String::new();
    for word in name.split(|letter: char| !letter.is_alphanumeric()) {
        let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        if is_digit(kept.chars().last()) && is_digit(word.chars().next()) {
            kept.push('-');
        }
        kept.extend(word.chars().flat_map(char::to_lowercase));
    }
    kept.extend(minus.then_some('-'));
    kept
}
