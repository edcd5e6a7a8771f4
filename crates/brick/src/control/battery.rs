//! What a battery bears: it sags under load, and the brick goes off below 5 V.

/// Ohms of a motor's windings (R of the published model of the motor).
const WINDINGS: f64 = 6.69;
/// Ohms of six alkaline cells with their contacts.
const CELLS: f64 = 0.6;
/// Volts that the brick keeps at least: it goes off at 5.0.
const KEPT: f64 = 5.2;
/// Percent with which a claw still closes and a wrist still turns a layer.
const LEAST: f64 = 60.0;

/// The power in percent with which both motors of a brick may be stuck at a time, so that it stays on.
pub(super) fn most_power(volts: f64) -> f64 {
    let amperes = (volts - KEPT) / CELLS / 2.0;
    (100.0 * amperes * WINDINGS / volts).clamp(LEAST, 100.0)
}

#[cfg(test)]
mod tests {
    use super::most_power;

    #[test]
    fn only_a_weak_battery_limits_the_power() {
        assert_eq!(most_power(9.0), 100.0);
        assert_eq!(most_power(6.5), 100.0);
        let weak = most_power(6.0);
        // Both stuck: 6 V less 0.6 ohm times twice 0.66 A are 5.2 V.
        assert!((73.0..76.0).contains(&weak), "{weak}");
        assert_eq!(most_power(5.0), 60.0);
    }
}
