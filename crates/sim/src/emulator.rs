//! One motor brick at wire level: bytes in at a time, bytes out that are due at a later time.

use crate::battery::Battery;
use crate::link::{Latency, Link};
use crate::motor::{Load, Motor, MotorConstants};
use crate::output::Output;
use brick::command::{BatteryLevel, ReplyPacket, Request, RequestPacket, SleepTimeout};
use brick::command::{FirmwareVersion, GetBatteryLevel, GetFirmwareVersion, GetOutputState, KeepAlive};
use brick::frame::{Deframer, frame};
use brick::{Port, Status};
use rand_chacha::ChaCha8Rng;

/// The firmware that is emulated: LEGO's of 2009.
const FIRMWARE: FirmwareVersion = FirmwareVersion { protocol: (1, 124), firmware: (1, 29) };

/// Seconds that a brick takes to start once it has enough battery again.
const START_SECONDS: f64 = 3.0;

/// The faults of the link between a brick and its host.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LinkFaults {
    /// The brick neither receives nor answers.
    pub silent: bool,
    /// Additional delay of replies, seconds.
    pub late: f64,
    /// Share of the replies (0 to 1) that come twice.
    pub doubled: f64,
    /// Share of the replies (0 to 1) that never come.
    pub lost: f64,
}

/// A motor brick with its firmware, battery and motors.
#[derive(Debug, Clone)]
pub struct EmulatedBrick {
    outputs: [Output; 3],
    motors: [Motor; 3],
    battery: Battery,
    deframer: Deframer,
    to_brick: Link,
    to_host: Link,
    latency: Latency,
    faults: LinkFaults,
    random: ChaCha8Rng,
    sleep_after: f64,
    awake_until: f64,
    /// The battery has been too weak; the brick stays off until its cells are replaced and it is switched on.
    off_until: f64,
}

impl EmulatedBrick {
    /// A brick that has just been switched on. `latency` is that of each direction of its link.
    pub fn new(
        constants: [MotorConstants; 3],
        battery: Battery,
        latency: Latency,
        random: ChaCha8Rng,
    ) -> EmulatedBrick {
        let sleep_after = 600.0;
        EmulatedBrick {
            outputs: Port::ALL.map(Output::new),
            motors: constants.map(Motor::new),
            battery,
            deframer: Deframer::default(),
            to_brick: Link::default(),
            to_host: Link::default(),
            latency,
            faults: LinkFaults::default(),
            random,
            sleep_after,
            awake_until: sleep_after,
            off_until: 0.0,
        }
    }

    /// Sets after how many seconds without KEEPALIVE the brick sleeps; infinity is never.
    pub fn set_sleep_after(&mut self, seconds: f64, now: f64) {
        self.sleep_after = seconds;
        self.awake_until = now + seconds;
    }

    /// The motor at a port.
    pub fn motor(&self, port: Port) -> &Motor {
        &self.motors[usize::from(port.code())]
    }

    /// The motor at a port, to be moved from outside.
    pub fn motor_mut(&mut self, port: Port) -> &mut Motor {
        &mut self.motors[usize::from(port.code())]
    }

    /// Whether the motor at a port turns freely: neither driven nor braked.
    pub fn is_free(&self, port: Port) -> bool {
        self.outputs[usize::from(port.code())].is_free()
    }

    /// Whether the motor at a port is held by its brake.
    pub fn is_braked(&self, port: Port) -> bool {
        self.outputs[usize::from(port.code())].is_braked()
    }

    /// The battery.
    pub fn battery(&self) -> &Battery {
        &self.battery
    }

    /// The battery, to be changed from outside.
    pub fn battery_mut(&mut self) -> &mut Battery {
        &mut self.battery
    }

    /// What is wrong with its link.
    pub fn link_faults_mut(&mut self) -> &mut LinkFaults {
        &mut self.faults
    }

    /// A host has connected: what was under way on an old connection is gone.
    pub fn connected(&mut self) {
        self.to_brick.clear();
        self.to_host.clear();
        self.deframer.clear();
    }

    /// The host sends bytes at `now`; they reach the brick a latency later.
    pub fn send(&mut self, now: f64, bytes: &[u8]) {
        self.to_brick.send(now, bytes.to_vec(), self.latency, &mut self.random);
    }

    /// Takes the bytes that have reached the host by `now`.
    pub fn receive(&mut self, now: f64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let Some(more) = self.to_host.receive(now) {
            bytes.extend(more);
        }
        bytes
    }

    /// When bytes arrive next, here or at the host, if any are under way.
    pub fn next_arrival(&self) -> Option<f64> {
        let dues = [self.to_brick.next_due(), self.to_host.next_due()];
        dues.into_iter().flatten().reduce(f64::min)
    }

    /// Whether the brick sleeps because it got no KEEPALIVE, or because its voltage is too low.
    pub fn is_asleep(&self, now: f64) -> bool {
        now >= self.awake_until || now < self.off_until
    }

    /// Advances by `step` seconds that end at `now`, with a load on each motor.
    pub fn step(&mut self, now: f64, step: f64, loads: &[Load; 3]) {
        while let Some(bytes) = self.to_brick.receive(now) {
            if !self.faults.silent && !self.is_asleep(now) {
                self.receive_packets(now, &bytes);
            }
        }
        let least = match now < self.off_until {
            true => Battery::ENOUGH_VOLTS,
            false => Battery::LEAST_VOLTS,
        };
        if self.battery.volts() < least {
            self.off_until = now + START_SECONDS;
        }
        if self.is_asleep(now) {
            for (output, motor) in self.outputs.iter_mut().zip(&self.motors) {
                output.release(motor.count());
            }
        }
        let counts = self.motors.each_ref().map(Motor::count);
        let progress = |index: usize| self.outputs[index].progress(counts[index]);
        let synchronised: Vec<usize> = (0..3).filter(|index| self.outputs[*index].synchronised()).collect();
        let mut leads = [0; 3];
        if let [first, second] = synchronised[..] {
            leads[first] = progress(first) - progress(second);
            leads[second] = -leads[first];
        }
        let volts = self.battery.volts();
        let mut current = 0.0;
        for index in 0..3 {
            let drive = self.outputs[index].drive(counts[index], now, leads[index]);
            self.motors[index].step(step, volts, drive, &loads[index]);
            current += self.motors[index].current();
        }
        self.battery.step(step, current);
    }

    fn receive_packets(&mut self, now: f64, bytes: &[u8]) {
        self.deframer.push(bytes);
        loop {
            match self.deframer.next_packet() {
                Ok(None) => return,
                // Out of step: the brick cannot know what was meant and stays silent.
                Err(_) => {}
                Ok(Some(packet)) => {
                    if let Some(request) = RequestPacket::decode(&packet) {
                        self.answer(now, request);
                    }
                }
            }
        }
    }

    fn answer(&mut self, now: f64, packet: RequestPacket) {
        let reply = match packet.request {
            Ok(request) => self.carry_out(now, &request),
            Err(status) => Err(status),
        };
        if !packet.wants_reply {
            return;
        }
        let reply = reply.unwrap_or_else(|status| ReplyPacket::refused(packet.opcode, status));
        // A reply is at most 64 bytes by the protocol, so framing cannot fail.
        if let Ok(bytes) = frame(&ReplyPacket { opcode: packet.opcode, ..reply }.encode()) {
            self.reply(now, bytes);
        }
    }

    fn reply(&mut self, now: f64, bytes: Vec<u8>) {
        use rand::RngExt;
        let [lost, doubled] = [self.random.random::<f64>(), self.random.random::<f64>()];
        if lost < self.faults.lost {
            return;
        }
        let latency = Latency { mean: self.latency.mean + self.faults.late, ..self.latency };
        self.to_host.send(now, bytes.clone(), latency, &mut self.random);
        if doubled < self.faults.doubled {
            self.to_host.send(now, bytes, latency, &mut self.random);
        }
    }

    fn carry_out(&mut self, now: f64, request: &Request) -> Result<ReplyPacket, Status> {
        let index = |port: Port| usize::from(port.code());
        let nothing = ReplyPacket::refused(0, Status::OK);
        match request {
            Request::SetOutputState(command) => {
                for port in command.ports.ports() {
                    let count = self.motors[index(port)].count();
                    self.outputs[index(port)].set(command, count, now);
                }
                Ok(nothing)
            }
            Request::GetOutputState(command) => {
                let count = self.motors[index(command.port)].count();
                Ok(ReplyPacket::done::<GetOutputState>(&self.outputs[index(command.port)].reading(count)))
            }
            Request::ResetMotorPosition(command) => {
                let count = self.motors[index(command.port)].count();
                self.outputs[index(command.port)].reset(command.relative, count);
                Ok(nothing)
            }
            Request::GetBatteryLevel(_) => {
                let millivolts = (self.battery.volts() * 1000.0) as u16;
                Ok(ReplyPacket::done::<GetBatteryLevel>(&BatteryLevel { millivolts }))
            }
            Request::KeepAlive(_) => {
                self.awake_until = now + self.sleep_after;
                // Infinity saturates to 0xFFFFFFFF; the protocol's own word for never is 0.
                let milliseconds = if self.sleep_after.is_finite() { (self.sleep_after * 1000.0) as u32 } else { 0 };
                Ok(ReplyPacket::done::<KeepAlive>(&SleepTimeout { milliseconds }))
            }
            Request::GetFirmwareVersion(_) => Ok(ReplyPacket::done::<GetFirmwareVersion>(&FIRMWARE)),
        }
    }
}
