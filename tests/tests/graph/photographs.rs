//! Six photographs of a real cube: read through the camera node, solved by the simulated arms, looked at again.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cube::{ColorScheme, Facelets, Reading, Rotation};
use cuberig_tests::{Graph, Process, Trials, binary};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    let Some(table) = testkit::file("vision/sixface.csv") else {
        return;
    };
    DATA.set(table.with_file_name("")).expect("set once");
    trials.add(
        "photographs",
        || Graph::launch(&["hosted:=true", "camera:=images"]),
        &[("photographed_cube_is_solved", photographed_cube_is_solved)],
        &[],
    );
    trials.add_lone("guide", &[("a_person_is_led_by_photographs", a_person_is_led_by_photographs)], &[]);
}

/// The folder of photographs.
static DATA: OnceLock<PathBuf> = OnceLock::new();

fn data() -> &'static Path {
    DATA.get().expect("it is set before any check runs")
}

/// A cube of the data.
struct Photographed {
    /// Its pictures in the order U R F D L B, quoted.
    photos: Vec<String>,
    /// Its state in face letters, as it lay.
    state: String,
    /// The same in colour letters.
    colors: String,
}

fn photographed() -> Result<Photographed> {
    let table = std::fs::read_to_string(data().join("sixface.csv")).context("cannot read sixface.csv")?;
    let row = table.lines().nth(1).context("sixface.csv lists no cube")?;
    let columns: Vec<_> = row.split(',').collect();
    let quoted = |file| format!("'{}'", data().join(file).display());
    Ok(Photographed {
        photos: columns[1].split(';').map(quoted).collect(),
        state: columns[2].to_owned(),
        colors: columns[3].to_owned(),
    })
}

/// The demonstration succeeds only if the cube in the simulator is solved; what it read must be the truth
/// of the data.
fn photographed_cube_is_solved(graph: &mut Graph) -> Result<()> {
    let Photographed { photos, state, .. } = photographed()?;
    let pictures = std::env::temp_dir().join(format!("cuberig-photographs-{}", std::process::id()));
    let mut demo = Command::new(binary("demo")?);
    demo.args(["--ros-args", "-p", "headless:=true"])
        .args(["-p", &format!("pictures:='{}'", pictures.display())])
        .args(["-p", &format!("photos:=[{}]", photos.join(", "))])
        .envs(graph.domain.environment())
        .envs(cuberig_tests::transports());
    let mut demo = Process::start("demo", demo)?;
    let status = demo.wait(Duration::from_secs(180))?;
    ensure!(status.success(), "the demonstration failed:\n{}", demo.tail(30));
    let log = graph.process.output();
    ensure!(log.contains(&format!("a cube was put in: {state}")), "the photographs were not read as {state}");
    ensure!(pictures.join("faces.png").is_file(), "no annotated picture was saved");
    std::fs::remove_dir_all(&pictures).context("cannot remove the pictures")
}

/// The faces of the pictures are not named, and they come in another order; the guide names the faces as a cube of the
/// usual scheme is held.
fn a_person_is_led_by_photographs() -> Result<()> {
    let Photographed { photos, colors, .. } = photographed()?;
    let truth = Reading::parse(&colors)?;
    let scheme = truth.scheme.context("colours have a scheme")?;
    let usual = Rotation::all().find_map(|rotation| {
        let held = truth.facelets.rotated(rotation).colors(&scheme);
        let reading = Facelets::from_colors(&held).ok()?;
        (reading.scheme == Some(ColorScheme::WESTERN)).then_some(reading.facelets)
    });
    let usual = usual.context("the photographed cube has the usual scheme")?;
    let shown: Vec<&str> = [4, 0, 5, 2, 1, 3].map(|face| photos[face].as_str()).to_vec();
    let person = Graph::host(
        &["camera", "face_detector", "guide", "state_assembler"],
        &["source:=images", "seconds_per_image:=1.2", &format!("files:=[{}]", shown.join(", "))],
    )?;
    person.check("check_guide", &[usual.to_string()], Duration::from_secs(90))?;
    Ok(())
}
