//! The assembler as a whole: votes, showings, partial states, refusals.

mod doubt;
mod told;

use std::time::Duration;

use cube::{Color, ColorScheme, Cube, Face, Facelets};

use execution::tracker::{Source, Turned};

use super::face::{SeenFace, SeenSticker};
use super::node::{Assembler, Observation, PoseNews, SetError, Settings};
use super::state::{Decision, Status, Trouble};

pub(super) const SETTINGS: Settings = Settings {
    votes: 3,
    settle: Duration::from_millis(100),
    min_face_confidence: 0.2,
    colour_tolerance: 24.0,
    scheme: None,
};

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(1000.0 + seconds)
}

fn rgb(color: Color) -> [f32; 3] {
    match color {
        Color::White => [240.0, 240.0, 240.0],
        Color::Yellow => [220.0, 210.0, 30.0],
        Color::Red => [180.0, 20.0, 30.0],
        Color::Orange => [240.0, 110.0, 20.0],
        Color::Green => [20.0, 150.0, 60.0],
        Color::Blue => [20.0, 60.0, 170.0],
    }
}

fn face_of(cube: &Cube, face: Face) -> SeenFace {
    let colors = cube.facelets().colors(&ColorScheme::WESTERN);
    SeenFace(std::array::from_fn(|index| {
        let color = colors[face.index() * 9 + index];
        SeenSticker {
            color: Some(color),
            confidence: 0.9,
            rgb: rgb(color),
        }
    }))
}

/// Decides by the nearest of the six colours that the faces were made of.
fn decide(faces: &[[[f32; 3]; 9]; 6]) -> Decision {
    let nearest = |measured: &[f32; 3]| {
        let distance = |color: &Color| -> f32 {
            rgb(*color)
                .iter()
                .zip(measured)
                .map(|(a, b)| (a - b).powi(2))
                .sum()
        };
        *Color::ALL
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .expect("there are six")
    };
    let colors: Vec<Color> = faces.iter().flatten().map(nearest).collect();
    let colors: [Color; 54] = colors.try_into().expect("six times nine");
    let confidence = [0.9; 54];
    match Facelets::from_colors(&colors) {
        Err(error) => Decision {
            reading: None,
            confidence,
            doubtful: vec![],
            problems: vec![],
            notes: vec![],
            verdict: Err((Trouble::of(&error), error.to_string())),
        },
        Ok(reading) => Decision {
            reading: reading.scheme.map(|scheme| (reading.facelets, scheme)),
            confidence,
            doubtful: vec![],
            problems: vec![],
            notes: vec![],
            verdict: Cube::try_from(&reading.facelets)
                .map_err(|error| (Trouble::of(&error), error.to_string())),
        },
    }
}

struct Bench {
    assembler: Assembler,
    now: f64,
}

impl Bench {
    fn new() -> Self {
        Self {
            assembler: Assembler::new(SETTINGS, seconds(0.0)),
            now: 0.0,
        }
    }

    /// One picture; true when the state changed.
    fn picture(&mut self, frame_id: &str, face: SeenFace) -> bool {
        self.now += 0.1;
        let observation = Observation {
            stamp: seconds(self.now),
            frame_id: frame_id.into(),
            face: Some((face, 0.8)),
        };
        self.assembler.observe(&observation, &decide)
    }

    /// Three pictures of whatever a face is said to look like; true when the state changed.
    fn pictures(&mut self, frame_id: &str, face: SeenFace) -> bool {
        (0..3).fold(false, |changed, _| self.picture(frame_id, face) || changed)
    }

    /// Three pictures of a face; true when the state changed.
    fn photograph(&mut self, cube: &Cube, face: Face) -> bool {
        self.pictures(&format!("face_{face}"), face_of(cube, face))
    }

    fn photograph_all(&mut self, cube: &Cube) {
        for face in Face::ALL {
            self.photograph(cube, face);
        }
    }

    fn pose(&mut self, shown: Option<(Face, u8)>) {
        self.now += 0.1;
        self.assembler.pose(PoseNews {
            stamp: seconds(self.now),
            turned: Turned::NOT_COUNTED,
            shown,
        });
    }

    /// The motion planner tells what the arms have done; true when the state changed.
    fn turned(&mut self, turned: Turned) -> bool {
        self.now += 0.1;
        self.assembler.pose(PoseNews {
            stamp: seconds(self.now),
            turned,
            shown: None,
        })
    }
}

#[test]
fn six_photographs_make_a_cube() {
    let cube = Cube::from_seed(3);
    let mut bench = Bench::new();
    assert_eq!(bench.assembler.state().status, Status::Unknown);
    for (index, face) in Face::ALL.into_iter().enumerate().take(5) {
        assert!(bench.photograph(&cube, face));
        let state = bench.assembler.state();
        assert_eq!(state.status, Status::Partial);
        assert_eq!(state.faces_seen, "URFDLB"[..=index]);
        assert_eq!(bench.assembler.tracker().since(), seconds(bench.now));
        let whole = cube.facelets().to_string();
        for (place, (partial, full)) in state.facelets.chars().zip(whole.chars()).enumerate() {
            let nameable = "URFDLB"[..=index].contains(full) && place / 9 <= index;
            assert_eq!(
                partial,
                if nameable { full } else { '?' },
                "facelet {place}"
            );
        }
    }
    assert!(bench.photograph(&cube, Face::B));
    let state = bench.assembler.state();
    assert_eq!(
        (state.status, bench.assembler.tracker().source(), state.cube),
        (Status::Valid, Source::Camera, Some(cube))
    );
    assert_eq!(state.facelets, cube.facelets().to_string());
    assert_eq!(state.scheme, "WRGYOB");
    assert_eq!(state.trouble, None);
}

#[test]
fn a_face_counts_when_so_many_pictures_in_a_row_agree() {
    let (cube, other) = (Cube::from_seed(3), Cube::from_seed(4));
    let mut bench = Bench::new();
    let right = face_of(&cube, Face::U);
    assert!(!bench.picture("face_U", right));
    assert!(!bench.picture("face_U", right));
    assert!(
        !bench.picture("face_U", face_of(&other, Face::U)),
        "a picture that differs"
    );
    assert!(!bench.picture("face_U", right));
    assert!(!bench.picture("face_U", right));
    assert!(bench.picture("face_U", right), "the third in a row");
    assert!(
        !bench.picture("face_U", right),
        "the same again changes nothing"
    );
}

#[test]
fn red_and_orange_that_change_names_agree_when_the_measure_does() {
    let mut bench = Bench::new();
    let mut flickering = face_of(&Cube::SOLVED, Face::R);
    for step in 0..3 {
        for sticker in &mut flickering.0 {
            sticker.color = Some(if step % 2 == 0 {
                Color::Orange
            } else {
                Color::Red
            });
            sticker.rgb[1] += 5.0;
        }
        assert_eq!(bench.picture("face_R", flickering), step == 2);
    }
}

#[test]
fn pictures_without_a_face_or_with_an_unsure_one_neither_count_nor_disturb() {
    let mut bench = Bench::new();
    let face = face_of(&Cube::SOLVED, Face::U);
    let mut look = |face, votes: usize| {
        let observation = Observation {
            stamp: seconds(1.0),
            frame_id: "face_U".into(),
            face,
        };
        (0..votes).any(|_| bench.assembler.observe(&observation, &decide))
    };
    assert!(!look(Some((face, 0.9)), 2));
    assert!(!look(None, 5));
    assert!(!look(Some((face, 0.1)), 5), "too unsure");
    assert!(!look(Some((face, f32::NAN)), 5), "no number at all");
    assert!(look(Some((face, 0.9)), 1));
}

#[test]
fn frames_that_name_no_face_count_only_while_a_face_is_shown() {
    let mut bench = Bench::new();
    let face = face_of(&Cube::SOLVED, Face::F);
    for frame in [
        "camera_optical_frame",
        "face_",
        "face_X",
        "face_UU",
        "ü",
        "",
    ] {
        assert!(!(0..5).any(|_| bench.picture(frame, face)), "'{frame}'");
    }
    bench.pose(Some((Face::F, 0)));
    // Taken less than `settle` after the cube came to rest, so it may show the motion.
    assert!(!bench.picture("camera_optical_frame", face));
    assert!(!bench.picture("camera_optical_frame", face));
    assert!(!bench.picture("camera_optical_frame", face));
    assert!(bench.picture("camera_optical_frame", face));
    assert_eq!(bench.assembler.state().faces_seen, "F");
}

#[test]
fn a_scan_reads_faces_that_lie_turned() {
    let cube = Cube::from_seed(11);
    let mut bench = Bench::new();
    for (face, quarters) in Face::ALL.into_iter().zip([0, 1, 2, 3, 1, 2]) {
        bench.pose(Some((face, quarters)));
        bench.now += 0.5;
        // As the camera sees it: turned clockwise, which four minus that many quarters undo.
        let seen = face_of(&cube, face).upright(4 - quarters);
        assert!(
            (0..3).any(|_| bench.picture("camera_optical_frame", seen)),
            "face {face}"
        );
        bench.pose(None);
        assert!(
            !(0..5).any(|_| bench.picture("camera_optical_frame", seen)),
            "in motion"
        );
    }
    assert_eq!(
        bench.assembler.state().facelets,
        cube.facelets().to_string()
    );
}

#[test]
fn a_face_that_comes_back_to_the_camera_begins_a_new_scan() {
    let (before, after) = (Cube::from_seed(1), Cube::from_seed(2));
    let mut bench = Bench::new();
    for (number, cube) in [before, after].iter().enumerate() {
        for (index, face) in Face::ALL.into_iter().enumerate() {
            bench.pose(Some((face, 0)));
            bench.now += 0.5;
            assert!((0..3).any(|_| bench.picture("camera", face_of(cube, face))));
            let state = bench.assembler.state();
            assert_eq!(state.faces_seen.len(), index + 1, "scan {number}");
            bench.pose(Some((face, 0)));
            assert!(
                !bench.picture("camera", face_of(cube, face)),
                "the same showing, told twice"
            );
            bench.pose(None);
        }
        assert_eq!(
            bench.assembler.state().facelets,
            cube.facelets().to_string()
        );
    }
}

#[test]
fn an_impossible_cube_is_refused_with_its_reason() {
    let mut bench = Bench::new();
    bench.photograph_all(&Cube::SOLVED);
    assert_eq!(bench.assembler.state().cube, Some(Cube::SOLVED));
    // The edge UF turned over: one sticker each on the faces U and F.
    let mut up = face_of(&Cube::SOLVED, Face::U);
    let mut front = face_of(&Cube::SOLVED, Face::F);
    std::mem::swap(&mut up.0[7], &mut front.0[1]);
    bench.pictures("face_U", up);
    let state = bench.assembler.state();
    assert_eq!(state.status, Status::Invalid);
    assert_eq!(
        state.trouble.as_ref().map(|(kind, _)| *kind),
        Some(Trouble::NotNineOfEach)
    );
    bench.pictures("face_F", front);
    let state = bench.assembler.state();
    assert_eq!((state.status, state.cube), (Status::Invalid, None));
    let (kind, text) = state.trouble.clone().expect("it is impossible");
    assert_eq!(kind, Trouble::ImpossibleParity);
    assert!(text.contains("UF"), "{text}");
    // A face that is seen again, now right, replaces the wrong one.
    bench.photograph(&Cube::SOLVED, Face::U);
    bench.photograph(&Cube::SOLVED, Face::F);
    assert_eq!(bench.assembler.state().status, Status::Valid);
}

#[test]
fn two_faces_of_one_colour_are_no_cube() {
    let mut bench = Bench::new();
    for face in Face::ALL {
        let seen = face_of(&Cube::SOLVED, if face == Face::B { Face::U } else { face });
        bench.pictures(&format!("face_{face}"), seen);
    }
    let state = bench.assembler.state();
    assert_eq!(state.status, Status::Invalid);
    let (kind, text) = state.trouble.clone().expect("white is there twice");
    assert_eq!(kind, Trouble::NotNineOfEach);
    assert!(text.contains("white"), "{text}");
}
