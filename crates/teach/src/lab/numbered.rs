//! A cube written in numbers: which sticker lies at each place.

use cube::{Cube, Face, Facelets, Rotation, Step};

use super::numbering::{Numbering, index_of, number_at};
use super::sequence::Stickers;
use crate::Error;

/// Which sticker lies at each place. Each is there once; whether they make a cube is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    numbering: Numbering,
    /// At each place the sticker that lies there, both by their index in [`cube::Facelets`].
    lying: [usize; 54],
}

impl Numbered {
    /// The stickers of this cube.
    pub fn of(cube: &Cube, numbering: Numbering) -> Numbered {
        let solved = Numbered { numbering, lying: std::array::from_fn(|place| place) };
        solved.after(&Stickers::of_cube(cube))
    }

    /// Reads the numbers at the places of this numbering, first to last, with brackets, commas and blanks between them.
    /// Those of the lab may begin with a 0, as in its list of 49, where the place 1 has the index 1.
    ///
    /// # Errors
    /// [`Error::WrongNumberCount`], [`Error::NoSticker`], [`Error::StickerTwice`].
    pub fn parse(text: &str, numbering: Numbering) -> Result<Numbered, Error> {
        let is_between = |letter: char| letter.is_whitespace() || "[](){},;".contains(letter);
        let words = text.split(is_between).filter(|word| !word.is_empty());
        let mut words: Vec<&str> = words.collect();
        let (least, most, wanted) = match numbering {
            Numbering::Lab => (1, 48, "48 numbers, or 49 that begin with 0"),
            Numbering::Facelets | Numbering::Ulfrbd => (0, 53, "54 numbers"),
        };
        if numbering == Numbering::Lab && words.len() == 49 && words[0] == "0" {
            words.remove(0);
        }
        let found = words.len();
        if found != most + 1 - least {
            return Err(Error::WrongNumberCount { wanted, found });
        }
        // The lab has no numbers for the centres, which never move.
        let mut lying = std::array::from_fn(|place| place);
        let mut seen = [false; 54];
        for (place, word) in (least..=most).zip(words) {
            let number: Option<usize> = word.parse().ok();
            let sticker = number.and_then(|number| index_of(number, numbering));
            let (Some(number), Some(sticker), Some(place)) = (number, sticker, index_of(place, numbering)) else {
                return Err(Error::NoSticker { text: word.to_owned(), least, most });
            };
            if std::mem::replace(&mut seen[sticker], true) {
                return Err(Error::StickerTwice { number });
            }
            lying[place] = sticker;
        }
        Ok(Numbered { numbering, lying })
    }

    /// The cube, each face named by where its centre lies.
    ///
    /// # Errors
    /// The laws of the cube, and what only numbers show: [`Error::CentresApart`], or [`Error::StickerApart`] with the
    /// first sticker that has left its piece.
    pub fn cube(&self) -> Result<Cube, Error> {
        let centre = |face: Face| Face::ALL[self.lying[9 * face.index() + 4] / 9];
        let held = Rotation::all()
            .find(|held| Face::ALL.iter().all(|&side| held.face_at(side) == centre(side)))
            .ok_or(Error::CentresApart)?;
        let home = self.after(&Stickers::of(&[Step::Rotate(held.inverse())]));
        let shown = home.lying.map(|sticker| Face::ALL[sticker / 9]);
        let cube = Cube::try_from(&Facelets::new(shown))?;
        let right = Numbered::of(&cube, self.numbering);
        let number = |sticker| number_at(sticker, self.numbering).unwrap_or_default();
        match (0..54).find(|&place| home.lying[place] != right.lying[place]) {
            None => Ok(cube.rotated(held)),
            Some(place) => {
                Err(Error::StickerApart { number: number(home.lying[place]), right: number(right.lying[place]) })
            }
        }
    }

    /// The same stickers after they moved.
    #[must_use]
    pub fn after(&self, stickers: &Stickers) -> Numbered {
        let mut lying = [0; 54];
        (0..54).for_each(|from| lying[stickers.to(from)] = self.lying[from]);
        Numbered { lying, ..*self }
    }

    /// The numbers at the places of the numbering, first to last.
    pub fn numbers(&self) -> Vec<usize> {
        let places = (0..54).filter_map(|number| index_of(number, self.numbering));
        let stickers = places.map(|place| self.lying[place]);
        stickers.filter_map(|sticker| number_at(sticker, self.numbering)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Notation, parse_steps};

    const NUMBERINGS: [Numbering; 3] = [Numbering::Lab, Numbering::Facelets, Numbering::Ulfrbd];

    fn text(numbers: &[usize]) -> String {
        format!("{numbers:?}")
    }

    #[test]
    fn a_cube_is_read_from_its_numbers() {
        for seed in 0..20 {
            let cube = Cube::from_seed(seed);
            for numbering in NUMBERINGS {
                let numbers = Numbered::of(&cube, numbering).numbers();
                let read = Numbered::parse(&text(&numbers), numbering).unwrap();
                assert_eq!(read.cube().unwrap(), cube);
                assert_eq!(read.numbers(), numbers);
            }
        }
    }

    /// As the lab keeps it: 49 numbers, of which the first is 0. R takes the sticker of place 7 to place 2, and so on.
    #[test]
    fn the_list_of_the_lab_is_read() {
        let mut list: Vec<usize> = (0..49).collect();
        for cycle in [[2, 18, 23, 7], [3, 10, 22, 15], [6, 14, 19, 11], [26, 37, 46, 35], [30, 34, 42, 38]] {
            (0..4).for_each(|at| list[cycle[(at + 1) % 4]] = cycle[at]);
        }
        let cube = Cube::SOLVED.apply_all(&["R".parse().unwrap()]);
        let read = Numbered::parse(&text(&list), Numbering::Lab).unwrap();
        assert_eq!(read.cube().unwrap(), cube);
        assert_eq!(read.numbers(), list[1..]);
    }

    /// Document 001 prints the cycles of u, which turn U, and carry stickers from B to R to F to L.
    #[test]
    fn the_list_of_54_in_the_order_u_l_f_r_b_d_is_read() {
        let mut list: Vec<usize> = (0..54).collect();
        for cycle in [[0, 2, 8, 6], [1, 5, 7, 3], [38, 29, 20, 11], [37, 28, 19, 10], [36, 27, 18, 9]] {
            (0..4).for_each(|at| list[cycle[(at + 1) % 4]] = cycle[at]);
        }
        let read = Numbered::parse(&text(&list), Numbering::Ulfrbd).unwrap();
        let cube = Cube::SOLVED.apply_all(&["U".parse().unwrap()]);
        assert_eq!(read.cube().unwrap(), cube);
    }

    #[test]
    fn a_cube_may_be_held_another_way() {
        let cube = Cube::from_seed(3);
        for rotation in Rotation::all() {
            let moved = Stickers::of(&[Step::Rotate(rotation)]);
            let numbers = Numbered::of(&cube, Numbering::Ulfrbd).after(&moved);
            let read = Numbered::parse(&text(&numbers.numbers()), Numbering::Ulfrbd).unwrap();
            assert_eq!(read.cube().unwrap(), cube.rotated(rotation));
        }
    }

    #[test]
    fn what_is_no_cube_is_named() {
        let message = |numbers: &[usize], numbering| {
            let cube = Numbered::parse(&text(numbers), numbering).and_then(|read| read.cube());
            cube.unwrap_err().to_string()
        };
        let solved: Vec<usize> = (0..54).collect();
        let swapped = |one: usize, other: usize| {
            let mut list = solved.clone();
            list.swap(one, other);
            list
        };
        let facelets = |list: &[usize]| message(list, Numbering::Facelets);
        assert_eq!(facelets(&solved[1..]), "a cube is 54 numbers, but 53 numbers were given");
        assert_eq!(message(&solved[..49], Numbering::Facelets), "a cube is 54 numbers, but 49 numbers were given");
        let lab: Vec<usize> = (1..50).collect();
        assert_eq!(
            message(&lab, Numbering::Lab),
            "a cube is 48 numbers, or 49 that begin with 0, but 49 numbers were given"
        );
        assert_eq!(message(&solved[..48], Numbering::Lab), "'0' is no number of a sticker: they go from 1 to 48");
        let mut twice = solved.clone();
        twice[7] = 8;
        assert_eq!(facelets(&twice), "the sticker 8 is there twice, so another one is missing");
        // Letters would not show that two stickers of one face are exchanged.
        assert_eq!(facelets(&swapped(0, 2)), "the sticker 2 has left its piece: in its place that piece shows 0");
        assert_eq!(facelets(&swapped(4, 13)), "the centres do not lie as on a cube");
        assert!(facelets(&swapped(7, 19)).contains("odd number of edges"));
        let read = Numbered::parse("0, 1, x", Numbering::Lab).unwrap_err();
        assert!(read.to_string().contains("3 numbers"));
    }

    #[test]
    fn stickers_move_as_the_turns_move_them() {
        let steps = parse_steps("R U x M'", Notation::Standard).unwrap();
        let stickers = Stickers::of(&steps);
        let solved = Numbered::of(&Cube::SOLVED, Numbering::Facelets);
        let numbers = solved.after(&stickers).numbers();
        (0..54).for_each(|from| assert_eq!(numbers[stickers.to(from)], from));
    }
}
