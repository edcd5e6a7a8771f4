//! A node's health on /diagnostics, once a second.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use brick::clock::Interval;
use r2r::QosProfile;
use r2r::diagnostic_msgs::msg::{DiagnosticArray, DiagnosticStatus, KeyValue};
use rustix::time::{ClockId, clock_gettime};
use tokio_util::sync::CancellationToken;

use super::clock::Clock;
use super::logger::Logger;

/// The value in every report that names the process of the node.
pub const PROCESS_KEY: &str = "process";

/// The value in every report that names the kind of the node, whatever its name is: the name of its executable.
pub const KIND_KEY: &str = "node";

/// The value in every report that has the processor time of the process since the last one, in percent of one core.
const PROCESSOR_KEY: &str = "processor";

/// The hardware of a node that has none, as diagnostic_updater has it.
pub const NO_HARDWARE: &str = "none";

/// The nodes make their reports at each full second, this long before these are published.
const LATER: Duration = Duration::from_millis(5);

/// How well a node is; the values are those of diagnostic_msgs/msg/DiagnosticStatus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// All works.
    Ok = 0,
    /// It works, but someone should look.
    Warn = 1,
    /// It does not work.
    Error = 2,
}

/// The processor time of this process.
struct ProcessorTime {
    read: Instant,
    used: Duration,
}

impl ProcessorTime {
    fn read() -> Self {
        let used = clock_gettime(ClockId::ProcessCPUTime);
        Self { read: Instant::now(), used: Duration::new(used.tv_sec.unsigned_abs(), used.tv_nsec as u32) }
    }

    /// What was used since the last reading, in percent of one core.
    fn percent(&mut self) -> f64 {
        let now = Self::read();
        let used = now.used.saturating_sub(self.used).as_secs_f64();
        let passed = now.read.duration_since(self.read).as_secs_f64();
        *self = now;
        if passed == 0.0 { 0.0 } else { 100.0 * used / passed }
    }
}

/// What a node reports about itself. Cheap to clone; the newest report is published once a second.
#[derive(Clone)]
pub struct Diagnostics {
    status: Arc<Mutex<DiagnosticStatus>>,
}

impl Diagnostics {
    /// Begins publishing for a node of this kind.
    pub fn start(
        node: &mut r2r::Node,
        kind: &'static str,
        clock: Clock,
        log: Logger,
        stop: CancellationToken,
    ) -> r2r::Result<(Self, impl Future<Output = ()> + Send + use<>)> {
        let publisher = node.create_publisher("/diagnostics", QosProfile::default())?;
        let status = DiagnosticStatus {
            name: node.fully_qualified_name()?.trim_start_matches('/').into(),
            message: "starting".into(),
            hardware_id: NO_HARDWARE.into(),
            ..DiagnosticStatus::default()
        };
        let diagnostics = Self { status: Arc::new(Mutex::new(status)) };
        let shared = diagnostics.status.clone();
        let task = async move {
            let mut without_time = false;
            let mut processor = ProcessorTime::read();
            let mut every_second = Interval::every(Duration::from_secs(1)).after(LATER);
            while stop.run_until_cancelled(every_second.tick()).await.is_some() {
                let mut status = shared.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let process = std::process::id().to_string();
                let used = format!("{:.1} %", processor.percent());
                for (key, value) in [(KIND_KEY, kind.to_owned()), (PROCESS_KEY, process), (PROCESSOR_KEY, used)] {
                    status.values.push(KeyValue { key: key.into(), value });
                }
                let failure = clock.failure();
                if let (Some(failure), false) = (&failure, without_time) {
                    log.warn(failure.clone());
                }
                without_time = failure.is_some();
                if let Some(failure) = failure {
                    // Whatever the node itself reports: without time it does not work.
                    status.level = Health::Error as u8;
                    status.message = failure;
                }
                let header = clock.header("");
                // A subscriber that went away is no reason to stop the node.
                let _ = publisher.publish(&DiagnosticArray { header, status: vec![status] });
            }
        };
        Ok((diagnostics, task))
    }

    /// Names the hardware that the node reports of.
    pub fn set_hardware(&self, id: impl Into<String>) {
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        status.hardware_id = id.into();
    }

    /// Replaces the report: health, one sentence, and values by name.
    pub fn report(&self, health: Health, text: impl Into<String>, values: &[(&str, String)]) {
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        status.level = health as u8;
        status.message = text.into();
        status.values =
            values.iter().map(|(key, value)| KeyValue { key: (*key).into(), value: value.clone() }).collect();
    }
}
