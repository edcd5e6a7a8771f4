//! Prints the reader's figures on a folder of pictures with known truth:
//! `cargo run --release --example bench -- FOLDER [lattice|classic] [folder for annotated pictures]`.

use std::path::PathBuf;
use std::process::ExitCode;

use vision::{ClassifierKind, DetectorKind, DetectorOptions, bench};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next().map(PathBuf::from) else {
        eprintln!("usage: bench FOLDER [lattice|classic] [PICTURES]");
        return ExitCode::from(2);
    };
    let kind = arguments.next().unwrap_or_else(|| "lattice".to_owned());
    let pictures = arguments.next().map(PathBuf::from);
    let run = || -> Result<(), vision::Error> {
        let detector: DetectorKind = kind.parse()?;
        let classifier = match detector {
            DetectorKind::Classic => ClassifierKind::Classic,
            DetectorKind::Lattice => ClassifierKind::Light,
        };
        let options = DetectorOptions {
            detector,
            classifier,
            ..DetectorOptions::default()
        };
        let report = bench(&folder, options, pictures.as_deref())?;
        report
            .failures
            .iter()
            .for_each(|failure| println!("{failure}"));
        println!("\n{report}");
        Ok(())
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
