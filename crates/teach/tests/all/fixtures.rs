//! The cubes of the webcam tutor's own tests: STATE_n is at stage n of the beginner's method.

use cube::{Color, Cube, Reading};
use teach::{Method, Options, stage_of, teach};

/// The faces U R F D L B of STATE_0 to STATE_6 and TEST_STATE with their stages; white is on top, red in front.
const STATES: [(&str, usize); 8] = [
    ("grywwywgo wbbbbgywg bygyrrbyo wrboyorby yrrbgowgo rgowoorwg", 0),
    ("wwbwwwgwy gbrgbbobb yrrrrooyb boyyyywgw rgoggborw yogoorryg", 1),
    ("wwwwwwwww bbbrboyyg rrryrbygr brgyybyyo gggogrboo ooogobygr", 2),
    ("wwwwwwwww bbbbbbory rrrrrrgyb rbyoyybyg ggggggryy ooooooogy", 3),
    ("wwwwwwwww bbbbbbbro rrrrrryoy gyoyyyyyy ggggggbgr oooooogbr", 4),
    ("wwwwwwwww bbbbbbyby rrrrrryrb oyryyyoyr ggggggbgg oooooogoy", 5),
    ("wwwwwwwww bbbbbbybo rrrrrryrb gyryyyyyb ggggggggr ooooooyoo", 6),
    ("ywrwwwbww roybbrggw obgororyw wboyyryyb orygggrob bggboyorg", 0),
];

#[test]
fn each_fixture_is_at_its_stage() {
    for (text, stage) in STATES {
        let Reading { facelets, scheme } = Reading::parse(text).unwrap();
        let scheme = scheme.expect("colours were given");
        let cube = Cube::try_from(&facelets).unwrap();
        let first = scheme.face(Color::White);
        assert_eq!(stage_of(Method::Beginner, &cube, first), stage, "{text}");
        let options = Options { scheme, ..Options::default() };
        let lesson = teach(Method::Beginner, &cube, &options).unwrap();
        let empty = lesson.stages().iter().take_while(|stage| stage.steps.is_empty());
        assert_eq!(empty.count(), stage, "{text}");
        assert!(lesson.quarter_turns() < 196, "the document's longest list");
    }
}

/// The document's seven stages, and the colours of its cube in the lesson's names.
#[test]
fn the_stages_have_the_document_s_names() {
    let lesson = teach(Method::Beginner, &Cube::SOLVED, &Options::default()).unwrap();
    let names: Vec<&str> = lesson.stages().iter().map(|stage| stage.name.as_str()).collect();
    let wanted = [
        "white cross",
        "white corners",
        "middle layer",
        "yellow cross",
        "yellow edges",
        "position corners",
        "orient corners",
    ];
    assert_eq!(names, wanted);
}
