//! The node `recorder`: records the topics of its rig, and saves the last minute when a run fails.

mod params;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use brick::clock::Interval;
use futures::StreamExt;
use futures::future::join_all;
use r2r::cuberig_msgs::msg::RunStatus;
use r2r::std_srvs::srv::Trigger;
use record::{Desk, Inbox, Notice, Plan};
use tokio::sync::mpsc;

use crate::messages::node_reports::LAST_MINUTE_KEY;
use crate::runtime::topics::{self, Topics};
use crate::runtime::{Diagnostics, Health, Later, Logger, RigNode, Setup, Task, answer_trigger, latched};
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
        let mut topics = Topics::of(setup, params.left_out());
        let mut statuses = setup.subscribe::<RunStatus>("run/status", latched())?;
        let mut saves = match params.last_minute {
            true => setup.service::<Trigger::Service>("save_recording")?.boxed(),
            false => futures::stream::pending().boxed(),
        };
        let (sender, mut notices) = mpsc::unbounded_channel();
        let (desk, inbox) = Desk::open(plan, move |notice| drop(sender.send(notice))).context("cannot record")?;
        let mut reports = Reports { state: BTreeMap::new(), failure: None, dropped: 0, log: setup.log.clone() };
        let (stop, health, log) = (setup.stop.clone(), setup.diagnostics.clone(), setup.log.clone());
        let later = setup.later.clone();
        Ok(Box::pin(async move {
            let mut looks = Interval::every(LOOK);
            let mut seconds = Interval::every(Duration::from_secs(1));
            // A failure counts only after the run before it: a late subscriber receives the last status again.
            let mut runs = false;
            let mut recorded = 0;
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
                    () = looks.tick() => recorded += record(&mut topics, &later, &inbox, &log).await,
                    () = seconds.tick() => reports.publish(&health, &inbox, recorded),
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

/// Records what is new; returns how many topics that is.
async fn record(topics: &mut Topics, later: &Later, inbox: &Inbox, log: &Logger) -> usize {
    let new = topics.look().await;
    let begun = new.iter().map(|topic| {
        let inbox = inbox.clone();
        topics::subscribe(later, topic, move |message| {
            inbox.keep(message);
            true
        })
    });
    let mut recorded = 0;
    for (topic, begun) in new.iter().zip(join_all(begun).await) {
        match begun {
            Ok(()) => recorded += 1,
            Err(error) => log.warn(format!("{} is not recorded: {error:#}", topic.name)),
        }
    }
    recorded
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
