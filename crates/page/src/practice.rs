//! What can be practised in addition to a lesson, as the page shows it: the catalogue, and the 2x2x1.

use cube::{CuboidTurn, Move, Step, format_turns};
use teach::catalogue::{Case, Set, cases};
use teach::cuboid_graph::{self, Minimize};
use teach::{Language, Spelling, Words, spelled};

use crate::protocol::{CaseSet, CaseShown, Catalogue, CuboidGraph, CuboidState, Part};

/// The parts of a page on which people practise, with moves written so.
pub fn practice(spelling: Spelling) -> [Part; 2] {
    [Part::Catalogue(catalogue(spelling)), Part::Cuboid(cuboid())]
}

/// All cases, with moves written so.
fn catalogue(spelling: Spelling) -> Catalogue {
    let notation = spelling.notation().unwrap_or_default();
    let shown = |case: &Case| {
        let moves: Vec<Move> = case.moves.iter().copied().chain(case.auf).collect();
        CaseShown {
            name: case.key(),
            title: match case.set {
                Set::Oll => format!("{} {}", case.number, case.name),
                Set::Pll | Set::F2l => case.name.clone(),
            },
            group: case.group.clone(),
            moves: written(&moves, spelling),
            others: case.others.iter().map(|other| format_turns(&other.turns, notation)).collect(),
            look: case.mask.to_string(),
            left: written(case.left.as_deref().unwrap_or_default(), spelling),
        }
    };
    let sets = Set::ALL.map(|set| CaseSet {
        name: set.name().to_owned(),
        title: set.title().to_owned(),
        cases: cases(set).iter().map(shown).collect(),
    });
    Catalogue { sets: sets.into() }
}

fn written(moves: &[Move], spelling: Spelling) -> String {
    let steps: Vec<Step> = moves.iter().copied().map(Step::Turn).collect();
    spelled(&steps, spelling, Words::of(Language::English))
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
