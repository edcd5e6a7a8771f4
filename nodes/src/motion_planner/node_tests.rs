//! The planner's logic against pretended bricks: what it believes must be what the joints really did to the cube.

use cube::{Cube, Move};
use rig::{Joint, Pose, Profile, RigState};

use super::belief::JointPlaces;
use super::events::*;
use super::execution::Patience;
use super::fake_bricks::*;
use super::job::{Code, ExecuteReport, ScanReport};
use super::node::MotionPlanner;
use super::plan;
use super::readings::Tolerances;

const TOLERANCES: Tolerances = Tolerances {
    grip: 0.05,
    wrist: 0.05,
    contradiction: 0.25,
    slow: 0.2,
    settle_time: 0.1,
};
const PATIENCE: Patience = Patience {
    factor: 2.0,
    arrival: 3.0,
    silence: 1.0,
    standstill: 1.0,
};
/// ROS time is far from the steady time, so that mixing them up shows.
const EPOCH: f64 = 1.7e9;

struct Try {
    logic: MotionPlanner,
    bricks: FakeBricks,
    planner: planner::Planner,
    pending: Vec<Event>,
    executed: Option<ExecuteReport>,
    scanned: Option<ScanReport>,
    poses: Vec<PoseReport>,
    /// Faces that the pretended state assembler reads when they are shown.
    reads: bool,
    faces_seen: String,
    views: Vec<char>,
}

fn settings() -> Settings {
    let profile = Profile::nxt_2015();
    Settings {
        places: JointPlaces {
            grip_open: profile.gearing.open_grip(),
        },
        timing: profile.timing,
        tolerances: TOLERANCES,
        patience: PATIENCE,
        reading_age: 1.0,
        timeout_per_face: 5.0,
    }
}

impl Try {
    fn new() -> Self {
        let positions = settings().places.all(&RigState::REST.arms);
        let mut new = Self {
            logic: MotionPlanner::new(settings(), EPOCH),
            bricks: FakeBricks::new(positions, Behaviour::default()),
            planner: planner::Planner::new(&Profile::nxt_2015()),
            pending: Vec::new(),
            executed: None,
            scanned: None,
            poses: Vec::new(),
            reads: true,
            faces_seen: String::new(),
            views: Vec::new(),
        };
        new.run(0.1);
        new
    }

    fn with_cube(cube: Cube) -> Self {
        let mut new = Self::new();
        new.set(cube);
        new
    }

    fn now(&self) -> Moment {
        Moment {
            steady: self.bricks.time,
            ros: EPOCH + self.bricks.time,
        }
    }

    fn set(&mut self, cube: Cube) {
        let (stamp, faces_seen) = (self.now().ros, "URFDLB".into());
        self.give(Event::CubeState(CubeNews {
            cube: Some(cube),
            faces_seen,
            stamp,
            set: true,
        }));
    }

    fn give(&mut self, event: Event) {
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            for effect in self.logic.step(self.now(), event) {
                match effect {
                    Effect::Plan(number, request) => {
                        let planned = plan::make(&self.planner, &request, false);
                        self.pending
                            .push(Event::Planned(number, planned.map(|(plan, _)| plan)));
                    }
                    Effect::Brick(effect) => self.bricks.take(effect),
                    Effect::Pose(report) => {
                        if report.facing_camera {
                            let pose = report.pose.expect("a face is shown of a known pose");
                            let face = pose.face_at(rig::Side::U).letter();
                            self.views.push(face);
                            self.faces_seen.push(face);
                            if self.reads {
                                let faces_seen = self.faces_seen.clone();
                                let stamp = self.now().ros;
                                let news = CubeNews {
                                    cube: None,
                                    faces_seen,
                                    stamp,
                                    set: false,
                                };
                                self.pending.push(Event::CubeState(news));
                            }
                        }
                        self.poses.push(report);
                    }
                    Effect::ExecuteEnded(report) => self.executed = Some(report),
                    Effect::ScanEnded(report) => self.scanned = Some(report),
                    Effect::ExecuteFeedback(..) | Effect::ScanFeedback(..) | Effect::Warn(_) => {}
                }
            }
        }
    }

    fn run(&mut self, seconds: f64) {
        let until = self.bricks.time + seconds;
        while self.bricks.time < until {
            for (goal, outcome) in self.bricks.advance() {
                self.give(Event::GoalEnded(goal, outcome));
            }
            for event in std::mem::take(&mut self.pending) {
                self.give(event);
            }
            if self.bricks.publishes_now() {
                for joint in Joint::ALL {
                    let (position, speed) = self.bricks.reading(joint);
                    self.give(Event::Joint(joint, position, Some(speed)));
                }
            }
            self.give(Event::Tick);
        }
    }

    fn execute(&mut self, text: &str) -> ExecuteReport {
        self.executed = None;
        self.give(Event::Execute(moves(text)));
        self.wait_for(|own| own.executed.take())
    }

    fn scan(&mut self) -> ScanReport {
        (self.scanned, self.faces_seen) = (None, String::new());
        self.give(Event::Scan(None));
        self.wait_for(|own| own.scanned.take())
    }

    fn wait_for<T>(&mut self, take: impl Fn(&mut Self) -> Option<T>) -> T {
        for _ in 0..600 {
            if let Some(report) = take(self) {
                return report;
            }
            self.run(0.1);
        }
        panic!("no result within a minute");
    }

    fn believed(&self) -> (Option<Cube>, Option<Pose>) {
        (self.logic.belief().cube, self.logic.belief().pose)
    }
}

fn moves(text: &str) -> Vec<Move> {
    cube::parse_moves(text, cube::Notation::Standard).expect("standard notation")
}

#[test]
fn moves_are_refused_until_it_is_known_how_the_cube_lies() {
    let mut rig = Try::new();
    let report = rig.execute("R");
    assert_eq!(report.code, Code::Contradiction);
    assert!(report.text.contains("not known"), "{}", report.text);
    assert_eq!(rig.bricks.goals, [0; 4]);
}

#[test]
fn an_old_cube_state_does_not_count_and_a_fresh_one_that_was_set_does() {
    let mut rig = Try::new();
    let cube = Some(Cube::from_seed(1));
    let news = |stamp, set| CubeNews {
        cube,
        faces_seen: "URFDLB".into(),
        stamp,
        set,
    };
    rig.give(Event::CubeState(news(EPOCH - 5.0, true)));
    assert_eq!(
        rig.believed(),
        (None, None),
        "it was set before this node started"
    );
    rig.give(Event::CubeState(news(EPOCH + 0.1, false)));
    assert_eq!(
        rig.believed(),
        (None, None),
        "nobody knows how a cube lies that was only read"
    );
    rig.give(Event::CubeState(news(EPOCH + 0.1, true)));
    assert_eq!(rig.believed(), (cube, Some(Pose::IDENTITY)));
}

#[test]
fn the_cube_is_followed_through_all_moves() {
    let cube = Cube::from_seed(2);
    let mut rig = Try::with_cube(cube);
    let mut expected = cube;
    for text in ["R", "U2 D' F", "B L2 U' R' D F2", ""] {
        let report = rig.execute(text);
        assert_eq!(report.code, Code::Success, "{}", report.text);
        expected = expected.apply_all(&moves(text));
        assert_eq!(report.cube, Some(expected));
        assert_eq!(report.moves_done, moves(text).len());
    }
    assert!(rig.poses.iter().any(|report| report.moving));
    assert!(!rig.poses.last().expect("some were published").moving);
}

#[test]
fn after_a_cancel_at_any_time_the_rest_leads_to_the_same_cube() {
    let text = "R U F' L2 D B";
    for tenths in 0..90 {
        let cube = Cube::from_seed(3);
        let mut rig = Try::with_cube(cube);
        rig.give(Event::Execute(moves(text)));
        rig.run(f64::from(tenths) / 10.0 + 0.03);
        rig.give(Event::Cancel);
        rig.run(2.0);
        let report = rig.executed.take().expect("it has stopped");
        assert_eq!(report.code, Code::Stopped);
        let done = cube.apply_all(&moves(text)[..report.moves_done]);
        assert_eq!(report.cube, Some(done), "after {tenths} tenths");
        let rest: Vec<String> = moves(text)[report.moves_done..]
            .iter()
            .map(Move::to_string)
            .collect();
        let report = rig.execute(&rest.join(" "));
        assert_eq!(
            report.code,
            Code::Success,
            "after {tenths} tenths: {}",
            report.text
        );
        assert_eq!(report.cube, Some(cube.apply_all(&moves(text))));
        assert!(rig.logic.belief().unfinished.is_empty());
        assert_joints_are_as_believed(&rig);
    }
}

fn assert_joints_are_as_believed(rig: &Try) {
    let arms = rig.logic.belief().arms.expect("known after a plan");
    let believed = settings().places.all(&arms);
    for joint in Joint::ALL {
        let (real, believed) = (rig.bricks.positions[joint.index()], believed[joint.index()]);
        assert!(
            (real - believed).abs() < TOLERANCES.of(joint),
            "{joint}: {real} or {believed}"
        );
    }
}

#[test]
fn a_scan_shows_six_faces_one_after_the_other_and_knows_the_pose_afterwards() {
    let mut rig = Try::new();
    let report = rig.scan();
    assert_eq!(report.code, Code::Success, "{}", report.text);
    let mut faces = rig.views.clone();
    faces.sort_unstable();
    assert_eq!(faces, ['B', 'D', 'F', 'L', 'R', 'U']);
    assert!(rig.believed().1.is_some());
    assert_joints_are_as_believed(&rig);
    // From where the scan ended a second one works as well, and so do moves.
    rig.set(Cube::from_seed(8));
    assert_eq!(rig.execute("U R").code, Code::Success);
    assert_eq!(rig.scan().code, Code::Success);
}

#[test]
fn a_face_that_is_not_read_ends_the_scan_by_name() {
    let mut rig = Try::new();
    rig.reads = false;
    let report = rig.scan();
    assert_eq!(report.code, Code::FaceNotSeen);
    assert!(report.text.contains(rig.views[0]), "{}", report.text);
    assert_eq!(rig.views.len(), 1);
}

#[test]
fn a_face_that_was_read_before_the_scan_does_not_count() {
    let mut rig = Try::new();
    rig.reads = false;
    rig.give(Event::Scan(Some(1.0)));
    let old = CubeNews {
        cube: None,
        faces_seen: "URFDLB".into(),
        stamp: EPOCH,
        set: false,
    };
    rig.give(Event::CubeState(old));
    rig.run(8.0);
    assert_eq!(
        rig.scanned.take().map(|report| report.code),
        Some(Code::FaceNotSeen)
    );
}

#[test]
fn a_joint_moved_by_hand_is_named_and_only_a_scan_starts_afresh() {
    let mut rig = Try::with_cube(Cube::from_seed(4));
    assert_eq!(rig.execute("R").code, Code::Success);
    let joint = Joint::parse("f_wrist").expect("a joint");
    rig.bricks.positions[joint.index()] += std::f64::consts::FRAC_PI_2;
    rig.run(0.1);
    let report = rig.execute("U");
    assert_eq!(report.code, Code::Contradiction);
    assert!(report.text.contains("f_wrist"), "{}", report.text);
    assert_eq!(
        rig.believed(),
        (None, None),
        "better no belief than a wrong one"
    );
    let before = rig.bricks.goals;
    assert_eq!(rig.execute("U").code, Code::Contradiction);
    assert_eq!(rig.bricks.goals, before, "nothing has moved");
    assert_eq!(rig.scan().code, Code::Success);
}

#[test]
fn a_small_push_is_corrected_before_anything_else() {
    let mut rig = Try::with_cube(Cube::from_seed(4));
    let joint = Joint::parse("b_wrist").expect("a joint");
    rig.bricks.positions[joint.index()] += 0.15;
    rig.run(0.1);
    let report = rig.execute("F");
    assert_eq!(report.code, Code::Success, "{}", report.text);
    assert_joints_are_as_believed(&rig);
}

#[test]
fn a_stuck_joint_fails_by_name_and_the_cube_is_still_known() {
    let cube = Cube::from_seed(5);
    let mut rig = Try::with_cube(cube);
    rig.bricks.behaviour.stuck = Joint::parse("l_wrist");
    let report = rig.execute("L");
    assert_eq!(report.code, Code::DriverFailed);
    assert!(report.text.contains("l_wrist"), "{}", report.text);
    assert_eq!((report.cube, report.moves_done), (Some(cube), 0));
    rig.bricks.behaviour.stuck = None;
    let report = rig.execute("L");
    assert_eq!(report.code, Code::Success, "{}", report.text);
    assert_eq!(report.cube, Some(cube.apply_all(&moves("L"))));
}

#[test]
fn without_joint_states_nothing_moves() {
    let mut rig = Try::with_cube(Cube::from_seed(6));
    rig.bricks.behaviour.publishes = false;
    rig.run(2.0);
    let report = rig.execute("R");
    assert_eq!(report.code, Code::NoJointStates);
    assert!(report.text.contains("r_wrist"), "{}", report.text);
    assert_eq!(rig.bricks.goals, [0; 4]);
}

#[test]
fn a_second_goal_does_not_disturb_the_first() {
    let cube = Cube::from_seed(7);
    let mut rig = Try::with_cube(cube);
    rig.give(Event::Execute(moves("R U")));
    rig.run(0.3);
    rig.give(Event::Scan(None));
    assert_eq!(
        rig.scanned.take().map(|report| report.code),
        Some(Code::NoPlan)
    );
    rig.run(20.0);
    let report = rig.executed.take().expect("it is done");
    assert_eq!(
        (report.code, report.cube),
        (Code::Success, Some(cube.apply_all(&moves("R U"))))
    );
}
