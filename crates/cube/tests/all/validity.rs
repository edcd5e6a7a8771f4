//! Impossible cubes are refused by naming the piece, place or parity that is wrong.

use cube::{Color, ColorScheme, Corner, Cube, Edge, Error, Face, Facelets, Reading};
use testkit::proptest::prelude::*;

/// The stickers with the contents of some of them exchanged in a ring.
fn with_ring(cube: Cube, ring: &[usize]) -> Facelets {
    let mut stickers = *cube.facelets().stickers();
    let last = stickers[ring[ring.len() - 1]];
    for pair in (1..ring.len()).rev() {
        stickers[ring[pair]] = stickers[ring[pair - 1]];
    }
    stickers[ring[0]] = last;
    Facelets::new(stickers)
}

proptest! {
    #[test]
    fn one_flipped_edge_breaks_the_first_law(seed: u64, place in 0..12_usize) {
        let cube = Cube::from_seed(seed);
        let broken = with_ring(cube, &Edge::ALL[place].stickers());
        match Cube::try_from(&broken) {
            Err(Error::FlippedEdge { edges }) => {
                prop_assert_eq!(edges.len() % 2, 1);
                let piece = Edge::ALL[usize::from(cube.edge_permutation()[place])];
                prop_assert_eq!(edges.contains(&piece), cube.edge_orientation()[place] == 0);
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn one_twisted_corner_breaks_the_second_law(seed: u64, place in 0..8_usize) {
        let broken = with_ring(Cube::from_seed(seed), &Corner::ALL[place].stickers());
        match Cube::try_from(&broken) {
            Err(Error::TwistedCorner { corners, thirds }) => {
                prop_assert_eq!(thirds, 1);
                prop_assert!(!corners.is_empty());
                // Twisting any corner back by that much repairs it.
                let mut ring = Corner::ALL[0].stickers();
                ring.reverse();
                let mut stickers = *broken.stickers();
                let last = stickers[ring[2]];
                stickers[ring[2]] = stickers[ring[1]];
                stickers[ring[1]] = stickers[ring[0]];
                stickers[ring[0]] = last;
                prop_assert!(Cube::try_from(&Facelets::new(stickers)).is_ok());
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn two_exchanged_pieces_break_the_third_law(seed: u64, a in 0..12_usize, b in 0..12_usize) {
        prop_assume!(a != b);
        let (a, b) = (Edge::ALL[a].stickers(), Edge::ALL[b].stickers());
        let once = with_ring(Cube::from_seed(seed), &[a[0], b[0]]);
        let mut stickers = *once.stickers();
        stickers.swap(a[1], b[1]);
        let result = Cube::try_from(&Facelets::new(stickers));
        prop_assert!(matches!(result, Err(Error::PermutationParity { .. })), "{result:?}");
    }

    #[test]
    fn two_exchanged_stickers_never_pass(seed: u64, a in 0..54_usize, b in 0..54_usize) {
        let cube = Cube::from_seed(seed);
        let facelets = with_ring(cube, &[a, b]);
        if a != b && facelets != cube.facelets() {
            prop_assert!(Cube::try_from(&facelets).is_err());
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,80}") {
        let _ = text.parse::<Cube>();
    }

    #[test]
    fn arbitrary_stickers_never_panic_and_never_lie(stickers in prop::collection::vec(0..6_usize, 54)) {
        let stickers: Vec<Face> = stickers.into_iter().map(|face| Face::ALL[face]).collect();
        let facelets = Facelets::new(stickers.try_into().unwrap());
        if let Ok(cube) = Cube::try_from(&facelets) {
            prop_assert_eq!(cube.facelets(), facelets.named_by_centres().unwrap());
        }
    }

    #[test]
    fn any_scheme_reads_like_faces(seed: u64, order in Just((0..6).collect::<Vec<usize>>()).prop_shuffle()) {
        let cube = Cube::from_seed(seed);
        let scheme = ColorScheme::from_centres(std::array::from_fn(|face| Color::ALL[order[face]])).unwrap();
        let text: String = cube.facelets().colors(&scheme).iter().map(|color| color.letter()).collect();
        let reading = Reading::parse(&text).unwrap();
        prop_assert_eq!(reading.scheme, Some(scheme));
        prop_assert_eq!(Cube::try_from(reading.facelets), Ok(cube));
        prop_assert_eq!(text.to_lowercase().parse::<Cube>(), Ok(cube));
    }
}

/// One in twelve: flips even or odd, twists in thirds, parity equal or not.
#[test]
fn of_the_twelve_ways_to_assemble_one_is_solvable() {
    let (corners, edges) = (*Cube::SOLVED.corner_permutation(), *Cube::SOLVED.edge_permutation());
    let mut solvable = 0;
    for flip in 0..2 {
        for twist in 0..3 {
            for exchange in [false, true] {
                let (mut edges, mut twists, mut flips) = (edges, [0; 8], [0; 12]);
                (twists[3], flips[5]) = (twist, flip);
                if exchange {
                    edges.swap(2, 9);
                }
                solvable += u32::from(Cube::from_pieces(corners, twists, edges, flips).is_ok());
            }
        }
    }
    assert_eq!(solvable, 1);
}

#[test]
fn messages_name_what_is_wrong() {
    let solved = Facelets::SOLVED.to_string();
    let message = |text: &str| text.parse::<Cube>().unwrap_err().to_string();
    assert_eq!(message(&solved[1..]), "a cube has 54 stickers, but 53 were given");
    assert_eq!(message(""), "a cube has 54 stickers, but 0 were given");
    let with = |changes: &[(usize, char)]| {
        let mut letters: Vec<char> = solved.chars().collect();
        changes.iter().for_each(|&(at, letter)| letters[at] = letter);
        letters.into_iter().collect::<String>()
    };
    assert_eq!(
        message(&with(&[(12, '?')])),
        "the letter '?' of sticker R4 (number 13 of 54) is neither a face (U R F D L B) nor a colour (W Y R O G B)"
    );
    assert_eq!(
        message(&with(&[(3, 'W')])),
        "'U' (number 1) is a face but 'W' (number 4) is a colour: give all stickers one way"
    );
    assert_eq!(
        message(&with(&[(13, 'U'), (0, 'R')])),
        "the centres of U and R both show 'U', but six different ones are needed"
    );
    assert_eq!(message(&with(&[(0, 'R')])), "the colour of the U centre is on 8 stickers instead of 9");
    // UR became a second UF, and DF a second DR.
    assert_eq!(
        message(&with(&[(10, 'F'), (25, 'R')])),
        "the edge UF is there twice, at UR and at UF, and the edge UR is missing"
    );
    // A corner that shows U and D.
    assert_eq!(
        message(&with(&[(9, 'D'), (27, 'R')])),
        "the corner at URF shows UDF, which is not a piece of this cube"
    );
    // A mirrored corner: its stickers anticlockwise.
    assert_eq!(
        message(&with(&[(9, 'F'), (20, 'R')])),
        "the corner at URF shows UFR, which is not a piece of this cube"
    );
    assert_eq!(
        message(&with(&[(5, 'R'), (10, 'U')])),
        "an odd number of edges is flipped (1: UR), so one edge must be turned over by hand"
    );
    assert_eq!(
        message(&with(&[(8, 'F'), (9, 'U'), (20, 'R')])),
        "the corners are twisted (1: URF), together by 1/3 of a turn clockwise, so one corner must be twisted by 1/3 of a turn anticlockwise by hand"
    );
    assert_eq!(
        message(&with(&[(10, 'F'), (19, 'R')])),
        "the permutation of the corners is even and that of the edges is odd, so two pieces must be exchanged by hand"
    );
}

#[test]
fn messages_can_name_pieces_by_colour() {
    let mut stickers = *Facelets::SOLVED.stickers();
    stickers.swap(5, 10);
    let error = Cube::try_from(Facelets::new(stickers)).unwrap_err();
    assert_eq!(
        error.in_colors(&ColorScheme::WESTERN),
        "an odd number of edges is flipped (1: UR), so one edge must be turned over by hand (UR is white-red)"
    );
}

#[test]
fn arrays_out_of_range_are_refused() {
    let solved = Cube::SOLVED;
    let (corners, edges) = (*solved.corner_permutation(), *solved.edge_permutation());
    let mut twice = corners;
    twice[4] = 0;
    assert_eq!(
        Cube::from_pieces(twice, [0; 8], edges, [0; 12]),
        Err(Error::BadArray { what: "corner", index: 4, value: 0 })
    );
    let mut far = edges;
    far[11] = 12;
    assert!(Cube::from_pieces(corners, [0; 8], far, [0; 12]).is_err());
    assert!(Cube::from_pieces(corners, [3; 8], edges, [0; 12]).is_err());
    assert!(Cube::from_pieces(corners, [0; 8], edges, [2; 12]).is_err());
}

#[test]
fn schemes_with_a_repeated_colour_are_refused() {
    let mut centres = ColorScheme::WESTERN.centres();
    centres[4] = Color::White;
    assert_eq!(
        ColorScheme::from_centres(centres).unwrap_err().to_string(),
        "the centres of U and L are both white, but six different colours are needed"
    );
    for scheme in [ColorScheme::WESTERN, ColorScheme::JAPANESE] {
        for face in Face::ALL {
            assert_eq!(scheme.face(scheme.color(face)), face);
        }
    }
}

#[test]
fn schemes_are_named_or_spelled_and_compared_however_the_cube_is_held() {
    let scheme = |text: &str| text.parse::<ColorScheme>();
    assert_eq!(scheme("western"), Ok(ColorScheme::WESTERN));
    assert_eq!(scheme("japanese"), Ok(ColorScheme::JAPANESE));
    assert_eq!(scheme("WRGYOB"), Ok(ColorScheme::WESTERN));
    assert_eq!(ColorScheme::JAPANESE.to_string(), "WRGBOY");
    for wrong in ["", "WRGYO", "WRGYOX", "WRGYOBB", "Western"] {
        let error = scheme(wrong).expect_err(wrong).to_string();
        assert!(error.contains(&format!("'{wrong}'")), "{error}");
    }
    let twice = scheme("WRGYOW").expect_err("white twice").to_string();
    assert!(twice.contains("white"), "{twice}");
    // Yellow up and green in front: the western cube upside down.
    let turned = scheme("YOGWRB").expect("a scheme");
    assert!(turned.colors_alike(&ColorScheme::WESTERN));
    for (other, why) in [
        ("WRGBOY", "the japanese cube has other neighbours"),
        ("WOGYRB", "red and orange exchanged make the mirror image"),
    ] {
        let other = scheme(other).expect("a scheme");
        assert!(!other.colors_alike(&ColorScheme::WESTERN), "{why}");
    }
    // Of the 720 ways to put six colours on six faces 24 are one cube.
    let mut all: Vec<Vec<Color>> = vec![vec![]];
    for _ in 0..6 {
        let longer = |list: Vec<Color>| {
            let free = Color::ALL.into_iter().filter(|color| !list.contains(color));
            let lists = free.map(|color| [&list[..], &[color]].concat());
            lists.collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    assert_eq!(all.len(), 720);
    let western = all.into_iter().filter(|centres| {
        let centres = centres[..].try_into().expect("six");
        let scheme = ColorScheme::from_centres(centres).expect("six different ones");
        scheme.colors_alike(&ColorScheme::WESTERN)
    });
    assert_eq!(western.count(), 24);
}
