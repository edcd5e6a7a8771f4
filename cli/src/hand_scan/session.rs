//! One scan by hand: frames in, words and pictures out, until the cube is read and, where a person is there, confirmed.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use cube::Facelets;
use page::FaceAlbum;
use page::protocol::{Answer, Ask};
use tokio::sync::mpsc;
use tutor::handscan::{Correction, Event, Guide, Options, Said, overlay};
use vision::{CubeColors, FaceReader, FaceView, Image, Measurements, StateReading, Verdict};

use super::album::{in_doubt, note_frame};
use super::arguments::HandArguments;
use super::entered::{entered, photographed};
use super::frames::{Frame, Frames, Next};
use super::page::{HandPage, Input};
use super::terminal::{listen_to_terminal, open_browser};
use crate::failure::{Failure, OrFail};
use crate::net::Net;
use crate::output::make_folder;
use crate::phone;

/// Pictures of a browser that may wait.
const WAITING: usize = 2;
/// How long to wait for inputs while no picture comes.
const PAUSE: Duration = Duration::from_millis(50);

/// The cube that a person confirms.
enum Confirmed {
    /// The cube as the guide has read it.
    AsRead,
    /// The cube that they entered themselves.
    Entered(Box<StateReading>),
}

/// A cube that was shown and read.
pub struct Shown {
    pub reading: StateReading,
    /// Whether a person has confirmed it.
    pub confirmed: bool,
    /// The measured colours of its faces, each as it is read; none of a cube that was entered.
    pub measured: Option<Measurements>,
}

/// One scan with all that belongs to it.
pub struct Session {
    frames: Frames,
    guide: Guide,
    page: Option<HandPage>,
    inputs: Receiver<Input>,
    /// Kept, so that reading `inputs` is no error when there is neither terminal nor page.
    _sender: Sender<Input>,
    /// Whether someone can answer, at the terminal or on a page that was asked for.
    watched: bool,
    patience: Duration,
    /// Where a picture of each face is saved.
    folder: Option<PathBuf>,
    album: FaceAlbum,
    image: Option<Arc<Image>>,
    faces: Vec<FaceView>,
    prompt: String,
    /// Since which frame the guide has waited for a face, with its message.
    late: Option<(Duration, String)>,
}

impl Session {
    /// Opens the camera, and the page where one is wanted.
    pub fn open(
        camera: &str,
        typed: &HandArguments,
        colors: Option<&CubeColors>,
        annotated: Option<&Path>,
    ) -> Result<Session, Failure> {
        let is_page = camera == phone::PAGE;
        if is_page && typed.no_page {
            return Err(Failure::Usage("--camera page needs the page: leave out --no-page".to_owned()));
        }
        let (pictures, of_page) = mpsc::channel(WAITING);
        let frames = if is_page { Frames::of_page(of_page, PAUSE) } else { Frames::open(camera)? };
        let pictures = is_page.then_some(pictures);
        if let Some(folder) = annotated {
            make_folder(folder)?;
        }
        let (sender, inputs) = channel();
        let person = io::stdin().is_terminal() && io::stderr().is_terminal();
        if person {
            listen_to_terminal(sender.clone());
        }
        // A browser's camera and a phone need the page.
        let port = typed.page.or((is_page || typed.phone).then_some(0));
        let page = match port {
            Some(port) => Some(HandPage::serve(port, typed.phone, frames.what(), sender.clone(), pictures)?),
            // The page is optional; if it cannot be served, the terminal is enough.
            None if person && !typed.no_page && page::has_front_end() => {
                HandPage::serve(0, false, frames.what(), sender.clone(), None).ok()
            }
            None => None,
        };
        if let Some(page) = &page {
            print(format_args!("open this page to see the camera picture: {}", page.url()));
            if person && typed.page.is_none() && !typed.phone {
                open_browser(page.url());
            }
        }
        Ok(Session {
            frames,
            guide: Guide::new(Options {
                order: typed.order,
                patience: typed.timeout,
                colors: colors.copied(),
                ..Options::default()
            }),
            page,
            inputs,
            _sender: sender,
            watched: person || port.is_some(),
            patience: typed.timeout,
            folder: annotated.map(Path::to_owned),
            album: FaceAlbum::default(),
            image: None,
            faces: Vec::new(),
            prompt: String::new(),
            late: None,
        })
    }

    /// Goes on until the cube is read.
    pub fn run(mut self, detector: &mut dyn FaceReader, corrections: &[Correction]) -> Result<Shown, Failure> {
        let read = self.read(detector, corrections);
        if let Some(page) = self.page.take() {
            page.end(&match &read {
                Ok(shown) => format!("The cube is {}.", shown.reading.facelets),
                Err(failure) => failure.to_string(),
            });
        }
        read
    }

    fn read(&mut self, detector: &mut dyn FaceReader, corrections: &[Correction]) -> Result<Shown, Failure> {
        let mut corrections = Some(corrections).filter(|corrections| !corrections.is_empty());
        let mut asked: Option<(Instant, Option<Facelets>)> = None;
        loop {
            let next = self.frames.next()?;
            let ended = matches!(next, Next::Ended);
            match next {
                Next::Frame(frame) => self.look(frame, detector)?,
                Next::NotYet => {}
                Next::Ended => std::thread::sleep(PAUSE),
            }
            if self.guide.count() == 6
                && let Some(corrections) = corrections.take()
            {
                self.correct(corrections)?;
            }
            let confirmed = match self.listen(detector)? {
                Some(Confirmed::Entered(reading)) => {
                    return Ok(Shown { reading: *reading, confirmed: true, measured: None });
                }
                other => other.is_some(),
            };
            self.show();
            let done = self.guide.is_done();
            // After the last picture, a person can still correct six faces.
            if !done && (!ended || !self.watched || self.guide.count() < 6) {
                if ended {
                    return Err(self.ended());
                }
                asked = None;
                continue;
            }
            let reading = self.guide.reading();
            let waited =
                asked.as_ref().is_some_and(|(since, _)| self.patience <= since.elapsed()) && self.is_page_idle();
            if confirmed || !self.watched || waited {
                return match reading.filter(|_| done || confirmed) {
                    Some(reading) => Ok(Shown { reading: reading.clone(), confirmed, measured: self.guide.measured() }),
                    None => Err(self.ended()),
                };
            }
            let known = reading.map(|reading| reading.facelets);
            if asked.as_ref().is_none_or(|(_, about)| *about != known) {
                asked = Some((Instant::now(), known));
                ask(reading);
            }
        }
    }

    /// Looks at a frame and returns what happened.
    fn look(&mut self, frame: Frame, detector: &mut dyn FaceReader) -> Result<(), Failure> {
        if !frame.repeated {
            let found = detector.detect(&frame.image);
            self.faces = found.or_fail()?;
        }
        if !self.faces.is_empty() {
            self.late = None;
        }
        if let Some((since, sentence)) = &self.late
            && self.patience <= frame.time.saturating_sub(*since)
            && self.is_page_idle()
        {
            return Err(Failure::NotAsGiven(sentence.clone()));
        }
        let events = self.guide.look(frame.time, &self.faces);
        note_frame(&mut self.album, Some(&self.guide), &frame.image);
        self.image = Some(frame.image);
        self.take(&events)?;
        for event in &events {
            if let Event::TimedOut { .. } = event {
                if !self.watched {
                    return Err(Failure::NotAsGiven(event.sentence(self.guide.words())));
                }
                self.late = Some((frame.time, event.sentence(self.guide.words())));
                print("show a face to go on, or say q to stop");
            }
        }
        let prompt = self.guide.prompt();
        if !self.guide.is_done() && prompt != self.prompt {
            print(&prompt);
            self.prompt = prompt;
        }
        Ok(())
    }

    /// Whether no cube is being entered on the page.
    fn is_page_idle(&self) -> bool {
        let page = self.page.as_ref();
        page.is_none_or(|page| self.patience <= page.idle())
    }

    /// Prints what happened, and saves a picture of it if asked to.
    fn take(&mut self, events: &[Event]) -> Result<(), Failure> {
        for event in events {
            print(event.sentence(self.guide.words()));
            if let (Event::FaceRead { face, .. }, Some(folder), Some(image)) = (event, &self.folder, &self.image) {
                let mut drawn = image.as_ref().clone();
                overlay(&mut drawn, &self.guide.screen());
                let saved = drawn.save(folder.join(format!("{face}.png")));
                saved.or_fail()?;
            }
        }
        Ok(())
    }

    /// Corrects stickers; the answer is for the page.
    fn correct(&mut self, corrections: &[Correction]) -> Result<Answer, Failure> {
        match self.guide.correct(corrections) {
            Ok(events) => {
                self.take(&events)?;
                let words: Vec<String> = events.iter().map(|event| event.sentence(self.guide.words())).collect();
                Ok(Answer::done(words.join(". ")))
            }
            Err(refused) => {
                print(&refused);
                Ok(Answer::refused(refused))
            }
        }
    }

    /// Handles the inputs until the person confirms a cube.
    fn listen(&mut self, detector: &mut dyn FaceReader) -> Result<Option<Confirmed>, Failure> {
        let inputs: Vec<Input> = self.inputs.try_iter().collect();
        for input in inputs {
            let (confirmed_cube, reply) = match input {
                Input::Line(line) => (self.enter(&line)?.1, None),
                Input::Photos(photos) => {
                    let (answer, _) = photographed(&photos.pictures, detector);
                    photos.reply.send(answer);
                    continue;
                }
                Input::Asked(asked) => {
                    let (answer, confirmed_cube) = match &asked.ask {
                        Ask::Say { line } => self.enter(line)?,
                        Ask::Speak { language } => match language.parse() {
                            Ok(language) => {
                                self.guide.speak(language);
                                (Answer::done(self.guide.prompt()), None)
                            }
                            Err(error) => (Answer::refused(error), None),
                        },
                        Ask::SetCube { cube } => match entered(cube, self.guide.language()) {
                            Ok(reading) => {
                                (Answer::done("this cube is accepted"), Some(Confirmed::Entered(Box::new(reading))))
                            }
                            Err(answer) => (answer, None),
                        },
                        _ => (Answer::refused("a hand scan does not support this request"), None),
                    };
                    (confirmed_cube, Some((asked.reply, answer)))
                }
            };
            if let Some((reply, answer)) = reply {
                reply.send(answer);
            }
            if confirmed_cube.is_some() {
                return Ok(confirmed_cube);
            }
        }
        Ok(None)
    }

    /// Handles a line; the answer is for the page.
    fn enter(&mut self, line: &str) -> Result<(Answer, Option<Confirmed>), Failure> {
        let answer = match line.parse::<Said>() {
            Ok(Said::Correct(corrections)) => self.correct(&corrections)?,
            Ok(Said::Again(face)) => {
                self.guide.show_again(face);
                Answer::done(self.guide.prompt())
            }
            Ok(Said::Restart) => {
                self.guide.restart();
                Answer::done(self.guide.prompt())
            }
            Ok(Said::Accept) if self.guide.reading().is_some() => {
                return Ok((Answer::done("this cube is accepted"), Some(Confirmed::AsRead)));
            }
            Ok(Said::Accept) => {
                print(&self.prompt);
                Answer::refused(&self.prompt)
            }
            Ok(Said::Stop) => {
                return Err(Failure::NotAsGiven("the scan was stopped".to_owned()));
            }
            Err(refused) => {
                print(&refused);
                Answer::refused(refused)
            }
        };
        Ok((answer, None))
    }

    fn show(&self) {
        if let Some(page) = &self.page {
            let (screen, reading) = (self.guide.screen(), self.guide.reading());
            page.show(self.image.as_deref(), &screen, reading, self.guide.is_done());
            page.show_doubt(in_doubt(&self.album, Some(&self.guide)));
        }
    }

    /// Why the cube is not known although there are no more pictures.
    fn ended(&self) -> Failure {
        let Some(reading) = self.guide.reading().filter(|r| r.verdict != Verdict::Certain) else {
            let missing: Vec<String> = self.guide.missing().iter().map(|f| f.to_string()).collect();
            let notice = self.guide.screen().notice;
            let notice = if notice.is_empty() { "no face was seen" } else { &notice };
            return Failure::NotAsGiven(format!(
                "{} ended before the cube was read; missing faces: {}; last notice: {notice}",
                self.frames.what(),
                missing.join(" "),
            ));
        };
        Failure::NotAsGiven(format!(
            "{} ended before the reading was certain: {}",
            self.frames.what(),
            reading.problems.join("; ")
        ))
    }
}

/// Prints a line for the person.
fn print(words: impl std::fmt::Display) {
    // The error stream may be closed.
    let _ = writeln!(io::stderr(), "{words}");
}

/// Asks whether the cube is right, or for what would make it so.
fn ask(reading: Option<&StateReading>) {
    match reading {
        Some(reading) => {
            if io::stderr().is_terminal() {
                print(Net::new(&reading.facelets, &reading.scheme));
            }
            print(format_args!("is {} right? Press Enter, or {}", reading.facelets, Said::HELP));
        }
        None => print(Said::HELP),
    }
}
