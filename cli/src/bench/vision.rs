//! The area `vision`: how well faces are found, colours named and cubes decided on pictures whose truth is
//! known, how honest the confidences are, and how long it takes.

use std::path::PathBuf;
use std::str::FromStr;

use serde_json::Value;
use thesis::{ClassifierKind, DetectorKind, Reader};
use vision::{CubeTally, Report as Figures, Tally, bench};

use super::report::{Cell, Column, Report, Table};
use crate::failure::{Failure, OrFail};
use crate::output::make_folder;
use crate::seen::BalanceArguments;

/// What `bench vision` takes. Without a detector or classifier it measures the default, the classic pair, and the other
/// classifiers behind the default detector.
#[derive(clap::Args)]
pub struct Arguments {
    /// Folder with manifest.csv, boxes.csv, sixface.csv, rgb_manifest.csv and the pictures they name; `vision` under CUBERIG_DATA (../shared/data) if not given.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// A further set of pictures in the folder: `modern` reads manifest_modern.csv and sixface_modern.csv.
    #[arg(long, value_name = "NAME")]
    set: Option<String>,
    /// How faces are found: lattice or classic.
    #[arg(long, value_name = "NAME", value_parser = DetectorKind::from_str)]
    detector: Option<DetectorKind>,
    /// How single stickers get their colours: light, classic or hsv-density.
    #[arg(long, value_name = "NAME", value_parser = ClassifierKind::from_str)]
    classifier: Option<ClassifierKind>,
    #[command(flatten)]
    balance: BalanceArguments,
    /// Folder to write the annotated pictures to, in a folder a reader; it is made if need be.
    #[arg(long, value_name = "DIR")]
    annotated: Option<PathBuf>,
}

/// Reads all pictures by each reader.
pub fn run(typed: &Arguments) -> Result<Report, Failure> {
    let folder = typed.folder.clone().unwrap_or_else(|| {
        let data = std::env::var_os("CUBERIG_DATA").map_or("../shared/data".into(), PathBuf::from);
        data.join("vision")
    });
    let readers = readers(typed)?;
    let mut tables = Tables::new();
    for (name, mut reader) in readers {
        let pictures = typed.annotated.as_ref().map(|folder| folder.join(&name));
        if let Some(folder) = &pictures {
            make_folder(folder)?;
        }
        let figures = bench(&folder, typed.set.as_deref(), &mut reader, pictures.as_deref()).or_fail()?;
        tables.add(&name, &figures);
    }
    let report = Report::new("vision").under("pictures", folder.display().to_string());
    Ok(tables.into_report(report))
}

/// The readers to measure, by name: each a detector and a classifier.
fn readers(typed: &Arguments) -> Result<Vec<(String, Reader)>, Failure> {
    let pairs = match (typed.detector, typed.classifier) {
        (None, None) => vec![
            (DetectorKind::default(), ClassifierKind::default()),
            (DetectorKind::Classic, ClassifierKind::Classic),
            (DetectorKind::default(), ClassifierKind::Classic),
            (DetectorKind::default(), ClassifierKind::HsvDensity),
        ],
        (detector, classifier) => {
            vec![(detector.unwrap_or_default(), classifier.unwrap_or_default())]
        }
    };
    let reader = |(detector, classifier): (DetectorKind, ClassifierKind)| {
        let name = format!("{}+{}", detector.name(), classifier.name());
        let balance = typed.balance.of(classifier)?;
        Ok((name, Reader::new(detector, classifier).balancing(balance)))
    };
    pairs.into_iter().map(reader).collect()
}

/// The findings, table by table.
struct Tables {
    faces: Table,
    several: Table,
    certainty: Table,
    cubes: Table,
    failures: Table,
}

impl Tables {
    fn new() -> Tables {
        let [faces, several, certainty, cubes, failures] =
            ["single_faces", "several_faces", "certainty", "cubes", "not_right"].map(Table::new);
        Tables { faces, several, certainty, cubes, failures }
    }

    fn add(&mut self, reader: &str, figures: &Figures) {
        let lights = figures.by_light.iter();
        for (light, tally) in lights.map(|(name, tally)| (name.as_str(), tally)) {
            self.add_faces(reader, light, tally);
        }
        for (body, tally) in &figures.by_body {
            self.add_faces(reader, &format!("body {body}"), tally);
        }
        self.add_faces(reader, "all", &figures.all);
        let several = figures.several;
        self.several.row([
            named(reader),
            Column::new("pictures", "pictures of several faces").of(several.pictures),
            Column::new("faces", "faces").of(several.faces),
            Column::new("found", "found").of(several.found),
            Column::new("right", "wholly right").of(several.right),
            Column::new("reported", "reported").of(several.reported),
        ]);
        for (tenth, bin) in figures.calibration.iter().enumerate() {
            if 0 < bin.stickers {
                self.certainty.row([
                    named(reader),
                    Column::with_digits("confidence_from", "confidence from", 1).of(tenth as f64 / 10.0),
                    Column::new("stickers", "stickers").of(bin.stickers),
                    Column::with_digits("mean_confidence_percent", "mean %", 1)
                        .of(100.0 * bin.confidence / bin.stickers as f64),
                    Column::with_digits("right_percent", "right %", 1).of(percent(bin.right, bin.stickers)),
                    Column::with_digits("calibration_error", "calibration error of all", 3)
                        .of(figures.calibration_error()),
                ]);
            }
        }
        self.add_cubes(reader, "six pictures", figures.six_photos, false);
        self.add_cubes(reader, "measurements", figures.measurements, true);
        // Faces not found are counted above; a list of them would hide the rest.
        let unlike = |failure: &&String| !failure.ends_with("no face");
        for failure in figures.failures.iter().filter(unlike) {
            self.failures.row([named(reader), Column::new("what", "not right").of(failure.as_str())]);
        }
    }

    fn add_faces(&mut self, reader: &str, light: &str, tally: &Tally) {
        self.faces.row([
            named(reader),
            Column::new("light", "single faces in light, on body").of(light),
            Column::new("pictures", "pictures").of(tally.pictures),
            Column::with_digits("found_percent", "found %", 1).of(percent(tally.found, tally.pictures)),
            Column::new("in_place", "in place").of(tally.in_place),
            Column::new("boxed", "of").of(tally.boxed),
            Column::with_digits("stickers_right_percent", "stickers right of found %", 1)
                .of(percent(tally.stickers_right, 9 * tally.found)),
            Column::with_digits("faces_right_percent", "whole faces right %", 1)
                .of(percent(tally.faces_right, tally.pictures)),
            Column::with_digits("milliseconds_median", "ms median", 1).of(tally.milliseconds_at(0.5)),
            Column::with_digits("milliseconds_p95", "95 %", 1).of(tally.milliseconds_at(0.95)),
        ]);
    }

    fn add_cubes(&mut self, reader: &str, from: &str, tally: CubeTally, timed: bool) {
        self.cubes.row([
            named(reader),
            Column::new("from", "whole cubes from").of(from),
            Column::new("cubes", "cubes").of(tally.cubes),
            Column::new("right", "right").of(tally.right),
            Column::new("right_and_certain", "and certain").of(tally.certain),
            Column::new("wrong_but_certain", "wrong but certain").of(tally.silently_wrong),
            Column::with_digits("slowest_milliseconds", "slowest ms", 1).of(timed.then_some(tally.slowest_ms)),
        ]);
    }

    fn into_report(self, report: Report) -> Report {
        report.with(self.faces).with(self.several).with(self.certainty).with(self.cubes).with(self.failures)
    }
}

/// The column that all tables begin with.
fn named(reader: &str) -> Cell {
    Column::new("reader", "reader").of(reader)
}

/// A share in percent; null of nothing.
fn percent(part: usize, whole: usize) -> Value {
    match whole {
        0 => Value::Null,
        _ => (100.0 * part as f64 / whole as f64).into(),
    }
}
