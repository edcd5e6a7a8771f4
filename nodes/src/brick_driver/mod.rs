//! The node `brick_driver`: two joints of one motor brick behind the standard joint trajectory action.

pub mod convert;
mod params;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use brick::clock::Interval;
use brick::control::runner::{Following, Pace, Report};
use brick::control::{JointSettings, Tolerances};
use brick::wiring::joint_settings;
use brick::{
    Address, BrickName, ClampOnConnect, Connection, ConnectionEvent, EndCode, GoalEnd, JointUpdates, Link, Port, Reach,
    Zeroing,
};
use execution::publishers::Publishers;
use futures::StreamExt;
use r2r::control_msgs::action::FollowJointTrajectory;
use r2r::sensor_msgs::msg::JointState;
use r2r::std_srvs::srv::Trigger;
use r2r::{QosProfile, ServiceRequest};
use tokio::sync::watch;

use crate::runtime::{
    Clock, Diagnostics, Goal, Health, Logger, Published, RigNode, Setup, StopChange, StopSwitch, Task, answer_trigger,
    rig_profile,
};
pub use params::BrickDriverParams;

/// The frame in which joint states are stamped, as ros2_control's drivers do it: the root of the rig's links.
const FRAME: &str = "base_link";

/// How often a goal's feedback is sent.
const FEEDBACK_PAUSE: Duration = Duration::from_millis(100);

/// How exactly and how soon a joint arrives, where a goal does not say.
const TOLERANCES: Tolerances = Tolerances { path: None, goal: 2.5f64.to_radians(), goal_time: 1.5 };

/// How often the control loop reads the motors; a slow link gives fewer readings by itself.
const PACE: Pace = Pace {
    moving: Duration::from_micros(16_667),
    holding: Duration::from_millis(50),
    resting: Duration::from_millis(200),
    rests_on_ticks: true,
    keep_alive: Duration::from_secs(20),
};

/// Below this many volts /diagnostics warns of the battery, and what fails names it. A brick with six cells goes off at about 5 V,
/// and its motors grow slow long before.
const LOW_BATTERY: f64 = 7.0;

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
            pace: PACE,
            longest_pause: Duration::from_secs_f64(params.longest_pause),
            on_event: log_event(setup.log.clone()),
            stop: setup.stop.clone(),
        };
        let name = brick.name();
        let states = setup.publisher::<JointState>("joint_states", QosProfile::default().keep_last(20))?;
        let mut goals =
            setup.action_server::<FollowJointTrajectory::Action>(&format!("{name}/follow_joint_trajectory"))?;
        let mut stops = setup.service::<Trigger::Service>(&format!("{name}/stop"))?;
        let switch = StopSwitch::connect(setup)?;
        let (link_sender, link) = watch::channel(Link::Down("not connected yet".into()));
        let (report_sender, mut reports) = watch::channel(None);
        let mut link_changes = link.clone();
        let driver =
            Driver { brick, link, reports: reports.clone(), clock: setup.clock.clone(), log: setup.log.clone() };
        setup.spawn(keep_diagnostics(driver.clone(), setup.diagnostics.clone()));
        if !brick.clamps() {
            let claws =
                setup.subscribe::<Published<JointState>>("joint_states", QosProfile::default().keep_last(50))?;
            let travel = rig_profile(&params.profile)?.gearing.open_grip();
            setup.spawn(zero_wrists(driver.clone(), claws, travel));
        }
        let clamping = match params.clamp_on_connect {
            true => {
                let timing = rig_profile(&params.profile)?.timing;
                ClampOnConnect::once(brick, &timing, TOLERANCES)?
            }
            false => ClampOnConnect::NEVER,
        };
        let (stop, clock) = (setup.stop.clone(), setup.clock.clone());
        let mut orders = Orders { driver, switch, clamping };
        Ok(Box::pin(async move {
            let kept = connection.keep(link_sender, report_sender);
            let connection = match is_real {
                // A real motor turns in the machine's time.
                true => tokio::spawn(kept),
                false => tokio::spawn(clock.steady_clock().scope(kept)),
            };
            let mut updates = JointUpdates::default();
            loop {
                // Orders reach the position loop in the order in which they are taken here; a stop goes first.
                tokio::select! {
                    biased;
                    () = stop.cancelled() => break,
                    change = orders.switch.change() => orders.take_change(change),
                    Some(request) = stops.next() => orders.stop(request),
                    Ok(()) = link_changes.changed() => orders.greet(&link_changes.borrow_and_update()),
                    Some(goal) = goals.recv(), if orders.switch.is_settled() => orders.begin(goal),
                    Ok(()) = reports.changed() => {
                        let report = reports.borrow_and_update().clone();
                        let Some(report) = report else { continue };
                        let state = convert::joint_state(clock.header(FRAME), brick, &report);
                        if let Some(state) = updates.update(report, state) {
                            states.publish(&state);
                        }
                    }
                    state = updates.due() => states.publish(&state),
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
    let models = params.motors()?;
    let settings = |(port, joint), zero: f64| {
        let mut settings = joint_settings(&profile, joint, zero.to_radians());
        if let Some(model) = models.of(joint) {
            settings.model = model;
        }
        (port, settings)
    };
    Ok([settings(first, params.first_zero), settings(second, params.second_zero)])
}

/// What the tasks of goals and services share.
#[derive(Clone)]
struct Driver {
    brick: BrickName,
    link: watch::Receiver<Link>,
    reports: watch::Receiver<Option<Arc<Report>>>,
    clock: Clock,
    log: Logger,
}

/// Gives orders to the position loop, one after the other.
struct Orders {
    driver: Driver,
    switch: StopSwitch,
    clamping: ClampOnConnect,
}

impl Orders {
    /// Starts a goal; it supersedes the one under way.
    fn begin(&self, goal: Goal<FollowJointTrajectory::Action>) {
        let order = self.order(&goal);
        let driver = self.driver.clone();
        tokio::spawn(async move {
            let end = match order {
                Ok(following) => driver.see_through(&goal, following).await,
                Err(end) => end,
            };
            let end = end.with_battery(driver.weak_battery());
            if let EndCode::PathToleranceViolated | EndCode::GoalToleranceViolated = end.code {
                driver.log.warn(&end.reason);
            }
            let (well, result) = convert::result(end);
            goal.end(well, result);
        });
    }

    /// Gives a goal to the position loop, unless it is refused.
    fn order(&self, goal: &Goal<FollowJointTrajectory::Action>) -> std::result::Result<Following, GoalEnd> {
        let driver = &self.driver;
        if let Some(reason) = self.switch.refusal() {
            return Err(GoalEnd::new(EndCode::Stopped, reason));
        }
        let wanted = convert::trajectory_goal(goal.request(), driver.clock.now());
        let joint_goals = wanted.joint_goals(driver.brick, TOLERANCES)?;
        match &*driver.link.borrow() {
            Link::Up(handle) => Ok(handle.follow(joint_goals)),
            Link::Down(reason) => {
                let reason = format!("brick {} is out of reach: {reason}", driver.brick.name());
                Err(GoalEnd::new(EndCode::Unreachable, reason))
            }
        }
    }

    /// Stops the rig: this brick at once, the others as soon as they receive it.
    fn stop(&mut self, request: ServiceRequest<Trigger::Service>) {
        let name = self.driver.brick.name();
        self.switch.stop(&format!("stopped at the driver {name}"));
        let stopped = self.driver.stop_motors();
        tokio::spawn(async move {
            answer_trigger(request, stopped.await.map(|()| String::new()));
        });
    }

    /// Another node has stopped the rig, or let it go.
    fn take_change(&mut self, change: StopChange) {
        match (change, &*self.driver.link.borrow()) {
            (StopChange::Stopped, Link::Up(handle)) => {
                // The order is given; the loop reports its end to the asker.
                drop(handle.stop());
            }
            (StopChange::Free, Link::Up(handle)) => handle.resume(),
            (StopChange::Waiting, _) | (_, Link::Down(_)) => {}
        }
        self.switch.publish();
        let link = self.driver.link.borrow().clone();
        self.clamp(&link);
    }

    /// A loop that begins while the rig is stopped begins stopped.
    fn greet(&mut self, link: &Link) {
        if let (Link::Up(handle), Some(_)) = (link, self.switch.refusal()) {
            drop(handle.stop());
        }
        self.clamp(link);
    }

    /// Closes the claws where that is wanted and was not done yet, once the brick is connected and the rig may move.
    fn clamp(&mut self, link: &Link) {
        if self.switch.refusal().is_some() {
            return;
        }
        let Some(closing) = self.clamping.begin(link) else {
            return;
        };
        let log = self.driver.log.clone();
        tokio::spawn(async move {
            if let Err(error) = closing.await {
                log.warn(format!("the claws did not close on connect: {error}"));
            }
        });
    }
}

impl Driver {
    /// Waits for the end of a goal, reports its progress, and cancels it when its client does.
    async fn see_through(&self, goal: &Goal<FollowJointTrajectory::Action>, mut following: Following) -> GoalEnd {
        let mut feedback = tokio::time::interval(FEEDBACK_PAUSE);
        let mut is_cancelled = false;
        loop {
            tokio::select! {
                outcome = &mut following => return GoalEnd::of(outcome),
                () = goal.cancelled.cancelled(), if !is_cancelled => {
                    is_cancelled = true;
                    following.cancel();
                }
                _ = feedback.tick() => {
                    let report = self.reports.borrow().clone();
                    if let Some(report) = report {
                        goal.feedback(convert::feedback(self.clock.header(""), self.brick, &report));
                    }
                }
            }
        }
    }

    /// The battery's voltage as read last, if it is low.
    fn weak_battery(&self) -> Option<f64> {
        let report = self.reports.borrow();
        let volts = report.as_ref().and_then(|report| report.battery_volts);
        volts.filter(|volts| *volts < LOW_BATTERY)
    }

    /// Brakes both motors; the order is given when this returns.
    fn stop_motors(&self) -> impl Future<Output = std::result::Result<(), String>> + Send + use<> {
        let stopping = match &*self.link.borrow() {
            Link::Up(handle) => Ok(handle.stop()),
            Link::Down(reason) => {
                Err(format!("brick {} is out of reach: {reason}; it stays stopped when it is back", self.brick.name()))
            }
        };
        async move { stopping?.await.map_err(|error| error.to_string()) }
    }
}

/// Keeps the wrists compliant while claws close, and measures their drift then. The claws are another brick's.
async fn zero_wrists(
    driver: Driver,
    mut states: impl futures::Stream<Item = Published<JointState>> + Unpin,
    travel: f64,
) {
    let mut zeroing = Zeroing::new(driver.brick, travel);
    let (began, mut publishers) = (Instant::now(), Publishers::default());
    let own = || match (&*driver.link.borrow(), &*driver.reports.borrow()) {
        (Link::Up(handle), Some(report)) => Some((handle.clone(), report.joints.clone())),
        _ => None,
    };
    while let Some(state) = states.next().await {
        // What a second program publishes of a claw does not count.
        let mut read: Vec<_> = convert::joints(&state.message).collect();
        read.retain(|(joint, ..)| publishers.note(began.elapsed().as_secs_f64(), state.by, *joint));
        for warning in zeroing.take(&read, own).await {
            driver.log.warn(warning);
        }
    }
}

/// Reports once a second how the brick is.
async fn keep_diagnostics(driver: Driver, diagnostics: Diagnostics) {
    let mut every_second = Interval::every(Duration::from_secs(1));
    loop {
        every_second.tick().await;
        let link = driver.link.borrow().clone();
        let report = driver.reports.borrow().clone();
        match (link, report) {
            (Link::Up(_), Some(report)) => {
                let mut values = vec![
                    ("round_trip_ms", format!("{:.1}", report.round_trip * 1000.0)),
                    ("stray_packets", report.strays.to_string()),
                    ("repeated_requests", report.repeats.to_string()),
                ];
                for (joint, state) in driver.brick.driven_joints().iter().zip(&report.joints) {
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
            (Link::Up(_), None) => diagnostics.report(Health::Warn, "connected, nothing read", &[]),
            (Link::Down(mut reason), _) => {
                if let Some(volts) = driver.weak_battery() {
                    reason += &format!("; its battery was down to {volts:.1} V");
                }
                diagnostics.report(Health::Error, reason, &[]);
            }
        }
    }
}
