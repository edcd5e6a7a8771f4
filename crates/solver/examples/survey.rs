//! Mean length, slowest time and overshoot of a method over random cubes:
//! `survey METHOD CACHE_DIR MILLISECONDS THREADS CUBES [METRIC [MEGABYTES]]`.

use std::time::{Duration, Instant};

use cube::Cube;
use solver::{Control, Limits, LoadOptions, Method};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [method, directory, milliseconds, threads, cubes, rest @ ..] = &arguments[..] else {
        return Err("survey METHOD CACHE_DIR MILLISECONDS THREADS CUBES [METRIC [MEGABYTES]]".into());
    };
    let milliseconds: f64 = milliseconds.parse()?;
    let cubes: u64 = cubes.parse()?;
    let loading = Instant::now();
    let mut options = LoadOptions::cached_in(directory);
    if let [metric, ..] = rest {
        options.metric = metric.parse()?;
    }
    if let [_, megabytes, ..] = rest {
        options.memory = Some(megabytes.parse::<u64>()? * 1_000_000);
    }
    let solver = method.parse::<Method>()?.load(&options, &|progress| {
        if progress.note.is_some() {
            eprintln!("{progress}")
        }
    })?;
    println!("loaded in {:.3} s", loading.elapsed().as_secs_f64());
    let limits = Limits {
        time: Some(Duration::from_secs_f64(milliseconds / 1000.0)),
        threads: threads.parse()?,
        metric: options.metric,
        ..Limits::default()
    };
    let mut lengths = Vec::new();
    let mut overshoots = Vec::new();
    let (mut nodes, mut optimal, mut seconds) = (0, 0, 0.0);
    let (mut first_seconds, mut first_length, mut first_most) = (0.0, 0, 0);
    for seed in 0..cubes {
        let cube = Cube::from_seed(seed);
        let first = std::sync::Arc::new(std::sync::Mutex::new(None));
        let listener = std::sync::Arc::clone(&first);
        let control = Control::with_feedback(move |solution| {
            listener.lock().expect("no panic here").get_or_insert((solution.seconds, solution.length()));
        });
        let start = Instant::now();
        let solution = solver.solve(&cube, &limits, &control)?;
        let taken = start.elapsed().as_secs_f64();
        assert!(cube.apply_all(solution.moves()).is_solved(), "cube {seed} is not solved");
        let (early, long) = first.lock().expect("no panic here").unwrap_or((0.0, 0));
        first_seconds += early;
        first_length += long;
        first_most = first_most.max(long);
        overshoots.push(taken * 1000.0 - milliseconds);
        lengths.push(solution.length());
        nodes += solution.nodes;
        seconds += taken;
        optimal += u32::from(solution.is_optimal());
    }
    overshoots.sort_by(f64::total_cmp);
    let mean = lengths.iter().sum::<usize>() as f64 / cubes as f64;
    println!(
        "{method}: mean {mean:.3}, longest {}, proven {optimal}, mean {:.4} s, {:.1} million nodes a second",
        lengths.iter().max().unwrap_or(&0),
        seconds / cubes as f64,
        nodes as f64 / seconds / 1e6
    );
    println!(
        "first solution {:.3} ms, mean {:.2}, longest {first_most}; overshoot 99th percentile {:.3} ms, greatest {:.3} ms",
        first_seconds * 1000.0 / cubes as f64,
        first_length as f64 / cubes as f64,
        overshoots[overshoots.len() * 99 / 100],
        overshoots[overshoots.len() - 1]
    );
    Ok(())
}
