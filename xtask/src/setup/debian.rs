//! Installs what the operating system must provide, on Debian and Ubuntu.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::setup::system::{PIECES, Piece, TEST_TOOLS};
use rosprefix::paths::Paths;
use rosprefix::ros::Ros;
use rosprefix::step::{Step, display, output_of};

/// How the right to install is had.
enum Right {
    Root,
    Sudo,
}

/// What is missing here and can be installed.
pub struct Missing {
    names: String,
    packages: Vec<&'static str>,
    right: Right,
}

impl Missing {
    /// Looks what is missing, shows the user the exact command, and asks for the password where one is needed.
    ///
    /// # Errors
    /// Names what is missing and what to do when nothing can be installed here.
    pub fn find(ros: &Ros) -> Result<Option<Self>> {
        let missing = missing(ros);
        if missing.is_empty() {
            return Ok(None);
        }
        let names: Vec<&str> = missing.iter().map(|piece| piece.name).collect();
        let names = names.join(", ");
        let packages = missing.iter().flat_map(|piece| piece.packages);
        let packages: Vec<&str> = packages.copied().collect();
        if output_of(Command::new("apt-get").arg("--version")).is_none() {
            bail!(
                "Missing: {names}. This is no Debian or Ubuntu, so install them with your package manager \
                 (there they are called {}) and run this again.",
                packages.join(", ")
            );
        }
        let remedy = remedy(&packages);
        let right = if nix::unistd::geteuid().is_root() {
            Right::Root
        } else if output_of(Command::new("sudo").arg("--version")).is_some() {
            Right::Sudo
        } else {
            bail!("Missing: {names}. Installing needs root, and there is no sudo here; as root run: {remedy}");
        };
        let found = Self { names, packages, right };
        eprintln!(
            "Missing: {}. Installing with:\n    {}\n    {}",
            found.names,
            display(&found.update()),
            display(&found.installation())
        );
        if let Right::Sudo = found.right {
            // Ask for the password now, before the progress display owns the terminal.
            let allowed =
                Command::new("sudo").arg("-v").stdin(Stdio::inherit()).status().context("cannot start sudo")?;
            if !allowed.success() {
                bail!("Missing: {}. sudo was refused; as root run: {remedy}", found.names);
            }
        }
        Ok(Some(found))
    }

    /// Installs it.
    ///
    /// # Errors
    /// Names what could not be installed, or is still missing, and what to do.
    pub fn install(self, paths: &Paths, ros: &Ros) -> Result<()> {
        let step = Step::begin(&paths.logs(), "debian", "Debian packages")?;
        // A failing update is no reason to stop: the lists that are there may do.
        if let Err(error) = step.run(&mut self.update()) {
            eprintln!("   {error:#}");
        }
        let remedy = remedy(&self.packages);
        step.run(&mut self.installation())
            .with_context(|| format!("{} could not be installed; as root run: {remedy}", self.names))?;
        step.done();
        match missing(ros).first() {
            None => Ok(()),
            Some(piece) => bail!("{} is still missing after `{remedy}`: {}.", piece.name, hint(piece)),
        }
    }

    fn update(&self) -> Command {
        command(&self.right, &["update"], &[])
    }

    fn installation(&self) -> Command {
        command(&self.right, &["install", "-y", "--no-install-recommends"], &self.packages)
    }
}

fn remedy(packages: &[&str]) -> String {
    format!("apt-get install -y {}", packages.join(" "))
}

/// Installs what some tests use beyond the rest, where that can be had without asking; they skip loudly without.
pub fn install_test_tools(paths: &Paths) {
    let root = nix::unistd::geteuid().is_root();
    for tool in TEST_TOOLS.iter().filter(|tool| (tool.probe)().is_none()) {
        let known = output_of(Command::new("apt-cache").arg("show").args(tool.packages)).is_some();
        if !root || !known {
            eprintln!(
                "   no {} here ({}): its tests are skipped; the packages are {}",
                tool.name,
                tool.purpose,
                tool.packages.join(" ")
            );
            continue;
        }
        let mut install = command(&Right::Root, &["install", "-y", "--no-install-recommends"], tool.packages);
        eprintln!("Installing for the tests: {}", display(&install));
        let installed = Step::begin(&paths.logs(), "test-tools", tool.name).and_then(|step| {
            step.run(&mut install)?;
            step.done();
            Ok(())
        });
        if let Err(error) = installed {
            eprintln!("   {} could not be installed, its tests are skipped: {error:#}", tool.name);
        }
    }
}

fn missing(ros: &Ros) -> Vec<&'static Piece> {
    PIECES.iter().filter(|piece| (piece.needed)(ros) && (piece.probe)().is_none()).collect()
}

/// What to look at when a package is installed and the piece is still not found.
fn hint(piece: &Piece) -> String {
    match piece.name {
        "Python with venv" => {
            "a CPython 3.10 to 3.13 with venv and headers is wanted; name one in CUBERIG_PYTHON".into()
        }
        "libclang" => "name the folder of libclang.so in LIBCLANG_PATH".into(),
        _ => format!("it {}", piece.purpose),
    }
}

fn command(right: &Right, arguments: &[&str], packages: &[&str]) -> Command {
    let environment = "DEBIAN_FRONTEND=noninteractive";
    let words: &[&str] = match right {
        Right::Root => &["env", environment, "apt-get"],
        Right::Sudo => &["sudo", "env", environment, "apt-get"],
    };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).args(["-o", "DPkg::Lock::Timeout=300"]).args(arguments).args(packages);
    command
}
