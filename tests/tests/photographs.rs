//! Six photographs of a real cube: read through the camera node, solved by the simulated arms, looked at again.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cuberig_tests::{Graph, Process, binary, repository, run_checks};

fn main() -> ExitCode {
    if !data().join("sixface.csv").is_file() {
        println!("skipped: there are no photographs in {}", data().display());
        return ExitCode::SUCCESS;
    }
    run_checks(
        || Graph::launch(&["hosted:=true", "camera:=images"]),
        &[("photographed_cube_is_solved", photographed_cube_is_solved)],
    )
}

fn data() -> PathBuf {
    let folder = std::env::var_os("CUBERIG_DATA").map(PathBuf::from);
    folder
        .unwrap_or_else(|| repository().join("../shared/data"))
        .join("vision")
}

/// The demonstration ends well only when the simulator says that the cube is solved; what it read must be the truth
/// of the data.
fn photographed_cube_is_solved(graph: &mut Graph) -> Result<()> {
    let table =
        std::fs::read_to_string(data().join("sixface.csv")).context("cannot read sixface.csv")?;
    let row = table.lines().nth(1).context("sixface.csv lists no cube")?;
    let columns: Vec<_> = row.split(',').collect();
    let (files, state) = (columns[1], columns[2]);
    let photos: Vec<_> = files
        .split(';')
        .map(|file| format!("'{}'", data().join(file).display()))
        .collect();
    let pictures = std::env::temp_dir().join(format!("cuberig-photographs-{}", std::process::id()));
    let mut demo = Command::new(binary("demo")?);
    demo.args(["--ros-args", "-p", "headless:=true"])
        .args(["-p", &format!("pictures:='{}'", pictures.display())])
        .args(["-p", &format!("photos:=[{}]", photos.join(", "))])
        .envs(graph.domain.environment())
        .envs(cuberig_tests::transports());
    let mut demo = Process::start("demo", demo)?;
    let status = demo.wait(Duration::from_secs(180))?;
    ensure!(
        status.success(),
        "the demonstration failed:\n{}",
        demo.tail(30)
    );
    let heard = graph.process.output();
    ensure!(
        heard.contains(&format!("a cube was put in: {state}")),
        "the photographs were not read as {state}"
    );
    ensure!(
        pictures.join("faces.png").is_file(),
        "no annotated picture was saved"
    );
    std::fs::remove_dir_all(&pictures).context("cannot remove the pictures")
}
