//! The protocol of the thesis' own brick program, `Arm.nxj` for leJOS: whole motions by number.
//!
//! After connecting, the host tells the brick its role. Then it sends a motion and the brick answers [`DONE`]
//! when the motion has ended; the position loop runs on the brick. [`END_SEQUENCE`] returns all motors to
//! where they were at the start. Everything is an int of a leJOS data stream: four bytes, big-endian.
//! A brick ignores motions of the other role. The numbers of the roles are not published; ours are 0 and 1.

use crate::{ByteStream, Error};
use std::time::Duration;
use tempo::{Instant, timeout_at};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// What the brick answers when a motion has ended.
pub const DONE: i32 = -1;
/// All motors go back to where they started.
pub const END_SEQUENCE: i32 = -777;

/// What a brick is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Opening and closing claws.
    Clamp = 0,
    /// Turning wrists.
    Rotate = 1,
}

/// Which motors of the brick move: the first (arm R or F), the second (L or B), or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Port A.
    One,
    /// Port B.
    Two,
    /// The pair: wrists turn the way a whole-cube turn needs, the second against the first.
    Both,
}

/// A motion that the program knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArmMotion {
    /// Closes claws.
    Clamp(Which),
    /// Opens claws.
    Unclamp(Which),
    /// Turns wrists by this many quarters (-2, -1, 1, 2), clockwise as the first of them sees its face; both
    /// only by one quarter.
    Turn(Which, i8),
}

/// All motions with their numbers.
const CODES: [(i32, ArmMotion); 16] = [
    (0, ArmMotion::Clamp(Which::One)),
    (1, ArmMotion::Clamp(Which::Two)),
    (2, ArmMotion::Unclamp(Which::One)),
    (3, ArmMotion::Unclamp(Which::Two)),
    (4, ArmMotion::Clamp(Which::Both)),
    (5, ArmMotion::Unclamp(Which::Both)),
    (6, ArmMotion::Turn(Which::One, 1)),
    (7, ArmMotion::Turn(Which::Two, 1)),
    (8, ArmMotion::Turn(Which::One, -1)),
    (9, ArmMotion::Turn(Which::Two, -1)),
    (10, ArmMotion::Turn(Which::Both, 1)),
    (11, ArmMotion::Turn(Which::Both, -1)),
    (12, ArmMotion::Turn(Which::One, 2)),
    (13, ArmMotion::Turn(Which::Two, 2)),
    (14, ArmMotion::Turn(Which::One, -2)),
    (15, ArmMotion::Turn(Which::Two, -2)),
];

impl Role {
    /// The role of a number.
    pub fn from_code(code: i32) -> Option<Role> {
        [Role::Clamp, Role::Rotate].into_iter().find(|role| *role as i32 == code)
    }
}

impl ArmMotion {
    /// The number of a motion; `None` for a turn that the program does not know.
    pub fn code(self) -> Option<i32> {
        let known = CODES.iter().find(|(_, motion)| *motion == self);
        known.map(|(code, _)| *code)
    }

    /// The motion of a number.
    pub fn from_code(code: i32) -> Option<ArmMotion> {
        let known = CODES.iter().find(|(known, _)| *known == code);
        known.map(|(_, motion)| *motion)
    }

    /// The role that it belongs to.
    pub fn role(self) -> Role {
        match self {
            ArmMotion::Clamp(_) | ArmMotion::Unclamp(_) => Role::Clamp,
            ArmMotion::Turn(..) => Role::Rotate,
        }
    }

    /// Where each motor goes: for each of the two whether it closes (`Some(0.0)`), opens (`Some(1.0)`), or
    /// turns by this many quarters, clockwise as its own arm sees its face.
    pub fn shares(self) -> [Option<f64>; 2] {
        let (which, [first, second]) = match self {
            ArmMotion::Clamp(which) => (which, [0.0, 0.0]),
            ArmMotion::Unclamp(which) => (which, [1.0, 1.0]),
            ArmMotion::Turn(Which::Both, quarters) => (Which::Both, [1.0, -1.0].map(|sign| sign * f64::from(quarters))),
            ArmMotion::Turn(which, quarters) => (which, [f64::from(quarters); 2]),
        };
        match which {
            Which::One => [Some(first), None],
            Which::Two => [None, Some(second)],
            Which::Both => [Some(first), Some(second)],
        }
    }
}

/// A connected brick on which the program runs.
pub struct ArmBrick {
    device: String,
    stream: Box<dyn ByteStream>,
    role: Role,
    patience: Duration,
    strays: u64,
}

/// No motion ends sooner than this after it was sent: what comes earlier is the end of the one before, told twice.
const QUICKEST: Duration = Duration::from_millis(150);

impl ArmBrick {
    /// Tells the brick its role; `patience` is how long a motion may take.
    ///
    /// Errors: [`Error::Lost`].
    pub async fn start(
        device: String,
        stream: Box<dyn ByteStream>,
        role: Role,
        patience: Duration,
    ) -> Result<ArmBrick, Error> {
        let mut brick = ArmBrick { device, stream, role, patience, strays: 0 };
        brick.send(role as i32).await?;
        Ok(brick)
    }

    /// The name that errors call the brick by.
    pub fn device(&self) -> &str {
        &self.device
    }

    /// How many answers were dropped because nothing that was under way could have ended.
    pub fn strays(&self) -> u64 {
        self.strays
    }

    /// The brick's role.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Carries a motion out and waits for its end. The program cannot be interrupted: whoever drops this
    /// future leaves the motion under way.
    ///
    /// Errors: [`Error::BadTrajectory`] for a motion that the brick would ignore, [`Error::NoAnswer`] when it
    /// does not end in time, [`Error::Lost`].
    pub async fn perform(&mut self, motion: ArmMotion) -> Result<(), Error> {
        let code = motion.code().filter(|_| motion.role() == self.role);
        let code = code.ok_or_else(|| Error::BadTrajectory {
            joint: self.device.clone(),
            reason: format!("the program of this brick does not know {motion:?}"),
        })?;
        self.send(code).await?;
        self.wait_for_done(QUICKEST).await
    }

    /// Ends a sequence: the motors return to where they started.
    ///
    /// Errors: as [`ArmBrick::perform`].
    pub async fn end_sequence(&mut self) -> Result<(), Error> {
        self.send(END_SEQUENCE).await?;
        self.wait_for_done(Duration::ZERO).await
    }

    async fn send(&mut self, code: i32) -> Result<(), Error> {
        let bytes = code.to_be_bytes();
        let deadline = Instant::now() + self.patience;
        match timeout_at(deadline, self.stream.write_all(&bytes)).await {
            Ok(sent) => sent.map_err(|error| self.lost(&error.to_string())),
            // Part of the number may be gone out: nothing can be sent on this stream any more.
            Err(_) => Err(self.lost(&format!("{code} could not be sent within {} ms", self.patience.as_millis()))),
        }
    }

    /// Waits for the end of a motion that takes at least `quickest`.
    async fn wait_for_done(&mut self, quickest: Duration) -> Result<(), Error> {
        let sent = Instant::now();
        let mut bytes = [0; 4];
        loop {
            match timeout_at(sent + self.patience, self.stream.read_exact(&mut bytes)).await {
                // Part of an answer may have come: the stream cannot be trusted any more.
                Err(_) => {
                    return Err(Error::NoAnswer { device: self.device.clone(), waited: self.patience });
                }
                Ok(Err(error)) => return Err(self.lost(&error.to_string())),
                Ok(Ok(_)) if i32::from_be_bytes(bytes) == DONE && quickest <= sent.elapsed() => {
                    return Ok(());
                }
                // Nothing else is known to come; whatever it is, it is not the end.
                Ok(Ok(_)) => self.strays += 1,
            }
        }
    }

    fn lost(&self, reason: &str) -> Error {
        Error::Lost { device: self.device.clone(), reason: reason.to_owned() }
    }
}
