//! A running graph: started as a user would, with the processes of its nodes.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::unistd::Pid;

use crate::binaries::{binary, repository};
use crate::client;
use crate::domain::Domain;
use crate::network::{Host, Reach};
use crate::process::{PATIENCE, Process};
use crate::transports::transports;
use crate::usage;

/// The graph and the domain that it lives in.
pub struct Graph {
    /// Its ROS domain and its ports.
    pub domain: Domain,
    /// The launcher, or the process that hosts all nodes.
    pub process: Process,
    /// The host on which it and its clients run, where that is not simply this machine.
    place: Option<(Host, Reach)>,
}

/// The process of one node.
#[derive(Debug, Clone)]
pub struct NodeProcess {
    /// The node's name in the graph.
    pub name: String,
    /// Its pid.
    pub pid: Pid,
}

impl Graph {
    /// Starts `launch/rig.launch.xml` with these arguments (`name:=value`) by the project's own launcher.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn launch(arguments: &[&str]) -> Result<Graph> {
        let domain = Domain::take()?;
        let process = Process::start("launch", rig_command(&domain, arguments)?)?;
        Ok(Graph { domain, process, place: None })
    }

    /// The same on a host of a network. Clients of this graph run there too, and reach as far as it does.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn launch_on(host: &Host, reach: Reach, arguments: &[&str]) -> Result<Graph> {
        let domain = Domain::take()?;
        let command = rig_command(&domain, arguments)?;
        let process = Process::start("launch", host.place(&command, reach))?;
        Ok(Graph { domain, process, place: Some((host.clone(), reach)) })
    }

    /// Launches another part of the same rig on another host.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn launch_part(&self, host: &Host, reach: Reach, arguments: &[&str]) -> Result<Process> {
        let command = rig_command(&self.domain, arguments)?;
        Process::start("launch-part", host.place(&command, reach))
    }

    /// Starts `launch/teach.launch.xml` with these arguments.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn launch_lesson(arguments: &[&str]) -> Result<Graph> {
        let domain = Domain::take()?;
        let command = launch_command(&domain, &[&["launch/teach.launch.xml"], arguments].concat())?;
        let process = Process::start("launch", command)?;
        Ok(Graph { domain, process, place: None })
    }

    /// Starts `launch/two_rigs.launch.xml` with these arguments.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn launch_two_rigs(arguments: &[&str]) -> Result<Graph> {
        let domain = Domain::take()?;
        let [left, right] = [domain.port_base(), domain.port_base() + 4];
        let ports = [
            format!("left_port_base:={left}"),
            format!("right_port_base:={right}"),
            "left_dashboard_port:=0".to_owned(),
            "right_dashboard_port:=0".to_owned(),
        ];
        let mut command = launch_command(&domain, &[&["launch/two_rigs.launch.xml"], arguments].concat())?;
        command.args(ports);
        let process = Process::start("launch", command)?;
        Ok(Graph { domain, process, place: None })
    }

    /// Starts chosen nodes in one process; `parameters` are `-p` values.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn host(nodes: &[&str], parameters: &[&str]) -> Result<Graph> {
        let domain = Domain::take()?;
        let mut command = Command::new(binary("rig")?);
        command.args(nodes).arg("--ros-args");
        // Only nodes that talk to motors have this parameter, and a node refuses a parameter that it does not have.
        let has_ports =
            |node: &&str| ["rig_sim", "brick_driver", "servo_driver"].iter().any(|one| node.starts_with(one));
        if nodes.iter().any(has_ports) {
            command.args(["-p", &format!("port_base:={}", domain.port_base())]);
        }
        parameters.iter().for_each(|parameter| {
            command.args(["-p", parameter]);
        });
        command.envs(domain.environment()).envs(transports());
        let process = Process::start("rig", command)?;
        Ok(Graph { domain, process, place: None })
    }

    /// Runs a foreign client to its end; see [`client::run_python`].
    ///
    /// # Errors
    /// When it fails; the text holds what it printed.
    pub fn check<S: AsRef<OsStr>>(&self, script: &str, arguments: &[S], limit: Duration) -> Result<String> {
        let command = client::command(&self.domain, script, arguments);
        let command = match &self.place {
            Some((host, reach)) => host.place(&command, *reach),
            None => command,
        };
        client::run(script, command, limit)
    }

    /// Runs a foreign client on another host, with this reach.
    ///
    /// # Errors
    /// When it fails; the text holds what it printed.
    pub fn check_from<S: AsRef<OsStr>>(
        &self,
        (host, reach): (&Host, Reach),
        script: &str,
        arguments: &[S],
        limit: Duration,
    ) -> Result<String> {
        client::run_python_on(host, reach, &self.domain, script, arguments, limit)
    }

    /// Has the recorder of a launched rig save the last minute, and moves the file to a place where it stays.
    ///
    /// # Errors
    /// When no recorder answers.
    pub fn save_last_minute(&self) -> Result<PathBuf> {
        let output = self.check("save_recording", &[""; 0], Duration::from_secs(5))?;
        let saved = PathBuf::from(output.lines().last().context("the recorder names its file")?);
        let name = saved.file_name().context("the recorder names a file")?;
        let folder = std::env::temp_dir().join("cuberig-failed-checks");
        std::fs::create_dir_all(&folder)?;
        let kept = folder.join(name);
        // The file goes on for three seconds.
        std::thread::sleep(Duration::from_secs(4));
        std::fs::copy(&saved, &kept)?;
        Ok(kept)
    }

    /// Starts a foreign node that goes on until it is dropped. It sends images with the settings of the launch file.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn foreign_node<S: AsRef<OsStr>>(&self, script: &str, arguments: &[S]) -> Result<Process> {
        let mut command = client::command(&self.domain, script, arguments);
        command.envs(transports());
        Process::start(script, command)
    }

    /// The processes of the launched nodes, by the `__node:=` name they were given or else their program's name.
    ///
    /// # Errors
    /// When /proc cannot be read.
    pub fn nodes(&self) -> Result<Vec<NodeProcess>> {
        let solver = binary("solver")?.canonicalize()?;
        let folder = solver.parent().context("a program lies in a folder")?;
        let mut nodes = Vec::new();
        for pid in usage::descendants(self.process.pid())? {
            let Ok(program) = std::fs::read_link(format!("/proc/{pid}/exe")) else {
                continue;
            };
            // A program that was built anew while it runs is marked as deleted.
            let own = program.parent() == Some(folder);
            let Some(program) = program.file_name().and_then(OsStr::to_str).filter(|_| own) else {
                continue;
            };
            let arguments = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let renamed = arguments.split('\0').find_map(|argument| argument.strip_prefix("__node:="));
            let name = renamed.unwrap_or_else(|| program.trim_end_matches(" (deleted)")).to_owned();
            nodes.push(NodeProcess { name, pid });
        }
        Ok(nodes)
    }

    /// The process of one node, as soon as it is there and is not `other_than`.
    ///
    /// # Errors
    /// When it is not there within [`PATIENCE`] times `limit`.
    pub fn node(&self, name: &str, other_than: Option<Pid>, limit: Duration) -> Result<NodeProcess> {
        let deadline = Instant::now() + limit * PATIENCE;
        loop {
            let nodes = self.nodes()?;
            if let Some(node) = nodes.iter().find(|node| node.name == name && Some(node.pid) != other_than) {
                return Ok(node.clone());
            }
            if deadline < Instant::now() {
                bail!("there is no process of the node {name}; there are {nodes:?}");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// The command that launches one rig within the domain.
fn rig_command(domain: &Domain, arguments: &[&str]) -> Result<Command> {
    let mut command = launch_command(domain, arguments)?;
    command.arg(format!("port_base:={}", domain.port_base()));
    // Any free one, unless the test chooses: several graphs run at once.
    if !arguments.iter().any(|argument| argument.starts_with("dashboard_port:=")) {
        command.arg("dashboard_port:=0");
    }
    Ok(command)
}

/// The command of the project's own launcher with these words, within the domain.
fn launch_command(domain: &Domain, words: &[&str]) -> Result<Command> {
    let launcher = binary("xtask")?;
    let mut command = Command::new(&launcher);
    // The nodes are built, in the folder of the launcher.
    command.args(["launch", "--no-build"]);
    let profile = launcher.parent();
    if profile.is_some_and(|folder| folder.ends_with("release")) {
        command.arg("--release");
    }
    if let Some(target) = profile.and_then(Path::parent) {
        command.env("CARGO_TARGET_DIR", target);
    }
    command.args(words).envs(domain.environment()).current_dir(repository());
    Ok(command)
}
