//! The node `servo_driver`: all joints of a bus of servos or of a Maestro, behind the standard joint trajectory actions.

mod params;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use brick::clock::Interval;
use brick::control::runner::Report;
use brick::{Address, ConnectionEvent, Driver, JointUpdates, Link};
use futures::StreamExt;
use futures::stream::{poll_fn, select_all};
use r2r::QosProfile;
use r2r::control_msgs::action::FollowJointTrajectory;
use r2r::sensor_msgs::msg::JointState;
use r2r::std_srvs::srv::Trigger;
use rig::JointGroup;
use servo::bus::Bus;
use servo::maestro::Maestro;
use servo::{Family, Group, Health as ServoHealth, keep};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::messages::trajectory;
use crate::runtime::{
    Clock, Diagnostics, Health, JOINTS_FRAME, Publisher, RigNode, ServedJoints, Setup, StopSwitch, Task, rig_profile,
};
pub use params::ServoDriverParams;

/// Joint states are published at most this often: servos are read a hundred times a second.
const STATES_PAUSE: Duration = Duration::from_millis(18);

/// Drives all servos of a rig.
pub struct ServoDriver;

impl RigNode for ServoDriver {
    const NAME: &'static str = "servo_driver";
    const ABOUT: &'static str =
        "drives bus servos (Feetech STS3215) or hobby servos (Pololu Maestro) along trajectories, over serial or TCP";
    type Params = ServoDriverParams;

    fn start(setup: &mut Setup<ServoDriverParams>) -> Result<Task> {
        let params = setup.params.get();
        let (address, profile) = (params.address()?, rig_profile(&params.profile)?);
        let driven = profile.groups.iter().filter(|(_, group)| profile.has_servo(group.joints[0]));
        let driven: Vec<JointGroup> = driven.map(|(_, group)| group.clone()).collect();
        ensure!(!driven.is_empty(), "parameter 'profile' is '{}', which has no servos", params.profile);
        let has_maestro = !profile.maestro.is_empty();
        setup.diagnostics.set_hardware(format!("{} at {address}", if has_maestro { Maestro::NAME } else { Bus::NAME }));
        let is_real = !matches!(address, Address::Tcp { .. });
        let states = setup.publisher::<JointState>("joint_states", QosProfile::default().keep_last(20))?;
        let mut switch = StopSwitch::connect(setup)?;
        let (mut groups, mut served, mut links, mut goals, mut stops) = (vec![], vec![], vec![], vec![], vec![]);
        for (index, joints) in driven.into_iter().enumerate() {
            let mut wanted = setup.action_server::<FollowJointTrajectory::Action>(&joints.action())?;
            goals.push(poll_fn(move |context| wanted.poll_recv(context)).map(move |goal| (index, goal)));
            let stop = setup.service::<Trigger::Service>(&format!("{}/stop", joints.name))?;
            stops.push(stop.map(move |request| (index, request)));
            let (link, joints_link) = watch::channel(Link::Down("not connected yet".into()));
            let (reports, joints_reports) = watch::channel(None);
            let (states, clock, stop) = (states.clone(), setup.clock.clone(), setup.stop.clone());
            setup.spawn(publish_states(joints.clone(), joints_reports.clone(), states, clock, stop));
            links.push(joints_link.clone());
            served.push(ServedJoints::new(Driver::new(joints.clone(), joints_link, joints_reports), setup));
            groups.push(Group { joints, link, reports });
        }
        let (health, servos) = watch::channel(ServoHealth::default());
        setup.spawn(keep_diagnostics(served[0].driver.clone(), servos, setup.diagnostics.clone()));
        let log = setup.log.clone();
        let on_event = move |event: &ConnectionEvent| match event {
            ConnectionEvent::Connected(_) => log.info(event.to_string()),
            _ => log.warn(event.to_string()),
        };
        let (stop, clock) = (setup.stop.clone(), setup.clock.clone());
        let end = setup.stop.clone();
        let kept = async move {
            match has_maestro {
                true => keep::<Maestro>(address, profile, groups, health, on_event, end).await,
                false => keep::<Bus>(address, profile, groups, health, on_event, end).await,
            }
        };
        Ok(Box::pin(async move {
            let connection = match is_real {
                // A real servo turns in the machine's time.
                true => tokio::spawn(kept),
                false => tokio::spawn(clock.steady_clock().scope(kept)),
            };
            let (mut goals, mut stops) = (select_all(goals), select_all(stops));
            // All groups have one bus. The link of the last one is set last.
            let mut link = links.pop().context("there is a group")?;
            loop {
                // Orders reach the servos in the order in which they are taken here; a stop goes first.
                tokio::select! {
                    biased;
                    () = stop.cancelled() => break,
                    change = switch.change() => {
                        served.iter().for_each(|joints| joints.take_change(change));
                        switch.publish();
                    }
                    Some((index, request)) = stops.next() => served[index].stop(&mut switch, request),
                    Ok(()) = link.changed() => served.iter().for_each(|joints| joints.link_changed(&switch)),
                    Some((index, goal)) = goals.next(), if switch.is_settled() => served[index].begin(&switch, goal),
                }
            }
            connection.await.context("the task of the bus broke off")
        }))
    }
}

/// Publishes how the joints of a group stand.
async fn publish_states(
    joints: JointGroup,
    mut reports: watch::Receiver<Option<Arc<Report>>>,
    states: Publisher<JointState>,
    clock: Clock,
    stop: CancellationToken,
) {
    let mut updates = JointUpdates::default();
    let message = |report: &Report| trajectory::joint_state(clock.header(JOINTS_FRAME), &joints, report);
    while let Some(state) = stop.run_until_cancelled(updates.next(&mut reports, message)).await {
        states.publish(&state);
        tokio::time::sleep(STATES_PAUSE).await;
    }
}

/// Reports once a second how the servos are.
async fn keep_diagnostics(driver: Driver, servos: watch::Receiver<ServoHealth>, diagnostics: Diagnostics) {
    let mut every_second = Interval::every(Duration::from_secs(1));
    loop {
        every_second.tick().await;
        if let Some(fault) = driver.fault() {
            diagnostics.report(Health::Error, fault, &[]);
            continue;
        }
        let health = servos.borrow().clone();
        let mut values = vec![("lost_answers", health.lost.to_string()), ("stray_packets", health.strays.to_string())];
        values.extend(health.joints.into_iter().map(|(joint, text)| (joint.name(), text)));
        let connected = health.note.map_or("connected".to_owned(), |note| format!("connected; {note}"));
        match (health.fault, health.warning) {
            (Some(fault), _) => diagnostics.report(Health::Error, fault, &values),
            (None, Some(warning)) => diagnostics.report(Health::Warn, format!("{connected}; {warning}"), &values),
            (None, None) => diagnostics.report(Health::Ok, connected, &values),
        }
    }
}
