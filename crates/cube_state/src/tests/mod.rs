//! The assembler as a whole: votes, showings, partial states.

mod doubt;
mod needed;
mod reading;
mod set;

use std::time::Duration;

use crate::tracker::{Source, Turned};
use cube::{Color, ColorScheme, Cube, Face, Facelets};
use vision::{Measurements, StateReading, Verdict};

use crate::{
    Assembler, Error, Observation, PoseUpdate, Problem, ReadResult, Seen, SeenFace, SeenSticker, Settings, Status,
};

const SETTINGS: Settings = Settings {
    votes: 3,
    sure: 1.0,
    settle: Duration::from_millis(100),
    min_face_confidence: 0.2,
    colour_tolerance: 24.0,
    scheme: None,
};

/// A cube in the colours that `vision` takes for typical paint.
pub(crate) fn painted(cube: &Cube) -> Measurements {
    let colors = cube.facelets().colors(&ColorScheme::WESTERN);
    std::array::from_fn(|face| std::array::from_fn(|at| vision::paint(colors[face * 9 + at]).map(f32::from)))
}

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
        SeenSticker { color: Some(color), confidence: 0.9, rgb: rgb(color) }
    }))
}

/// Reads by the nearest of the six colours that the faces were made of, without a doubt.
fn read(faces: &Measurements) -> ReadResult {
    let distance = |measured: &[f32; 3], color: Color| -> f32 {
        let pairs = rgb(color).into_iter().zip(measured);
        pairs.map(|(a, b)| (a - b).powi(2)).sum()
    };
    let nearest = |measured: &[f32; 3]| {
        let far = |color: &Color| distance(measured, *color);
        let nearest = Color::ALL.into_iter();
        let nearest = nearest.min_by(|a, b| far(a).total_cmp(&far(b)));
        nearest.expect("there are six")
    };
    let colors: [Color; 54] = std::array::from_fn(|at| nearest(&faces[at / 9][at % 9]));
    let facelets = Facelets::new(colors.map(|color| ColorScheme::WESTERN.face(color)));
    let cube = Cube::try_from(&facelets);
    Ok(StateReading {
        verdict: cube.as_ref().map_or(Verdict::Impossible, |_| Verdict::Certain),
        facelets,
        cube: cube.as_ref().ok().copied(),
        colors,
        scheme: ColorScheme::WESTERN,
        confidence: [0.9; 54],
        doubtful: vec![],
        repaired: vec![],
        problems: Vec::from_iter(cube.err().map(|e| e.in_colors(&ColorScheme::WESTERN))),
        notes: vec![],
    })
}

/// Has the assembler observe, and reads six faces as soon as there are; true when the state changed.
fn observe(assembler: &mut Assembler, observation: &Observation, read: fn(&Measurements) -> ReadResult) -> bool {
    let seen = assembler.observe(observation);
    if let Seen::Readable(faces) = &seen {
        let all: Option<Vec<_>> = faces.iter().copied().collect();
        let all = all.and_then(|all| Measurements::try_from(all).ok());
        assembler.take_reading(match all {
            Some(all) => read(&all),
            None => vision::state::read_seen(faces, None, &[]),
        });
    }
    seen != Seen::Nothing
}

struct Bench {
    assembler: Assembler,
    now: f64,
}

impl Bench {
    fn new() -> Self {
        Self { assembler: Assembler::new(SETTINGS, seconds(0.0)), now: 0.0 }
    }

    /// One picture; true when the state changed.
    fn picture(&mut self, frame_id: &str, face: SeenFace) -> bool {
        self.now += 0.1;
        let observation = Observation { stamp: seconds(self.now), frame_id: frame_id.into(), face: Some((face, 0.8)) };
        observe(&mut self.assembler, &observation, read)
    }

    /// Three pictures of a face with a given look; true when the state changed.
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
        self.assembler.pose(PoseUpdate { stamp: seconds(self.now), turned: Turned::NOT_COUNTED, shown });
    }

    /// The motion planner reports what the arms have done; true when the state changed.
    fn turned(&mut self, turned: Turned) -> bool {
        self.now += 0.1;
        self.assembler.pose(PoseUpdate { stamp: seconds(self.now), turned, shown: None })
    }
}

#[test]
fn six_photographs_make_a_cube() {
    let cube = Cube::from_seed(3);
    let mut bench = Bench::new();
    assert_eq!(bench.assembler.state().status(), Status::Unknown);
    for (index, face) in Face::ALL.into_iter().enumerate().take(5) {
        assert!(bench.photograph(&cube, face));
        let state = bench.assembler.state();
        assert_eq!(state.status(), Status::Partial);
        assert_eq!(state.faces_seen, "URFDLB"[..=index]);
        assert_eq!(bench.assembler.tracker().since(), seconds(bench.now));
        let whole = cube.facelets().to_string();
        for (place, (partial, full)) in state.facelets.chars().zip(whole.chars()).enumerate() {
            let nameable = "URFDLB"[..=index].contains(full) && place / 9 <= index;
            assert_eq!(partial, if nameable { full } else { '?' }, "facelet {place}");
        }
    }
    assert!(bench.photograph(&cube, Face::B));
    let state = bench.assembler.state();
    assert_eq!(
        (state.status(), bench.assembler.tracker().source(), state.cube),
        (Status::Valid, Source::Camera, Some(cube))
    );
    assert_eq!(state.facelets, cube.facelets().to_string());
    assert_eq!(state.scheme_letters(), "WRGYOB");
    assert_eq!(state.problem, None);
}

#[test]
fn a_face_counts_when_so_many_pictures_in_a_row_agree() {
    let (cube, other) = (Cube::from_seed(3), Cube::from_seed(4));
    let mut bench = Bench::new();
    let right = face_of(&cube, Face::U);
    assert!(!bench.picture("face_U", right));
    assert!(!bench.picture("face_U", right));
    assert!(!bench.picture("face_U", face_of(&other, Face::U)), "a picture that differs");
    assert!(!bench.picture("face_U", right));
    assert!(!bench.picture("face_U", right));
    assert!(bench.picture("face_U", right), "the third in a row");
    assert!(!bench.picture("face_U", right), "the same again changes nothing");
}

/// The first picture that is sure of each sticker counts alone, but for a face that is looked at again because of doubt.
#[test]
fn a_sure_picture_counts_alone() {
    let mut bench = Bench::new();
    bench.assembler.set_settings(Settings { sure: 0.8, ..SETTINGS });
    let mut unsure = face_of(&Cube::SOLVED, Face::U);
    unsure.0[3].confidence = 0.8;
    assert!(!bench.picture("face_U", unsure));
    assert!(bench.picture("face_U", face_of(&Cube::SOLVED, Face::U)));
    assert!(bench.picture("face_R", face_of(&Cube::SOLVED, Face::R)));
}

#[test]
fn red_and_orange_that_change_names_agree_when_the_measure_does() {
    let mut bench = Bench::new();
    let mut flickering = face_of(&Cube::SOLVED, Face::R);
    for step in 0..3 {
        for sticker in &mut flickering.0 {
            sticker.color = Some(if step % 2 == 0 { Color::Orange } else { Color::Red });
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
        let observation = Observation { stamp: seconds(1.0), frame_id: "face_U".into(), face };
        (0..votes).any(|_| observe(&mut bench.assembler, &observation, read))
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
    for frame in ["camera_optical_frame", "face_", "face_X", "face_UU", "ü", ""] {
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
        assert!((0..3).any(|_| bench.picture("camera_optical_frame", seen)), "face {face}");
        bench.pose(None);
        assert!(!(0..5).any(|_| bench.picture("camera_optical_frame", seen)), "in motion");
    }
    assert_eq!(bench.assembler.state().facelets, cube.facelets().to_string());
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
            assert!(!bench.picture("camera", face_of(cube, face)), "the same showing, reported twice");
            bench.pose(None);
        }
        assert_eq!(bench.assembler.state().facelets, cube.facelets().to_string());
    }
}

/// What a client of `cube/reset` relies on: no picture that was taken before counts after it, however late it arrives.
#[test]
fn pictures_from_before_a_reset_do_not_count_after_it() {
    let cube = Cube::from_seed(3);
    let mut assembler = Assembler::new(SETTINGS, seconds(0.0));
    let picture = |at: f64| Observation {
        stamp: seconds(at),
        frame_id: "face_U".into(),
        face: Some((face_of(&cube, Face::U), 0.9)),
    };
    let observe = |assembler: &mut Assembler, at: f64| assembler.observe(&picture(at));
    assembler.reset(seconds(5.0));
    for at in [4.7, 4.8, 4.9, 4.99] {
        assert_eq!(observe(&mut assembler, at), Seen::Nothing, "{at}");
    }
    assert_eq!(assembler.state().status(), Status::Unknown);
    let seen: Vec<Seen> = [5.1, 5.2, 5.3].map(|at| observe(&mut assembler, at)).into();
    assert_eq!(seen.last(), Some(&Seen::Face));
    // A camera that stamps by another clock is not ignored forever.
    assembler.reset(seconds(9.0));
    let seen: Vec<Seen> = [1.1, 1.2, 1.3].map(|at| observe(&mut assembler, at)).into();
    assert_eq!(seen.last(), Some(&Seen::Face));
}
