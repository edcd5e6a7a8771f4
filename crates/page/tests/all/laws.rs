//! The answers of the page about cubes that people enter.

use cube::{Color, ColorScheme, Corner, Cube, Face};
use page::laws;
use page::protocol::Answer;
use teach::Language;
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;

fn check(cube: &str) -> Answer {
    laws::check(cube, Language::English)
}

fn random(seed: u64, scheme: &ColorScheme) -> Answer {
    laws::random(seed, scheme, Language::English)
}

fn from_moves(moves: &str, scheme: &ColorScheme) -> Answer {
    laws::from_moves(moves, scheme, Language::English)
}

/// What is wrong is said in German too, with the same stickers.
#[test]
fn what_is_wrong_is_said_in_german() {
    let solved = Cube::SOLVED.facelets().to_string();
    let swapped = |pairs: &[(usize, usize)]| {
        let mut letters: Vec<char> = solved.chars().collect();
        pairs.iter().for_each(|&(one, other)| letters.swap(one, other));
        letters.into_iter().collect::<String>()
    };
    let part =
        |from: usize| solved.chars().enumerate().map(|(at, letter)| if from <= at { '?' } else { letter }).collect();
    let wrong = [
        swapped(&[(7, 19)]),
        swapped(&[(8, 9), (9, 20)]),
        swapped(&[(7, 5), (19, 10)]),
        swapped(&[(0, 13)]),
        swapped(&[(4, 13)]),
        "xyz".to_owned(),
        "U".repeat(54),
        solved.replace('U', "Q"),
        solved.replace('U', "W"),
        part(50),
        part(30).replacen('U', "D", 1),
        solved.clone(),
    ];
    for cube in wrong {
        let (english, german) = (check(&cube), laws::check(&cube, Language::German));
        assert_eq!((english.ok, &english.stickers), (german.ok, &german.stickers), "{cube}");
        let text = german.text.to_lowercase();
        let english_words = ["the", "is", "are", "of", "cube", "stickers", "and", "by"];
        let words = text.split(|letter: char| !letter.is_alphabetic());
        assert!(words.clone().all(|word| !english_words.contains(&word)), "{}", german.text);
        assert_ne!(english.text, german.text);
    }
}

/// A cube in the colours of a scheme.
fn letters(cube: &Cube, scheme: &ColorScheme) -> Vec<char> {
    let colors = cube.facelets().colors(scheme);
    colors.iter().map(|color| color.letter()).collect()
}

fn text(letters: &[char]) -> String {
    letters.iter().collect()
}

#[test]
fn whole_cubes_exist_in_any_scheme() {
    for seed in 0..20 {
        for scheme in [ColorScheme::WESTERN, ColorScheme::JAPANESE] {
            let entered = text(&letters(&Cube::from_seed(seed), &scheme));
            let answer = check(&entered);
            assert!(answer.ok, "{}", answer.text);
            assert_eq!(answer.cube, entered);
            assert!(random(seed, &scheme).ok && check(&random(seed, &scheme).cube).ok);
        }
    }
    assert_eq!(check(&Cube::SOLVED.facelets().to_string()).text, "This cube is solved.");
}

/// A cube that is entered sticker by sticker is never called impossible.
#[test]
fn no_part_of_a_cube_that_exists_is_refused() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for seed in 0..200 {
        let whole = letters(&Cube::from_seed(seed), &ColorScheme::WESTERN);
        let share: f64 = random.random();
        let part: Vec<char> = (whole.iter().enumerate())
            .map(|(at, &letter)| if at % 9 == 4 || random.random_bool(share) { letter } else { '?' })
            .collect();
        let missing = part.iter().filter(|letter| **letter == '?').count();
        let answer = check(&text(&part));
        assert!(answer.ok, "{}: {}", text(&part), answer.text);
        if 0 < missing {
            assert_eq!(answer.text, format!("{missing} stickers are missing"));
            assert_eq!(answer.cube, "");
        }
    }
    assert!(check(&"?".repeat(54)).ok);
}

/// One wrong sticker is found, and the stickers that are named hold it.
#[test]
fn a_wrong_sticker_is_among_those_that_are_named() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut of_a_piece = 0;
    for seed in 0..300 {
        let mut entered = letters(&Cube::from_seed(seed), &ColorScheme::WESTERN);
        let at = loop {
            let at = random.random_range(0..54);
            if at % 9 != 4 {
                break at;
            }
        };
        let wrong = Color::ALL[random.random_range(0..6)].letter();
        if wrong == entered[at] {
            continue;
        }
        // One other sticker is not entered yet: then the count of the colour proves nothing.
        let blank = (0..54).find(|&other| entered[other] == wrong && other % 9 != 4 && piece(other) != piece(at));
        entered[blank.expect("a colour has eight more stickers")] = '?';
        entered[at] = wrong;
        let answer = check(&text(&entered));
        let at = u8::try_from(at).expect("54 stickers");
        if !answer.ok {
            of_a_piece += 1;
            assert!(answer.stickers.contains(&at), "{at}: {} {:?}", answer.text, answer.stickers);
            assert!(answer.stickers.len() <= 6, "{:?}", answer.stickers);
        }
    }
    assert!(200 < of_a_piece, "{of_a_piece} were found");
}

/// The stickers of the piece that a sticker belongs to.
fn piece(at: usize) -> Vec<usize> {
    let corners = Corner::ALL.iter().map(|corner| corner.stickers().to_vec());
    let edges = cube::Edge::ALL.iter().map(|edge| edge.stickers().to_vec());
    let centres = (0..6).map(|face| vec![9 * face + 4]);
    corners.chain(edges).chain(centres).find(|piece| piece.contains(&at)).expect("a piece has it")
}

#[test]
fn each_law_names_its_piece() {
    let solved = letters(&Cube::SOLVED, &ColorScheme::WESTERN);
    let swapped = |pairs: &[(usize, usize)]| {
        let mut entered = solved.clone();
        pairs.iter().for_each(|&(a, b)| entered.swap(a, b));
        check(&text(&entered))
    };
    let [up, right, front] = Corner::Urf.stickers();
    let flipped = swapped(&[(7, 19)]);
    assert!(flipped.text.contains("flipped") && flipped.text.contains("white-green"), "{}", flipped.text);
    assert_eq!(flipped.stickers, [7, 19]);
    let twisted = swapped(&[(up, right), (right, front)]);
    assert!(twisted.text.contains("twisted"), "{}", twisted.text);
    assert_eq!(twisted.stickers, [up, right, front].map(|at| at as u8));
    let mirrored = swapped(&[(up, right)]);
    assert!(mirrored.text.contains("The top-right-front corner cannot be"), "{}", mirrored.text);
    assert_eq!(mirrored.stickers, [up, right, front].map(|at| at as u8));
    // Two edges are exchanged: no piece is at fault more than another.
    let parity = swapped(&[(7, 5), (19, 10)]);
    assert!(parity.text.contains("exchanged"), "{}", parity.text);
    // Two stickers of one colour where a piece has one.
    let mut counted = solved.clone();
    counted[0] = 'G';
    let counted = check(&text(&counted));
    assert!(!counted.ok && counted.stickers.contains(&0), "{}", counted.text);
    let mut centres = solved.clone();
    centres[13] = 'W';
    let centres = check(&text(&centres));
    assert_eq!(centres.stickers, [4, 13], "{}", centres.text);
    let unknown = check("xyz");
    assert!(!unknown.ok && unknown.stickers == [0], "{}", unknown.text);
}

#[test]
fn a_begun_cube_with_a_piece_twice_is_refused() {
    let mut entered: Vec<char> = "?".repeat(54).chars().collect();
    for (face, letter) in Face::ALL.iter().zip("WRGYOB".chars()) {
        entered[9 * face.index() + 4] = letter;
    }
    // White-red-green at two corners.
    for (sticker, letter) in [Corner::Urf, Corner::Dfr].iter().flat_map(|at| at.stickers()).zip("WRGWRG".chars()) {
        entered[sticker] = letter;
    }
    let answer = check(&text(&entered));
    assert!(!answer.ok && answer.text.contains("white-red-green is there twice"), "{}", answer.text);
    assert_eq!(answer.stickers.len(), 6);
}

#[test]
fn a_cube_by_moves_lies_as_it_is_held_after_them() {
    let scheme = ColorScheme::JAPANESE;
    let moves = cube::parse_moves("R U2 F'", cube::Notation::Standard).expect("moves");
    let wanted = text(&letters(&Cube::SOLVED.apply_all(&moves), &scheme));
    assert_eq!(from_moves("R U2 F'", &scheme).cube, wanted);
    assert_eq!(from_moves("R+ U+U+ F-", &scheme).cube, wanted, "in another notation");
    // x brings the front up; a slice and a wide turn carry centres along.
    let centres =
        |moves: &str| -> String { from_moves(moves, &ColorScheme::WESTERN).cube.chars().skip(4).step_by(9).collect() };
    assert_eq!(centres("x"), "GRYBOW");
    assert_eq!(centres("M'"), "GRYBOW");
    assert_eq!(centres("r"), "GRYBOW");
    // However the cube is held that was shown last, a scramble begins with white on top and green in front.
    let held: ColorScheme = "YRBWOG".parse().expect("six colours");
    assert_eq!(from_moves("R U2 F'", &held).cube, from_moves("R U2 F'", &ColorScheme::WESTERN).cube);
    for moves in ["", "  ", "R Q"] {
        let refused = from_moves(moves, &scheme);
        assert!(!refused.ok && refused.cube.is_empty() && !refused.text.is_empty());
    }
}
