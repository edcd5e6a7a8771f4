//! The cubes that a learner's cube may be now: all that lie at most three turns from the cube before.

use std::collections::HashSet;

use cube::{Color, Face, Move};

use super::verdict::AwaitedTurn;

/// Most turns that are guessed. There are 1 + 18 + 243 + 3240 cubes at a distance of 0, 1, 2 and 3 turns.
const MOST_TURNS: usize = 3;

/// A cube that the learner's may be.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    /// The turns that lead to it.
    pub turns: Vec<Move>,
    /// Its colours, face by face as each is read.
    faces: [[Color; 9]; 6],
    /// A number for each face that two guesses share if a camera sees the same there, and can see how the face is turned.
    pub placed_looks: [u32; 6],
    /// The same for a camera that cannot see how the face is turned.
    pub free_looks: [u32; 6],
}

/// Where the stickers of a face are seen, for each number of clockwise quarters (see [`cube::place_seen`]).
pub(crate) const PLACES: [[usize; 9]; 4] = {
    let mut places = [[0; 9]; 4];
    let mut index = 0;
    while index < 9 {
        let (mut row, mut column) = (index / 3, index % 3);
        let mut quarters = 0;
        while quarters < 4 {
            places[quarters][index] = 3 * row + column;
            (row, column) = (column, 2 - row);
            quarters += 1;
        }
        index += 1;
    }
    places
};

impl Guess {
    /// Every cube once, with its fewest turns. Of two orders of turns that give one cube, the one that begins with the
    /// awaited turn is taken. The first guess is the cube before.
    pub(crate) fn all(awaited: &AwaitedTurn) -> Vec<Guess> {
        let others = Move::ALL.into_iter().filter(|&turn| awaited.turn.moves().all(|wanted| turn != wanted));
        let moves: Vec<Move> = awaited.turn.moves().chain(others).collect();
        let mut met = HashSet::from([awaited.before]);
        let mut found = vec![(awaited.before, Vec::new())];
        let mut reached = 0;
        for _ in 0..MOST_TURNS {
            let edge = reached..found.len();
            reached = found.len();
            for from in edge {
                for &turn in &moves {
                    let cube = found[from].0.apply(turn);
                    if met.insert(cube) {
                        let turns = [&found[from].1[..], &[turn]].concat();
                        found.push((cube, turns));
                    }
                }
            }
        }
        let guess = |(cube, turns): (cube::Cube, Vec<Move>)| {
            let colors = cube.facelets().colors(&awaited.scheme);
            let faces: [[Color; 9]; 6] =
                std::array::from_fn(|face| std::array::from_fn(|place| colors[9 * face + place]));
            Guess {
                turns,
                placed_looks: faces.map(|colors| look(&colors, 0)),
                free_looks: faces.map(|colors| {
                    let looks = (0..4).map(|quarters| look(&colors, quarters));
                    looks.min().unwrap_or_default()
                }),
                faces,
            }
        };
        found.into_iter().map(guess).collect()
    }

    /// The colours of a face as it is read.
    pub(crate) fn face(&self, face: Face) -> &[Color; 9] {
        &self.faces[face.index()]
    }
}

/// A number for the colours of a face that is turned by this many quarters.
fn look(colors: &[Color; 9], quarters: usize) -> u32 {
    let digit = |place: usize| colors[place].index() as u32;
    PLACES[quarters].iter().fold(0, |number, &place| 6 * number + digit(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{ColorScheme, Cube, Edge, axial_turns, place_seen, simplified};

    #[test]
    fn the_table_of_places_is_the_function() {
        for quarters in 0..4 {
            let places = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|place| place_seen(place, quarters));
            assert_eq!(PLACES[usize::from(quarters)], places);
        }
    }

    /// Why five faces are enough: corners show two stickers on them at least, and so do all edges but the four of the sixth
    /// face. No two guesses differ in these four edges alone, whatever the cube before.
    #[test]
    fn no_two_guesses_differ_on_one_face_alone() {
        let awaited = AwaitedTurn {
            before: Cube::SOLVED,
            scheme: ColorScheme::WESTERN,
            turn: axial_turns(&Move::ALL[..1])[0],
            next: None,
        };
        for hidden in Face::ALL {
            let mut met = HashSet::new();
            for guess in Guess::all(&awaited) {
                let cube = Cube::SOLVED.apply_all(&guess.turns);
                let lies = cube.edge_permutation().iter().zip(cube.edge_orientation());
                let shown = Edge::ALL.into_iter().zip(lies).filter(|(place, _)| !place.faces().contains(&hidden));
                let edges: Vec<(u8, u8)> = shown.map(|(_, (&piece, &flip))| (piece, flip)).collect();
                let corners = (*cube.corner_permutation(), *cube.corner_orientation());
                assert!(met.insert((corners, edges)), "{hidden}: {:?}", guess.turns);
            }
        }
    }

    /// The numbers of positions at each distance are those of the cube group in the half-turn metric.
    #[test]
    fn every_cube_within_three_turns_is_guessed_once_with_its_turns() {
        let awaited = AwaitedTurn {
            before: Cube::from_seed(3),
            scheme: ColorScheme::WESTERN,
            turn: axial_turns(&Move::ALL[7..8])[0],
            next: None,
        };
        let guesses = Guess::all(&awaited);
        let count = |turns| guesses.iter().filter(|g| g.turns.len() == turns).count();
        assert_eq!([0, 1, 2, 3].map(count), [1, 18, 243, 3240]);
        for guess in &guesses {
            let cube = awaited.before.apply_all(&guess.turns);
            let colors = cube.facelets().colors(&awaited.scheme);
            assert_eq!(guess.faces.concat(), colors);
            assert_eq!(simplified(&guess.turns), guess.turns);
        }
        // L commutes with R: the awaited turn comes first.
        let right = Move::ALL[7];
        let left = Move::quarter(right.face().opposite());
        assert!(guesses.iter().any(|guess| guess.turns == [right, left]));
    }
}
