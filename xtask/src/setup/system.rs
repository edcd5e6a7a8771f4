//! What must come from the operating system, and how to see that it is there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rosprefix::prefix::python;
use rosprefix::ros::Ros;
use rosprefix::step::output_of;

/// Something the operating system provides.
pub struct Piece {
    /// What it is.
    pub name: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    /// The Debian and Ubuntu packages that bring it.
    pub packages: &'static [&'static str],
    /// Its version or place, when it is there.
    pub probe: fn() -> Option<String>,
    /// Whether it is needed next to this ROS 2.
    pub needed: fn(&Ros) -> bool,
}

/// Every piece, in the order in which a table shows them.
pub const PIECES: &[Piece] = &[
    Piece {
        name: "C and C++ compiler",
        purpose: "builds the interface packages and links the nodes",
        packages: &["build-essential"],
        probe: compiler,
        needed: |_| true,
    },
    Piece {
        name: "pkg-config",
        purpose: "finds OpenCV",
        packages: &["pkg-config"],
        probe: || output_of(Command::new("pkg-config").arg("--version")),
        needed: |_| true,
    },
    Piece {
        name: "libclang",
        purpose: "reads the C and C++ headers of ROS 2 and OpenCV",
        packages: &["libclang-dev"],
        probe: libclang,
        needed: |_| true,
    },
    Piece {
        name: "clang",
        purpose: "shows OpenCV's bindings where the C++ headers are",
        packages: &["clang"],
        probe: || output_of(Command::new("clang").arg("--version")).and_then(|text| first_line(&text)),
        needed: |_| true,
    },
    Piece {
        name: "OpenCV 4",
        purpose: "reads cameras and pictures",
        packages: &["libopencv-dev"],
        probe: || output_of(Command::new("pkg-config").args(["--modversion", "opencv4"])),
        needed: |_| true,
    },
    Piece {
        name: "Python with venv",
        purpose: "holds ROS 2 from PyPI and generates the interfaces",
        packages: &["python3", "python3-venv", "python3-dev"],
        probe: || python::find().map(|python| format!("{} ({})", python.version, python.program)),
        needed: |ros| *ros == Ros::Local,
    },
    Piece {
        name: "CMake",
        purpose: "builds the interface packages against a sourced ROS 2",
        packages: &["cmake"],
        probe: || output_of(Command::new("cmake").arg("--version")).and_then(|text| first_line(&text)),
        needed: |ros| *ros != Ros::Local,
    },
];

/// What some tests use and skip loudly without.
pub const TEST_TOOLS: &[Piece] = &[
    Piece {
        name: "SDF converter",
        purpose: "shows that Gazebo's own parser takes the URDF",
        packages: &["ignition-tools", "libsdformat-dev"],
        probe: || {
            let mut tools = ["gz", "ign"].into_iter();
            tools.find(|tool| output_of(Command::new(tool).args(["sdf", "--versions"])).is_some()).map(str::to_owned)
        },
        needed: |_| true,
    },
    Piece {
        name: "Chromium",
        purpose: "shows the web page to its tests",
        packages: &["chromium"],
        probe: || output_of(Command::new("chromium").arg("--version")),
        needed: |_| true,
    },
    Piece {
        name: "ip",
        purpose: "makes the two machines of the network tests",
        packages: &["iproute2"],
        probe: || output_of(Command::new("ip").arg("-Version")),
        needed: |_| true,
    },
];

fn first_line(text: &str) -> Option<String> {
    text.lines().next().map(str::to_owned)
}

fn compiler() -> Option<String> {
    output_of(Command::new("cc").arg("--version"))?;
    first_line(&output_of(Command::new("c++").arg("--version"))?)
}

/// The shared library and the compiler's own headers: bindgen needs both.
fn libclang() -> Option<String> {
    let mut folders: Vec<PathBuf> = env::var_os("LIBCLANG_PATH").iter().flat_map(env::split_paths).collect();
    let llvm = |place: &str| entries(Path::new(place)).into_iter().filter(|path| has_prefix(path, "llvm"));
    folders.extend(llvm("/usr/lib").chain(llvm("/usr/local/lib")).map(|folder| folder.join("lib")));
    folders.extend(["/usr/lib64", "/usr/lib", "/usr/local/lib"].map(PathBuf::from));
    folders.push(format!("/usr/lib/{}-linux-gnu", env::consts::ARCH).into());
    let library = folders.iter().flat_map(|folder| entries(folder)).find(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        (name.starts_with("libclang.so") || name.starts_with("libclang-"))
            && !name.starts_with("libclang-cpp")
            && name.contains(".so")
    })?;
    let headers = folders
        .iter()
        .flat_map(|folder| entries(&folder.join("clang")))
        .any(|version| version.join("include/stddef.h").is_file());
    headers.then(|| library.display().to_string())
}

fn has_prefix(path: &Path, prefix: &str) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
