//! The node `recorder`: records the topics of its rig, and saves the last minute when a run fails.

mod convert;
mod params;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use brick::clock::Interval;
use futures::StreamExt;
use futures::future::{join_all, try_join_all};
use r2r::cuberig_msgs::msg::RunStatus;
use r2r::std_srvs::srv::Trigger;
use record::{Definitions, Desk, Inbox, Message, Notice, Plan, Source, Topic};
use tokio::sync::mpsc;

use crate::messages::node_reports::LAST_MINUTE_KEY;
use crate::runtime::{Diagnostics, Health, Later, Logger, RigNode, Setup, Task, Wire, answer_trigger, latched};
pub use params::RecorderParams;

/// How long messages may wait to be taken together: their times are those of the middleware.
const PAUSE: Duration = Duration::from_millis(100);
/// How often it looks for new topics.
const LOOK: Duration = Duration::from_millis(500);

/// Records.
pub struct Recorder;

impl RigNode for Recorder {
    const NAME: &'static str = "recorder";
    const ABOUT: &'static str = "records the topics of its rig, and saves the last minute when a run fails";
    type Params = RecorderParams;

    fn start(setup: &mut Setup<RecorderParams>) -> Result<Task> {
        setup.pause = Some(PAUSE);
        let params = setup.params.get();
        let variable = |name: &str| std::env::var(name).ok();
        let plan = Plan {
            recording: (!params.record.is_empty()).then(|| PathBuf::from(&params.record)),
            rings: params.folder(variable).filter(|_| params.last_minute),
            distribution: variable("ROS_DISTRO").unwrap_or_default(),
        };
        let namespace = setup.namespace();
        let left_out = params.left_out().map(|name| full_name(name, &namespace)).collect();
        let prefixes = variable("AMENT_PREFIX_PATH").unwrap_or_default();
        let mut statuses = setup.subscribe::<RunStatus>("run/status", latched())?;
        let mut saves = match params.last_minute {
            true => setup.service::<Trigger::Service>("save_recording")?.boxed(),
            false => futures::stream::pending().boxed(),
        };
        let (sender, mut notices) = mpsc::unbounded_channel();
        let (desk, inbox) = Desk::open(plan, move |notice| drop(sender.send(notice))).context("cannot record")?;
        let mut topics = Topics {
            later: setup.later.clone(),
            definitions: Definitions::new(prefixes.split(':').map(PathBuf::from)),
            seen: left_out,
            namespace,
            inbox: inbox.clone(),
            recorded: 0,
            log: setup.log.clone(),
        };
        let mut reports = Reports { state: BTreeMap::new(), failure: None, dropped: 0, log: setup.log.clone() };
        let (stop, health, log) = (setup.stop.clone(), setup.diagnostics.clone(), setup.log.clone());
        Ok(Box::pin(async move {
            let mut looks = Interval::every(LOOK);
            let mut seconds = Interval::every(Duration::from_secs(1));
            // A failure counts only after the run before it: a late subscriber receives the last status again.
            let mut runs = false;
            loop {
                tokio::select! {
                    () = stop.cancelled() => break,
                    Some(notice) = notices.recv() => reports.take(notice),
                    Some(status) = statuses.next() => {
                        let failed = u32::from(status.stage) == RunStatus::FAILED as u32;
                        if failed && runs {
                            let log = log.clone();
                            inbox.save(move |saved| {
                                if let Err(reason) = saved {
                                    log.warn(format!("the minute before the failure is not saved: {reason}"));
                                }
                            });
                        }
                        runs = !failed;
                    }
                    Some(request) = saves.next() => inbox.save(|saved| {
                        answer_trigger(request, saved.map(|file| file.display().to_string()));
                    }),
                    () = looks.tick() => topics.look().await,
                    () = seconds.tick() => reports.publish(&health, &inbox, topics.recorded),
                }
            }
            tokio::task::spawn_blocking(move || desk.close()).await.context("the recording broke off")?;
            while let Ok(notice) = notices.try_recv() {
                reports.take(notice);
            }
            Ok(())
        }))
    }
}

/// A name within a namespace.
fn full_name(name: &str, namespace: &str) -> String {
    match name.starts_with('/') {
        true => name.to_owned(),
        false => format!("{}/{name}", namespace.trim_end_matches('/')),
    }
}

/// The topics that are recorded, and where their messages go.
struct Topics {
    later: Later,
    definitions: Definitions,
    /// Full names: recorded, or left out.
    seen: BTreeSet<String>,
    namespace: String,
    inbox: Inbox,
    recorded: usize,
    log: Logger,
}

impl Topics {
    /// Subscribes to what is new: the node is asked for all topics at once, since it answers only between two waits for messages.
    async fn look(&mut self) {
        // The node ends.
        let Ok(mut topics) = self.later.topics().await else { return };
        topics.retain(|name, _| !self.seen.contains(name) && convert::is_of_rig(name, &self.namespace));
        let offers = topics.keys().map(|name| self.later.offers(name));
        let Ok(offers) = try_join_all(offers).await else { return };
        let mut new = Vec::new();
        for ((name, kinds), offers) in topics.iter().zip(offers) {
            if offers.is_empty() {
                // Somebody waits for it, and nobody publishes it so far.
                continue;
            }
            self.seen.insert(name.clone());
            match &kinds[..] {
                [kind] => new.push((name, kind, offers)),
                _ => self.log.warn(format!("{name} is not recorded: it has several types ({})", kinds.join(", "))),
            }
        }
        let begun = join_all(new.iter().map(|(name, kind, offers)| self.begin(name, kind, offers))).await;
        for ((name, ..), begun) in new.iter().zip(begun) {
            match begun {
                Ok(()) => self.recorded += 1,
                Err(error) => self.log.warn(format!("{name} is not recorded: {error:#}")),
            }
        }
    }

    async fn begin(&self, name: &str, kind: &str, offers: &[r2r::QosProfile]) -> Result<()> {
        let definition = self.definitions.find(kind)?;
        let mut qos = Vec::new();
        for offer in offers.iter().map(convert::qos) {
            if !qos.contains(&offer) {
                qos.push(offer);
            }
        }
        let topic = Arc::new(Topic { name: name.into(), kind: kind.into(), definition, qos });
        let inbox = self.inbox.clone();
        let take = move |wire: Wire| {
            inbox.keep(message(&topic, wire));
            true
        };
        self.later.subscribe_wire(name, kind, convert::subscription(offers, kind), take).await
    }
}

/// A message with the middleware's times, or the present one where it has none.
fn message(topic: &Arc<Topic>, wire: Wire) -> Message {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    let time = |reported: i64| u64::try_from(reported).ok().filter(|time| 0 < *time);
    let received = time(wire.received).unwrap_or_else(now);
    let sent = time(wire.sent).unwrap_or(received);
    let (number, source) = (wire.number, Source(wire.by.0));
    Message { topic: topic.clone(), received, sent, number, source, data: wire.data }
}

/// What people read of the recorder.
struct Reports {
    /// Values of its report by name.
    state: BTreeMap<&'static str, String>,
    failure: Option<String>,
    dropped: u64,
    log: Logger,
}

impl Reports {
    fn take(&mut self, notice: Notice) {
        match notice {
            Notice::Began(file) => {
                self.log.info(format!("recording to {}", file.display()));
                self.state.insert("recording", file.display().to_string());
            }
            Notice::Ended(file, count) => {
                self.log.info(format!("{} is complete: {count} messages", file.display()));
                self.state.remove("recording");
            }
            Notice::Saved(file) => self.log.info(format!("the last minute is saved in {}", file.display())),
            Notice::Next(file) => {
                let file = file.map_or(String::new(), |file| file.display().to_string());
                self.state.insert(LAST_MINUTE_KEY, file);
            }
            Notice::Failed(text) => {
                self.log.warn(text.clone());
                self.failure = Some(text);
            }
        }
    }

    fn publish(&mut self, health: &Diagnostics, inbox: &Inbox, topics: usize) {
        let dropped = inbox.dropped();
        if self.dropped == 0 && 0 < dropped {
            self.log.warn("messages are dropped: the recorder cannot follow");
        }
        self.dropped = dropped;
        let counts = [("topics", topics as u64), ("messages", inbox.recorded()), ("dropped", dropped)];
        let counts = counts.into_iter().map(|(name, count)| (name, count.to_string()));
        let state = self.state.iter().map(|(name, value)| (*name, value.clone()));
        let values: Vec<(&str, String)> = state.chain(counts).collect();
        let text = match (&self.failure, dropped, self.state.get("recording")) {
            (Some(failure), ..) => return health.report(Health::Warn, failure.clone(), &values),
            (None, 1.., _) => return health.report(Health::Warn, format!("{dropped} messages were dropped"), &values),
            (None, 0, Some(file)) => format!("recording to {file}"),
            (None, 0, None) if self.state.get(LAST_MINUTE_KEY).is_some_and(|file| !file.is_empty()) => {
                "keeping the last minute".to_owned()
            }
            (None, 0, None) => "nothing is recorded".to_owned(),
        };
        health.report(Health::Ok, text, &values);
    }
}
