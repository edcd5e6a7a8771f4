//! What a servo reports to be wrong with itself, by name.

/// The alarms of a servo: bits of its status, as in `values.rs` of the crate `sts3215-controller` (`ERRBIT_…`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alarms(pub u8);

impl Alarms {
    /// Its supply is too low or too high.
    pub const VOLTAGE: Alarms = Alarms(1);
    /// It is too hot.
    pub const HEAT: Alarms = Alarms(4);
    /// It worked too hard for too long, and has let go.
    pub const OVERLOAD: Alarms = Alarms(32);

    /// Each bit and its name.
    const NAMES: [(u8, &str); 5] = [
        (1, "the supply voltage is out of range"),
        (2, "the position sensor fails"),
        (4, "it is too hot"),
        (8, "the current is too high"),
        (32, "it is overloaded and has let go"),
    ];

    fn in_words(self) -> String {
        let names = Alarms::NAMES.into_iter().filter(|(bit, _)| self.0 & bit != 0).map(|(_, name)| name);
        let names: Vec<&str> = names.collect();
        if names.is_empty() { format!("alarm {:#04x}", self.0) } else { names.join(", ") }
    }
}

/// Why a joint does not do what it should.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// No answer.
    #[error("servo {id} does not answer; check its cable, its supply and its id")]
    Silent {
        /// Which.
        id: u8,
    },
    /// It reports alarms.
    #[error("servo {id}: {} ({volts:.1} V, {celsius} degrees Celsius)", alarms.in_words())]
    Alarm {
        /// Which.
        id: u8,
        /// The alarms.
        alarms: Alarms,
        /// Its supply.
        volts: f64,
        /// Its temperature.
        celsius: u8,
    },
    /// It holds nothing, though it was set to.
    #[error("servo {id} was off for a moment and let go ({volts:.1} V); check its supply and its cable")]
    Reset {
        /// Which.
        id: u8,
        /// Its supply.
        volts: f64,
    },
    /// Far from where it can be: the horn is mounted otherwise, or another servo has this id.
    #[error(
        "servo {id} stands at {degrees:.0} degrees of the joint, which goes from {least:.0} to {most:.0}; is it another servo, or its middle not set?"
    )]
    OutOfPlace {
        /// Which.
        id: u8,
        /// Where.
        degrees: f64,
        /// The joint's least angle.
        least: f64,
        /// The joint's greatest angle.
        most: f64,
    },
}
