//! The dialogue with a person: the words of a [`Guide`], its reaction to the answers, and when the cube is known.

use std::time::Duration;

use vision::{CubeColors, FaceView, StateReading, Verdict};

use crate::handscan::{Event, Guide, Options, Said, Screen};

/// What follows from a look or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Words for the person.
    Say(String),
    /// The cube is known: 54 colour letters in the order U R F D L B.
    CubeKnown(String),
}

/// A [`Guide`] that goes on without end: it passes on each cube that is certain, or that the person confirms.
pub struct Dialogue {
    guide: Guide,
    /// What was said last.
    words: String,
}

impl Dialogue {
    /// A dialogue that begins.
    pub fn new(options: Options) -> Self {
        Self { guide: Guide::new(options), words: String::new() }
    }

    /// Reads cubes of these colours from now on.
    pub fn know_colors(&mut self, colors: CubeColors) {
        self.guide.know_colors(colors);
    }

    /// Looks at the faces of an image, or at none while time passes.
    pub fn look(&mut self, now: Duration, faces: &[FaceView]) -> Vec<Effect> {
        let events = self.guide.look(now, faces);
        self.effects(&events)
    }

    /// Takes a line that the person said.
    pub fn handle(&mut self, line: &str) -> Vec<Effect> {
        let refused = match line.parse::<Said>() {
            Ok(Said::Accept) => match self.guide.reading().filter(|_| self.guide.is_done()) {
                Some(reading) => return vec![Effect::CubeKnown(letters(reading))],
                None => self.guide.prompt(),
            },
            Ok(Said::Stop) => "the guide goes on as long as its node runs".to_owned(),
            Ok(said) => match self.guide.obey(&said) {
                Ok(events) => return self.effects(&events),
                Err(refused) => refused.to_string(),
            },
            Err(refused) => refused.to_string(),
        };
        vec![Effect::Say(refused)]
    }

    /// What to draw.
    pub fn screen(&self) -> Screen {
        self.guide.screen()
    }

    /// Whether the cube is read.
    pub fn is_done(&self) -> bool {
        self.guide.is_done()
    }

    /// What is wrong with the cube as it was read, in sentences.
    pub fn problems(&self) -> &[String] {
        self.guide.reading().map_or(&[], |reading| &reading.problems)
    }

    /// How far it is, in a sentence for diagnostics.
    pub fn status(&self) -> String {
        match self.is_done() {
            true => "the cube is read".to_owned(),
            false => format!("{} of 6 faces are read", self.guide.count()),
        }
    }

    fn effects(&mut self, events: &[Event]) -> Vec<Effect> {
        let mut words: Vec<String> = events.iter().map(|event| event.sentence(self.guide.words())).collect();
        let known = events.iter().find_map(|event| match event {
            Event::CubeRead(reading) => Some(reading),
            _ => None,
        });
        let sure = known.filter(|reading| reading.verdict == Verdict::Certain);
        let prompt = self.guide.prompt();
        match known {
            Some(_) if sure.is_none() => words.push(format!("is it right? {}", Said::HELP)),
            Some(_) => words.push(prompt.clone()),
            // The same prompt is not said twice.
            None if prompt != self.words => words.push(prompt.clone()),
            None => {}
        }
        self.words = prompt;
        let mut effects = Vec::new();
        if !words.is_empty() {
            effects.push(Effect::Say(words.join(". ")));
        }
        effects.extend(sure.map(|reading| Effect::CubeKnown(letters(reading))));
        effects
    }
}

/// The stickers as colour letters, which also contain the cube's scheme.
fn letters(reading: &StateReading) -> String {
    reading.colors.iter().map(|color| color.letter()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Color, ColorScheme, Cube, Facelets};
    use vision::{Quad, Sticker, paint};

    fn view(colors: &[Color]) -> FaceView {
        FaceView {
            stickers: std::array::from_fn(|index| {
                let (x, y) = ((index % 3) as f32 * 50.0, (index / 3) as f32 * 50.0);
                Sticker {
                    quad: Quad([[x, y], [x + 44.0, y], [x + 44.0, y + 44.0], [x, y + 44.0]]),
                    rgb: paint(colors[index]).map(|value| f32::from(value) * 0.9),
                    color: colors[index],
                    confidence: 0.9,
                    recovered: false,
                }
            }),
            confidence: 0.9,
        }
    }

    /// Shows the six faces for a second each.
    fn show(dialogue: &mut Dialogue, facelets: &Facelets) -> Vec<Effect> {
        let colors = facelets.colors(&ColorScheme::WESTERN);
        let mut effects = Vec::new();
        for (face, stickers) in colors.chunks(9).enumerate() {
            for frame in 0..10 {
                let now = Duration::from_millis(1000 * face as u64 + 100 * frame);
                effects.extend(dialogue.look(now, &[view(stickers)]));
            }
        }
        effects
    }

    #[test]
    fn a_cube_that_was_shown_is_published_once() {
        let cube = Cube::from_seed(1).facelets();
        let mut dialogue = Dialogue::new(Options::default());
        let effects = show(&mut dialogue, &cube);
        assert_eq!(effects[0], Effect::Say("Show the green face, white on top.".to_owned()));
        let letters: String = cube.colors(&ColorScheme::WESTERN).iter().map(|color| color.letter()).collect();
        let known: Vec<&Effect> = effects.iter().filter(|effect| matches!(effect, Effect::CubeKnown(_))).collect();
        assert_eq!(known, [&Effect::CubeKnown(letters.clone())]);
        assert_eq!(dialogue.look(Duration::from_secs(99), &[]), []);
        assert_eq!(dialogue.status(), "the cube is read");
        assert_eq!(dialogue.handle("yes"), [Effect::CubeKnown(letters)]);
        // Another cube.
        let said = dialogue.handle("restart");
        assert_eq!(said, [Effect::Say("Show the green face, white on top.".to_owned())]);
        assert_eq!(dialogue.status(), "0 of 6 faces are read");
    }

    #[test]
    fn what_is_not_understood_is_answered() {
        let mut dialogue = Dialogue::new(Options::default());
        for line in ["F3=G", "hello", "yes", "stop", "again Q"] {
            let [Effect::Say(answer)] = &dialogue.handle(line)[..] else {
                panic!("{line}");
            };
            assert!(10 < answer.len(), "{line}: {answer}");
        }
    }

    #[test]
    fn a_minute_without_a_face_is_reported() {
        let mut dialogue = Dialogue::new(Options::default());
        dialogue.look(Duration::from_secs(5), &[]);
        let effects = dialogue.look(Duration::from_secs(66), &[]);
        let [Effect::Say(words)] = &effects[..] else {
            panic!("{effects:?}");
        };
        assert!(words.contains("missing") && words.contains("blue"), "{words}");
    }
}
