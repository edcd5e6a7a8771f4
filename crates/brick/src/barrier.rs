//! Requests whose answers part what was asked before them from what is asked after them.

use crate::command::{Command, GetBatteryLevel, GetOutputState, KeepAlive, ReplyPacket};
use crate::{Opcode, Port};

/// A request that does nothing. The brick answers in order: what has not come when it is answered is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Barrier {
    KeepAlive,
    Battery,
    /// A reading of port C, which drives nothing: for what is a barrier itself at other times.
    Spare,
}

impl Barrier {
    /// Another than `last`, to whose packets answers may still be on their way, and none that is asked for by these commands. Four
    /// in a row whose answers all are on their way would be mistaken: the kinds take turns.
    pub fn another<C: Command>(commands: &[C], last: Barrier) -> Barrier {
        let next = |barrier| match barrier {
            Barrier::KeepAlive => Barrier::Battery,
            Barrier::Battery => Barrier::Spare,
            Barrier::Spare => Barrier::KeepAlive,
        };
        let is_asked = |barrier: Barrier| (commands.iter()).any(|command| command.packet(true) == barrier.packet());
        match next(last) {
            barrier if is_asked(barrier) => next(barrier),
            barrier => barrier,
        }
    }

    pub fn packet(self) -> Vec<u8> {
        match self {
            Barrier::KeepAlive => KeepAlive.packet(true),
            Barrier::Battery => GetBatteryLevel.packet(true),
            Barrier::Spare => GetOutputState { port: Port::C }.packet(true),
        }
    }

    pub fn is_answered_by(self, reply: &ReplyPacket) -> bool {
        match self {
            Barrier::KeepAlive => reply.opcode == Opcode::KeepAlive as u8,
            Barrier::Battery => reply.opcode == Opcode::GetBatteryLevel as u8,
            Barrier::Spare => {
                reply.opcode == Opcode::GetOutputState as u8 && reply.body.first() == Some(&Port::C.code())
            }
        }
    }
}

/// The packets that ask for `commands` this many times at once, with a barrier before each and behind the last.
pub(crate) fn guarded<C: Command>(
    commands: &[C],
    copies: usize,
    before: Option<Barrier>,
    behind: Option<Barrier>,
) -> Vec<Vec<u8>> {
    let mut packets = Vec::new();
    for _ in 0..copies {
        packets.extend(before.map(Barrier::packet));
        packets.extend(commands.iter().map(|command| command.packet(true)));
    }
    for _ in 0..copies {
        packets.extend(behind.map(Barrier::packet));
    }
    packets
}
