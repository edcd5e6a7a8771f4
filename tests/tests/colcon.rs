//! The repository in a colcon workspace, with colcon from PyPI: the packages that colcon finds, and the build of the nodes.
//! The shell has sourced the workspace, or it has not.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cuberig_tests::repository;

/// Folders of the repository that a fresh clone does not have.
const NOT_CLONED: [&str; 6] = ["target", ".ros", ".git", "out", "node_modules", "dist"];

/// The folder of colcon's programs; `None`, with a loud message, where PyPI cannot be reached.
fn colcon() -> Result<Option<PathBuf>> {
    let environment = Path::new(env!("CARGO_TARGET_TMPDIR")).join("colcon");
    let programs = environment.join("bin");
    let requirements = repository().join("tests/colcon-requirements.txt");
    let python = Command::new("python3").args(["-m", "venv"]).arg(&environment).status();
    ensure!(python.is_ok_and(|status| status.success()), "python3 makes no environment");
    let pip = Command::new(programs.join("python"))
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"])
        .arg(requirements)
        .env_remove("PYTHONPATH")
        .output()
        .context("cannot start pip")?;
    if pip.status.success() {
        return Ok(Some(programs));
    }
    let why = String::from_utf8_lossy(&pip.stderr).into_owned();
    testkit::skip(&format!("colcon is not available from PyPI: {why}"));
    Ok(None)
}

/// A new workspace with the repository in its folder `src`, as a clone would be.
fn workspace(name: &str) -> Result<PathBuf> {
    let workspace = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if workspace.exists() {
        fs::remove_dir_all(&workspace).context("cannot remove the old workspace")?;
    }
    copy(repository(), &workspace.join("src/cuberig"))?;
    Ok(workspace)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        if kind.is_dir() {
            if !NOT_CLONED.iter().any(|left_out| name == *left_out) {
                copy(&entry.path(), &to.join(name))?;
            }
        } else if kind.is_file() {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

/// Runs a line of shell in the workspace as a user would who has ROS sourced; what it printed.
fn shell(workspace: &Path, programs: &Path, line: &str) -> Result<String> {
    let variable = |name: &str| std::env::var_os(name).unwrap_or_default();
    let mut path = OsString::from(programs);
    path.push(":");
    path.push(variable("PATH"));
    let output = Command::new("bash")
        .args(["-c", line])
        .current_dir(workspace)
        .env_clear()
        .env("PATH", path)
        .envs(["HOME", "AMENT_PREFIX_PATH", "ROS_DISTRO"].map(|name| (name, variable(name))))
        .output()
        .context("cannot start bash")?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "{line}\n{printed}\n{errors}");
    Ok(printed)
}

#[test]
fn colcon_finds_the_packages_and_nothing_else() -> Result<()> {
    let Some(programs) = colcon()? else {
        return Ok(());
    };
    let workspace = workspace("colcon-list")?;
    let listed = shell(&workspace, &programs, "colcon list --names-only")?;
    let mut names: Vec<&str> = listed.lines().collect();
    names.sort();
    assert_eq!(names, ["control_msgs", "cuberig", "cuberig_msgs", "simulation_interfaces", "tf2_msgs"]);
    Ok(())
}

/// From a shell that has the workspace sourced, from one that has not, and back. Each has another AMENT_PREFIX_PATH, and
/// for each r2r makes bindings or takes those it made before.
#[test]
#[ignore = "twenty minutes: compiles everything anew"]
fn colcon_builds_the_nodes_from_sourced_and_unsourced_shells() -> Result<()> {
    let Some(programs) = colcon()? else {
        return Ok(());
    };
    let workspace = workspace("colcon-build")?;
    // The interfaces are those of set-up: to build them, colcon would need ROS's own CMake files.
    let build = "colcon build --packages-ignore control_msgs cuberig_msgs simulation_interfaces tf2_msgs";
    let sourced = format!("source install/setup.bash && {build}");
    for (shell_is, line) in
        [("unsourced", build), ("sourced", &sourced), ("sourced again", &sourced), ("unsourced again", build)]
    {
        // Something to compile each time, so that the bindings are used.
        let main = workspace.join("src/cuberig/nodes/src/solver_node/main.rs");
        let text = fs::read_to_string(&main).context("the node's source is there")?;
        fs::write(&main, format!("{text}\n// {shell_is}\n"))?;
        let printed = shell(&workspace, &programs, line).context(shell_is)?;
        ensure!(printed.contains("Finished <<< cuberig"), "{shell_is}: {printed}");
    }
    let installed = workspace.join("install/cuberig");
    for file in ["launch/rig.launch.xml", "config/fastdds.xml", "urdf/rig.urdf", "package.xml"] {
        let file = installed.join("share/cuberig").join(file);
        ensure!(file.is_file(), "{} is not installed", file.display());
    }
    let help = Command::new(installed.join("lib/cuberig/solver")).arg("--help").output()?;
    ensure!(help.status.success(), "the installed solver does not start");
    Ok(())
}
