//! Where the four wrists stand, as small numbers.

use rig::{Arm, RigState, Rules};

/// What distinguishes two positions of a wrist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    /// From -limit to limit quarters; position 0 is -limit.
    Limited(i32),
    /// No limit: only the position modulo 4 matters.
    Cyclic,
    /// Only whether it is vertical (0) or horizontal (1): what is left of the others when twist is ignored.
    Parity,
}

/// Farthest from neutral that a plan ever turns a wrist. A wider limit does not make plans faster: with
/// 3 quarters either way a turn by one or two is always possible without a turn back.
const WIDEST: i32 = 3;

impl Domain {
    pub fn of(rules: &Rules) -> Domain {
        match rules.twist_limit_quarters {
            Some(_) => Domain::Limited(Domain::widest(rules)),
            None => Domain::Cyclic,
        }
    }

    /// Farthest from neutral that plans turn a wrist where there is a limit, in quarters.
    pub fn widest(rules: &Rules) -> i32 {
        rules.twist_limit_quarters.unwrap_or(WIDEST).min(WIDEST)
    }

    /// Number of positions of one wrist.
    pub fn size(self) -> u8 {
        match self {
            Domain::Limited(limit) => (2 * limit + 1) as u8,
            Domain::Cyclic => 4,
            Domain::Parity => 2,
        }
    }

    /// The position of this many quarters from neutral, where the domain has it.
    pub fn position(self, quarters: i32) -> Option<u8> {
        match self {
            Domain::Limited(limit) => (quarters.abs() <= limit).then_some((quarters + limit) as u8),
            Domain::Cyclic => Some(quarters.rem_euclid(4) as u8),
            Domain::Parity => Some(quarters.rem_euclid(2) as u8),
        }
    }

    /// The position after a turn, where the domain has it.
    pub fn turned(self, position: u8, quarters: i32) -> Option<u8> {
        match self {
            Domain::Limited(limit) => self.position(i32::from(position) - limit + quarters),
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

    /// Whether a cable ends at a position, where plans go as far as it allows.
    pub fn ends_cable(self, position: u8) -> bool {
        match self {
            Domain::Limited(_) => position == 0 || position == self.size() - 1,
            Domain::Cyclic | Domain::Parity => false,
        }
    }

    pub fn is_vertical(self, position: u8) -> bool {
        match self {
            Domain::Limited(limit) => (i32::from(position) - limit) % 2 == 0,
            Domain::Cyclic | Domain::Parity => position.is_multiple_of(2),
        }
    }

    pub fn neutral(self) -> u8 {
        match self {
            Domain::Limited(limit) => limit as u8,
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
