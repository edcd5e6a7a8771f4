//! Which ROS 2 is used: one that is sourced in the environment, else the one that set-up makes.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::paths::Paths;

/// The distribution that set-up makes from PyPI.
pub const LOCAL_DISTRO: &str = "jazzy";

/// Variables of the ROS 2 environment with their values.
pub type Variables = Vec<(&'static str, OsString)>;

/// The ROS 2 in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ros {
    /// A ROS 2 that the user sourced; only the interfaces it lacks are built, into an overlay.
    Sourced {
        /// Its name, such as `humble`.
        distro: String,
        /// `AMENT_PREFIX_PATH` without our own overlay.
        prefixes: Vec<PathBuf>,
    },
    /// ROS 2 Jazzy from PyPI in `.ros/prefix`, our interfaces included.
    Local,
}

impl Ros {
    /// Looks at the environment.
    pub fn detect(paths: &Paths) -> Self {
        Self::from_values(paths, env::var_os("AMENT_PREFIX_PATH"), env::var("ROS_DISTRO").ok())
    }

    /// As [`Ros::detect`], from the two variables that count. Cargo's configuration sets both to the
    /// local prefix, so a prefix inside `.ros` is no sourced ROS.
    fn from_values(paths: &Paths, prefix_path: Option<OsString>, distro: Option<String>) -> Self {
        let ours = paths.ros();
        let prefixes: Vec<PathBuf> = prefix_path
            .iter()
            .flat_map(env::split_paths)
            .filter(|prefix| !prefix.as_os_str().is_empty() && !prefix.starts_with(&ours))
            .collect();
        match distro {
            Some(distro) if !prefixes.is_empty() && !distro.is_empty() => Self::Sourced { distro, prefixes },
            _ => Self::Local,
        }
    }

    /// The folders to look into for interfaces, libraries and headers; ours come first.
    pub fn prefixes(&self, paths: &Paths) -> Vec<PathBuf> {
        match self {
            Self::Local => vec![paths.prefix()],
            Self::Sourced { distro, prefixes } => {
                std::iter::once(paths.overlay(distro)).chain(prefixes.iter().cloned()).collect()
            }
        }
    }

    /// The Python that has rclpy.
    pub fn python(&self, paths: &Paths) -> PathBuf {
        match self {
            Self::Local => paths.prefix().join("bin/python"),
            Self::Sourced { .. } => PathBuf::from("python3"),
        }
    }

    /// What the environment of builds, nodes and rclpy programs must hold.
    pub fn variables(&self, paths: &Paths) -> Variables {
        let prefixes = self.prefixes(paths);
        let Self::Sourced { distro, .. } = self else {
            return vec![("AMENT_PREFIX_PATH", joined(prefixes)), ("ROS_DISTRO", LOCAL_DISTRO.into())];
        };
        let overlay = paths.overlay(distro);
        let before = |variable: &str, ours: Vec<PathBuf>| {
            let old = env::var_os(variable).unwrap_or_default();
            let others = env::split_paths(&old)
                .filter(|folder| !folder.starts_with(&overlay) && !is_cargos(paths, folder))
                .collect::<Vec<_>>();
            joined(ours.into_iter().chain(others).filter(|folder| !folder.as_os_str().is_empty()).collect())
        };
        vec![
            ("AMENT_PREFIX_PATH", joined(prefixes)),
            ("ROS_DISTRO", distro.into()),
            ("LD_LIBRARY_PATH", before("LD_LIBRARY_PATH", vec![overlay.join("lib")])),
            ("PYTHONPATH", before("PYTHONPATH", python_folders(&overlay))),
        ]
    }
}

/// Whether cargo itself added this folder to a library path, for programs it starts.
fn is_cargos(paths: &Paths, folder: &Path) -> bool {
    folder.starts_with(paths.target()) || folder.components().any(|part| part.as_os_str() == "toolchains")
}

fn joined(folders: Vec<PathBuf>) -> OsString {
    // A folder with a colon in its name cannot stand in a search path at all.
    env::join_paths(folders.iter().filter(|folder| !folder.to_string_lossy().contains(':'))).unwrap_or_default()
}

/// Where an ament build of this prefix puts Python packages.
fn python_folders(prefix: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for lib in ["lib", "local/lib"] {
        for entry in std::fs::read_dir(prefix.join(lib)).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with("python3") {
                folders.extend(["site-packages", "dist-packages"].map(|name| entry.path().join(name)));
            }
        }
    }
    folders.retain(|folder| folder.is_dir());
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargos_own_setting_is_no_sourced_ros() {
        let paths = Paths::of_this_repository();
        let ours = paths.prefix().into_os_string();
        assert_eq!(Ros::from_values(&paths, Some(ours), Some("jazzy".into())), Ros::Local);
        assert_eq!(Ros::from_values(&paths, None, None), Ros::Local);
        assert_eq!(Ros::from_values(&paths, Some("/opt/ros/humble".into()), None), Ros::Local);
    }

    #[test]
    fn a_sourced_ros_wins_and_our_overlay_comes_first() {
        let paths = Paths::of_this_repository();
        let overlay = paths.overlay("humble");
        let path = env::join_paths([overlay.clone(), "/opt/ros/humble".into()]).expect("no colon in these names");
        let ros = Ros::from_values(&paths, Some(path), Some("humble".into()));
        assert_eq!(ros, Ros::Sourced { distro: "humble".into(), prefixes: vec!["/opt/ros/humble".into()] });
        assert_eq!(ros.prefixes(&paths), [overlay, "/opt/ros/humble".into()]);
    }
}
