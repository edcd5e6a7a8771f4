//! Claws and cube in contact: what closes on what, what turns with what, and what jams.
//!
//! A claw that grips ties its layer to its wrist. A claw of the other pair that grips holds the middle;
//! with the other pair off, the middle follows the claws that turn, and so the whole cube turns.

pub use crate::held_cube::HeldCube;
use crate::held_cube::{BARE, off_grid, sign};
pub use crate::mishap::Mishap;
use rig::{Arm, Geometry, Pair, Slide};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// Fingers that come nearer than this to a misaligned layer cannot slide along it any more, radians.
const MOST_MISGRIP: f64 = 15.0 * std::f64::consts::PI / 180.0;
/// A layer turns past a neighbour that is off the grid by at most this, radians: corners cut. In contact physics, pieces with
/// edges cut off by 2 mm pass 12 degrees either way, and at 16 degrees the wrist is at its limit (`cargo xtask physics --misaligned`).
const MOST_CORNER_CUT: f64 = 12.0 * std::f64::consts::PI / 180.0;
/// Rubber and play let a layer or cube move by this, radians, whatever is in its way.
const LOOSENESS: f64 = 5.0 * std::f64::consts::PI / 180.0;
/// A layer that is off by at most this, radians, springs back to square when it is released: springs and rounded
/// edges of a speed cube do that, and magnets more so. In contact physics, where a cube has neither, a layer stays as it is
/// left; the turn of a neighbour then presses it square, to 0.3 degrees. It stays, for a cube with magnets: without springs the
/// correction of drift ends after 78 face turns instead of 500.
const SPRINGS_BACK: f64 = 5.0 * std::f64::consts::PI / 180.0;
/// Two claws that turn the free cube may be apart by at most this, radians, before it is torn.
const MOST_TEAR: f64 = 12.0 * std::f64::consts::PI / 180.0;

/// What a claw does at which share of its travel.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Shares {
    /// Below it, it grips.
    grips_below: f64,
    /// Above it, it has let go.
    releases_above: f64,
    /// Above it, a cube that turns passes vertical fingers.
    clear_above: f64,
    /// Above it, a cube that turns passes horizontal fingers.
    horizontal_clear_above: f64,
}

impl Shares {
    /// Fingers that swing. The rubber pads that `joint` models account for the first two: in contact physics, where pads are rigid,
    /// fingers touch at 0, and are 1.9 and 3.1 mm away there. They stay: with 0.02 for both, as in contact physics if pad and cube give
    /// way by 0.6 mm, these pads stop a claw too early, and the cube falls. In contact physics fingers are free of a cube that turns from
    /// 0.20 on, and 2 mm away from 0.24 on, which is what plans use (`cargo xtask physics --clearances`). A quarter turn begins or ends
    /// with the turning claws horizontal as well, and horizontal fingers meet below 0.95.
    const SWINGING: Shares =
        Shares { grips_below: 0.06, releases_above: 0.10, clear_above: 0.20, horizontal_clear_above: 0.95 };

    /// Fingers that slide hold a layer as soon as they reach far enough around it, half of their reach, and until they have left it.
    fn sliding(geometry: &Geometry, slide: &Slide, open_angle: f64) -> Shares {
        let [releases_above, clear_above, horizontal_clear_above] =
            geometry.free_grips(slide).map(|grip| grip / open_angle);
        Shares { grips_below: releases_above / 2.0, releases_above, clear_above, horizontal_clear_above }
    }
}

/// One arm's joints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmBody {
    /// Opening of the claw, radians; 0 is closed on a cube.
    pub grip: f64,
    /// Angle of the wrist, radians, clockwise as the arm sees its face.
    pub wrist: f64,
    /// Whether the fingers hold the cube.
    pub gripping: bool,
}

impl ArmBody {
    fn is_horizontal(&self) -> bool {
        (self.wrist / FRAC_PI_2).round() as i64 % 2 != 0
    }

    fn is_upright(&self) -> bool {
        !self.is_horizontal() && off_grid(self.wrist).abs() < FRAC_PI_4 / 2.0
    }
}

/// The four arms and the cube between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Mechanics {
    /// By [`Arm::index`].
    pub arms: [ArmBody; 4],
    /// The cube, unless it was taken out or fell.
    pub cube: Option<HeldCube>,
    /// Whether a person has a hand around the cube: it does not fall where no claw holds it.
    pub hand: bool,
    /// Which wrists are compliant (turn freely), by [`Arm::index`]. Such a claw aligns with what it closes on, and follows the
    /// cube that the other claws press square: wrist and motor have less friction (0.026 N m) than a layer (0.045 N m).
    pub wrist_is_compliant: [bool; 4],
    /// Which arms the rig has, by [`Arm::index`].
    fitted: [bool; 4],
    /// A layer that is off by at most this springs back when it is released, radians.
    springs_back: f64,
    /// Opening of a fully open claw, radians.
    open_angle: f64,
    shares: Shares,
}

impl Mechanics {
    /// Arms at these joint positions around a cube; claws that are closed on it grip it.
    pub fn new(arms: [ArmBody; 4], cube: Option<HeldCube>, open_angle: f64) -> Mechanics {
        Mechanics {
            arms,
            cube,
            hand: false,
            wrist_is_compliant: [false; 4],
            fitted: [true; 4],
            springs_back: SPRINGS_BACK,
            open_angle,
            shares: Shares::SWINGING,
        }
    }

    /// The same rig with claws of this geometry, which may slide.
    pub fn shaped_as(mut self, geometry: &Geometry) -> Mechanics {
        if let Some(slide) = &geometry.slide {
            self.shares = Shares::sliding(geometry, slide, self.open_angle);
        }
        self
    }

    /// The same rig with only these arms, by [`Arm::index`]: where none is, nothing grips and nothing is in the way.
    pub fn fitted_with(self, fitted: [bool; 4]) -> Mechanics {
        Mechanics { fitted, ..self }
    }

    /// The same rig with a cube whose layers stay as they are released.
    pub fn without_magnets(self) -> Mechanics {
        Mechanics { springs_back: 0.0, ..self }
    }

    /// Opening of a fully open claw, radians.
    pub fn open_angle(&self) -> f64 {
        self.open_angle
    }

    /// Opening of a claw as a share of its travel: 0 closed on the cube, 1 fully open, as where there is no arm.
    pub fn openness(&self, arm: Arm) -> f64 {
        if !self.fitted[arm.index()] {
            return 1.0;
        }
        self.arms[arm.index()].grip / self.open_angle
    }

    /// Whether a claw holds the cube.
    pub fn grips(&self, arm: Arm) -> bool {
        self.arms[arm.index()].gripping
    }

    fn pair_grips(&self, pair: Pair) -> bool {
        pair.arms().into_iter().any(|arm| self.grips(arm))
    }

    /// Whether turning this wrist turns something of the cube, and if so whether all of it.
    pub fn turns_layer(&self, arm: Arm) -> bool {
        self.grips(arm) && self.pair_grips(arm.pair().other())
    }

    /// Moves the joints to new positions (grip and wrist by [`Arm::index`]) as far as the contacts allow,
    /// and the cube with them. What stands in the way is reported; the joint then stays where it was.
    pub fn advance(&mut self, mut wanted: [(f64, f64); 4], mishaps: &mut Vec<Mishap>) {
        for arm in Arm::ALL {
            let before = self.arms;
            self.move_grip(arm, wanted[arm.index()].0, mishaps);
            for (place, (arm, before)) in wanted.iter_mut().zip(self.arms.iter().zip(before)) {
                if arm.wrist != before.wrist {
                    // The cube has turned it.
                    place.1 = arm.wrist;
                }
            }
        }
        for pair in Pair::ALL {
            self.turn_pair(pair, pair.arms().map(|arm| wanted[arm.index()].1), mishaps);
        }
        if let Some(cube) = &mut self.cube {
            cube.count_turns();
            let held = Pair::ALL.into_iter().any(|pair| {
                let mut fitted = (pair.arms().into_iter()).filter(|arm| self.fitted[arm.index()]).peekable();
                fitted.peek().is_some() && fitted.all(|arm| self.arms[arm.index()].gripping)
            });
            if held {
                cube.by_hand = self.hand;
            } else if !cube.by_hand && !self.arms.iter().any(|arm| arm.gripping) {
                self.cube = None;
                mishaps.push(Mishap::Dropped);
            }
        }
    }

    /// Takes the cube out; claws that held it hold nothing.
    pub fn take_cube(&mut self) -> Option<HeldCube> {
        for arm in &mut self.arms {
            arm.gripping = false;
        }
        self.cube.take()
    }

    /// Puts a cube in, in the place of any other. The claws stay where they are: what they hold lies as that of the cube before,
    /// and layers that none of them holds are square.
    pub fn exchange_cube(&mut self, mut cube: HeldCube) {
        if let Some(before) = &self.cube {
            cube.cores = before.cores;
            for arm in Arm::ALL {
                let square = sign(arm) * before.cores[arm.pair().index()];
                let held = self.grips(arm).then_some(before.layers[arm.index()]);
                cube.layers[arm.index()] = held.unwrap_or(square);
            }
        }
        self.put_cube(cube);
    }

    /// Puts a cube in; claws that are closed grip it.
    pub fn put_cube(&mut self, cube: HeldCube) {
        self.cube = Some(cube);
        let grips_below = self.shares.grips_below * self.open_angle;
        for (arm, fitted) in self.arms.iter_mut().zip(self.fitted) {
            arm.gripping = fitted && arm.grip < grips_below;
        }
    }

    /// The cube slips by an angle (radians, clockwise as the arm sees it) in the claw of an arm: its
    /// layer while the other pair holds the middle, else all of the cube.
    pub fn slip(&mut self, arm: Arm, angle: f64) {
        let middle_held = self.pair_grips(arm.pair().other());
        if let Some(cube) = &mut self.cube {
            if middle_held {
                cube.layers[arm.index()] += angle;
            } else {
                let core = cube.cores[arm.pair().index()] + sign(arm) * angle;
                cube.set_core(arm.pair(), core, |_| true);
            }
            cube.count_turns();
        }
    }

    fn move_grip(&mut self, arm: Arm, grip: f64, mishaps: &mut Vec<Mishap>) {
        let body = self.arms[arm.index()];
        if !self.fitted[arm.index()] {
            self.arms[arm.index()].grip = grip;
            return;
        }
        if body.gripping && grip > self.shares.releases_above * self.open_angle {
            self.arms[arm.index()].gripping = false;
            self.spring_square(arm);
        } else if !body.gripping && self.cube.is_some() && grip < self.shares.grips_below * self.open_angle {
            if let Some(mishap) = self.obstacle_to_closing(arm) {
                mishaps.push(mishap);
                self.arms[arm.index()].grip = body.grip.min(grip.max(self.shares.grips_below * self.open_angle));
                return;
            }
            self.take_hold(arm);
        }
        self.arms[arm.index()].grip = grip;
    }

    fn obstacle_to_closing(&self, arm: Arm) -> Option<Mishap> {
        let body = self.arms[arm.index()];
        let meets = |neighbour: &Arm| {
            let other = self.arms[neighbour.index()];
            other.gripping && other.is_horizontal() && body.is_horizontal()
        };
        if let Some(neighbour) = arm.neighbours().into_iter().find(meets) {
            return Some(Mishap::FingersMeet { arm, neighbour });
        }
        let cube = self.cube.as_ref()?;
        // Its fingers lie flat on two sides of its layer and across the middle of the other axis.
        let along = off_grid(body.wrist - cube.layers[arm.index()]);
        let across = cube.cores[arm.pair().other().index()];
        let worst = if along.abs() > across.abs() { along } else { across };
        (worst.abs() > MOST_MISGRIP).then(|| Mishap::Misgrip { arm, degrees: worst.abs().to_degrees() })
    }

    /// A released layer springs back to square, when the rest of the cube is held.
    fn spring_square(&mut self, arm: Arm) {
        let middle_held = self.pair_grips(arm.pair().other());
        if let Some(cube) = &mut self.cube {
            let misalignment = off_grid(cube.layer_turn(arm));
            if middle_held && misalignment.abs() <= self.springs_back {
                cube.layers[arm.index()] -= misalignment;
            }
        }
    }

    /// The fingers press the layer and the middle square, or the claw aligns with the layer.
    fn take_hold(&mut self, arm: Arm) {
        let body = self.arms[arm.index()];
        let gripping = self.arms.map(|arm| arm.gripping);
        if let Some(cube) = &mut self.cube {
            let misalignment = off_grid(body.wrist - cube.layers[arm.index()]);
            let alone = !gripping.contains(&true);
            if self.wrist_is_compliant[arm.index()] && !alone {
                self.arms[arm.index()].wrist -= misalignment;
            } else if alone {
                let core = cube.cores[arm.pair().index()] + sign(arm) * misalignment;
                cube.set_core(arm.pair(), core, |_| true);
            } else {
                cube.layers[arm.index()] += misalignment;
            }
            let across = arm.pair().other();
            let misalignment = cube.cores[across.index()];
            let compliant = |other: Arm| self.wrist_is_compliant[other.index()];
            cube.set_core(across, 0.0, |other| !gripping[other.index()] || compliant(other));
            for other in across.arms().into_iter().filter(|other| compliant(*other)) {
                if gripping[other.index()] {
                    self.arms[other.index()].wrist -= sign(other) * misalignment;
                }
            }
        }
        self.arms[arm.index()].gripping = true;
    }

    fn turn_pair(&mut self, pair: Pair, wanted: [f64; 2], mishaps: &mut Vec<Mishap>) {
        let middle_held = self.pair_grips(pair.other());
        let mut turned = [None; 2];
        for (index, arm) in pair.arms().into_iter().enumerate() {
            let body = &self.arms[arm.index()];
            let turn = wanted[index] - body.wrist;
            if body.gripping
                && turn != 0.0
                && let Some(mishap) = self.obstacle_to_turning(arm, turn, middle_held)
            {
                mishaps.push(mishap);
                turned[index] = Some(0.0);
                continue;
            }
            self.arms[arm.index()].wrist = wanted[index];
            if self.arms[arm.index()].gripping {
                turned[index] = Some(turn);
            }
        }
        let Some(cube) = &mut self.cube else {
            return;
        };
        if middle_held {
            for (arm, turn) in pair.arms().into_iter().zip(turned) {
                cube.layers[arm.index()] += turn.unwrap_or(0.0);
            }
            return;
        }
        let [first, second] = pair.arms();
        let core = cube.cores[pair.index()];
        match turned {
            [Some(one), Some(other)] => {
                let apart = |cube: &HeldCube| (cube.layer_turn(first) + cube.layer_turn(second)).abs();
                let before = apart(cube);
                cube.layers[first.index()] += one;
                cube.layers[second.index()] += other;
                cube.cores[pair.index()] = core + (one - other) / 2.0;
                let apart = apart(cube);
                // Claws that come together again tear nothing.
                if apart > MOST_TEAR.max(before) {
                    mishaps.push(Mishap::Torn { pair, degrees: apart.to_degrees() });
                }
            }
            [Some(one), None] => cube.set_core(pair, core + one, |_| true),
            [None, Some(other)] => cube.set_core(pair, core - other, |_| true),
            [None, None] => {}
        }
    }

    /// What stands in the way of turning a layer, or the cube, by `turn` radians more.
    fn obstacle_to_turning(&self, arm: Arm, turn: f64, middle_held: bool) -> Option<Mishap> {
        let cube = self.cube.as_ref()?;
        let before = if middle_held { cube.layer_turn(arm) } else { cube.layers[arm.index()] };
        let after = (before + turn).abs();
        if after <= LOOSENESS || after < before.abs() {
            return None;
        }
        for neighbour in arm.neighbours() {
            let body = self.arms[neighbour.index()];
            if !middle_held {
                let clear =
                    if body.is_horizontal() { self.shares.horizontal_clear_above } else { self.shares.clear_above };
                let openness = self.openness(neighbour);
                if openness < clear {
                    return Some(Mishap::CubeMeetsFingers { arm, neighbour, open_percent: 100.0 * openness });
                }
                continue;
            }
            if body.gripping && !body.is_upright() {
                return Some(Mishap::LayerMeetsFingers { arm, neighbour });
            }
            let misalignment = off_grid(cube.layer_turn(neighbour));
            if misalignment.abs() > MOST_CORNER_CUT {
                return Some(Mishap::LayersMeet { arm, neighbour, degrees: misalignment.abs().to_degrees() });
            }
        }
        let bare = BARE.into_iter().zip(cube.bare);
        let (side, misalignment) = bare.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()))?;
        (middle_held && misalignment.abs() > MOST_CORNER_CUT).then(|| Mishap::BareLayerMeets {
            arm,
            side,
            degrees: misalignment.abs().to_degrees(),
        })
    }
}
