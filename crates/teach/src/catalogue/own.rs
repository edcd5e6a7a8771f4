//! A sequence of somebody's own for a case, proven before anybody practises it.

use cube::{Face, Sequence};

use super::case::Case;
use super::practice::Auf;
use crate::beginner::{QUARTERS, quarters};

impl Case {
    /// Whether a sequence does the case: of F2L it closes the slot and keeps the others, of OLL it brings the colour of the top up,
    /// of PLL it solves the cube. The top may be turned before it, and of PLL after it.
    pub fn is_done_by(&self, sequence: &Sequence) -> bool {
        let (start, moves) = (self.start(Auf::default(), true), sequence.moves());
        QUARTERS.into_iter().any(|before| self.is_end(&start.apply_all(&quarters(Face::U, before)).apply_all(&moves)))
    }
}

#[cfg(test)]
mod tests {
    use cube::{LayerTurn, Notation};

    use super::*;
    use crate::catalogue::{Set, cases};

    fn read(text: &str) -> Sequence {
        Sequence::parse(text, Notation::Standard).expect("a sequence")
    }

    /// The catalogue's own sequences are proven one by one where they are read; those of other cases do not do.
    #[test]
    fn the_sequences_of_a_case_do_it_and_those_of_other_cases_do_not() {
        for set in Set::ALL {
            for case in cases(set) {
                let turns: Vec<LayerTurn> = case.moves.iter().copied().map(LayerTurn::from).collect();
                let own = read(&cube::format_turns(&turns, Notation::Standard));
                let done: Vec<&str> =
                    cases(set).iter().filter(|other| other.is_done_by(&own)).map(|other| &*other.name).collect();
                assert_eq!(done, [&*case.name], "{}", case.title());
                assert!(case.others.iter().all(|other| case.is_done_by(other)), "{}", case.title());
                assert!(!case.is_done_by(&read("R")) && !case.is_done_by(&read("")), "{}", case.title());
            }
        }
    }

    #[test]
    fn turns_of_the_top_and_of_the_whole_cube_may_be_part_of_it() {
        let t = crate::catalogue::find(Set::Pll, "T").expect("a case");
        for text in ["U2 R U R' U' R' F R2 U' R' U' R U R' F' U'", "y F U F' U' F' L F2 U' F' U' F U F' L'"] {
            assert!(t.is_done_by(&read(text)), "{text}");
        }
        assert!(!t.is_done_by(&read("R U R' U' R' F R2 U' R' U' R U R' F' D")));
    }
}
