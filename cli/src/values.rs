//! How values are typed that several commands take.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use cube::{Metric, Notation};

/// How moves are written.
#[derive(Args)]
pub struct NotationArgument {
    /// How the moves are written: standard (R R2 R'), quarters (R1 R2 R3), case (R RR r), plus-minus (R+ R2 R-).
    #[arg(long, value_name = "NAME", default_value_t = Notation::Auto)]
    pub notation: Notation,
}

/// The names of all metrics.
pub fn metrics() -> impl TypedValueParser<Value = Metric> {
    let parser = PossibleValuesParser::new(Metric::ALL.map(Metric::name));
    parser.try_map(|name| name.parse::<Metric>())
}

/// Reads a time limit in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| format!("'{text}' is no number of seconds"))?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("{text} is no time that can be waited for"))
}
