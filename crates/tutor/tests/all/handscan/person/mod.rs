//! A simulated person with a cube: what the camera sees of the face that is held before it.

use std::time::Duration;

use cube::{Color, ColorScheme, Cube, Face, Rotation};
use teach::{Language, Words};
use testkit::rand::RngExt;
use testkit::rand_chacha::ChaCha8Rng;
use testkit::rand_chacha::rand_core::SeedableRng;
use tutor::handscan::{Asked, Event, Guide, Options};
use vision::{FaceView, Quad, Sticker, Verdict, classify, paint};

/// Time between frames.
pub const FRAME: Duration = Duration::from_millis(50);

/// A person who holds a cube of known state.
pub struct Person {
    pub colors: [Color; 54],
    pub scheme: ColorScheme,
    pub random: ChaCha8Rng,
    pub now: Duration,
    /// Factor on each channel: the light.
    pub light: [f32; 3],
    /// Greatest deviation of a channel between frames.
    pub noise: f32,
}

impl Person {
    pub fn new(cube: &Cube, scheme: ColorScheme, seed: u64) -> Person {
        Person {
            colors: cube.facelets().colors(&scheme),
            scheme,
            random: ChaCha8Rng::seed_from_u64(seed),
            now: Duration::from_secs(1000),
            light: [0.85; 3],
            noise: 3.0,
        }
    }

    /// The nine colours that the camera sees of a cube held in a rotated way, by the group of rotations.
    pub fn seen(&self, held: Rotation) -> [Color; 9] {
        let facelets = cube::Facelets::new(self.colors.map(|color| self.scheme.face(color)));
        let turned = facelets.rotated(held);
        turned.face(Face::F).map(|face| self.scheme.color(face))
    }

    /// A rotation that brings `face` to the camera, any side up.
    pub fn any_hold(&mut self, face: Face) -> Rotation {
        let holds: Vec<Rotation> = Rotation::all().filter(|r| r.carry(face) == Face::F).collect();
        holds[self.random.random_range(0..4)]
    }

    /// The rotation that shows just what is asked for, found by the colours on the real cube.
    pub fn obedient_hold(&self, asked: &Asked) -> Rotation {
        let (front, top) = (self.scheme.face(asked.front), self.scheme.face(asked.top));
        Rotation::all()
            .find(|r| r.carry(front) == Face::F && r.carry(top) == Face::U)
            .expect("the asked top is a neighbour of the asked front")
    }

    /// What the detector would say of these nine stickers in the middle of the picture.
    pub fn view(&mut self, colors: [Color; 9], place: [f32; 2]) -> FaceView {
        let rgb: [[f32; 3]; 9] = colors.map(|color| {
            let painted = paint(color);
            std::array::from_fn(|channel| {
                let noise = self.random.random_range(-self.noise..=self.noise);
                (f32::from(painted[channel]) * self.light[channel] + noise).clamp(0.0, 255.0)
            })
        });
        self.view_of(rgb, place)
    }

    pub fn view_of(&mut self, rgb: [[f32; 3]; 9], [x, y]: [f32; 2]) -> FaceView {
        let named = classify(&rgb);
        let stickers = std::array::from_fn(|index| {
            let left = x + 50.0 * (index % 3) as f32;
            let top = y + 50.0 * (index / 3) as f32;
            Sticker {
                quad: Quad([[left, top], [left + 44.0, top], [left + 44.0, top + 44.0], [left, top + 44.0]]),
                rgb: rgb[index],
                color: named[index].0,
                confidence: named[index].1,
                recovered: false,
            }
        });
        FaceView { stickers, confidence: 0.9 }
    }

    /// Shows nothing for this long.
    pub fn hide(&mut self, guide: &mut Guide, time: Duration) -> Vec<Event> {
        self.frames(guide, time, |_| None)
    }

    /// Holds the cube still for this long, with the hand's small tremble.
    pub fn hold(&mut self, guide: &mut Guide, held: Rotation, time: Duration) -> Vec<Event> {
        let colors = self.seen(held);
        self.frames(guide, time, |person| {
            let place = [0, 1].map(|_| 160.0 + person.random.random_range(-4.0..4.0));
            Some(person.view(colors, place))
        })
    }

    pub fn frames(
        &mut self,
        guide: &mut Guide,
        time: Duration,
        mut view: impl FnMut(&mut Person) -> Option<FaceView>,
    ) -> Vec<Event> {
        let end = self.now + time;
        let mut events = Vec::new();
        while self.now < end {
            self.now += FRAME;
            let faces: Vec<FaceView> = view(self).into_iter().collect();
            events.extend(guide.look(self.now, &faces));
        }
        events
    }

    /// Shows a face for a second, after the cube was turned out of sight.
    pub fn show(&mut self, guide: &mut Guide, held: Rotation) -> Vec<Event> {
        let mut events = self.hide(guide, Duration::from_millis(600));
        events.extend(self.hold(guide, held, Duration::from_secs(1)));
        events
    }

    /// Does what the guide asks until it is done; the number of faces shown, or `None` when that never ends.
    pub fn obey(&mut self, guide: &mut Guide) -> Option<usize> {
        for shown in 0..40 {
            let Some(asked) = guide.screen().asked else {
                return Some(shown);
            };
            let held = self.obedient_hold(&asked);
            self.show(guide, held);
        }
        None
    }

    /// The truth in the letters of [`cube::Facelets`].
    pub fn truth(&self) -> String {
        let letters = self.colors.iter().map(|&color| self.scheme.face(color).letter());
        letters.collect()
    }
}

/// A guide as it begins, with the usual options.
pub fn guide() -> Guide {
    Guide::new(Options::default())
}

/// The texts of events.
pub fn said(events: &[Event]) -> Vec<String> {
    events.iter().map(|event| event.sentence(Words::of(Language::English))).collect()
}

/// The guide has read the person's very cube, for sure.
#[track_caller]
pub fn assert_read(guide: &Guide, person: &Person) {
    let reading = guide.reading().expect("it was read");
    assert!(guide.is_done());
    assert_eq!(reading.verdict, Verdict::Certain, "{:?}", reading.problems);
    assert_eq!(reading.facelets.to_string(), person.truth());
    assert_eq!(reading.scheme, person.scheme);
}
