//! Storms as recordings: an independent source of cubes, scans and misread stickers.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use cube::Color;
use record::Reader;
use replay::{Error, Options, Outcome, replay};
use solver::LoadOptions;
use storm::recording::{Published, record};
use storm::{Kinds, Plan, Tools};

static TOOLS: LazyLock<Arc<Tools>> = LazyLock::new(|| {
    let tools = Tools::load(&LoadOptions::small(LoadOptions::user_cache()));
    Arc::new(tools.expect("tables can be kept in the build directory"))
});

/// What the nodes published in the storm of this seed.
pub fn published(seed: u64, faults: &str) -> Vec<Published> {
    let plan = Plan::draw(seed, 60.0, Kinds::parse(faults).expect("kinds of faults"));
    storm::run(&plan, &TOOLS, true).published
}

pub fn written(folder: &Path, published: &[Published]) -> PathBuf {
    let file = folder.join("storm.mcap");
    record(published, &file).expect("a new file");
    file
}

pub fn replayed(file: &Path, options: &Options) -> Outcome {
    replay(Reader::open(file).expect("a recording"), file.to_owned(), None, options, |_| {}).expect("a rig")
}

/// Neither cubes nor misread stickers make a difference: they are in the recording.
#[test]
fn what_was_recorded_follows_again() {
    for (seed, faults) in (0..12).map(|seed| (seed, "none")).chain((20..26).map(|seed| (seed, "misreadings"))) {
        let folder = testkit::Folder::new("recorded");
        let outcome = replayed(&written(&folder.0, &published(seed, faults)), &Options::default());
        assert!(outcome.differences.is_empty(), "{seed}: {outcome:?}");
        assert!(outcome.unread.is_empty() && outcome.lost == 0 && outcome.breaks_off.is_none(), "{seed}: {outcome:?}");
        assert!(5 < outcome.states.compared, "{seed}: {outcome:?}");
    }
}

/// A sticker of the face that was read first, which a detector could read otherwise.
#[test]
fn a_changed_sticker_is_found_where_it_matters() {
    let mut found = 0;
    for seed in 0..4 {
        let mut messages = published(seed, "none");
        let read = messages.iter().find_map(|sent| match &sent.message {
            storm::Message::Cube(_, state) if !state.faces_seen.is_empty() => Some(sent.seconds),
            _ => None,
        });
        let changed_at = read.expect("a face is read") - 0.5;
        for sent in &mut messages {
            let storm::Message::Face(seen) = &mut sent.message else { continue };
            if let Some((face, _)) = seen.face.as_mut().filter(|_| (0.0..0.6).contains(&(sent.seconds - changed_at))) {
                let sticker = &mut face.0[0];
                let other = Color::ALL.into_iter().find(|color| Some(*color) != sticker.color).expect("six colours");
                (sticker.color, sticker.rgb) = (Some(other), vision::paint(other).map(f32::from));
            }
        }
        let folder = testkit::Folder::new("changed");
        let outcome = replayed(&written(&folder.0, &messages), &Options::default());
        let Some(first) = outcome.differences.first() else { continue };
        found += 1;
        assert_eq!(first.topic, "cube/state");
        assert!(first.text.contains("facelets was"), "{}", first.text);
        let begin = messages[0].seconds;
        assert!(changed_at - begin - 0.1 <= first.seconds, "{} before {changed_at}", first.seconds);
        // What came earlier does not count any more, nor what comes later.
        let later = Options { from: Some(outcome.seconds + 1.0), ..Options::default() };
        assert!(replayed(&folder.0.join("storm.mcap"), &later).differences.is_empty());
        let earlier = Options { to: Some(first.seconds - 0.5), ..Options::default() };
        assert!(replayed(&folder.0.join("storm.mcap"), &earlier).differences.is_empty());
    }
    assert!(3 <= found, "{found} of 4");
}

/// The same file by Foxglove's own reader and writer, without the messages of a topic that have these numbers.
pub fn without(file: &Path, topic: &str, missing: Range<u32>) {
    let bytes = std::fs::read(file).expect("it was written");
    let mut writer = mcap::Writer::new(std::fs::File::create(file).expect("the same place")).expect("a header");
    for message in mcap::MessageStream::new(&bytes).expect("a whole file") {
        let message = message.expect("a message");
        if message.channel.topic != topic || !missing.contains(&message.sequence) {
            writer.write(&message).expect("room");
        }
    }
    writer.finish().expect("an end");
}

/// Nothing can be concluded from states that follow from faces which a recorder has missed.
#[test]
fn lost_faces_end_the_comparison_until_the_cube_is_read_again() {
    let folder = testkit::Folder::new("lost");
    let file = written(&folder.0, &published(2, "none"));
    let whole = replayed(&file, &Options::default());
    let scanned = 50..100;
    without(&file, "/faces", scanned.clone());
    let outcome = replayed(&file, &Options::default());
    assert!(outcome.differences.is_empty(), "{outcome:?}");
    assert_eq!(outcome.lost, u64::from(scanned.end - scanned.start));
    assert!(outcome.states.compared < whole.states.compared, "{outcome:?}");
    // The first faces of a recorder that came late.
    without(&file, "/faces", 1..50);
    let late = replayed(&file, &Options::default());
    assert!(late.differences.is_empty() && outcome.lost < late.lost, "{late:?}");
}

#[test]
fn what_is_no_recording_of_a_rig_is_named() {
    let folder = testkit::Folder::new("no-rig");
    let nothing = |sent: &Published| matches!(&sent.message, storm::Message::Joints(_));
    let joints: Vec<_> = published(4, "none").into_iter().filter(nothing).collect();
    let file = written(&folder.0, &joints);
    let reader = Reader::open(&file).expect("a recording");
    let refused = replay(reader, file.clone(), None, &Options::default(), |_| {}).expect_err("no rig");
    assert!(matches!(&refused, Error::NoRig { path } if *path == file), "{refused}");
}

/// A file that was cut is replayed up to there.
#[test]
fn a_recording_that_breaks_off_is_replayed_up_to_there() {
    let folder = testkit::Folder::new("cut");
    let file = written(&folder.0, &published(3, "none"));
    let bytes = std::fs::read(&file).expect("it was written");
    std::fs::write(&file, &bytes[..bytes.len() / 2]).expect("the same place");
    let outcome = replayed(&file, &Options::default());
    assert!(outcome.breaks_off.is_some() && outcome.differences.is_empty(), "{outcome:?}");
}
