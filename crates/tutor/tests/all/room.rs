//! A learner with a cube before a camera, and the session that looks on.

use std::time::{Duration, Instant};

use cube::{Color, ColorScheme, Cube, Face, LayerTurn, Layers, Move, Step};
use teach::{Method, Options, Spelling, Tutor};
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use tutor::follow::axial_turn_of;
use tutor::{Request, Seen, Session, WatcherOptions};

use super::camera::{Camera, Held, Look};
use super::held_cube::HeldCube;

const FRAME: Duration = Duration::from_millis(100);
/// A learner gives up after this many looks at one turn.
const MOST_LOOKS: usize = 300;

/// A learner with a cube before a camera, and the session that looks on.
pub struct Room {
    pub session: Session,
    pub held_cube: HeldCube,
    pub now: Instant,
    pub random: ChaCha8Rng,
    camera: Camera,
    /// The centre of the face that the awaited turn leaves as it was; no question may name it.
    unchanged: Option<Color>,
    /// How often the cube was asked face by face.
    pub readings: usize,
    /// How often a reading was doubtful.
    pub doubts: usize,
    /// Frames of the last [`Room::show`].
    pub frames: usize,
    /// What the session and the detector took for them.
    pub seeing: Duration,
}

impl Room {
    pub fn new(method: Method, seed: u64, camera: Camera) -> Room {
        let random = ChaCha8Rng::seed_from_u64(seed);
        let tutor = Tutor::new(method, &Cube::from_seed(seed), Options::default()).unwrap();
        Room { random, ..Room::with(tutor, camera) }
    }

    /// With this lesson.
    pub fn with(tutor: Tutor, camera: Camera) -> Room {
        let cube = tutor.hand().cube;
        let mut session = Session::new(tutor, Spelling::Standard);
        let now = Instant::now();
        session.watch(WatcherOptions::default(), now);
        let held_cube = HeldCube { cube, scheme: ColorScheme::WESTERN };
        let random = ChaCha8Rng::seed_from_u64(0);
        let (unchanged, readings, doubts, frames, seeing) = (None, 0, 0, 0, Duration::ZERO);
        Room { session, held_cube, now, random, camera, unchanged, readings, doubts, frames, seeing }
    }

    /// The learner holds the cube so for some frames. Whenever that moves the lesson, the cube that it shows is the one in
    /// the hands.
    pub fn look(&mut self, look: &Look, frames: usize) {
        let held = self.camera.hold(&self.held_cube, look, &mut self.random);
        for _ in 0..frames {
            if self.frame(&held) {
                return;
            }
        }
    }

    /// One frame; returns whether it brought a verdict, or ended a reading.
    fn frame(&mut self, held: &Held) -> bool {
        let (views, took) = self.camera.frame(held, &mut self.random);
        self.now += FRAME;
        self.session.tick(self.now);
        let (before, was_reading) = (self.session.tutor().hand().cube, self.is_reading());
        let began = Instant::now();
        self.session.look(&views, self.now);
        self.seeing += took + began.elapsed();
        self.frames += 1;
        assert!(!self.session.sentence().is_empty());
        if before != self.session.tutor().hand().cube {
            let seen = self.session.seen();
            assert!(self.is_shown(), "silently wrong: {seen:?}");
        }
        let is_read = was_reading && !self.is_reading();
        self.readings += usize::from(is_read);
        let seen = self.session.seen();
        is_read || matches!(seen, Some(Seen::Done { .. } | Seen::DoneWrongly { .. })) && self.is_shown()
    }

    fn is_reading(&self) -> bool {
        matches!(self.session.seen(), Some(Seen::SomethingElse(_)))
    }

    pub fn is_shown(&self) -> bool {
        self.held_cube.is_shown_by(self.session.tutor())
    }

    /// Shows a corner, and then what is asked for, until the session shows the cube in the hands.
    pub fn show(&mut self) -> Seen {
        self.frames = 0;
        self.seeing = Duration::ZERO;
        for looks in 0..MOST_LOOKS {
            if self.agrees() {
                return self.session.seen().expect("a camera");
            }
            let look = match self.session.seen().expect("a camera") {
                Seen::Unclear { show, neighbour, .. } if self.is_unchanged(show, neighbour) => {
                    panic!("the turn leaves it as it was: {}", self.session.sentence());
                }
                Seen::SomethingElse(screen) => Look::Asked(screen),
                Seen::Unclear { show, neighbour, .. } if 0 < looks => Look::Faces(show, neighbour),
                _ => Look::Corner,
            };
            let held = self.camera.hold(&self.held_cube, &look, &mut self.random);
            for _ in 0..if self.is_reading() { 8 } else { 3 } {
                if self.frame(&held) {
                    return self.session.seen().expect("a camera");
                }
            }
        }
        panic!("no verdict: {:?}", self.session.seen());
    }

    fn is_unchanged(&self, show: Color, neighbour: Option<Color>) -> bool {
        self.unchanged.is_some_and(|unchanged| unchanged == show || Some(unchanged) == neighbour)
    }

    /// A learner compares a doubtful reading with their cube; returns whether it is right.
    fn agrees(&mut self) -> bool {
        let guide = self.session.guide().filter(|guide| guide.is_done());
        let Some(cube) = guide.map(|guide| guide.reading().and_then(|reading| reading.cube)) else {
            return false;
        };
        let mut upright = self.held_cube.clone();
        upright.hold_as(self.session.tutor());
        let is_right = cube == Some(upright.cube);
        let line = if is_right { "yes" } else { "restart" };
        self.doubts += 1;
        self.ask(Request::Say(line.to_owned()));
        self.readings += usize::from(is_right);
        is_right
    }

    /// The turn that comes next, after the rotations before it; and the turn after it.
    pub fn next(&self) -> Option<(LayerTurn, Option<LayerTurn>)> {
        let player = self.session.tutor().player();
        let rest = player.moves()[player.at()..].iter().map(|it| it.turn);
        let mut turns = rest.filter(|turn| turn.layers() != Layers::All);
        Some((turns.next()?, turns.next()))
    }

    /// Holds the cube as the lesson wants it for its next turn.
    pub fn hold(&mut self) {
        self.held_cube.hold_as(self.session.tutor());
        // The lesson may hold the cube another way than the page shows it now.
        if let [Step::Rotate(extra)] = self.session.tutor().extra_turns() {
            self.held_cube.rotate(extra.inverse());
        }
        let player = self.session.tutor().player();
        let rest = player.moves()[player.at()..].iter().map(|it| it.turn);
        let rotations: Vec<LayerTurn> = rest.take_while(|turn| turn.layers() == Layers::All).collect();
        self.held_cube.turn(&rotations);
    }

    /// Makes these turns where the lesson wants `turn`, and shows what is asked for.
    pub fn make(&mut self, made: &[LayerTurn], turn: LayerTurn) -> Seen {
        let leaves =
            |face: &Face| axial_turn_of(turn).is_some_and(|faces| faces.moves().all(|it| it.face() == face.opposite()));
        self.unchanged = Face::ALL.into_iter().find(leaves).map(|face| self.held_cube.scheme.color(face));
        self.held_cube.turn(made);
        let seen = self.show();
        self.unchanged = None;
        seen
    }

    /// Does the next turn of the lesson rightly.
    pub fn do_rightly(&mut self, turn: LayerTurn) {
        self.hold();
        let seen = self.make(&[turn], turn);
        assert_eq!(seen, Seen::Done { turns: vec![turn] });
        self.praise_ends();
    }

    pub fn praise_ends(&mut self) {
        for _ in 0..3 {
            self.now += Duration::from_secs(1);
            self.look(&Look::Away, 1);
        }
    }

    /// Leads back from a slip, by hand or by a new lesson.
    pub fn lead_back(&mut self, seen: &Seen) {
        let Seen::DoneWrongly { undo, .. } = seen else {
            return;
        };
        if undo.is_empty() || self.random.random_bool(0.5) {
            self.ask(Request::Replan(None));
            return;
        }
        if self.random.random_bool(0.3) {
            // On the page first: the cube in the hands follows.
            let at = self.session.tutor().player().at();
            self.ask(Request::GoTo(at));
        } else {
            self.held_cube.hold_as(self.session.tutor());
        }
        self.held_cube.turn(undo);
        let seen = self.show();
        assert!(matches!(seen, Seen::Done { .. }), "{seen:?}");
        while self.has_extra_turns() {
            self.praise_ends();
            let seen = self.show();
            assert!(matches!(seen, Seen::Done { .. }), "{seen:?}");
        }
    }

    /// Whether extra turns were made.
    pub fn has_extra_turns(&self) -> bool {
        let mut extra_turns = self.session.tutor().extra_turns().iter();
        extra_turns.any(|step| matches!(step, Step::Turn(_)))
    }

    pub fn ask(&mut self, request: Request) {
        self.session.handle(request, self.now).expect("it can be done");
    }

    pub fn is_at_end(&self) -> bool {
        let tutor = self.session.tutor();
        tutor.player().next().is_none() && tutor.extra_turns().is_empty()
    }
}

/// The turn of one face that this is.
pub fn of_face(turn: LayerTurn) -> Option<Move> {
    Move::new(turn.face(), turn.quarters().into()).filter(|_| turn.layers() == Layers::Outer)
}
