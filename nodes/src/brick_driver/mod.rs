//! The node `brick_driver`: two joints of one motor brick behind the standard joint trajectory action.

mod params;

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use brick::clock::Interval;
use brick::control::JointSettings;
use brick::control::runner::Report;
use brick::wiring::joint_settings;
use brick::{
    Address, BrickName, ClampOnConnect, Connection, ConnectionEvent, Driver, JointUpdates, Link, Port, Reach, Zeroing,
};
use execution::publishers::Publishers;
use futures::StreamExt;
use r2r::QosProfile;
use r2r::control_msgs::action::FollowJointTrajectory;
use r2r::sensor_msgs::msg::JointState;
use r2r::std_srvs::srv::Trigger;
use tokio::sync::watch;

use crate::messages::trajectory;
use crate::runtime::{
    Diagnostics, Health, JOINTS_FRAME, Logger, Published, RigNode, ServedJoints, Setup, StopChange, StopSwitch, Task,
    rig_profile,
};
pub use params::BrickDriverParams;

/// Drives one motor brick.
pub struct BrickDriver;

impl RigNode for BrickDriver {
    const NAME: &'static str = "brick_driver";
    const ABOUT: &'static str =
        "drives the two joints of one motor brick along trajectories, over TCP, serial or Bluetooth";
    type Params = BrickDriverParams;

    fn start(setup: &mut Setup<BrickDriverParams>) -> Result<Task> {
        let params = setup.params.get();
        let wanted_name = if params.brick.is_empty() { &setup.name } else { &params.brick };
        let brick = BrickName::parse(wanted_name).with_context(|| {
            let names = BrickName::names();
            format!("'{wanted_name}' is no brick of the rig; name the node or set 'brick' as one of {names}")
        })?;
        let address = params.address(brick)?;
        setup.diagnostics.set_hardware(format!("{} at {address}", brick.name()));
        let is_real = !matches!(address, Address::Tcp { .. });
        let connection = Connection {
            reach: Reach::At(address),
            timeouts: params.timeouts(),
            motors: motors(&params, brick)?,
            pace: Driver::PACE,
            longest_pause: Duration::from_secs_f64(params.longest_pause),
            on_event: log_event(setup.log.clone()),
            stop: setup.stop.clone(),
        };
        let name = brick.name();
        let states = setup.publisher::<JointState>("joint_states", QosProfile::default().keep_last(20))?;
        let mut goals = setup.action_server::<FollowJointTrajectory::Action>(&brick.group().action())?;
        let mut stops = setup.service::<Trigger::Service>(&format!("{name}/stop"))?;
        let switch = StopSwitch::connect(setup)?;
        let (link_sender, mut link) = watch::channel(Link::Down("not connected yet".into()));
        let (report_sender, mut reports) = watch::channel(None);
        let driver = Driver::new(brick.group(), link.clone(), reports.clone());
        setup.spawn(keep_diagnostics(driver.clone(), setup.diagnostics.clone()));
        if !brick.clamps() {
            let claws =
                setup.subscribe::<Published<JointState>>("joint_states", QosProfile::default().keep_last(50))?;
            let travel = rig_profile(&params.profile)?.gearing.open_grip();
            setup.spawn(zero_wrists(brick, driver.clone(), claws, travel, setup.log.clone()));
        }
        let clamping = match params.clamp_on_connect {
            true => {
                let timing = rig_profile(&params.profile)?.timing;
                ClampOnConnect::once(brick, &timing, Driver::TOLERANCES)?
            }
            false => ClampOnConnect::NEVER,
        };
        let (stop, clock) = (setup.stop.clone(), setup.clock.clone());
        let joints = ServedJoints::new(driver, setup);
        let mut orders = Orders { joints, switch, clamping, log: setup.log.clone() };
        Ok(Box::pin(async move {
            let kept = connection.keep(link_sender, report_sender);
            let connection = match is_real {
                // A real motor turns in the machine's time.
                true => tokio::spawn(kept),
                false => tokio::spawn(clock.steady_clock().scope(kept)),
            };
            let mut updates = JointUpdates::default();
            let group = brick.group();
            let message = |report: &Report| trajectory::joint_state(clock.header(JOINTS_FRAME), &group, report);
            loop {
                // Orders reach the position loop in the order in which they are taken here; a stop goes first.
                tokio::select! {
                    biased;
                    () = stop.cancelled() => break,
                    change = orders.switch.change() => orders.take_change(change),
                    Some(request) = stops.next() => orders.joints.stop(&mut orders.switch, request),
                    Ok(()) = link.changed() => orders.link_changed(),
                    Some(goal) = goals.recv(), if orders.switch.is_settled() => orders.joints.begin(&orders.switch, goal),
                    state = updates.next(&mut reports, message) => states.publish(&state),
                }
            }
            connection.await.context("the connection's task broke off")
        }))
    }
}

/// Writes what happens to the connection to the log.
fn log_event(log: Logger) -> Box<dyn Fn(&ConnectionEvent) + Send + Sync> {
    Box::new(move |event| match event {
        ConnectionEvent::Connected(_) => log.info(event.to_string()),
        _ => log.warn(event.to_string()),
    })
}

/// Ports and settings of the brick's motors, from the rig's profile.
fn motors(params: &BrickDriverParams, brick: BrickName) -> Result<[(Port, JointSettings); 2]> {
    let profile = rig_profile(&params.profile)?;
    let [first, second] = brick.joints();
    ensure!(
        !profile.has_servo(first.1),
        "servos drive the joints of {brick} in the profile {}: start servo_driver in its place (servos:=…)",
        profile.name
    );
    ensure!(
        profile.groups.iter().any(|(_, group)| *group == brick.group()),
        "the profile {} has no group {brick} of {} and {}, which its bricks drive: leave {brick} out ({brick}:=none)",
        profile.name,
        first.1,
        second.1
    );
    let models = params.motors()?;
    let settings = |(port, joint), zero: f64| {
        let mut settings = joint_settings(&profile, joint, zero.to_radians());
        models.fit(joint, &mut settings);
        (port, settings)
    };
    Ok([settings(first, params.first_zero), settings(second, params.second_zero)])
}

/// Gives orders to the position loop, and closes the claws where that is wanted.
struct Orders {
    joints: ServedJoints,
    switch: StopSwitch,
    clamping: ClampOnConnect,
    log: Logger,
}

impl Orders {
    /// Another node has stopped the rig, or let it go.
    fn take_change(&mut self, change: StopChange) {
        self.joints.take_change(change);
        self.switch.publish();
        self.clamp();
    }

    /// The brick was reached, or lost.
    fn link_changed(&mut self) {
        self.joints.link_changed(&self.switch);
        self.clamp();
    }

    /// Closes the claws where that is wanted, and was not done yet.
    fn clamp(&mut self) {
        let Some(closing) = self.clamping.begin(&self.joints.driver.link(), self.switch.refusal().is_some()) else {
            return;
        };
        let log = self.log.clone();
        tokio::spawn(async move {
            if let Err(error) = closing.await {
                log.warn(format!("the claws did not close on connect: {error}"));
            }
        });
    }
}

/// Keeps the wrists compliant while claws close, and measures their drift then. The claws are another brick's.
async fn zero_wrists(
    brick: BrickName,
    driver: Driver,
    mut states: impl futures::Stream<Item = Published<JointState>> + Unpin,
    travel: f64,
    log: Logger,
) {
    let mut zeroing = Zeroing::new(brick, travel);
    let (began, mut publishers) = (Instant::now(), Publishers::default());
    while let Some(state) = states.next().await {
        // What a second program publishes of a claw does not count.
        let mut read: Vec<_> = trajectory::joints(&state.message).collect();
        read.retain(|(joint, ..)| publishers.note(began.elapsed().as_secs_f64(), state.by, *joint));
        for warning in zeroing.take(&read, || driver.joints()).await {
            log.warn(warning);
        }
    }
}

/// Reports once a second how the brick is.
async fn keep_diagnostics(driver: Driver, diagnostics: Diagnostics) {
    let mut every_second = Interval::every(Duration::from_secs(1));
    loop {
        every_second.tick().await;
        match (driver.fault(), driver.report()) {
            (None, Some(report)) => {
                let mut values = vec![
                    ("round_trip_ms", format!("{:.1}", report.round_trip * 1000.0)),
                    ("stray_packets", report.strays.to_string()),
                    ("repeated_requests", report.repeats.to_string()),
                ];
                for (joint, state) in driver.group().joints.iter().zip(&report.joints) {
                    let [position, drift] = [state.position, state.drift].map(|angle| angle.to_degrees());
                    let mut text = format!("{position:.1} deg, drifted by {drift:.1} deg");
                    if state.coasted.is_some() {
                        text += ", only estimated since its brick was off";
                    }
                    values.push((joint.name(), text));
                }
                if let Some(volts) = report.battery_volts {
                    values.push(("battery_volts", format!("{volts:.2}")));
                }
                match driver.weak_battery() {
                    Some(volts) => {
                        let text = format!("connected, the battery is low: {volts:.1} V");
                        diagnostics.report(Health::Warn, text, &values);
                    }
                    None => diagnostics.report(Health::Ok, "connected", &values),
                }
            }
            (None, None) => diagnostics.report(Health::Warn, "connected, nothing read", &[]),
            (Some(fault), _) => diagnostics.report(Health::Error, fault, &[]),
        }
    }
}
