//! Webcams that are pulled out and come back, on a clock of the test's own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use vision::Image;

use crate::device::{Device, Property};
use crate::settings::{Controls, Format, Settings, SourceKind};
use crate::source::{Shot, Source, SourceError};
use crate::stream::{Host, Report, stream};
use crate::webcam::Webcam;

/// What happens on the test's clock.
#[derive(Default)]
struct World {
    now: f64,
    /// When the webcam is plugged in, seconds.
    plugged: Vec<Range<f64>>,
    /// When it gives no pictures though it is plugged in.
    silent: Vec<Range<f64>>,
    /// Values that the webcam takes instead of those that are asked for; `None` where it refuses.
    stubborn: HashMap<Property, Option<f64>>,
    /// What was asked of it since it was plugged in.
    values: HashMap<Property, f64>,
    /// How far its pictures are early or late in turn, seconds.
    uneven: f64,
    /// How many pictures were taken.
    taken: usize,
}

impl World {
    fn within(&self, times: &[Range<f64>]) -> bool {
        times.iter().any(|time| time.contains(&self.now))
    }
}

struct Fake(Rc<RefCell<World>>);

impl Device for Fake {
    fn set(&mut self, property: Property, value: f64) -> bool {
        let mut world = self.0.borrow_mut();
        let taken = world.stubborn.get(&property).copied().unwrap_or(Some(value));
        let Some(taken) = taken else {
            return false;
        };
        world.values.insert(property, taken);
        true
    }

    fn get(&self, property: Property) -> Option<f64> {
        self.0.borrow().values.get(&property).copied()
    }

    fn read(&mut self) -> Result<Option<Image>, SourceError> {
        let mut world = self.0.borrow_mut();
        let shift = |number: usize| world.uneven * [0.0, 1.0, -1.0, 0.5, -0.5][number % 5];
        let step = shift(world.taken + 1) - shift(world.taken);
        world.now += 1.0 / 30.0 + step;
        world.taken += 1;
        let gives = world.within(&world.plugged) && !world.within(&world.silent);
        Ok(gives.then(|| Image::filled(64, 48, [9, 9, 9]).expect("a small picture")))
    }

    fn is_present(&self) -> bool {
        let world = self.0.borrow();
        world.within(&world.plugged)
    }
}

/// What a report means for the webcam.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Health {
    Good,
    Short,
    Failed,
}

/// Keeps what happened.
struct Notes {
    world: Rc<RefCell<World>>,
    end: f64,
    published: Vec<f64>,
    reports: Vec<(f64, Health)>,
    warnings: Vec<String>,
    /// Controls that are set at a time.
    orders: Vec<(f64, Controls)>,
}

impl Notes {
    fn of(world: World, end: f64) -> Self {
        Self {
            world: Rc::new(RefCell::new(world)),
            end,
            published: Vec::new(),
            reports: Vec::new(),
            warnings: Vec::new(),
            orders: Vec::new(),
        }
    }

    fn health_at(&self, time: f64) -> Option<Health> {
        let before = self.reports.iter().rev().find(|(when, _)| *when <= time);
        before.map(|(_, health)| *health)
    }

    fn pictures_within(&self, time: Range<f64>) -> usize {
        self.published.iter().filter(|when| time.contains(when)).count()
    }
}

impl Host for Notes {
    fn open(&mut self, settings: &Settings) -> Result<Option<Box<dyn Source>>, SourceError> {
        let device = Fake(self.world.clone());
        if !device.is_present() {
            return Err(SourceError::Closed { what: "the webcam".into(), reason: "there is no such file".into() });
        }
        self.world.borrow_mut().values.clear();
        let webcam = Webcam::new(device, "the webcam".into(), settings);
        Ok(Some(Box::new(webcam)))
    }

    fn now(&mut self) -> Duration {
        Duration::from_secs_f64(self.world.borrow().now)
    }

    fn sleep(&mut self, duration: Duration) {
        self.world.borrow_mut().now += duration.as_secs_f64();
    }

    fn has_ended(&mut self) -> bool {
        self.end <= self.world.borrow().now
    }

    fn new_controls(&mut self) -> Option<Controls> {
        let now = self.world.borrow().now;
        let due = self.orders.iter().position(|(when, _)| *when <= now)?;
        Some(self.orders.remove(due).1)
    }

    fn publish(&mut self, _shot: &Shot) {
        self.published.push(self.world.borrow().now);
    }

    fn report(&mut self, report: &Report) {
        let health = match report {
            Report::Publishing { shortfalls, .. } if !shortfalls.is_empty() => Health::Short,
            Report::Publishing { .. } | Report::Ended => Health::Good,
            Report::Failed { .. } => Health::Failed,
        };
        self.reports.push((self.world.borrow().now, health));
    }

    fn inform(&mut self, _text: String) {}

    fn warn(&mut self, text: String) {
        self.warnings.push(text);
    }
}

/// Fifteen pictures a second of a webcam.
fn settings() -> Settings {
    Settings::of(SourceKind::Webcam, &[])
}

#[test]
fn a_webcam_that_is_pulled_out_is_reported_once_and_used_again_when_it_is_back() {
    let world = World { plugged: vec![0.0..5.0, 60.0..70.0], ..World::default() };
    let mut notes = Notes::of(world, 69.0);
    stream(settings(), &mut notes);
    // 30 pictures a second come, 15 are wanted.
    assert!((70..=76).contains(&notes.pictures_within(0.0..5.0)));
    assert_eq!(notes.pictures_within(5.1..60.0), 0);
    assert!(90 < notes.pictures_within(62.1..69.0), "it is back after at most two seconds");
    let health = [4.9, 5.1, 59.0, 63.0].map(|time| notes.health_at(time));
    let wanted = [Health::Good, Health::Failed, Health::Failed, Health::Good].map(Some);
    assert_eq!(health, wanted);
    let warnings = notes.warnings.join("\n");
    assert_eq!(notes.warnings.len(), 2, "{warnings}");
    assert!(warnings.contains("unplugged") && warnings.contains("no such file"));
}

#[test]
fn pictures_that_come_a_little_early_or_late_are_published_at_the_rate_that_is_wanted() {
    for (rate, wanted) in [(30.0, 294..=301), (20.0, 195..=201), (15.0, 145..=151)] {
        let world = World { plugged: vec![0.0..100.0], uneven: 0.002, ..World::default() };
        let settings = Settings { period: Duration::from_secs_f64(1.0 / rate), ..settings() };
        let mut notes = Notes::of(world, 10.0);
        stream(settings, &mut notes);
        let published = notes.published.len();
        assert!(wanted.contains(&published), "{published} at a rate of {rate}");
    }
}

#[test]
fn each_loss_is_reported_though_the_webcam_comes_and_goes() {
    let world = World {
        plugged: (0..5).map(|time| 20.0 * f64::from(time)).map(|on| on..on + 10.0).collect(),
        ..World::default()
    };
    let mut notes = Notes::of(world, 89.0);
    stream(settings(), &mut notes);
    let losses = |word: &str| notes.warnings.iter().filter(|text| text.contains(word)).count();
    assert_eq!((losses("unplugged"), losses("no such file")), (4, 4));
    assert!((1..5).all(|time| 0 < notes.pictures_within(20.0 * f64::from(time)..20.0 * f64::from(time) + 10.0)));
}

#[test]
fn a_few_lost_pictures_are_no_loss_of_the_webcam_and_many_are() {
    let world = World { plugged: vec![0.0..100.0], silent: vec![1.0..1.1, 5.0..5.5], ..World::default() };
    let mut notes = Notes::of(world, 10.0);
    stream(settings(), &mut notes);
    assert_eq!(notes.warnings.len(), 1, "{:?}", notes.warnings);
    assert!(notes.reports.iter().all(|(when, health)| *health == Health::Good || 5.0 <= *when));
    assert!(50 < notes.pictures_within(6.0..10.0));
}

#[test]
fn controls_change_while_it_runs_and_are_asked_for_again_when_it_is_back() {
    let controls =
        Controls { exposure: Some(Duration::from_millis(20)), white_balance: Some(4000), ..Controls::default() };
    let asked = |notes: &Notes| {
        let set = [Property::AutoExposure, Property::Exposure, Property::AutoWhiteBalance, Property::WhiteBalance];
        set.map(|property| notes.world.borrow().values.get(&property).copied())
    };
    for (end, wanted, losses) in [
        (1.0, [Some(3.0), None, Some(1.0), None], 0),
        (3.0, [1.0, 200.0, 0.0, 4000.0].map(Some), 0),
        (25.0, [1.0, 200.0, 0.0, 4000.0].map(Some), 2),
    ] {
        let world = World { plugged: vec![0.0..5.0, 8.0..30.0], ..World::default() };
        let mut seen = Notes::of(world, end);
        seen.orders.push((2.0, controls));
        stream(settings(), &mut seen);
        assert_eq!(asked(&seen), wanted, "until {end} s");
        assert_eq!(seen.warnings.len(), losses, "{:?}", seen.warnings);
    }
}

#[test]
fn what_the_webcam_does_otherwise_is_reported() {
    let world = World {
        plugged: vec![0.0..100.0],
        stubborn: HashMap::from([
            (Property::Width, Some(1280.0)),
            (Property::Height, Some(720.0)),
            (Property::Fps, Some(29.97)),
            (Property::PixelFormat, Some(f64::from(u32::from_le_bytes(*b"YUYV")))),
            (Property::WhiteBalance, Some(6500.0)),
            (Property::Exposure, None),
        ]),
        ..World::default()
    };
    let wishes = Settings {
        format: Format { pixels: Some("MJPG"), width: Some(1920), height: Some(1080), fps: Some(30.0) },
        controls: Controls {
            exposure: Some(Duration::from_millis(5)),
            white_balance: Some(9000),
            gain: Some(7),
            focus: None,
        },
        ..settings()
    };
    let mut notes = Notes::of(world, 3.0);
    stream(wishes, &mut notes);
    let [warning] = &notes.warnings[..] else {
        panic!("reported more than once or never: {:?}", notes.warnings);
    };
    for part in [
        "1280 x 720 pixels instead of 1920 x 1080",
        "pixel format YUYV instead of MJPG",
        "white balance of 6500 K instead of white balance of 9000 K",
        "no exposure of 5 ms",
    ] {
        assert!(warning.contains(part), "'{warning}' lacks '{part}'");
    }
    assert!(!warning.contains("gain") && !warning.contains("second"), "{warning}");
    assert_eq!(notes.health_at(2.9), Some(Health::Short));
}

#[test]
fn a_width_alone_is_asked_for_with_the_height_that_there_is() {
    let world = World { plugged: vec![0.0..100.0], ..World::default() };
    let world = Rc::new(RefCell::new(world));
    let mut device = Fake(world.clone());
    device.set(Property::Height, 480.0);
    world.borrow_mut().stubborn.insert(Property::Fps, None);
    let wishes = Settings { format: Format { width: Some(800), fps: Some(30.0), ..Format::default() }, ..settings() };
    let webcam = Webcam::new(device, "the webcam".into(), &wishes);
    assert_eq!(world.borrow().values[&Property::Height], 480.0);
    let shortfalls = webcam.shortfalls();
    assert_eq!(shortfalls.len(), 1, "{shortfalls:?}");
    assert!(shortfalls[0].contains("an unknown number"), "{shortfalls:?}");
}
