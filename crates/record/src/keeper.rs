//! What is done with each message: it is written to the recording, kept in the ring, and in the file of a failure.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Error;
use crate::bag::Bag;
use crate::date::stamp;
use crate::desk::Notice;
use crate::messages::Message;
use crate::recording::Recording;
use crate::ring::Ring;

/// How much a ring holds.
const RING: Duration = Duration::from_secs(60);
/// For so long a saved ring goes on after the event: the end of a run is published after its failure.
const AFTERWARDS: Duration = Duration::from_secs(3);
/// A chunk is on the disk after this time, also while little happens.
const FLUSH: Duration = Duration::from_secs(1);
/// This many saved rings are kept; older ones are removed.
const MOST_SAVED: usize = 10;
/// How their names begin.
const PREFIX: &str = "last-minute-";

/// What is to be kept.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where all messages are recorded, if they are.
    pub recording: Option<PathBuf>,
    /// The folder for saved rings; without one no ring is kept.
    pub rings: Option<PathBuf>,
    /// The distribution of ROS, such as `jazzy`.
    pub distribution: String,
}

/// Keeps messages as planned. A file that cannot be written ends; everything else goes on.
pub struct Keeper {
    plan: Plan,
    began: u64,
    recording: Option<Recording>,
    ring: Option<Ring>,
    /// A saved ring that still goes on, and until when.
    saving: Option<(Recording, u64)>,
    saved: u64,
    flushed: u64,
    notices: Vec<Notice>,
}

impl Keeper {
    /// Begins at this time.
    pub fn begin(plan: Plan, now: u64) -> Self {
        let mut notices = Vec::new();
        let recording =
            plan.recording.as_ref().and_then(|path| match Recording::begin(Bag::named(path), &plan.distribution) {
                Ok(recording) => {
                    notices.push(Notice::Began(path.clone()));
                    Some(recording)
                }
                Err(error) => {
                    notices.push(Notice::Failed(error.to_string()));
                    None
                }
            });
        let ring = plan.rings.as_ref().map(|_| Ring::new(RING));
        let mut keeper = Self { plan, began: now, recording, ring, saving: None, saved: 0, flushed: now, notices };
        keeper.announce();
        keeper
    }

    /// Takes a message.
    pub fn take(&mut self, message: Message) {
        if let Some(recording) = &mut self.recording {
            let written = recording.write(&message);
            self.go_on(written);
        }
        if let Some((saving, _)) = &mut self.saving {
            let written = saving.write(&message);
            self.go_on_saving(written);
        }
        if let Some(ring) = &mut self.ring {
            ring.push(message);
        }
    }

    /// Saves the ring. The file goes on for some seconds; a ring that is saved meanwhile is part of it.
    ///
    /// # Errors
    /// No ring is kept, or it cannot be written.
    pub fn save(&mut self, now: u64) -> Result<PathBuf, String> {
        if let Some((saving, _)) = &self.saving {
            return Ok(saving.bag().path().to_owned());
        }
        let (Some(path), Some(ring)) = (self.next_file(), &mut self.ring) else {
            return Err("the last minute is not kept".into());
        };
        let begun = Recording::begin(Bag::named(&path), &self.plan.distribution);
        let written = begun.and_then(|mut saving| ring.write(&mut saving, now).map(|()| saving));
        self.saved += 1;
        match written {
            Ok(saving) => {
                self.saving = Some((saving, now.saturating_add(AFTERWARDS.as_nanos() as u64)));
                self.notices.push(Notice::Saved(path.clone()));
                Ok(path)
            }
            Err(error) => {
                self.notices.push(Notice::Failed(error.to_string()));
                self.announce();
                Err(error.to_string())
            }
        }
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: u64) {
        if let Some((saving, _)) = self.saving.take_if(|(_, until)| *until <= now) {
            self.close(saving);
        }
        let due = self.flushed.saturating_add(FLUSH.as_nanos() as u64) <= now || now < self.flushed;
        if due {
            self.flushed = now;
            if let Some(recording) = &mut self.recording {
                let flushed = recording.flush();
                self.go_on(flushed);
            }
            if let Some((saving, _)) = &mut self.saving {
                let flushed = saving.flush();
                self.go_on_saving(flushed);
            }
        }
    }

    /// Ends all files.
    pub fn end(mut self) -> Vec<Notice> {
        if let Some((saving, _)) = self.saving.take() {
            self.close(saving);
        }
        if let Some(recording) = self.recording.take() {
            let path = recording.bag().path().to_owned();
            self.notices.push(match recording.finish() {
                Ok(count) => Notice::Ended(path, count),
                Err(error) => Notice::Failed(error.to_string()),
            });
        }
        self.notices
    }

    /// What happened since the last time.
    pub fn notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Whether all messages are recorded.
    pub fn is_recording(&self) -> bool {
        self.recording.is_some()
    }

    /// Messages in the recording so far.
    pub fn count(&self) -> u64 {
        self.recording.as_ref().map_or(0, Recording::count)
    }

    fn go_on(&mut self, outcome: Result<(), Error>) {
        if let Err(error) = outcome {
            self.recording = None;
            self.notices.push(Notice::Failed(error.to_string()));
        }
    }

    fn go_on_saving(&mut self, outcome: Result<(), Error>) {
        if let Err(error) = outcome {
            self.saving = None;
            self.notices.push(Notice::Failed(error.to_string()));
            self.announce();
        }
    }

    /// Ends a saved ring, and makes room for the next.
    fn close(&mut self, saving: Recording) {
        if let Err(error) = saving.finish() {
            self.notices.push(Notice::Failed(error.to_string()));
        }
        if let Some(folder) = &self.plan.rings {
            prune(folder);
        }
        self.announce();
    }

    /// Reports where the next ring will be saved, so that the message of a failure can name it.
    fn announce(&mut self) {
        let Some(folder) = &self.plan.rings else { return };
        let next = match usable(folder) {
            Ok(()) => self.next_file(),
            Err(error) => {
                self.notices.push(Notice::Failed(error.to_string()));
                None
            }
        };
        self.notices.push(Notice::Next(next));
    }

    fn next_file(&self) -> Option<PathBuf> {
        let folder = self.plan.rings.as_ref()?;
        // With the process: several rigs may share the folder.
        let (date, process) = (stamp(self.began), std::process::id());
        Some(folder.join(format!("{PREFIX}{date}-{process}-{:02}.mcap", self.saved + 1)))
    }
}

/// Whether files can be made in a folder, which is made if it is missing.
fn usable(folder: &Path) -> Result<(), Error> {
    let probe = folder.join(format!(".{PREFIX}{}", std::process::id()));
    let made = fs::create_dir_all(folder).and_then(|()| fs::write(&probe, "")).and_then(|()| fs::remove_file(&probe));
    made.map_err(|reason| Error::Create { path: folder.to_owned(), reason })
}

/// Removes the oldest saved rings. What cannot be removed stays.
fn prune(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut saved: Vec<String> = names.filter(|name| name.starts_with(PREFIX) && name.ends_with(".mcap")).collect();
    saved.sort_unstable();
    let surplus = saved.len().saturating_sub(MOST_SAVED);
    for name in &saved[..surplus] {
        let _ = fs::remove_file(folder.join(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bag::tests::folder;
    use crate::qos::Durability;
    use crate::recording::tests::{message, read, topic};

    const SECOND: u64 = 1_000_000_000;

    fn plan(recording: Option<PathBuf>, rings: Option<PathBuf>) -> Plan {
        Plan { recording, rings, distribution: "jazzy".into() }
    }

    fn announced(keeper: &mut Keeper) -> Option<PathBuf> {
        let notices = keeper.notices();
        let next = notices.into_iter().rev().find_map(|notice| match notice {
            Notice::Next(next) => Some(next),
            _ => None,
        });
        next.flatten()
    }

    #[test]
    fn a_saved_ring_has_the_announced_name_and_what_follows() {
        let rings = folder("rings").join("deep");
        let mut keeper = Keeper::begin(plan(None, Some(rings)), SECOND);
        let chatter = topic("/chatter", Durability::Volatile);
        let first = announced(&mut keeper).expect("the folder is made");
        for second in 2..100 {
            keeper.take(message(&chatter, second, "before"));
            keeper.tick(second * SECOND);
        }
        assert_eq!(keeper.save(100 * SECOND), Ok(first.clone()));
        keeper.take(message(&chatter, 101, "after"));
        assert_eq!(keeper.save(101 * SECOND), Ok(first.clone()), "one file for both");
        keeper.tick(103 * SECOND);
        keeper.take(message(&chatter, 104, "too late"));
        let found: Vec<u64> = read(&first).into_iter().map(|(_, second, _)| second).collect();
        assert_eq!(found, (40..100).chain([101]).collect::<Vec<_>>());
        let second = announced(&mut keeper).expect("there is a next one");
        assert_ne!(first, second);
        assert_eq!(keeper.save(105 * SECOND), Ok(second));
    }

    #[test]
    fn ten_saved_rings_are_kept_and_nothing_else_is_removed() {
        let rings = folder("prune");
        fs::write(rings.join("holiday.mcap"), "mine").expect("a file");
        let mut keeper = Keeper::begin(plan(None, Some(rings.clone())), SECOND);
        let mut files = Vec::new();
        for round in 1..=13 {
            files.push(keeper.save(round * 100 * SECOND).expect("a disk"));
            keeper.tick((round * 100 + 50) * SECOND);
        }
        let kept: Vec<bool> = files.iter().map(|file| file.exists()).collect();
        assert_eq!(kept, [vec![false; 3], vec![true; 10]].concat());
        assert!(rings.join("holiday.mcap").exists());
    }

    #[test]
    fn a_place_that_takes_no_files_is_one_sentence_and_the_rest_goes_on() {
        let path = folder("rest").join("all.mcap");
        let mut keeper = Keeper::begin(plan(Some(path.clone()), Some("/proc/rings".into())), SECOND);
        let notices = keeper.notices();
        let failed: Vec<_> = notices.iter().filter(|notice| matches!(notice, Notice::Failed(_))).collect();
        assert_eq!(failed.len(), 1, "{notices:?}");
        assert_eq!(notices.last(), Some(&Notice::Next(None)));
        assert!(keeper.save(2 * SECOND).expect_err("nobody writes there").contains("/proc/rings"));
        keeper.take(message(&topic("/chatter", Durability::Volatile), 2, "kept"));
        assert_eq!(keeper.end().last(), Some(&Notice::Ended(path.clone(), 1)));
        assert_eq!(read(&path).len(), 1);
    }

    #[test]
    fn a_recording_that_cannot_begin_leaves_the_ring() {
        let rings = folder("left");
        let mut keeper = Keeper::begin(plan(Some("/proc/all.mcap".into()), Some(rings)), SECOND);
        let failed = keeper.notices().remove(0);
        assert!(matches!(&failed, Notice::Failed(text) if text.contains("/proc/all.mcap")), "{failed:?}");
        assert!(!keeper.is_recording());
        keeper.take(message(&topic("/chatter", Durability::Volatile), 2, "kept"));
        let saved = keeper.save(3 * SECOND).expect("a disk");
        drop(keeper.end());
        assert_eq!(read(&saved).len(), 1);
    }
}
