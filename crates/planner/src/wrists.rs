//! Where the four wrists stand, as small numbers.

use rig::{Arm, RigState, Rules, WristRange};

/// What distinguishes two positions of a wrist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    /// The quarters of a range; position 0 is the least.
    Limited(WristRange),
    /// No limit: only the position modulo 4 matters.
    Cyclic,
    /// Only whether it is vertical (0) or horizontal (1): what is left of the others when twist is ignored.
    Parity,
}

/// Farthest from neutral that a plan ever turns a wrist. A wider limit does not make plans faster: with
/// 3 quarters either way a turn by one or two is always possible without a turn back.
const WIDEST: i32 = 3;

/// As much of a range as plans use: as wide where neutral is not in its middle.
pub(crate) fn planned(WristRange { least, most }: WristRange) -> WristRange {
    let wide = 2 * WIDEST;
    WristRange { least: least.max(most.min(WIDEST) - wide), most: most.min(least.max(-WIDEST) + wide) }
}

impl Domain {
    pub fn of(rules: &Rules) -> Domain {
        rules.wrist_range.map_or(Domain::Cyclic, |range| Domain::Limited(planned(range)))
    }

    /// Number of positions of one wrist.
    pub fn size(self) -> u8 {
        match self {
            Domain::Limited(range) => (range.most - range.least + 1) as u8,
            Domain::Cyclic => 4,
            Domain::Parity => 2,
        }
    }

    /// The position of this many quarters from neutral, where the domain has it.
    pub fn position(self, quarters: i32) -> Option<u8> {
        match self {
            Domain::Limited(range) => range.contains(quarters).then_some((quarters - range.least) as u8),
            Domain::Cyclic => Some(quarters.rem_euclid(4) as u8),
            Domain::Parity => Some(quarters.rem_euclid(2) as u8),
        }
    }

    /// The position after a turn, where the domain has it.
    pub fn turned(self, position: u8, quarters: i32) -> Option<u8> {
        match self {
            Domain::Limited(range) => self.position(i32::from(position) + range.least + quarters),
            Domain::Cyclic | Domain::Parity => self.position(i32::from(position) + quarters),
        }
    }

    /// The shortest turn from one position to another, in quarters.
    pub fn quarters_between(self, from: u8, to: u8) -> i32 {
        let difference = i32::from(to) - i32::from(from);
        match self {
            Domain::Limited(_) => difference,
            Domain::Cyclic => (difference + 1).rem_euclid(4) - 1,
            Domain::Parity => difference.rem_euclid(2),
        }
    }

    /// Which end of the range a position is: the least (0) or the most (1).
    pub fn end(self, position: u8) -> Option<usize> {
        match self {
            Domain::Limited(_) if position == 0 => Some(0),
            Domain::Limited(_) if position == self.size() - 1 => Some(1),
            _ => None,
        }
    }

    pub fn is_vertical(self, position: u8) -> bool {
        match self {
            Domain::Limited(range) => (i32::from(position) + range.least) % 2 == 0,
            Domain::Cyclic | Domain::Parity => position.is_multiple_of(2),
        }
    }

    pub fn neutral(self) -> u8 {
        match self {
            Domain::Limited(range) => -range.least as u8,
            Domain::Cyclic | Domain::Parity => 0,
        }
    }
}

/// Positions of the four wrists by [`Arm::index`]; an arm that is not there stays neutral.
pub(crate) type Wrists = [u8; 4];

/// The wrists of a state; `Err` names an arm that stands outside the domain.
pub(crate) fn wrists_of(domain: Domain, rules: &Rules, state: &RigState) -> Result<Wrists, Arm> {
    let mut wrists = [domain.neutral(); 4];
    for arm in rules.arms() {
        wrists[arm.index()] = domain.position(state.arm(arm).wrist).ok_or(arm)?;
    }
    Ok(wrists)
}

/// Forgets all but vertical or horizontal.
pub(crate) fn parities(domain: Domain, wrists: Wrists) -> Wrists {
    wrists.map(|position| u8::from(!domain.is_vertical(position)))
}
