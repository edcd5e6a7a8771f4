//! Two hosts on one machine: network namespaces joined by a cable, each with shared memory of its own.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::transports::transports;

/// The hosts' addresses. They exist in their namespaces only, so every test can have the same.
const ADDRESSES: [&str; 2] = ["10.77.0.1", "10.77.0.2"];

/// Two hosts and the cable between them, taken away when dropped.
pub struct Network {
    hosts: [Host; 2],
}

/// One end of the cable.
#[derive(Debug, Clone)]
pub struct Host {
    namespace: String,
    device: String,
    address: &'static str,
    shared_memory: PathBuf,
}

/// The hosts that a program looks for, set by its environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Nothing is set: the program's own default.
    Unset,
    /// Everyone on the subnet.
    Subnet,
    /// Everyone on the subnet, and this host by its address.
    Peer(&'static str),
}

impl Network {
    /// Makes both hosts; `None`, with a loud message, where this machine does not permit it.
    ///
    /// # Errors
    /// When it is permitted and something else goes wrong.
    pub fn lay() -> Result<Option<Network>> {
        let network = Network { hosts: [0, 1].map(Host::new) };
        if let Err(error) = ip(&["netns", "add", &network.hosts[0].namespace]) {
            testkit::skip(&format!("network namespaces need root and iproute2 ({error:#})"));
            return Ok(None);
        }
        let [one, other] = &network.hosts;
        ip(&["netns", "add", &other.namespace])?;
        let (first, second) = (one.end(), other.end());
        let cable = [&["link", "add"][..], &first, &["type", "veth", "peer"]].concat();
        ip(&[&cable[..], &["name"], &second].concat())?;
        for host in &network.hosts {
            fs::create_dir_all(&host.shared_memory).context("cannot make a folder")?;
            let address = format!("{}/24", host.address);
            host.ip(&["addr", "add", &address, "dev", &host.device])?;
            host.ip(&["link", "set", "lo", "up"])?;
            host.ip(&["link", "set", &host.device, "up"])?;
        }
        for host in &network.hosts {
            host.wait_for_carrier()?;
        }
        Ok(Some(network))
    }

    /// Both hosts.
    pub fn hosts(&self) -> &[Host; 2] {
        &self.hosts
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for host in &self.hosts {
            // Where making them failed half way there is less to take away.
            let _ = ip(&["netns", "del", &host.namespace]);
            let _ = fs::remove_dir_all(&host.shared_memory);
        }
    }
}

impl Host {
    fn new(end: usize) -> Host {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // A device's name has fifteen letters at most.
        let name = format!("cr{}-{number}", std::process::id());
        Host {
            shared_memory: std::env::temp_dir().join(format!("cuberig-tests-shm-{name}")),
            namespace: format!("cuberig-tests-{name}"),
            device: name,
            address: ADDRESSES[end],
        }
    }

    /// How other hosts name it.
    pub fn address(&self) -> &'static str {
        self.address
    }

    /// Its namespace and device, as `check_fault` takes them for the fault `cut`.
    pub fn cable(&self) -> String {
        format!("{}:{}", self.namespace, self.device)
    }

    fn end(&self) -> [&str; 3] {
        [&self.device, "netns", &self.namespace]
    }

    /// A program that starts before its network card runs never uses it: Fast DDS looks once.
    fn wait_for_carrier(&self) -> Result<()> {
        for _ in 0..100 {
            let mut look = Command::new("ip");
            look.args(["-n", &self.namespace, "-brief", "link", "show", "dev"]);
            let seen = look.arg(&self.device).output().context("cannot run ip")?;
            let seen = String::from_utf8_lossy(&seen.stdout).into_owned();
            if seen.split_whitespace().nth(1) == Some("UP") {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("{} has no carrier after 5 s", self.device)
    }

    fn ip(&self, arguments: &[&str]) -> Result<()> {
        ip(&[&["-n", &self.namespace][..], arguments].concat())
    }

    /// The command as a program of this host. The shared memory of DDS is the host's own: through a common one two hosts
    /// of one machine could communicate without a cable.
    pub fn place(&self, command: &Command, reach: Reach) -> Command {
        const PROGRAM: &str = "mount --bind \"$0\" /dev/shm && exec \"$@\"";
        let mut placed = Command::new("ip");
        placed
            .args(["netns", "exec", &self.namespace])
            .args(["unshare", "--mount", "sh", "-c", PROGRAM])
            .arg(&self.shared_memory)
            .arg(command.get_program())
            .args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => placed.env(name, value),
                None => placed.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            placed.current_dir(folder);
        }
        for (name, _) in transports() {
            placed.env_remove(name);
        }
        placed.env_remove("ROS_STATIC_PEERS");
        match reach {
            Reach::Unset => placed.env_remove("ROS_AUTOMATIC_DISCOVERY_RANGE"),
            Reach::Subnet => placed.env("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET"),
            Reach::Peer(address) => {
                placed.env("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET").env("ROS_STATIC_PEERS", address)
            }
        };
        placed
    }
}

fn ip(arguments: &[&str]) -> Result<()> {
    let output = Command::new("ip").args(arguments).output().context("cannot start ip")?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "ip {}: {message}", arguments.join(" "));
    Ok(())
}
