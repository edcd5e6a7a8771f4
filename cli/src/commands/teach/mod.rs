//! `cuberig teach`: a lesson for a cube, printed, led step by step, or as JSON.

mod json;
mod printed;
mod stepped;

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, ValueEnum};
use cube::{ColorScheme, Cube, Notation};
use teach::{Language, Method, Options, Order, Spelling, Tutor, Words, cfop, teach};

use crate::cubes::CubeArguments;
use crate::cubes::{Layout, for_each};
use crate::failure::{Failure, OrFail};
use crate::lesson_page::{self, LearnerCamera, Place};
use crate::output::Output;
use crate::phone;
use crate::seen::colors;
use crate::values::{First, SINGMASTER};

/// What `teach` takes.
#[derive(Args)]
#[command(group(ArgGroup::new("led").multiple(true)))]
pub struct TeachArguments {
    #[command(flatten)]
    cubes: CubeArguments,
    #[command(flatten)]
    layout: Layout,
    /// The method.
    #[arg(long, value_name = "M", default_value = Method::Beginner.name(), value_parser = methods())]
    method: Method,
    /// Explain from this stage on; the stages before are one line of moves each.
    #[arg(long, value_name = "N", default_value_t = 1)]
    from_stage: usize,
    /// How moves are written. Words that explain a step name moves in standard notation. auto and singmaster are standard here.
    #[arg(long, value_name = "NAME", default_value = Spelling::Standard.name(), value_parser = spellings())]
    notation: Spelling,
    /// Go step by step: Enter for the next one, ? for what else can be typed.
    #[arg(long, conflicts_with_all = ["file", "json"])]
    step: bool,
    /// Lead through the lesson on a page at this port of this machine (any free one if not given), until Ctrl-C. Without FACELETS
    /// it begins with a solved cube.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "0", conflicts_with_all = ["file", "json", "step"], group = "led")]
    page: Option<u16>,
    /// As --page, and follow the cube in your hands by your phone's camera: the page is served to phones in this network, and its
    /// address is printed as a code to scan.
    #[arg(long, conflicts_with_all = ["file", "json", "step", "camera"], groups = ["led", "looking"])]
    phone: bool,
    /// Follow the cube in your hands by camera: a webcam's number (0 if not given) or path, `page` for the camera of a browser that
    /// shows the page, a video file, or a folder of pictures.
    #[arg(long, value_name = "CAMERA", num_args = 0..=1, default_missing_value = "0", requires = "led", group = "looking")]
    camera: Option<String>,
    /// What your own cube looks like: a file of `calibrate colors`.
    #[arg(long, value_name = "FILE.toml", requires = "looking")]
    colors: Option<PathBuf>,
    /// Write the lesson as one page that needs no server: any browser plays it from the file.
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["file", "json", "step", "led", "from_stage"])]
    export: Option<PathBuf>,
    /// Write the method as one printed page: its stages, and all cases with pictures and moves. It needs no cube.
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["file", "json", "step", "led", "from_stage", "export", "notation"])]
    sheet: Option<PathBuf>,
    /// The colour that is solved first, or `any` for the one whose cross needs the fewest turns.
    #[arg(long, value_name = "COLOR", default_value = "white")]
    first: First,
    /// Which piece comes next where there is a choice.
    #[arg(long, value_enum, default_value_t = Pieces::Shortest)]
    pieces: Pieces,
    /// The language of the lesson. A page is in the language of its browser, or the one that is chosen there.
    #[arg(long, value_name = "LANG", default_value = Language::English.code(), value_parser = languages())]
    language: Language,
    /// Teach turns of faces only, no slices and no wide turns.
    #[arg(long)]
    faces_only: bool,
}

/// Which piece comes next.
#[derive(Clone, Copy, ValueEnum)]
enum Pieces {
    /// The first one of a fixed order.
    Fixed,
    /// The one that needs the fewest turns.
    Shortest,
}

fn methods() -> impl TypedValueParser<Value = Method> {
    let parser = PossibleValuesParser::new(Method::ALL.map(Method::name));
    parser.try_map(|name| name.parse::<Method>())
}

fn languages() -> impl TypedValueParser<Value = Language> {
    let parser = PossibleValuesParser::new(Language::ALL.map(Language::code));
    parser.try_map(|code| code.parse::<Language>())
}

/// The spellings of lessons, and the others that `--notation` accepts in other commands.
fn spellings() -> impl TypedValueParser<Value = Spelling> {
    let names = Spelling::ALL.map(Spelling::name);
    let standard = [Notation::Auto.name(), SINGMASTER];
    let parser = PossibleValuesParser::new(names.into_iter().chain(standard));
    parser.try_map(move |name| match name.as_str() {
        name if standard.contains(&name) => Ok(Spelling::Standard),
        name => name.parse::<Spelling>(),
    })
}

/// How a lesson is shown.
pub struct Showing {
    spelling: Spelling,
    scheme: ColorScheme,
    /// The first stage that is explained, counted from 0.
    from: usize,
    language: Language,
    words: &'static Words,
    /// What an expert needs with the same cross, in a sentence; empty where the method is not CFOP.
    expert: String,
}

/// Teaches each cube.
pub fn run(typed: &TeachArguments, output: &mut Output) -> Result<(), Failure> {
    let stages = typed.method.stages().len();
    if !(1..=stages).contains(&typed.from_stage) {
        return Err(Failure::Usage(format!(
            "there is no stage {}: {} has the stages 1 to {stages}",
            typed.from_stage, typed.method
        )));
    }
    if let Some(file) = &typed.sheet {
        let options = options(typed, &Cube::SOLVED, ColorScheme::WESTERN);
        let page = teach::sheet(typed.method, &options).or_fail()?;
        write(file, &page)?;
        return output.text(file.display());
    }
    let led = typed.page.or(typed.phone.then_some(0));
    if let (Some(port), None) = (led, &typed.cubes.facelets) {
        let options = options(typed, &Cube::SOLVED, ColorScheme::WESTERN);
        let tutor = Tutor::new(typed.method, &Cube::SOLVED, options).or_fail()?;
        return lead(typed, tutor, port);
    }
    for_each(&typed.cubes, typed.layout, output, |given, output| {
        let options = options(typed, &given.cube, given.scheme);
        if let Some(port) = led {
            let tutor = Tutor::new(typed.method, &given.cube, options).or_fail()?;
            return lead(typed, tutor, port);
        }
        if let Some(file) = &typed.export {
            return export(typed, &given.cube, options, file, output);
        }
        let lesson = teach(typed.method, &given.cube, &options).or_fail()?;
        if output.wants_json() {
            return json::print(&lesson, typed.notation, Words::of(typed.language), output);
        }
        let showing = Showing {
            spelling: typed.notation,
            scheme: given.scheme,
            language: typed.language,
            words: Words::of(typed.language),
            from: typed.from_stage - 1,
            expert: lesson.compared_with_expert(&options).to_owned(),
        };
        match typed.step {
            true => stepped::lead(&lesson, &showing, output),
            false => printed::print(&lesson, &showing, output),
        }
    })
}

/// Writes the lesson as one page.
fn export(
    typed: &TeachArguments,
    cube: &Cube,
    options: Options,
    file: &Path,
    output: &mut Output,
) -> Result<(), Failure> {
    let tutor = Tutor::new(typed.method, cube, options).or_fail()?;
    let moves = tutor.player().moves().len();
    let page = page::exported(&tutor, typed.notation).or_fail()?.ok_or_else(|| {
        Failure::NotAsGiven(
            "the page's front end is not made yet: run `cargo xtask setup`, then build this again".into(),
        )
    })?;
    write(file, &page)?;
    output.text(format_args!("{moves} moves ({}): {}", typed.method, file.display()))
}

fn write(file: &Path, page: &str) -> Result<(), Failure> {
    std::fs::write(file, page)
        .map_err(|error| Failure::NotAsGiven(format!("cannot write '{}': {error}", file.display())))
}

/// Leads a learner on a page, from the stage that is explained first.
fn lead(typed: &TeachArguments, mut tutor: Tutor, port: u16) -> Result<(), Failure> {
    let begin = tutor.player().begin_of_stage(typed.from_stage - 1);
    tutor.go_to(begin).or_usage()?;
    let colors = colors(typed.colors.as_deref())?;
    let camera = typed.camera.as_deref().or(typed.phone.then_some(phone::PAGE));
    let camera = camera.map(|camera| LearnerCamera { camera, colors });
    lesson_page::lead(tutor, typed.notation, Place { port, to_phones: typed.phone }, camera)
}

fn options(typed: &TeachArguments, cube: &Cube, scheme: ColorScheme) -> Options {
    let first = match typed.first {
        First::Color(color) => color,
        First::Any => scheme.color(cfop::best_first_face(cube)),
    };
    Options {
        scheme,
        first,
        order: match typed.pieces {
            Pieces::Fixed => Order::Fixed,
            Pieces::Shortest => Order::Shortest,
        },
        slices: !typed.faces_only,
        language: typed.language,
    }
}
