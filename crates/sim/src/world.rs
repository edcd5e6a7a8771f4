//! The simulated rig as a whole: bricks or servos, eight joints, one cube, one clock.

use crate::battery::Battery;
use crate::controller::Controller;
use crate::emulator::{EmulatedBrick, LinkFaults};
use crate::event::{Event, Events, Happening};
use crate::fault::Fault;
use crate::joint::JointBody;
use crate::mechanics::{ArmBody, HeldCube, Mechanics, Mishap};
use crate::motor::{Load, Motor, MotorConstants};
use crate::options::Options;
use crate::watch::Watch;
use brick::{BrickName, Port};
use cube::{Color, ColorScheme, Cube, Face, Rotation};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::{Arm, CubeLook, Joint, JointKind, Profile};
use std::collections::BTreeMap;

mod wires;

pub use wires::Wire;

/// The true state. Only tests and demonstrations may read it.
#[derive(Debug, Clone, PartialEq)]
pub struct Truth {
    /// Simulated seconds since the start.
    pub time: f64,
    /// The cube, unless it was taken out or fell; a turn counts once past 45 degrees.
    pub cube: Option<Cube>,
    /// How it lies (how it last lay, when it is gone).
    pub pose: Rotation,
    /// Whether a cube is there, solved, and no layer of it is turned by more than 5 degrees.
    pub solved: bool,
    /// Real joint positions in radians, by [`Joint::index`].
    pub joints: [f64; Joint::COUNT],
    /// Which claws hold the cube, by [`Arm::index`].
    pub grips: [bool; 4],
    /// How far each arm's layer is turned against the middle, radians, by [`Arm::index`].
    pub layer_turns: [f64; 4],
    /// The same of the layers above and below, which no arm holds.
    pub bare_turns: [f64; 2],
}

/// The simulated rig. The same profile, seed, options and calls give the same world, to the bit.
#[derive(Debug, Clone)]
pub struct World {
    profile: Profile,
    ticks: u64,
    bricks: [EmulatedBrick; 4],
    /// The servos of the joints that no brick drives, where the profile has some.
    servos: Option<Controller>,
    joints: [JointBody; Joint::COUNT],
    mechanics: Mechanics,
    last_pose: Rotation,
    scheme: ColorScheme,
    look: CubeLook,
    /// The colour that the camera sees on a facelet instead of its own, and until when.
    misread: BTreeMap<usize, (Color, f64)>,
    silent_until: [f64; 4],
    /// Batteries and links as they are without faults, by [`BrickName::index`].
    undisturbed: [(f64, LinkFaults); 4],
    watch: Watch,
    mishaps: Vec<Mishap>,
    events: Events,
}

/// Half of the play between a servo and its joint, degrees.
const SERVO_PLAY: f64 = 0.1;

/// Seconds that one step of the physics takes: well below the motors' 57 ms.
pub const TICK: f64 = 0.001;

impl World {
    /// A rig of a profile; `seed` decides everything that is random.
    pub fn new(profile: Profile, seed: u64, options: Options) -> World {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let open = profile.gearing.open_grip();
        let start = rig::joint_angles(&options.start, open);
        // Drawn apart, so that all other draws of a seed stay as they are.
        let mut phases = ChaCha8Rng::seed_from_u64(!seed);
        let drawn = options.drawn.as_ref();
        let bricks = BrickName::ALL.map(|name| {
            let mut constants = [(); 3].map(|()| MotorConstants::NXT.with_spread(options.motor_spread, &mut random));
            let mut battery = Battery::new(options.battery_volts);
            let mut latency = options.latency;
            if let Some(rig) = drawn {
                for (port, joint) in name.joints() {
                    constants[usize::from(port.code())] = rig.joints[joint.index()].motor;
                }
                let brick = rig.bricks[name.index()];
                battery = Battery::new(brick.volts).with_resistance(brick.resistance);
                latency = brick.latency;
            }
            battery.set_fall(options.battery_fall);
            let mut brick = EmulatedBrick::new(constants, battery, latency, ChaCha8Rng::seed_from_u64(random.random()));
            // Where in its count an encoder stands at power-on is unknown.
            for port in Port::ALL {
                let motor = brick.motor_mut(port);
                *motor = motor.with_count_phase(phases.random_range(0.0..1.0));
            }
            if let Some(rig) = drawn {
                *brick.link_faults_mut() = rig.bricks[name.index()].link_faults();
                for (port, joint) in name.joints() {
                    let motor = brick.motor_mut(port);
                    *motor = motor.with_count_degrees(rig.joints[joint.index()].encoder_degrees);
                }
            }
            brick
        });
        let joints = Joint::ALL.map(|joint| {
            // At which side of its play a joint hangs at power-on is unknown.
            let share = random.random_range(-0.5..=0.5);
            let ratio = profile.gearing.ratio(joint.kind).to_degrees();
            let creep = match joint.kind {
                JointKind::Grip => 0.0,
                JointKind::Wrist => options.creep_degrees / 90.0,
            };
            let position = start[joint.index()];
            if profile.has_servo(joint) {
                // The sensor sits on the servo's own shaft, so nothing creeps. The play of its horn is assumed.
                let body = JointBody::new(position, ratio, SERVO_PLAY, share, 0.0, options.load);
                return match drawn {
                    Some(rig) => body.of(rig, &rig.joints[joint.index()]),
                    None => body,
                };
            }
            let Some(rig) = drawn else {
                return JointBody::new(position, ratio, options.backlash_degrees, share, creep, options.load);
            };
            let joint = &rig.joints[joint.index()];
            let play = joint.play_degrees / 2.0 * ratio.to_radians().abs();
            JointBody::new(position, ratio, play, share, creep, options.load).of(rig, joint)
        });
        let servos = Controller::of(&profile, &start, &ChaCha8Rng::seed_from_u64(seed));
        let arms = Arm::ALL.map(|arm| ArmBody {
            grip: joints[arm.grip().index()].position(),
            wrist: joints[arm.wrist().index()].position(),
            gripping: false,
        });
        let mut mechanics =
            Mechanics::new(arms, None, open).fitted_with(profile.rules.present).shaped_as(&profile.geometry);
        if drawn.is_some_and(|rig| !rig.magnets) {
            mechanics = mechanics.without_magnets();
        }
        mechanics.put_cube(HeldCube::new(options.cube, options.start.pose));
        World {
            watch: Watch::new(profile.rules.clone(), profile.clearances),
            profile,
            ticks: 0,
            bricks,
            servos,
            joints,
            mechanics,
            last_pose: options.start.pose,
            scheme: options.scheme,
            look: options.look,
            misread: BTreeMap::new(),
            silent_until: [0.0; 4],
            undisturbed: BrickName::ALL.map(|name| match &options.drawn {
                Some(rig) => (rig.bricks[name.index()].volts, rig.bricks[name.index()].link_faults()),
                None => (options.battery_volts, LinkFaults::default()),
            }),
            mishaps: Vec::new(),
            events: Events::default(),
        }
    }

    /// The profile it was made of.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Simulated seconds since the start.
    pub fn time(&self) -> f64 {
        self.ticks as f64 * TICK
    }

    /// Advances to `time` (simulated seconds since the start).
    pub fn advance_to(&mut self, time: f64) {
        while (self.ticks + 1) as f64 * TICK <= time + TICK * 1e-6 {
            self.tick();
        }
    }

    /// A brick, to look at.
    pub fn brick(&self, name: BrickName) -> &EmulatedBrick {
        &self.bricks[name.index()]
    }

    /// A brick, to change its link or battery.
    pub fn brick_mut(&mut self, name: BrickName) -> &mut EmulatedBrick {
        &mut self.bricks[name.index()]
    }

    /// The true state.
    pub fn truth(&self) -> Truth {
        let held = self.mechanics.cube.as_ref();
        let layer_turns = Arm::ALL.map(|arm| held.map_or(0.0, |held| held.layer_turn(arm)));
        let bare_turns = held.map_or([0.0; 2], |held| held.bare);
        let mut turns = layer_turns.iter().chain(&bare_turns);
        let straight = turns.all(|turn| turn.abs() < 5f64.to_radians());
        Truth {
            time: self.time(),
            cube: held.map(|held| held.cube),
            pose: held.map_or(self.last_pose, |held| held.pose),
            solved: straight && held.is_some_and(|held| held.cube.is_solved()),
            joints: Joint::ALL.map(|joint| self.joints[joint.index()].position()),
            grips: self.mechanics.arms.map(|arm| arm.gripping),
            layer_turns,
            bare_turns,
        }
    }

    /// Claws and cube, to draw them.
    pub fn mechanics(&self) -> &Mechanics {
        &self.mechanics
    }

    /// The colours of the cube's faces.
    pub fn scheme(&self) -> &ColorScheme {
        &self.scheme
    }

    /// The cube's body, and what its colours look like.
    pub fn look(&self) -> CubeLook {
        self.look
    }

    /// The colour of each facelet as a camera sees it where it is in sight; nothing without a cube.
    pub fn seen_colors(&self) -> Option<[Color; 54]> {
        let mut colors = self.mechanics.cube.as_ref()?.cube.facelets().colors(&self.scheme);
        for (&facelet, &(color, until)) in &self.misread {
            if self.time() < until {
                colors[facelet] = color;
            }
        }
        Some(colors)
    }

    /// A person puts a cube in. It lies as the one did that was there, or unturned in the last place of one.
    pub fn set_cube(&mut self, cube: Cube) {
        self.mechanics.exchange_cube(HeldCube::new(cube, self.last_pose));
    }

    /// A person takes hold of the cube in the claws, or lets go of it.
    pub fn take_hold(&mut self, holds: bool) {
        self.mechanics.hand = holds;
        if let Some(held) = &mut self.mechanics.cube {
            held.by_hand |= holds;
        }
    }

    /// A person puts in a uniformly random cube.
    pub fn scramble(&mut self, seed: u64) -> Cube {
        let cube = Cube::from_seed(seed);
        self.set_cube(cube);
        cube
    }

    /// Takes the events since the last call, oldest first.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.events.take()
    }

    /// Puts a fault in.
    pub fn inject(&mut self, fault: Fault) {
        let now = self.time();
        match fault {
            Fault::ClawSlip(arm, degrees) => self.mechanics.slip(arm, degrees.to_radians()),
            Fault::GearSkip(joint, degrees) => {
                self.joints[joint.index()].skip(degrees.to_radians());
            }
            Fault::BrickSilent(name, seconds) => {
                self.silent_until[name.index()] = if seconds > 0.0 { now + seconds } else { f64::INFINITY };
            }
            Fault::RepliesLate(name, seconds) => self.bricks[name.index()].link_faults_mut().late = seconds,
            Fault::RepliesTwice(name, share) => self.bricks[name.index()].link_faults_mut().doubled = share,
            Fault::RepliesLost(name, share) => self.bricks[name.index()].link_faults_mut().lost = share,
            Fault::BatteryFalls(name, volts) => self.bricks[name.index()].battery_mut().set_open_volts(volts),
            Fault::MotorStalls(joint) => self.joints[joint.index()].is_stuck = true,
            Fault::StickerMisread(facelet, color, seconds) => {
                let next = Face::ALL[(facelet / 9 + 1) % 6];
                let color = color.unwrap_or(self.scheme.color(next));
                let until = if seconds > 0.0 { now + seconds } else { f64::INFINITY };
                self.misread.insert(facelet, (color, until));
            }
            Fault::CubeTaken => {
                if let Some(held) = self.mechanics.take_cube() {
                    self.last_pose = held.pose;
                }
            }
        }
    }

    /// Ends all faults that last; what has slipped stays where it slipped to.
    pub fn clear_faults(&mut self) {
        for (brick, (volts, link)) in self.bricks.iter_mut().zip(self.undisturbed) {
            *brick.link_faults_mut() = link;
            brick.battery_mut().set_open_volts(volts);
        }
        for joint in &mut self.joints {
            joint.is_stuck = false;
        }
        self.silent_until = [0.0; 4];
        self.misread.clear();
    }

    fn tick(&mut self) {
        self.ticks += 1;
        let now = self.time();
        for name in BrickName::ALL {
            let loads = self.loads(name);
            let brick = &mut self.bricks[name.index()];
            brick.link_faults_mut().silent = now < self.silent_until[name.index()];
            brick.step(now, TICK, &loads);
        }
        if let Some(servos) = &mut self.servos {
            let (joints, mechanics) = (&self.joints, &self.mechanics);
            servos.step(now, TICK, |joint, motor| joints[joint].load(Joint::ALL[joint], motor, mechanics));
        }
        self.move_joints(now);
        if let Some(held) = &self.mechanics.cube {
            self.last_pose = held.pose;
        }
        if let Some(fault) = self.watch.look(now, &self.mechanics) {
            self.events.note(now, Happening::Rule(fault));
        }
        let slack = self.profile.gearing.cable_slack.to_radians();
        if let Some((arm, wrist)) = self.watch.look_at_cables(&self.mechanics, slack) {
            let degrees = wrist.to_degrees();
            self.events.note(now, Happening::Twisted { arm, degrees });
        }
    }

    /// Moves each joint after its motor, through the play and as far as the contacts let it.
    fn move_joints(&mut self, now: f64) {
        let mut wanted = [(0.0, 0.0); 4];
        for joint in Joint::ALL {
            let (motor, is_free) = self.motor(joint);
            let body = &mut self.joints[joint.index()];
            body.follow(&motor, self.mechanics.grips(joint.arm));
            let place = &mut wanted[joint.arm.index()];
            match joint.kind {
                JointKind::Grip => place.0 = body.position(),
                JointKind::Wrist => {
                    place.1 = body.position();
                    self.mechanics.wrist_is_compliant[joint.arm.index()] = is_free;
                }
            }
        }
        let mut mishaps = std::mem::take(&mut self.mishaps);
        self.mechanics.advance(wanted, &mut mishaps);
        for joint in Joint::ALL {
            let arm = self.mechanics.arms[joint.arm.index()];
            let reached = match joint.kind {
                JointKind::Grip => arm.grip,
                JointKind::Wrist => arm.wrist,
            };
            let body = &mut self.joints[joint.index()];
            if reached != body.position() {
                let (name, port) = BrickName::driving(joint);
                let servo = self.servos.as_mut().and_then(|servos| servos.motor_mut(joint));
                let motor = servo.unwrap_or_else(|| self.bricks[name.index()].motor_mut(port));
                body.stop_at(reached, motor);
            }
        }
        for mishap in mishaps.drain(..) {
            self.events.note(now, mishap.into());
        }
        self.mishaps = mishaps;
    }

    /// What moves a joint, and whether it turns freely.
    fn motor(&self, joint: Joint) -> (Motor, bool) {
        if let Some(servo) = self.servos.as_ref().and_then(|servos| servos.motor(joint)) {
            return servo;
        }
        let (name, port) = BrickName::driving(joint);
        let brick = &self.bricks[name.index()];
        (*brick.motor(port), brick.is_free(port))
    }

    fn loads(&self, name: BrickName) -> [Load; 3] {
        let mut loads = [Load::default(); 3];
        // A motor whose joint a servo drives turns nothing.
        for (port, joint) in name.joints().into_iter().filter(|(_, joint)| !self.profile.has_servo(*joint)) {
            let body = &self.joints[joint.index()];
            let motor = self.bricks[name.index()].motor(port);
            loads[usize::from(port.code())] = body.load(joint, motor, &self.mechanics);
        }
        loads
    }
}
