//! A ROS domain and TCP ports that no other test uses at the same time.

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;

use anyhow::{Result, bail};

/// Ports from here on, ten a domain: below the range that Linux gives to outgoing connections.
const FIRST_PORT: u16 = 21_000;
/// Domains above 101 can meet the ports of outgoing connections on Linux; low ones are what people use by hand.
const DOMAINS: std::ops::RangeInclusive<u16> = 20..=101;
/// This one of a domain's ten ports is held for as long as the domain is in use.
const LOCK_PORT: u16 = 9;

/// A ROS domain of one's own, given back when it is dropped.
pub struct Domain {
    id: u16,
    /// Nothing connects here: holding the port keeps other test programs off this domain.
    _lock: TcpListener,
}

impl Domain {
    /// Takes the first free domain.
    ///
    /// # Errors
    /// When all are taken.
    pub fn take() -> Result<Domain> {
        for id in DOMAINS {
            let base = FIRST_PORT + 10 * id;
            let Ok(lock) = TcpListener::bind((Ipv4Addr::LOCALHOST, base + LOCK_PORT)) else {
                continue;
            };
            let free = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
            if (base..base + LOCK_PORT).all(free) {
                return Ok(Domain { id, _lock: lock });
            }
        }
        bail!("all ROS domains for tests are taken")
    }

    /// The ROS_DOMAIN_ID.
    pub fn id(&self) -> u16 {
        self.id
    }

    /// The first of nine TCP ports that belong to this domain.
    pub fn port_base(&self) -> u16 {
        FIRST_PORT + 10 * self.id
    }

    fn data(&self) -> PathBuf {
        std::env::temp_dir().join(format!("cuberig-tests-{}-{}", std::process::id(), self.id))
    }

    /// The environment that keeps a ROS program within this domain and this machine.
    ///
    /// What nodes keep for their user goes to a folder of this process.
    pub fn environment(&self) -> [(&'static str, String); 4] {
        [
            ("XDG_DATA_HOME", self.data().display().to_string()),
            ("ROS_HOME", self.data().join("ros").display().to_string()),
            ("ROS_DOMAIN_ID", self.id.to_string()),
            ("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST".into()),
        ]
    }
}

impl Drop for Domain {
    fn drop(&mut self) {
        // Where no node kept anything there is nothing to remove.
        let _ = std::fs::remove_dir_all(self.data());
    }
}
