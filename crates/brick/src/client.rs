//! The host's end of a conversation with one brick: ask, wait, match, and never forever.

use crate::barrier::{Barrier, guarded};
use crate::clock::{Instant, timeout_at};
use crate::command::{
    BatteryLevel, Command, GetBatteryLevel, GetOutputState, KeepAlive, Reply, ReplyPacket, ResetMotorPosition,
    SetOutputState, SleepTimeout,
};
use crate::copies::Copies;
use crate::deadline::Deadline;
use crate::frame::{Deframer, frame};
use crate::outbox::Outbox;
use crate::silence::{Braked, SilenceBrakes};
use crate::{Address, ByteStream, Error, Opcode, OutputReading, Port, Power, Status, Timeouts};
use std::time::Duration;
use tokio::io::AsyncReadExt;

/// After this many requests in a row that were dropped half-way, the next waits for the answers that are still on their way: there are
/// three kinds of barriers.
const MOST_DROPPED: usize = 2;

/// A connected brick.
///
/// Replies carry no number, only their opcode (and some a port). The client therefore keeps at most one conversation
/// going and drops all that does not fit it. While a reply may still be on its way, a barrier goes before the next
/// request: the brick answers in order, so what arrives before its answer is left over from earlier. So it does where
/// the same is asked twice in a row, for a reply that came twice would answer the second question too.
///
/// Where replies are lost, the client sends a question several times at once if it may be repeated, with a barrier behind it. A
/// reply that has not come when the barrier is answered is lost. The client then asks again at once.
///
/// A request future that is dropped half-way leaves the client usable: a telegram that has begun is sent to its end
/// before the next, and the same barrier follows.
pub struct Brick {
    device: String,
    stream: Box<dyn ByteStream>,
    deframer: Deframer,
    outbox: Outbox,
    timeouts: Timeouts,
    /// After this long a repeatable request is asked again.
    try_time: Duration,
    /// Nothing is on its way that could be treated as the reply to the next request.
    is_closed: bool,
    /// Replies that may still be on their way though nobody waits for them any more.
    owed: usize,
    copies: Copies,
    /// The packet answered last, where nothing was asked behind it: its reply may come twice.
    asked_last: Option<Vec<u8>>,
    /// The barrier that was put last before or behind a request.
    barrier: Barrier,
    /// A request is waited for; it was dropped where the next one finds this set.
    is_asking: bool,
    /// Requests that were dropped since one was answered.
    dropped: usize,
    strays: u64,
    repeats: u64,
    last_round_trip: Option<Duration>,
    silence: SilenceBrakes,
}

impl Brick {
    /// Opens the address.
    ///
    /// Errors: [`Error::Connect`].
    pub async fn connect(address: &Address, timeouts: Timeouts) -> Result<Brick, Error> {
        let stream = address.connect(timeouts.connect).await?;
        Ok(Brick::over(address.to_string(), stream, timeouts))
    }

    /// Speaks over a stream that is open already; `device` is what errors call it.
    pub fn over(device: String, stream: Box<dyn ByteStream>, timeouts: Timeouts) -> Brick {
        Brick {
            device,
            stream,
            deframer: Deframer::default(),
            outbox: Outbox::default(),
            timeouts,
            try_time: timeouts.reply,
            is_closed: true,
            owed: 0,
            copies: Copies::one(),
            asked_last: None,
            barrier: Barrier::Spare,
            is_asking: false,
            dropped: 0,
            strays: 0,
            repeats: 0,
            last_round_trip: None,
            silence: SilenceBrakes::default(),
        }
    }

    /// The name that errors call the brick by.
    pub fn device(&self) -> &str {
        &self.device
    }

    /// How many packets were dropped because nobody had asked for them.
    pub fn strays(&self) -> u64 {
        self.strays
    }

    /// How many times a request was sent again because its reply did not come.
    pub fn repeats(&self) -> u64 {
        self.repeats
    }

    /// How long the brick took to answer the last repeatable request; `None` when that was asked more than once.
    pub fn last_round_trip(&self) -> Option<Duration> {
        self.last_round_trip
    }

    /// Sends a request and waits for its reply, asking again where that does no harm.
    ///
    /// Errors: [`Error::Timeout`], [`Error::Refused`], [`Error::Lost`].
    pub async fn request<C: Command>(&mut self, command: &C) -> Result<C::Reply, Error> {
        let replies = self.request_all(std::slice::from_ref(command)).await?;
        // `request_all` gives as many replies as there were commands.
        replies.into_iter().next().ok_or_else(|| self.timed_out(C::OPCODE, Duration::ZERO))
    }

    /// Sends several requests at once and waits for their replies, which come in the same order.
    ///
    /// Errors: as [`Brick::request`].
    pub async fn request_all<C: Command>(&mut self, commands: &[C]) -> Result<Vec<C::Reply>, Error> {
        let started = Instant::now();
        if !C::REPEATABLE {
            if let Some(replies) = self.attempt(commands, started + self.timeouts.reply).await? {
                return Ok(replies);
            }
            return Err(self.timed_out(C::OPCODE, started.elapsed()));
        }
        let patience_ends = started + self.timeouts.reply * (self.timeouts.retries + 1);
        self.last_round_trip = None;
        let repeats = self.repeats;
        while Instant::now() < patience_ends {
            let silence_ends = (Instant::now() + self.timeouts.reply).min(patience_ends);
            if let Some(replies) = self.attempt(commands, silence_ends).await? {
                // Nobody knows which of several requests a reply answers (Karn and Partridge 1987).
                if self.repeats == repeats {
                    self.last_round_trip = Some(started.elapsed());
                }
                return Ok(replies);
            }
            self.repeats += 1;
            if silence_ends <= Instant::now() {
                self.copies.note_silence();
            }
        }
        Err(self.timed_out(C::OPCODE, started.elapsed()))
    }

    /// Sends a command that asks for no reply: nothing is learnt, and no time is lost.
    ///
    /// Errors: [`Error::Lost`], also when the stream takes no more bytes.
    pub async fn send<C: Command>(&mut self, command: &C) -> Result<(), Error> {
        let telegram = frame(&command.packet(false))?;
        self.write([telegram], C::OPCODE).await
    }

    /// Drives a motor at a power, with the brake on between pulses, until `limit` degrees from its present position. There the
    /// brick lets go of it by itself, unless another command comes first. 0 is no limit.
    ///
    /// Errors: as [`Brick::send`].
    pub async fn drive(&mut self, port: Port, power: Power, limit: u32) -> Result<(), Error> {
        let mut bytes = Vec::new();
        if limit != 0 {
            // Without this the limit would count from the last target instead of from here.
            bytes.extend(frame(&ResetMotorPosition { port, relative: true }.packet(false))?);
        }
        let command = SetOutputState { tacho_limit: limit, ..SetOutputState::braked(port, power) };
        bytes.extend(frame(&command.packet(false))?);
        // One without the other would let the motor run to a wrong limit.
        self.write([bytes], Opcode::SetOutputState).await
    }

    /// Sets after how long a request that may be repeated is asked again; patience as a whole stays that of the [`Timeouts`].
    pub fn set_try_time(&mut self, try_time: Duration) {
        self.try_time = try_time.min(self.timeouts.reply).max(Duration::from_millis(1));
    }

    /// Brakes motors at `at`, unless a reply has come by then. Each call takes the place of the one before.
    pub fn brake_unless_answered(&mut self, at: Instant, ports: impl IntoIterator<Item = Port>) {
        self.silence = SilenceBrakes::at(at, ports);
    }

    /// When motors were braked because nothing was received.
    pub(crate) fn braked(&self) -> Option<Braked> {
        self.silence.sent()
    }

    /// Reads the motors of two ports in one go.
    ///
    /// Errors: as [`Brick::request`].
    pub async fn read_motors(&mut self, ports: [Port; 2]) -> Result<[OutputReading; 2], Error> {
        let replies = self.request_all(&ports.map(|port| GetOutputState { port })).await?;
        replies.try_into().map_err(|_| self.timed_out(Opcode::GetOutputState, Duration::ZERO))
    }

    /// Battery voltage.
    ///
    /// Errors: as [`Brick::request`].
    pub async fn battery(&mut self) -> Result<BatteryLevel, Error> {
        self.request(&GetBatteryLevel).await
    }

    /// Restarts the brick's sleep timer; an idle brick needs this every few minutes. It also clears
    /// out replies that came twice.
    ///
    /// Errors: as [`Brick::request`].
    pub async fn keep_alive(&mut self) -> Result<SleepTimeout, Error> {
        self.request(&KeepAlive).await
    }

    /// One try, as in [`Brick::ask`].
    async fn attempt<C: Command>(
        &mut self,
        commands: &[C],
        silence_ends: Instant,
    ) -> Result<Option<Vec<C::Reply>>, Error> {
        if std::mem::replace(&mut self.is_asking, true) {
            self.dropped += 1;
        }
        if MOST_DROPPED <= self.dropped {
            self.await_barrier().await?;
            self.dropped = 0;
        }
        let replies = self.ask(commands, silence_ends).await;
        self.is_asking = false;
        if matches!(replies, Ok(Some(_))) {
            self.dropped = 0;
        }
        replies
    }

    /// Waits for the answer to the barrier that was put last, for a try's time: then it is lost.
    async fn await_barrier(&mut self) -> Result<(), Error> {
        let deadline = Instant::now() + self.try_time;
        while let Some(packet) = self.next_reply(deadline).await? {
            self.owed = self.owed.saturating_sub(1);
            if self.barrier.is_answered_by(&packet) {
                break;
            }
        }
        Ok(())
    }

    /// One try: `None` when nothing was received until `silence_ends`, or not all within a try's time of the first
    /// reply. A link that has become slow is silent at first, one that loses replies seldom is: asking a slow one again
    /// at once would only mix up its answers.
    async fn ask<C: Command>(&mut self, commands: &[C], silence_ends: Instant) -> Result<Option<Vec<C::Reply>>, Error> {
        let copies = if C::REPEATABLE { self.copies.count() } else { 1 };
        self.drop_arrived().await?;
        let again = commands.first().map(|command| command.packet(true)) == self.asked_last.take();
        let mut before = (!self.is_closed || again).then(|| Barrier::another(commands, self.barrier));
        let last = before.unwrap_or(self.barrier);
        let behind = (copies > 1).then(|| Barrier::another(commands, last));
        let mut packets = guarded(commands, copies, before, behind);
        let telegrams = packets.iter().map(|packet| frame(packet));
        let telegrams = telegrams.collect::<Result<Vec<_>, Error>>()?;
        let mut deadline = Deadline::new(silence_ends, self.try_time, self.owed);
        self.owed += packets.len();
        self.is_closed = false;
        let ahead = packets.len() - 1;
        self.barrier = behind.unwrap_or(last);
        self.write(telegrams, C::OPCODE).await?;
        let mut replies: Vec<Option<C::Reply>> = commands.iter().map(|_| None).collect();
        while behind.is_some() || replies.iter().any(Option::is_none) {
            let Some(packet) = self.next_reply(deadline.at()).await? else {
                // The barrier behind it may be lost as well.
                return Ok(replies.into_iter().collect());
            };
            deadline.note();
            self.owed = self.owed.saturating_sub(1);
            if let Some(barrier) = before {
                if barrier.is_answered_by(&packet) {
                    before = None;
                    deadline.speak();
                    self.count_losses(ahead, false);
                } else {
                    self.strays += u64::from(copies == 1);
                }
                continue;
            }
            if behind.is_some_and(|barrier| barrier.is_answered_by(&packet)) {
                self.is_closed = true;
                let all: Option<Vec<C::Reply>> = replies.into_iter().collect();
                self.count_losses(copies - 1, all.is_some());
                return Ok(all);
            }
            let is_asked = packet.opcode == C::OPCODE as u8;
            if is_asked && !packet.status.is_ok() {
                if copies * commands.len() == 1 {
                    self.is_closed = true;
                    self.owed = 0;
                }
                return Err(self.refused(C::OPCODE, packet.status));
            }
            // Asked once, what comes out of order is a reply that came twice, to an earlier question.
            let awaited = match copies {
                1 => replies.iter().take_while(|reply| reply.is_some()).count() + 1,
                _ => replies.len(),
            };
            let is_taken = is_asked && take(&commands[..awaited], &mut replies[..awaited], &packet.body);
            self.strays += u64::from(!is_taken && copies == 1);
        }
        self.is_closed = true;
        self.owed = 0;
        self.asked_last = packets.pop();
        Ok(replies.into_iter().collect())
    }

    /// A barrier was answered, so that only this many replies can still be on their way; others are lost.
    fn count_losses(&mut self, on_their_way: usize, was_answered: bool) {
        let lost = self.owed.saturating_sub(on_their_way);
        self.owed -= lost;
        self.copies.note(lost, was_answered);
    }

    /// The next packet that is a reply at all; `None` when the deadline passes first.
    async fn next_reply(&mut self, deadline: Instant) -> Result<Option<ReplyPacket>, Error> {
        loop {
            match self.deframer.next_packet() {
                Ok(Some(packet)) => match ReplyPacket::decode(&packet) {
                    Ok(reply) => return Ok(Some(reply)),
                    Err(_) => self.strays += 1,
                },
                Ok(None) => {
                    if !self.receive(deadline).await? {
                        return Ok(None);
                    }
                }
                Err(_) => self.strays += 1,
            }
        }
    }

    /// Waits for some bytes, and keeps them; false when none came until the deadline.
    async fn receive(&mut self, deadline: Instant) -> Result<bool, Error> {
        let mut bytes = [0; 256];
        let brakes = self.silence.due_before(deadline);
        match timeout_at(brakes.unwrap_or(deadline), self.stream.read(&mut bytes)).await {
            Err(_) if brakes.is_none() => return Ok(false),
            Err(_) => {
                let brakes = self.silence.take();
                self.write(brakes, Opcode::SetOutputState).await?;
            }
            Ok(Ok(0)) => return Err(self.lost("the brick closed it")),
            Ok(Ok(read)) => self.deframer.push(&bytes[..read]),
            Ok(Err(error)) => return Err(self.lost(&error.to_string())),
        }
        Ok(true)
    }

    /// Drops the packets that arrived before anybody asked: replies that came twice or late.
    async fn drop_arrived(&mut self) -> Result<(), Error> {
        while self.next_reply(Instant::now()).await?.is_some() {
            self.strays += u64::from(self.owed == 0);
            self.owed = self.owed.saturating_sub(1);
        }
        Ok(())
    }

    /// Sends telegrams. Where this future is dropped half-way, a telegram that has begun goes out whole before anything
    /// else does, and the others are never sent.
    async fn write(&mut self, telegrams: impl IntoIterator<Item = Vec<u8>>, opcode: Opcode) -> Result<(), Error> {
        let deadline = Instant::now() + self.timeouts.reply;
        self.outbox.put(telegrams);
        match timeout_at(deadline, self.outbox.send(&mut self.stream)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(self.lost(&error.to_string())),
            // Part of a packet may be gone out: nothing can be sent on this stream any more.
            Err(_) => {
                Err(self.lost(&format!("{opcode} could not be sent within {} ms", self.timeouts.reply.as_millis())))
            }
        }
    }

    fn lost(&self, reason: &str) -> Error {
        Error::Lost { device: self.device.clone(), reason: reason.to_owned() }
    }

    fn refused(&self, request: Opcode, status: Status) -> Error {
        Error::Refused { device: self.device.clone(), request, status }
    }

    fn timed_out(&self, request: Opcode, waited: Duration) -> Error {
        Error::Timeout { device: self.device.clone(), request, waited }
    }
}

/// Assigns a reply to the first command that it answers and that has none; returns whether there is one.
fn take<C: Command>(commands: &[C], replies: &mut [Option<C::Reply>], body: &[u8]) -> bool {
    let Some(reply) = <C::Reply as Reply>::decode_body(body) else {
        return false;
    };
    let mut asked = commands.iter().zip(replies);
    let place = asked.find(|(command, place)| place.is_none() && command.is_answered_by(&reply));
    place.is_some_and(|(_, place)| place.replace(reply).is_none())
}
