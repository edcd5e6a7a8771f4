//! Builds one interface package without CMake: generated C, its type supports, and Python's side for rclpy.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::prefix::compile::{Source, compile, link};
use crate::prefix::package::Package;
use crate::prefix::wheels::site_packages;
use crate::stamp::files_below;
use crate::step::{Step, output_of};

/// The C library and its type supports: the generator's folder, the sources' ending, the library's suffix.
/// Later ones link earlier ones.
const LIBRARIES: [(&str, &str, &str); 4] = [
    ("c", "c", "rosidl_generator_c"),
    ("fastrtps_c", "cpp", "rosidl_typesupport_fastrtps_c"),
    ("introspection_c", "c", "rosidl_typesupport_introspection_c"),
    ("c", "cpp", "rosidl_typesupport_c"),
];

/// What generated code calls in addition to its own and its dependencies' libraries.
const RUNTIME: [&str; 7] = [
    "rosidl_typesupport_fastrtps_c",
    "rosidl_typesupport_fastrtps_cpp",
    "rosidl_typesupport_introspection_c",
    "rosidl_typesupport_c",
    "rosidl_runtime_c",
    "rcutils",
    "fastcdr",
];

/// Builds `package` against `prefix` and puts the result into the empty folder `stage`, laid out like a prefix
/// (Python packages under `python/`).
pub fn build(step: &Step, package: &Package, prefix: &Path, scratch: &Path, stage: &Path) -> Result<()> {
    let name = package.name.as_str();
    let generated = scratch.join("generated");
    step.say(format!("{name}: generating"));
    generate(step, package, prefix, &generated)?;
    install_headers(&generated, &stage.join("include").join(name).join(name))?;
    install_interfaces(package, &generated, stage)?;

    let mut includes = vec![stage.join("include").join(name), prefix.join("include")];
    includes.extend(folders_in(&prefix.join("include"))?.into_iter().filter(|folder| !folder.ends_with(name)));
    let lib = stage.join("lib");
    fs::create_dir_all(&lib).with_context(|| format!("cannot make {}", lib.display()))?;
    let search = [lib.clone(), prefix.join("lib")];
    let mut own: Vec<String> = Vec::new();
    for (folder, ending, suffix) in LIBRARIES {
        let sources = sources(&generated.join(folder), ending, &scratch.join("objects").join(suffix))?;
        let define = format!("{}_BUILDING_DLL_{name}", suffix.to_uppercase());
        compile(step, &format!("{name}, {suffix}"), &sources, &includes, &[define])?;
        let mut libraries = own.clone();
        libraries.extend(package.dependencies.iter().map(|dependency| format!("{dependency}__{suffix}")));
        libraries.extend(package.dependencies.iter().map(|dependency| format!("{dependency}__rosidl_generator_c")));
        libraries.extend(RUNTIME.map(str::to_owned));
        let library = format!("{name}__{suffix}");
        link(step, &lib.join(format!("lib{library}.so")), &objects(&sources), &search, &libraries, "$ORIGIN")?;
        own.push(library);
    }
    build_python(step, package, prefix, scratch, stage, includes, own)
}

/// What is generated, in two halves that take about as long and run at once.
const GENERATED: [&[&str]; 2] =
    [&["-t", "c", "-ts", "c", "-ts", "introspection_c"], &["-t", "py", "-ts", "fastrtps_c"]];

fn generate(step: &Step, package: &Package, prefix: &Path, output: &Path) -> Result<()> {
    // Each generator parses all interfaces, which takes half of its time. So what one has parsed is kept for the next.
    const MAIN: &str = "import functools, sys
from rosidl_parser import parser
parser.parse_idl_string = functools.cache(parser.parse_idl_string)
from rosidl_cli.cli import main
sys.exit(main())";
    let generate = |what: &[&str]| {
        let mut command = Command::new(prefix.join("bin/python"));
        command
            .args(["-c", MAIN, "generate", "-o"])
            .arg(output)
            .args(what)
            .arg("-I")
            .arg(prefix.join("share"))
            .arg(&package.name)
            .args(&package.interfaces)
            .current_dir(&package.folder)
            .env("AMENT_PREFIX_PATH", prefix)
            .env_remove("PYTHONPATH");
        step.run(&mut command)
    };
    let done = thread::scope(|scope| {
        let [first, second] = GENERATED.map(|what| scope.spawn(move || generate(what)));
        first.join().and_then(|first| Ok(first.and(second.join()?)))
    });
    done.map_err(|_| anyhow!("a thread that generates died"))?
        .with_context(|| format!("the interfaces of {} cannot be read", package.name))
}

/// The generators leave headers next to sources.
fn install_headers(generated: &Path, include: &Path) -> Result<()> {
    for folder in ["c", "fastrtps_c", "introspection_c"] {
        let folder = generated.join(folder);
        for file in
            files_below(&folder)?.iter().filter(|file| file.extension().is_some_and(|extension| extension == "h"))
        {
            copy(file, &include.join(file.strip_prefix(&folder).unwrap_or(file)))?;
        }
    }
    Ok(())
}

/// Interface files, type descriptions, package.xml and the entries of the resource index (r2r reads that one).
fn install_interfaces(package: &Package, generated: &Path, stage: &Path) -> Result<()> {
    let share = stage.join("share").join(&package.name);
    copy(&package.folder.join("package.xml"), &share.join("package.xml"))?;
    let mut listed = Vec::new();
    for interface in &package.interfaces {
        copy(&package.folder.join(interface), &share.join(interface))?;
        let idl = Path::new(interface).with_extension("idl");
        copy(&generated.join("c/tmp").join(&idl), &share.join(&idl))?;
        listed.extend([idl.to_string_lossy().into_owned(), interface.clone()]);
    }
    let descriptions = generated.join("c");
    for file in
        files_below(&descriptions)?.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json"))
    {
        copy(file, &share.join(file.strip_prefix(&descriptions).unwrap_or(file)))?;
    }
    listed.sort();
    let index = stage.join("share/ament_index/resource_index");
    for (kind, content) in [("packages", String::new()), ("rosidl_interfaces", listed.join("\n") + "\n")] {
        let folder = index.join(kind);
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        fs::write(folder.join(&package.name), content)
            .with_context(|| format!("cannot write into {}", folder.display()))?;
    }
    Ok(())
}

/// The conversion library and the one extension module that rclpy loads.
fn build_python(
    step: &Step,
    package: &Package,
    prefix: &Path,
    scratch: &Path,
    stage: &Path,
    mut includes: Vec<PathBuf>,
    own: Vec<String>,
) -> Result<()> {
    const FOLDERS: &str =
        "import sysconfig, numpy; print(sysconfig.get_paths()['include']); print(numpy.get_include())";
    let name = package.name.as_str();
    let generated = scratch.join("generated/py");
    let folders = output_of(Command::new(prefix.join("bin/python")).args(["-c", FOLDERS]).env_remove("PYTHONPATH"))
        .context(
            "the Python of .ros/prefix does not report the folder of its headers; delete .ros and run this again",
        )?;
    includes.extend(folders.lines().map(PathBuf::from));

    let (modules, conversions): (Vec<_>, Vec<_>) =
        sources(&generated, "c", &scratch.join("objects/py"))?.into_iter().partition(|source| is_module(&source.file));
    let modules: Vec<_> = modules
        .into_iter()
        .filter(|source| source.file.to_string_lossy().ends_with("_s.ep.rosidl_typesupport_c.c"))
        .collect();
    compile(step, &format!("{name}, Python"), &conversions, &includes, &[])?;
    compile(step, &format!("{name}, Python"), &modules, &includes, &[])?;

    let python = stage.join("python").join(name);
    for file in
        files_below(&generated)?.iter().filter(|file| file.extension().is_some_and(|extension| extension == "py"))
    {
        copy(file, &python.join(file.strip_prefix(&generated).unwrap_or(file)))?;
    }
    fs::write(python.join("__init__.py"), "").with_context(|| format!("cannot write into {}", python.display()))?;

    let search = [stage.join("lib"), prefix.join("lib")];
    let mut libraries = own;
    for suffix in ["rosidl_generator_py", "rosidl_generator_c", "rosidl_typesupport_c"] {
        libraries.extend(package.dependencies.iter().map(|dependency| format!("{dependency}__{suffix}")));
    }
    libraries.extend(RUNTIME.map(str::to_owned));
    let library = format!("{name}__rosidl_generator_py");
    link(step, &stage.join(format!("lib/lib{library}.so")), &objects(&conversions), &search, &libraries, "$ORIGIN")?;
    libraries.insert(0, library);
    let module = python.join(format!("{name}_s__rosidl_typesupport_c.so"));
    link(step, &module, &objects(&modules), &search, &libraries, "$ORIGIN/../../..")?;
    // rclpy finds the package by its place; make sure the environment has one.
    site_packages(prefix).map(|_| ())
}

/// Whether a generated source makes a module of Python; there is one for each type support.
fn is_module(file: &Path) -> bool {
    file.to_string_lossy().contains("_s.ep.")
}

/// How many files the generated ones of a library are joined to, at most. They all read the same headers, which takes most of the
/// compiler's time.
const JOINED: usize = 4;

/// The files with this ending below `folder`, each or several of them with an object file.
///
/// The descriptions of types each define what they share anew, and so cannot be joined.
fn sources(folder: &Path, ending: &str, objects: &Path) -> Result<Vec<Source>> {
    fs::create_dir_all(objects).with_context(|| format!("cannot make {}", objects.display()))?;
    let files =
        files_below(folder)?.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == ending));
    let (mut alone, files): (Vec<_>, Vec<_>) =
        files.partition(|file| file.to_string_lossy().ends_with("__description.c") || is_module(file));
    for (number, some) in files.chunks(files.len().div_ceil(JOINED).max(1)).enumerate() {
        let joined = objects.join(format!("joined_{number}.{ending}"));
        let lines: String = some.iter().map(|file| format!("#include \"{}\"\n", file.display())).collect();
        fs::write(&joined, lines).with_context(|| format!("cannot write {}", joined.display()))?;
        alone.push(joined);
    }
    let numbered = alone
        .into_iter()
        .enumerate()
        .map(|(number, file)| Source { object: objects.join(format!("{number}.o")), file });
    Ok(numbered.collect())
}

fn objects(sources: &[Source]) -> Vec<PathBuf> {
    sources.iter().map(|source| source.object.clone()).collect()
}

fn folders_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let listed = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut folders: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::copy(from, to).map(|_| ()).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_is_compiled_once_and_descriptions_alone() {
        let folder = std::env::temp_dir().join(format!("cuberig-sources-{}", std::process::id()));
        let generated = folder.join("generated");
        fs::create_dir_all(&generated).expect("a folder");
        let plain = (0..9).map(|number| format!("m{number}__functions.c"));
        let names: Vec<String> = plain.chain(["m__description.c".to_owned()]).collect();
        for name in names.iter().map(String::as_str).chain(["m.h"]) {
            fs::write(generated.join(name), "").expect("a file");
        }
        let found = sources(&generated, "c", &folder.join("objects")).expect("sources");
        let texts = found.iter().map(|source| match source.file.parent() {
            Some(parent) if parent == generated => source.file.display().to_string(),
            _ => fs::read_to_string(&source.file).expect("a joined file"),
        });
        let texts: Vec<String> = texts.collect();
        fs::remove_dir_all(&folder).expect("the folder is ours");
        assert!(texts.len() <= JOINED + 1, "{texts:?}");
        for name in &names {
            assert_eq!(texts.iter().filter(|text| text.contains(name)).count(), 1, "{name}");
        }
        assert!(texts.iter().all(|text| !text.contains("m.h")));
        let description = texts.iter().find(|text| text.contains("__description.c"));
        assert!(description.is_some_and(|text| !text.contains("#include")));
    }
}
