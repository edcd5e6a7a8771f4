//! Hobby servos on a Pololu Mini Maestro. They report nothing: joint states are what was commanded, at the servo's own speed.
//!
//! The driver sends the pulses of all channels a hundred times a second, and asks back which the Maestro sends: so a Maestro that was
//! off, or that keeps a channel within a range of its own, is noticed. A servo that does not turn is not.

pub mod command;
mod joint;

use std::time::Duration;

use brick::clock::Instant;
use brick::{ByteStream, Error};
use rig::{Joint, Profile};

use self::command::{Command, Errors, Protocol};
use crate::servo_loop::since;
use crate::wire::Wire;
use crate::{DrivenJoint, Family, Health};

pub use joint::HobbyJoint;

/// How long answers are waited for.
const PATIENCE: Duration = Duration::from_millis(100);
/// A Maestro that has not answered for this long is not there, seconds. It goes on with the pulses that it sends.
const SILENT: f64 = 1.0;

/// A Maestro at the end of a stream.
pub struct Maestro {
    wire: Wire,
    protocol: Protocol,
    /// When it answered last, seconds of the loop.
    answered: f64,
    /// Whether it answered the last question.
    answers: bool,
    /// How often it let go of servos, and why the last time.
    times_let_go: u64,
    let_go: Option<String>,
    /// Whether its channels have their speeds.
    is_set: bool,
    lost: u64,
    strays: u64,
}

impl Maestro {
    /// Speaks over this stream; `device` is what errors call it.
    pub fn over(device: String, stream: Box<dyn ByteStream>, protocol: Protocol) -> Maestro {
        let wire = Wire::over(device, stream);
        Maestro {
            wire,
            protocol,
            answered: 0.0,
            answers: false,
            times_let_go: 0,
            let_go: None,
            is_set: false,
            lost: 0,
            strays: 0,
        }
    }

    /// Sends these commands at once.
    ///
    /// Errors: [`Error::Lost`].
    pub async fn send_all(&mut self, commands: &[Command]) -> Result<(), Error> {
        let bytes: Vec<u8> = commands.iter().flat_map(|command| self.protocol.encode(command)).collect();
        if bytes.is_empty() { Ok(()) } else { self.wire.send(&bytes).await }
    }

    /// Sends these commands at once, and returns the bytes of all answers; `None` when not all came.
    ///
    /// Errors: [`Error::Lost`].
    pub async fn ask(&mut self, commands: &[Command]) -> Result<Option<Vec<u8>>, Error> {
        // What comes before it is asked for is late.
        loop {
            let late = self.wire.receive(Instant::now()).await?.len();
            if late == 0 {
                break;
            }
            self.strays += late as u64;
        }
        self.send_all(commands).await?;
        let length = commands.iter().map(Command::reply_length).sum();
        let (mut bytes, deadline) = (Vec::new(), Instant::now() + PATIENCE);
        while bytes.len() < length {
            let more = self.wire.receive(deadline).await?;
            if more.is_empty() {
                self.lost += 1;
                return Ok(None);
            }
            bytes.extend(more);
        }
        Ok((bytes.len() == length).then_some(bytes))
    }
}

impl Family for Maestro {
    type Joint = HobbyJoint;

    const NAME: &'static str = "hobby servos of the Maestro";
    const BAUD: u32 = 115_200;

    fn open(device: String, stream: Box<dyn ByteStream>, profile: &Profile) -> Maestro {
        Maestro::over(device, stream, Protocol { device: profile.maestro.device, crc: profile.maestro.crc })
    }

    fn device(&self) -> &str {
        &self.wire.device
    }

    fn joint(profile: &Profile, joint: Joint) -> Option<HobbyJoint> {
        HobbyJoint::of(profile, joint)
    }

    async fn cycle(&mut self, joints: &mut [HobbyJoint], started: Instant) -> Result<(), Error> {
        let positions = joints.iter().map(|joint| Command::GetPosition(joint.channel().number));
        let questions: Vec<Command> = std::iter::once(Command::GetErrors).chain(positions).collect();
        let answer = self.ask(&questions).await?;
        let now = since(started);
        self.answers = answer.is_some();
        let Some(bytes) = answer else {
            let reason = "it does not answer; is this the Command Port, in the serial mode USB Dual Port?".to_owned();
            let is_lost = SILENT < now - self.answered;
            return if is_lost { Err(Error::Lost { device: self.wire.device.clone(), reason }) } else { Ok(()) };
        };
        self.answered = now;
        let mut words = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let errors = Errors(words.next().unwrap_or_default());
        let mut reason = (errors != Errors::default())
            .then(|| format!("the Maestro found an error and let all servos go: {}", errors.in_words()));
        for (joint, quarters) in joints.iter_mut().zip(words) {
            if joint.see(now, quarters) {
                let number = joint.channel().number;
                reason
                    .get_or_insert_with(|| format!("channel {number} of the Maestro was off for a moment and let go"));
            }
            self.is_set &= joint.pulse().is_some();
        }
        if let Some(reason) = reason {
            joints.iter_mut().for_each(|joint| joint.let_go(reason.clone()));
            self.times_let_go += 1;
            self.let_go = Some(reason);
        }
        Ok(())
    }

    async fn send(&mut self, joints: &mut [HobbyJoint], now: f64) -> Result<(), Error> {
        // A Maestro that begins anew is to be seen with its channels off, before anything is sent.
        if !self.answers {
            return Ok(());
        }
        let mut commands = Vec::new();
        let mut targets: Vec<(u8, u16)> =
            joints.iter().filter_map(|joint| Some((joint.channel().number, joint.target(now)?))).collect();
        targets.sort_unstable();
        for run in targets.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
            let values = run.iter().map(|(_, target)| *target).collect();
            commands.push(Command::SetMultipleTargets(run[0].0, values));
        }
        // The first pulse brings a servo to its place at once; from then on the speed counts.
        if !self.is_set && !targets.is_empty() {
            commands.extend(joints.iter().flat_map(HobbyJoint::limits));
            self.is_set = true;
        }
        self.send_all(&commands).await
    }

    fn health(&self, joints: &[HobbyJoint]) -> Health {
        let known = |joint: &HobbyJoint| {
            let pulse = joint.pulse().map_or("off".to_owned(), |pulse| format!("{pulse:.0} microseconds"));
            (joint.motion().joint, format!("channel {}: {pulse}", joint.channel().number))
        };
        Health {
            joints: joints.iter().map(known).collect(),
            lost: self.lost,
            strays: self.strays,
            note: Some(
                "no feedback: joint states are what was commanded, and only the camera shows what the joints did",
            ),
            warning: self
                .let_go
                .as_ref()
                .map(|reason| format!("{reason} ({} times since the start)", self.times_let_go)),
            ..Health::default()
        }
    }
}
