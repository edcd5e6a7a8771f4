//! What can be practised in addition to a lesson, as the page shows it: the catalogue, and the 2x2x1.

use cube::{CuboidTurn, LayerTurn, format_turns};
use teach::catalogue::{Case, Set, cases};
use teach::cuboid_graph::{self, Minimize};
use teach::{Language, Spelling, Words, spelled};

use crate::protocol::{CaseSet, CaseShown, Catalogue, CuboidGraph, CuboidState, Part};

/// The parts of a page on which people practise, with moves written so and groups named in a language.
pub fn practice(spelling: Spelling, language: Language) -> [Part; 2] {
    [Part::Catalogue(catalogue(spelling, Words::of(language))), Part::Cuboid(cuboid())]
}

/// All cases, with moves written so.
fn catalogue(spelling: Spelling, words: &Words) -> Catalogue {
    let notation = spelling.notation().unwrap_or_default();
    let shown = |case: &Case| {
        let taught = case.taught(true);
        let faces: Vec<LayerTurn> = case.moves.iter().copied().chain(case.auf).map(LayerTurn::from).collect();
        let others = case.others.iter().map(|other| other.turns.clone()).chain([faces]);
        let left: Vec<LayerTurn> = case.left.iter().flatten().map(|&turn| turn.into()).collect();
        CaseShown {
            name: case.key(),
            title: match case.set {
                Set::Oll => format!("{} {}", case.number, case.name),
                Set::Pll | Set::F2l => case.name.clone(),
            },
            group: words.sentence(&format!("group.{}", case.group)).to_owned(),
            moves: spelled(&taught, spelling, words),
            others: others.filter(|other| *other != taught).map(|other| format_turns(&other, notation)).collect(),
            look: case.mask.to_string(),
            left: spelled(&left, spelling, words),
        }
    };
    let sets = Set::ALL.map(|set| CaseSet {
        name: set.name().to_owned(),
        title: set.title().to_owned(),
        cases: cases(set).iter().map(shown).collect(),
    });
    Catalogue { sets: sets.into() }
}

/// The 2x2x1 with all its states.
fn cuboid() -> CuboidGraph {
    let graph = cuboid_graph::CuboidGraph::new();
    let edges = graph.edges();
    let letters = |turns: Vec<CuboidTurn>| turns.iter().map(ToString::to_string).collect();
    let states = graph.states().iter().enumerate();
    let states = states.map(|(number, state)| CuboidState {
        stickers: state.to_string(),
        // Edges come state by state, in the order of the turns. There are 24 states.
        to: edges.iter().filter(|(from, ..)| *from == number).map(|&(.., to)| to as u32).collect(),
        shortest: letters(graph.solve(state, Minimize::Turns)),
        fastest: letters(graph.solve(state, Minimize::Time)),
    });
    CuboidGraph {
        turns: letters(CuboidTurn::ALL.into()),
        times: CuboidTurn::ALL.map(CuboidTurn::time).into(),
        states: states.collect(),
    }
}
