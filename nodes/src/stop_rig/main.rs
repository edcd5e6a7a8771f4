//! The `stop_rig` executable: stops the rig from a terminal, and prints what holds. It needs no other node than the drivers.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use cuberig::runtime::{Drivers, RigNode, Setup, StopOutcome, StopSwitch, Task};
use tokio::time::timeout;

/// How long the drivers may take to be discovered. Each receives the stop as soon as it is.
const DISCOVERY: Duration = Duration::from_secs(3);

/// How long a driver that was discovered may take to confirm: DDS repeats a part of the discovery that was lost after 3 s.
const PATIENCE: Duration = Duration::from_secs(7);

/// How long it listens at a time.
const LISTEN: Duration = Duration::from_millis(50);

cuberig::parameters! {
    /// It has none of its own.
    pub struct StopRigParams {}
}

/// The stop, as a client of the graph.
struct StopRig;

impl RigNode for StopRig {
    const NAME: &'static str = "stop_rig";
    const ABOUT: &'static str = "stops the rig; all motors hold until the service `resume` or `clear_stop` is called";
    type Params = StopRigParams;

    fn start(setup: &mut Setup<StopRigParams>) -> Result<Task> {
        let mut switch = StopSwitch::connect(setup)?;
        let (later, namespace, log) = (setup.later.clone(), setup.namespace(), setup.log.clone());
        let interrupted = setup.stop.clone();
        Ok(Box::pin(async move {
            switch.stop_anew("stopped in a terminal");
            let (drivers, found) = tokio::select! {
                found = Drivers::stop_as_found(&later, &namespace, [DISCOVERY, PATIENCE], log) => found?,
                () = listen(&mut switch) => return Ok(()),
                () = interrupted.cancelled() => bail!("interrupted: the rig may still move"),
            };
            if found.is_empty() {
                bail!(
                    "no rig was stopped: no driver of joints was found in the namespace {namespace} within {} s; is the rig in \
                     another namespace (--ros-args -r __ns:=/NAME) or another ROS_DOMAIN_ID?",
                    DISCOVERY.as_secs()
                );
            }
            // The states of the others decide under which number the stop counts.
            for _ in 0..20 {
                if switch.has_received() {
                    break;
                }
                let _ = timeout(LISTEN, listen(&mut switch)).await;
            }
            let stopped = drivers.stop(&switch);
            tokio::select! {
                outcome = stopped => report(&outcome, &found),
                () = listen(&mut switch) => Ok(()),
            }
        }))
    }
}

/// Takes the stop states of the other nodes, forever.
async fn listen(switch: &mut StopSwitch) {
    loop {
        switch.change().await;
        switch.publish();
    }
}

fn report(outcome: &StopOutcome, found: &[String]) -> Result<()> {
    let confirmed = outcome.in_words();
    if !outcome.moving.is_empty() {
        bail!("{}", confirmed.err().unwrap_or_default());
    }
    println!(
        "All motors hold ({}). The service `resume` continues the run, `clear_stop` only lets the rig move again.",
        found.join(", ")
    );
    if let Err(text) = confirmed {
        println!("{text}");
    }
    Ok(())
}

fn main() -> ExitCode {
    cuberig::runtime::main::<StopRig>()
}
