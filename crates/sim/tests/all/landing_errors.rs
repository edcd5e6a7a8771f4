//! The contact physics draws the misses of its wrists from files. They contain where the driver settles today.

use crate::bench::in_simulated_time;
use crate::bench::wrists::{WRITTEN, landings, path};

/// By how much a quantile of a file may differ from today's, degrees; the worst one is a single motion and may differ by more.
const SAME: [f64; 3] = [0.1, 0.1, 0.5];

/// Median, 95 % and worst of misses in either direction.
fn quantiles(misses: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut misses: Vec<f64> = misses.map(f64::abs).collect();
    misses.sort_by(f64::total_cmp);
    [0.5, 0.95, 1.0].map(|share| misses[((misses.len() - 1) as f64 * share) as usize])
}

#[test]
fn the_contact_physics_knows_where_wrists_land() {
    in_simulated_time(async {
        for name in WRITTEN {
            let wrists = landings(name).await;
            let file = std::fs::read_to_string(path(name)).expect("the file is there");
            for turned in ["layer", "open claw"] {
                let own = wrists.iter().flatten();
                let own = own.filter(|((of, _), _)| *of == turned);
                let now = quantiles(own.flat_map(|(_, misses)| misses.iter().copied()));
                let rows = file.lines().filter(|row| row.split(',').nth(1) == Some(turned));
                let written = quantiles(rows.flat_map(|row| {
                    let (_, degrees) = row.rsplit_once(',').expect("a row has columns");
                    let degrees = degrees.split(' ');
                    degrees.map(|miss| miss.parse::<f64>().expect("a number"))
                }));
                println!("{name}, {turned}: {now:.2?} degrees, written {written:.2?}");
                let is_same = (0..3).all(|index| (now[index] - written[index]).abs() <= SAME[index]);
                assert!(is_same, "run `cargo run -p cuberig-sim --example write_landings`");
            }
        }
    });
}
