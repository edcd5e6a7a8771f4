//! Compiles many C and C++ files at once, one compiler per processor.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Result, anyhow};

use crate::step::Step;

/// One source file to compile.
pub struct Source {
    /// The file.
    pub file: PathBuf,
    /// Where the object goes.
    pub object: PathBuf,
}

/// Compiles every source with these include folders; `progress` names what is being built.
///
/// # Errors
/// The first compiler error.
pub fn compile(
    step: &Step,
    progress: &str,
    sources: &[Source],
    includes: &[PathBuf],
    defines: &[String],
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = sources.iter().position(|other| std::ptr::eq(other, source)).unwrap_or(0);
                    step.say(format!("{progress}: file {} of {}", done + 1, sources.len()));
                    let failed = lock(&failure).is_some();
                    if failed {
                        return;
                    }
                    if let Err(error) = step.run(&mut command(source, includes, defines)) {
                        lock(&failure).get_or_insert(error);
                    }
                }
            });
        }
    });
    match failure.into_inner() {
        Ok(None) => Ok(()),
        Ok(Some(error)) => Err(error),
        Err(_) => Err(anyhow!("a compiling thread died")),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn command(source: &Source, includes: &[PathBuf], defines: &[String]) -> Command {
    let is_c = source.file.extension().is_some_and(|extension| extension == "c");
    let mut command = Command::new(if is_c { "cc" } else { "c++" });
    command.arg(if is_c { "-std=gnu11" } else { "-std=gnu++17" });
    // Warnings in generated code help nobody here.
    command.args(["-O1", "-fPIC", "-w", "-c"]).arg(&source.file).arg("-o").arg(&source.object);
    for include in includes {
        command.arg("-I").arg(include);
    }
    for define in defines {
        command.arg(format!("-D{define}"));
    }
    command
}

/// Links a shared library `output` from objects; `libraries` are names as after `-l`.
///
/// # Errors
/// The linker's error.
pub fn link(
    step: &Step,
    output: &Path,
    objects: &[PathBuf],
    folders: &[PathBuf],
    libraries: &[String],
    rpath: &str,
) -> Result<()> {
    let mut command = Command::new("c++");
    command.arg("-shared").arg("-o").arg(output).args(objects);
    command.arg(format!("-Wl,-rpath,{rpath}"));
    for folder in folders {
        command.arg("-L").arg(folder).arg(format!("-Wl,-rpath-link,{}", folder.display()));
    }
    command.args(libraries.iter().map(|library| format!("-l{library}")));
    step.run(&mut command)
}
