//! Which of our interface packages are built, in which order, and what follows from a change.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::paths::Paths;
use crate::prefix::package::{Package, is_interface_package};
use crate::prefix::{self, remove};
use crate::prefix::{ament, rosidl, wheels};
use crate::ros::Ros;
use crate::stamp::{Inputs, Stamp};
use crate::step::Step;

/// Raise this when the way packages are built changes; all are then built anew.
const RECIPE: &str = "3";

/// Built even where the system has one of that name: our own.
const OWN: &str = "cuberig_msgs";

/// The crates of r2r that cache what they made from interfaces, without watching the interfaces.
const BINDINGS: [&str; 4] = ["r2r_msg_gen", "r2r_actions", "r2r_rcl", "r2r"];

/// Builds the packages that are missing or changed, and returns the hash of all.
///
/// # Errors
/// A broken interface file, with the generator's or compiler's words.
pub fn build(paths: &Paths, ros: &Ros) -> Result<String> {
    let mut all = Inputs::default();
    for package in wanted(paths, ros)? {
        let hash = inputs(paths, ros, &package)?.hash();
        all = all.text(&hash);
        let stamp = Stamp::new(&paths.stamps(), &stamp_name(ros, &package.name));
        if stamp.matches(&hash) {
            continue;
        }
        let step = Step::begin(&paths.logs(), &package.name, &format!("interfaces of {}", package.name))?;
        let scratch = paths.build().join(&package.name);
        remove(&scratch)?;
        match ros {
            Ros::Local => {
                let stage = scratch.join("stage");
                fs::create_dir_all(&stage).with_context(|| format!("cannot make {}", stage.display()))?;
                rosidl::build(&step, &package, &paths.prefix(), &scratch, &stage)?;
                stamp.remove()?;
                install(&package.name, &stage, &paths.prefix())?;
            }
            Ros::Sourced { distro, .. } => {
                stamp.remove()?;
                ament::build(&step, &package, &scratch, &paths.overlay(distro), &ros.variables(paths))?;
            }
        }
        remove(&scratch)?;
        stamp.write(&hash)?;
        step.done();
    }
    Ok(all.hash())
}

/// The packages of `msgs/` that this ROS 2 needs from us.
pub fn packages(paths: &Paths, ros: &Ros) -> Result<Vec<String>> {
    Ok(wanted(paths, ros)?.into_iter().map(|package| package.name).collect())
}

/// The packages of `msgs/` that are not built yet, or not from the files as they are now.
pub fn missing_packages(paths: &Paths, ros: &Ros) -> Result<Vec<String>> {
    let mut missing = Vec::new();
    for package in wanted(paths, ros)? {
        let stamp = Stamp::new(&paths.stamps(), &stamp_name(ros, &package.name));
        if !stamp.matches(&inputs(paths, ros, &package)?.hash()) {
            missing.push(package.name);
        }
    }
    Ok(missing)
}

fn stamp_name(ros: &Ros, package: &str) -> String {
    match ros {
        Ros::Local => format!("interfaces-{package}"),
        Ros::Sourced { distro, .. } => format!("interfaces-{package}-{distro}"),
    }
}

fn inputs(paths: &Paths, ros: &Ros, package: &Package) -> Result<Inputs> {
    let base = match ros {
        Ros::Local => prefix::stamp(paths).read().unwrap_or_default(),
        Ros::Sourced { prefixes, .. } => format!("{prefixes:?}"),
    };
    Inputs::default().text(RECIPE).text(&base).folder(&package.folder)
}

/// The packages under `msgs/` that this ROS 2 lacks, and always our own; each after those it uses.
fn wanted(paths: &Paths, ros: &Ros) -> Result<Vec<Package>> {
    let folder = paths.join("msgs");
    let listed = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut folders: Vec<PathBuf> =
        listed.flatten().map(|entry| entry.path()).filter(|path| path.join("package.xml").is_file()).collect();
    folders.sort();
    let installed: Vec<PathBuf> = match ros {
        Ros::Local => Vec::new(),
        Ros::Sourced { prefixes, .. } => prefixes.clone(),
    };
    let mut packages = Vec::new();
    for folder in folders {
        let package = Package::read(&folder, &paths.join("msgs"), &ros.prefixes(paths))?;
        if package.name == OWN || !installed.iter().any(|prefix| is_interface_package(prefix, &package.name)) {
            packages.push(package);
        }
    }
    packages.sort_by_key(|package| package.dependencies.len());
    Ok(packages)
}

/// Moves a staged package into the prefix in place of the one that was there.
fn install(name: &str, stage: &Path, prefix: &Path) -> Result<()> {
    let lib = prefix.join("lib");
    let start = format!("lib{name}__");
    for entry in fs::read_dir(&lib).with_context(|| format!("cannot read {}", lib.display()))?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(&start) {
            fs::remove_file(entry.path()).with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
    }
    for entry in fs::read_dir(stage.join("lib")).context("the build left no libraries")?.flatten() {
        rename(&entry.path(), &lib.join(entry.file_name()))?;
    }
    let python = wheels::site_packages(prefix)?.join(name);
    for (from, to) in [
        (stage.join("include").join(name), prefix.join("include").join(name)),
        (stage.join("share").join(name), prefix.join("share").join(name)),
        (stage.join("python").join(name), python),
    ] {
        remove(&to)?;
        rename(&from, &to)?;
    }
    let index = Path::new("share/ament_index/resource_index");
    for kind in ["packages", "rosidl_interfaces"] {
        let entry = index.join(kind).join(name);
        rename(&stage.join(&entry), &prefix.join(&entry))?;
    }
    Ok(())
}

fn rename(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to).with_context(|| format!("cannot move {} to {}", from.display(), to.display()))
}

/// Makes cargo build r2r's bindings anew after a change of interfaces; `hash` is that of all.
///
/// # Errors
/// When cargo cannot remove them.
pub fn forget_bindings(paths: &Paths, hash: &str) -> Result<()> {
    let stamp = Stamp::new(&paths.stamps(), "bindings");
    if stamp.matches(hash) {
        return Ok(());
    }
    for (folder, profile) in [("debug", "dev"), ("release", "release")] {
        let build = paths.target().join(folder).join("build");
        // Only where its build script has run, which leaves what it printed.
        let is_cached = |entry: DirEntry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with("r2r_msg_gen-") && entry.path().join("output").exists()
        };
        let entries = fs::read_dir(&build).into_iter().flatten().flatten();
        if !entries.into_iter().any(is_cached) {
            continue;
        }
        let step = Step::begin(&paths.logs(), "bindings", &format!("forgetting r2r's old bindings ({profile})"))?;
        let mut clean = paths.cargo();
        clean.args(["clean", "--profile", profile]);
        for name in BINDINGS {
            clean.args(["-p", name]);
        }
        step.run(&mut clean)
            .context("r2r's old bindings are still there; delete the folder target and run this again")?;
        step.done();
    }
    stamp.write(hash)
}
