//! A node's log: one line on the terminal, and the same on /rosout, where ROS tools look for it.

use std::sync::{Arc, Mutex, PoisonError};

use r2r::QosProfile;
use r2r::rcl_interfaces::msg::Log;

use super::clock::system_time;

/// How serious a line is; the values are those of rcl_interfaces/msg/Log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// For developers.
    Debug = 10,
    /// Normal events.
    Info = 20,
    /// Something is off, and the node goes on.
    Warn = 30,
    /// Something failed.
    Error = 40,
}

/// Writes a node's log lines.
#[derive(Clone)]
pub struct Logger {
    shared: Arc<Shared>,
}

struct Shared {
    name: String,
    publisher: Mutex<r2r::Publisher<Log>>,
    lowest: Severity,
}

impl Logger {
    /// Creates the publisher on /rosout. `CUBERIG_LOG=debug|info|warn|error` sets the lowest severity shown.
    pub fn new(node: &mut r2r::Node) -> r2r::Result<Self> {
        let qos = QosProfile::default().keep_last(1000).transient_local();
        let publisher = Mutex::new(node.create_publisher("/rosout", qos)?);
        let name = node.fully_qualified_name()?.trim_start_matches('/').replace('/', ".");
        let lowest = match std::env::var("CUBERIG_LOG").as_deref() {
            Ok("debug") => Severity::Debug,
            Ok("warn") => Severity::Warn,
            Ok("error") => Severity::Error,
            _ => Severity::Info,
        };
        Ok(Self { shared: Arc::new(Shared { name, publisher, lowest }) })
    }

    /// For developers.
    pub fn debug(&self, text: impl Into<String>) {
        self.log(Severity::Debug, text.into());
    }

    /// Normal events.
    pub fn info(&self, text: impl Into<String>) {
        self.log(Severity::Info, text.into());
    }

    /// Something is off, and the node goes on.
    pub fn warn(&self, text: impl Into<String>) {
        self.log(Severity::Warn, text.into());
    }

    /// Something failed.
    pub fn error(&self, text: impl Into<String>) {
        self.log(Severity::Error, text.into());
    }

    fn log(&self, severity: Severity, text: String) {
        let shared = &self.shared;
        if severity < shared.lowest {
            return;
        }
        let text = cube::outside::line(&text).to_string();
        eprintln!("[{}] [{}] {text}", format!("{severity:?}").to_uppercase(), shared.name);
        let line = Log {
            stamp: r2r::Clock::to_builtin_time(&system_time()),
            level: severity as u8,
            name: shared.name.clone(),
            msg: text,
            ..Log::default()
        };
        // The terminal has the line already; a failure to publish it cannot be logged either.
        let _ = shared.publisher.lock().unwrap_or_else(PoisonError::into_inner).publish(&line);
    }
}
