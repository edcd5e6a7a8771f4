//! The arguments as they are typed. Each command turns its own into what they mean.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use cube::{ColorScheme, Metric, Notation};
use thesis::{ClassifierKind, DetectorKind};

use crate::bench::Area;
use crate::commands::calibrate::Part;
use crate::commands::doctor::DoctorArguments;
use crate::hand_scan::HandArguments;
use crate::method::Method;
use crate::seen::SeenArguments;
use crate::size::Size;
use crate::solving::seconds;

/// Read, solve and plan Rubik's Cubes for the four-arm rig.
///
/// Exit status: 0 done, 1 a cube or image is not solvable or readable as given, 2 wrong usage.
#[derive(Parser)]
#[command(name = "cuberig", version, max_term_width = 100)]
pub struct Arguments {
    /// Print one JSON object for each result.
    #[arg(long, global = true)]
    pub json: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// Find moves that solve a cube.
    Solve(SolveArguments),
    /// Plan the arms' fastest motions for moves, or for solving a cube.
    Plan(PlanArguments),
    /// Find and name the cube faces in pictures.
    Scan(ScanArguments),
    /// Read a whole cube from six pictures, or from measured colours.
    State(StateArguments),
    /// Print random cubes, each of the 43 252 003 274 489 856 000 with equal chances.
    Scramble(ScrambleArguments),
    /// Check whether moves solve a cube.
    Verify(VerifyArguments),
    /// Build tables ahead of their use, list, check or remove them.
    Tables(TablesArguments),
    /// Measure a part of a real or simulated rig and write down what was found.
    #[command(subcommand)]
    Calibrate(Part),
    /// Check the bricks and motors of a rig one by one, before its first run.
    Doctor(DoctorArguments),
    /// Measure an area and print the figures with the machine they belong to.
    #[command(subcommand)]
    Bench(Area),
}

/// Which cubes a command is about.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct CubeArguments {
    /// 54 letters, faces in the order U R F D L B, each row by row as seen from outside: face letters or colour letters (W Y R O G B).
    pub facelets: Option<String>,
    /// Many cubes: a CSV file with a column `facelets`, or one cube a line.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// How a cube is solved.
#[derive(Args)]
pub struct SolvingArguments {
    /// The solving method; two-phase if not given.
    #[arg(long, value_name = "M", value_parser = Method::parser())]
    pub method: Option<Method>,
    /// Seconds after which the best solution so far is taken; 1 if not given, and none for methods that only prove.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Threads that search at once; as many as there are processors if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// What counts as one move; half-turn if not given.
    #[arg(long, value_name = "M", value_parser = metrics())]
    pub metric: Option<Metric>,
    /// Memory that tables may take, such as 32M or 8G; the method's small ones if not given.
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
    /// The rig: a name from config/profiles, or a file. Of equally short solutions combined and auto take what it does soonest.
    #[arg(long, value_name = "P", default_value = "nxt-2015")]
    pub profile: String,
}

/// The names of all metrics.
pub fn metrics() -> impl TypedValueParser<Value = Metric> {
    let parser = PossibleValuesParser::new(Metric::ALL.map(Metric::name));
    parser.try_map(|name| name.parse::<Metric>())
}

/// What `solve` takes.
#[derive(Args)]
pub struct SolveArguments {
    #[command(flatten)]
    pub cubes: CubeArguments,
    #[command(flatten)]
    pub solving: SolvingArguments,
}

/// What a plan of a cube is to be good at.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Aim {
    /// Search all of its solutions for the least time on the rig.
    RigTime,
    /// Solve in few moves and plan these.
    Moves,
}

/// What `plan` takes.
#[derive(Args)]
#[group(id = "what", required = true, multiple = false, args = ["facelets", "file", "moves"])]
pub struct PlanArguments {
    /// A cube to be solved: 54 letters, as for `solve`.
    pub facelets: Option<String>,
    /// Many cubes: a CSV file with a column `facelets`, or one cube a line.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Moves, such as "R U2 F'"; they name the cube's own faces.
    #[arg(long, allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// What is looked for in a cube: the least rig time, or few moves by --method, --metric and --memory.
    #[arg(long, value_enum, default_value_t = Aim::RigTime)]
    pub aim: Aim,
    /// Prove the fastest of all plans of a cube that take at most so many seconds; --time-limit then ends the proof.
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "moves")]
    pub exact: Option<Duration>,
    /// Draw the plan as a picture: a row for each arm, time to the right.
    #[arg(long, value_name = "FILE.svg", conflicts_with = "file")]
    pub gantt: Option<PathBuf>,
    #[command(flatten)]
    pub notation: NotationArgument,
    #[command(flatten)]
    pub solving: SolvingArguments,
}

/// How faces are found and colours named.
#[derive(Args)]
pub struct DetectorArguments {
    /// How faces are found: lattice or classic.
    #[arg(long, value_name = "NAME", default_value = "lattice", value_parser = DetectorKind::from_str)]
    pub detector: DetectorKind,
    /// How single stickers get their colours: light or classic.
    #[arg(long, value_name = "NAME", default_value = "light", value_parser = ClassifierKind::from_str)]
    pub classifier: ClassifierKind,
}

/// What `scan` takes.
#[derive(Args)]
pub struct ScanArguments {
    /// Picture files, such as JPEG or PNG.
    #[arg(required_unless_present = "camera", value_name = "IMAGE")]
    pub images: Vec<PathBuf>,
    #[command(flatten)]
    pub hand: HandArguments,
    /// A folder for copies of the pictures with the faces drawn in; with --camera, of those in which a face was read.
    #[arg(long, value_name = "FOLDER")]
    pub annotated: Option<PathBuf>,
    /// What your own cube looks like: a file of `calibrate colors`.
    #[arg(long, value_name = "FILE.toml")]
    pub colors: Option<PathBuf>,
    #[command(flatten)]
    pub detector: DetectorArguments,
}

/// What `state` takes.
#[derive(Args)]
pub struct StateArguments {
    #[command(flatten)]
    pub seen: SeenArguments,
    /// What your own cube looks like: a file of `calibrate colors`.
    #[arg(long, value_name = "FILE.toml")]
    pub colors: Option<PathBuf>,
    /// The cube's colour scheme: western, japanese, or the colour letters of the faces U R F D L B such as WRGYOB. Six faces that
    /// are not coloured like that, however the cube was held, are refused; without it any scheme is read.
    #[arg(long, value_name = "NAME")]
    pub scheme: Option<ColorScheme>,
    #[command(flatten)]
    pub detector: DetectorArguments,
}

/// What `scramble` takes.
#[derive(Args)]
pub struct ScrambleArguments {
    /// The same seed gives the same cube on every machine; one after the other for more cubes. Without it, any.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How many cubes.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
}

/// What `verify` takes.
#[derive(Args)]
pub struct VerifyArguments {
    /// The cube: 54 letters.
    pub facelets: String,
    /// The moves, such as "R U2 F'".
    #[arg(allow_hyphen_values = true)]
    pub moves: String,
    #[command(flatten)]
    pub notation: NotationArgument,
}

/// What `tables` takes; without arguments it lists what is there.
#[derive(Args)]
pub struct TablesArguments {
    /// Build the tables of these methods.
    #[arg(long = "method", value_name = "M,…", value_delimiter = ',', value_parser = Method::parser(), conflicts_with_all = ["check", "remove"])]
    pub methods: Vec<Method>,
    /// Build the tables of the search for rig time on these rigs: names from config/profiles, or files.
    #[arg(long = "profile", value_name = "P,…", value_delimiter = ',', conflicts_with_all = ["check", "remove"])]
    pub profiles: Vec<String>,
    /// Memory that the tables of a method may take, such as 32M, 2G or 8G: more makes larger and faster ones.
    #[arg(long, value_name = "SIZE", requires = "methods")]
    pub memory: Option<Size>,
    /// The metric in which two-phase will count.
    #[arg(long, value_name = "M", default_value_t = Metric::HalfTurn, value_parser = metrics(), requires = "methods")]
    pub metric: Metric,
    /// Threads that build; as many as there are processors if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), requires = "methods")]
    pub threads: Option<u16>,
    /// Read every file and compare it with its checksum.
    #[arg(long)]
    pub check: bool,
    /// Remove the tables of this name, unfinished ones too, or `all`.
    #[arg(long, value_name = "NAME", conflicts_with = "check")]
    pub remove: Option<String>,
}

/// How moves are written.
#[derive(Args)]
pub struct NotationArgument {
    /// How the moves are written: standard (R R2 R'), quarters (R1 R2 R3), case (R RR r), plus-minus (R+ R2 R-).
    #[arg(long, value_name = "NAME", default_value_t = Notation::Auto)]
    pub notation: Notation,
}
