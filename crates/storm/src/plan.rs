//! What will happen in a storm: drawn from its seed, and then nothing but a list, so that a smaller one can be tried.

use std::fmt;
use std::ops::Range;

use brick::{BrickName, TrajectoryGoal};
use cube::{Cube, Face, Move, random_moves};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::{Arm, Joint, JointKind};
use sim::Fault;

use crate::id::Id;

/// What a person does.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Begins a run.
    Run,
    /// Has the rig take a cube.
    Load,
    /// Has the rig give the cube.
    Release,
    /// Calls the conductor's service `stop`.
    Stop,
    /// Stops the rig without the conductor, as the page does.
    PageStop,
    /// Calls the service `stop` of a driver.
    BrickStop(BrickName),
    /// Calls `resume`.
    Resume,
    /// Calls `clear_stop`.
    ClearStop,
    /// Calls `confirm`, asked or not.
    Confirm,
    /// Cancels the goals that it gave.
    Cancel,
    /// Gives `execute` a goal next to the conductor's, as a stranger does.
    Execute(Vec<Move>),
    /// Calls `cube/reset`.
    Reset,
    /// Gives a driver a goal of its own, as a stranger's program does.
    Follow(BrickName, TrajectoryGoal),
}

/// Something that happens to the graph.
#[derive(Clone, Debug, PartialEq)]
pub enum Upset {
    /// A person acts.
    Act(Act),
    /// A fault of the simulated rig, until this many seconds later.
    Rig(Fault, f64),
    /// A node is killed, and started again after some seconds.
    Kill(Id, f64),
    /// A node gets no processor time for some seconds.
    Stall(Id, f64),
    /// Messages are late by up to some seconds, for some seconds.
    Late(f64, f64),
    /// The machine of these nodes is cut off for some seconds.
    Cut(Vec<Id>, f64),
    /// Nodes that start from now on are discovered within some seconds.
    Discovery(f64),
    /// A share of the stickers is misread, for some seconds.
    Misread(f64, f64),
}

/// The kinds of upsets, by name.
pub const KINDS: [(&str, &str); 10] = [
    ("delays", "messages are late"),
    ("stalls", "nodes get no processor time"),
    ("kills", "nodes are killed and started again"),
    ("discovery", "nodes are discovered late"),
    ("cuts", "two machines do not see each other"),
    ("links", "the links to the bricks lose, repeat and delay replies"),
    ("mechanics", "claws slip, gears skip, motors stall, batteries fall, the cube is taken"),
    ("misreadings", "stickers are misread"),
    ("people", "people stop, resume, load, press twice, and give goals of their own"),
    ("strangers", "other programs give goals to the drivers"),
];

impl Upset {
    /// The number of its kind in [`KINDS`].
    fn kind(&self) -> usize {
        match self {
            Upset::Late(..) => 0,
            Upset::Stall(..) => 1,
            Upset::Kill(..) => 2,
            Upset::Discovery(_) => 3,
            Upset::Cut(..) => 4,
            Upset::Rig(
                Fault::BrickSilent(..) | Fault::RepliesLate(..) | Fault::RepliesTwice(..) | Fault::RepliesLost(..),
                _,
            ) => 5,
            Upset::Rig(Fault::StickerMisread(..), _) | Upset::Misread(..) => 7,
            Upset::Rig(..) => 6,
            Upset::Act(Act::Follow(..)) => 9,
            Upset::Act(_) => 8,
        }
    }

    /// For how many seconds the driver of this brick does not see its motors, or not in time.
    fn blinds(&self, brick: BrickName) -> Option<f64> {
        match self {
            Upset::Stall(node, seconds) | Upset::Kill(node, seconds) => {
                (node.brick() == Some(brick)).then_some(*seconds)
            }
            Upset::Rig(
                Fault::BrickSilent(of, _)
                | Fault::RepliesLate(of, _)
                | Fault::RepliesTwice(of, _)
                | Fault::RepliesLost(of, _),
                seconds,
            ) => (*of == brick).then_some(*seconds),
            _ => None,
        }
    }

    /// Whether joints may end where nobody can know them: the laws of motion do not hold then.
    pub fn is_mechanical(&self) -> bool {
        self.kind() == 6
    }

    /// Whether a program moves joints that knows nothing of rules of motion.
    fn is_strange(&self) -> bool {
        self.kind() == 9
    }
}

impl fmt::Display for Upset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Upset::Act(act) => write!(formatter, "a person: {act:?}"),
            Upset::Rig(fault, seconds) => write!(formatter, "{fault:?} for {seconds:.1} s"),
            Upset::Kill(node, seconds) => write!(formatter, "{} is killed for {seconds:.1} s", node.name()),
            Upset::Stall(node, seconds) => write!(formatter, "{} stands still for {seconds:.2} s", node.name()),
            Upset::Late(most, seconds) => write!(formatter, "messages are up to {most:.2} s late for {seconds:.1} s"),
            Upset::Cut(nodes, seconds) => {
                let names: Vec<_> = nodes.iter().map(|node| node.name()).collect();
                write!(formatter, "{} are cut off for {seconds:.1} s", names.join(", "))
            }
            Upset::Discovery(most) => write!(formatter, "nodes are discovered within {most:.1} s from now on"),
            Upset::Misread(share, seconds) => {
                write!(formatter, "{share:.3} of the stickers are misread for {seconds:.1} s")
            }
        }
    }
}

/// Seconds that the graph has to solve a cube when all upsets are over.
const RECOVERY: f64 = 400.0;

/// A driver that sees its motors again brings them to where they belong within some seconds.
const AFTER_BLINDNESS: f64 = 5.0;

/// The share of storms whose pictures are rendered: each takes as long as a dozen others.
const RENDERED: f64 = 0.01;

/// The most upsets of a storm.
const MOST_UPSETS: usize = 9;

/// Draws until an upset is of a kind that is wanted.
const MOST_DRAWS: usize = 200;

/// A storm before it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Decides all that is drawn while it goes on.
    pub seed: u64,
    /// The cube in the claws.
    pub cube: Cube,
    /// Seconds until all upsets end, and the graph has to recover.
    pub seconds: f64,
    /// Seconds that the graph then has to solve a cube; 0 where it need not.
    pub recovery: f64,
    /// Pictures are rendered and read, in place of an exact view.
    pub renders: bool,
    /// What happens when, in order.
    pub upsets: Vec<(f64, Upset)>,
}

/// Which kinds of upsets are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds([bool; KINDS.len()]);

impl Kinds {
    /// All of them.
    pub const ALL: Kinds = Kinds([true; KINDS.len()]);
    /// None of them.
    pub const NONE: Kinds = Kinds([false; KINDS.len()]);

    /// Reads names that commas separate, `all` or `none`.
    ///
    /// # Errors
    /// A name of no kind.
    pub fn parse(list: &str) -> Result<Kinds, String> {
        match list {
            "all" => return Ok(Kinds::ALL),
            "none" => return Ok(Kinds::NONE),
            _ => {}
        }
        let mut kinds = Kinds::NONE;
        for name in list.split(',') {
            let known = KINDS.iter().position(|(known, _)| *known == name.trim());
            let kind = known.ok_or_else(|| {
                let names: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
                format!(
                    "{} is no kind of fault; there are {}, all and none",
                    cube::outside::quoted(name),
                    names.join(", ")
                )
            })?;
            kinds.0[kind] = true;
        }
        Ok(kinds)
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Kinds::ALL => formatter.write_str("all"),
            Kinds::NONE => formatter.write_str("none"),
            Kinds(wanted) => {
                let named = KINDS.iter().zip(wanted).filter(|(_, is_wanted)| *is_wanted);
                let names: Vec<_> = named.map(|((name, _), _)| *name).collect();
                formatter.write_str(&names.join(","))
            }
        }
    }
}

impl Plan {
    /// Draws a storm of this many seconds.
    pub fn draw(seed: u64, seconds: f64, kinds: Kinds) -> Plan {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let cube = draw_cube(&mut random);
        let mut upsets = vec![(random.random_range(3.0..5.0), Upset::Act(Act::Run))];
        let count = random.random_range(1..=MOST_UPSETS);
        for _ in (0..count).filter(|_| kinds != Kinds::NONE) {
            let at = random.random_range(0.5..seconds.max(1.0));
            let wanted = (0..MOST_DRAWS).map(|_| any(&mut random)).find(|upset| kinds.0[upset.kind()]);
            upsets.extend(wanted.map(|upset| (at, upset)));
        }
        upsets.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let renders = random.random_bool(RENDERED);
        Plan { seed, cube, seconds, recovery: RECOVERY, renders, upsets }
    }

    /// The same storm with an earlier end: what comes after it does not happen.
    pub fn until(mut self, seconds: f64) -> Plan {
        self.upsets.retain(|(at, _)| *at < seconds);
        Plan { seconds, ..self }
    }

    /// The same storm with only these upsets, by number.
    pub fn keep(mut self, kept: &[usize]) -> Plan {
        let numbered = std::mem::take(&mut self.upsets).into_iter().enumerate();
        self.upsets = numbered.filter(|(number, _)| kept.contains(number)).map(|(_, upset)| upset).collect();
        self
    }

    /// Whether nothing happens but a run.
    pub fn is_quiet(&self) -> bool {
        matches!(&self.upsets[..], [(_, Upset::Act(Act::Run))])
    }

    /// Whether the driver of a brick does not see its motors at a time, or did not shortly before it.
    pub fn is_blind(&self, brick: BrickName, at: f64) -> bool {
        let blinds = |(begins, upset): &(f64, Upset)| {
            let lasts = upset.blinds(brick).unwrap_or(f64::NEG_INFINITY);
            (*begins..begins + lasts + AFTER_BLINDNESS).contains(&at)
        };
        self.upsets.iter().any(blinds)
    }

    /// From when on joints may stand where nobody can know them.
    pub fn mechanical_from(&self) -> f64 {
        let mechanical = self.upsets.iter().find(|(_, upset)| upset.is_mechanical());
        mechanical.map_or(f64::INFINITY, |(at, _)| *at)
    }

    /// From when on others may move joints.
    pub fn strange_from(&self) -> f64 {
        self.upsets.iter().find(|(_, upset)| upset.is_strange()).map_or(f64::INFINITY, |(at, _)| *at)
    }

    /// Whether something happens that leaves joints or cube where nobody can know them.
    pub fn is_mechanical(&self) -> bool {
        self.upsets.iter().any(|(_, upset)| upset.is_mechanical())
    }
}

/// A cube: any; some turns from solved, for a short run; or one of a small group, whose colours hide how a cube is held, and whose
/// turns look alike.
fn draw_cube(random: &mut ChaCha8Rng) -> Cube {
    let by = |random: &mut ChaCha8Rng, faces: &[Face], quarters: &[i32]| {
        let turns = random.random_range(0..12);
        let turn =
            |_| Move::new(faces[random.random_range(0..faces.len())], quarters[random.random_range(0..quarters.len())]);
        Cube::SOLVED.apply_all(&(0..turns).filter_map(turn).collect::<Vec<Move>>())
    };
    match random.random_range(0..8) {
        0..4 => Cube::random(random),
        4 | 5 => {
            let turns = random.random_range(1..5);
            Cube::SOLVED.apply_all(&random_moves(random.random(), turns))
        }
        6 => by(random, &Face::ALL, &[2]),
        _ => {
            let (one, other) = (random.random_range(0..6), random.random_range(0..6));
            by(random, &[Face::ALL[one], Face::ALL[other]], &[1, 2, 3])
        }
    }
}

fn any(random: &mut ChaCha8Rng) -> Upset {
    let node = |random: &mut ChaCha8Rng| Id(random.random_range(0..Id::PERSON.0));
    let drawn = |random: &mut ChaCha8Rng, range: Range<f64>| random.random_range(range);
    match random.random_range(0..13) {
        0 => Upset::Late(drawn(random, 0.02..0.5), drawn(random, 1.0..20.0)),
        1 => Upset::Stall(node(random), drawn(random, 0.1..1.0)),
        2 => Upset::Stall(node(random), drawn(random, 1.0..8.0)),
        3 => Upset::Kill(node(random), drawn(random, 0.3..12.0)),
        4 => Upset::Discovery(drawn(random, 0.5..4.0)),
        5 => {
            let drivers: Vec<Id> = BrickName::ALL.map(Id::driver).into();
            let others = [drivers, vec![Id::DETECTOR], vec![Id::PERSON], vec![Id::SOLVER, Id::ASSEMBLER]];
            let others = others[random.random_range(0..4)].clone();
            Upset::Cut(others, drawn(random, 0.2..6.0))
        }
        6 => Upset::Rig(link_fault(random), drawn(random, 0.3..10.0)),
        7 => Upset::Rig(mechanical_fault(random), drawn(random, 0.3..15.0)),
        8 if random.random_bool(0.5) => Upset::Misread(drawn(random, 0.002..0.1), drawn(random, 1.0..30.0)),
        8 => Upset::Rig(Fault::StickerMisread(random.random_range(0..54), None, 0.0), drawn(random, 1.0..30.0)),
        9 => Upset::Act(strange_goal(random)),
        _ => Upset::Act(act(random)),
    }
}

fn link_fault(random: &mut ChaCha8Rng) -> Fault {
    let brick = BrickName::ALL[random.random_range(0..4)];
    match random.random_range(0..4) {
        0 => Fault::BrickSilent(brick, random.random_range(0.1..6.0)),
        1 => Fault::RepliesLate(brick, random.random_range(0.02..0.6)),
        2 => Fault::RepliesTwice(brick, random.random_range(0.2..1.0)),
        _ => Fault::RepliesLost(brick, random.random_range(0.02..0.8)),
    }
}

fn mechanical_fault(random: &mut ChaCha8Rng) -> Fault {
    let (arm, joint) = (Arm::ALL[random.random_range(0..4)], Joint::ALL[random.random_range(0..8)]);
    match random.random_range(0..5) {
        0 => Fault::ClawSlip(arm, random.random_range(-20.0..20.0)),
        1 => Fault::GearSkip(arm.wrist(), random.random_range(-5.0..5.0)),
        2 => Fault::MotorStalls(joint),
        3 => Fault::BatteryFalls(BrickName::ALL[random.random_range(0..4)], random.random_range(4.0..7.0)),
        _ => Fault::CubeTaken,
    }
}

/// A goal for one joint of a brick, or both, as far as a motor can go and further.
fn strange_goal(random: &mut ChaCha8Rng) -> Act {
    let brick = BrickName::ALL[random.random_range(0..4)];
    let joints = match random.random_range(0..3) {
        2 => brick.joints().to_vec(),
        one => vec![brick.joints()[one]],
    };
    let place = |(_, joint): &(_, Joint)| match joint.kind {
        JointKind::Wrist => random.random_range(-7.0..7.0),
        JointKind::Grip => random.random_range(-0.2..1.8),
    };
    let places = joints.iter().map(place).collect();
    let goal = TrajectoryGoal {
        joints: joints.iter().map(|(_, joint)| joint.name().to_owned()).collect(),
        points: vec![(random.random_range(0.05..3.0), places)],
        delay: 0.0,
        path_tolerances: Vec::new(),
        goal_tolerances: Vec::new(),
        goal_time_tolerance: 0.0,
    };
    Act::Follow(brick, goal)
}

fn act(random: &mut ChaCha8Rng) -> Act {
    match random.random_range(0..14) {
        0 | 1 => Act::Stop,
        2 | 3 => Act::PageStop,
        4 => Act::BrickStop(BrickName::ALL[random.random_range(0..4)]),
        5 => Act::Resume,
        6 => Act::ClearStop,
        7 => Act::Confirm,
        8 => Act::Cancel,
        9 => Act::Load,
        10 => Act::Release,
        11 => Act::Execute(random_moves(random.random(), random.random_range(1..4))),
        12 => Act::Reset,
        _ => Act::Run,
    }
}
