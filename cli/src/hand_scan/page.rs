//! The page of a hand scan: it shows the camera's picture with the guide's overlay, and takes corrections, whole cubes and
//! photographs.

use std::sync::mpsc::Sender;
use std::time::Duration;

use page::protocol::{Controls, FacesInDoubt, HandScan, Hello, Part, Picture, View};
use page::{Asked, Options, PagePicture, Photos};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tutor::handscan::{Screen, overlay};
use vision::{Image, StateReading};

use crate::failure::Failure;
use crate::phone;

/// What can be asked for on this page.
const CONTROLS: [&str; 5] = ["say", "check", "random", "set_cube", "photos"];

/// What a person enters, at the terminal or on the page.
pub enum Input {
    /// A line at the terminal.
    Line(String),
    /// A request of the page.
    Asked(Asked),
    /// Six photographs.
    Photos(Photos),
}

/// The page while it is served.
pub struct HandPage {
    page: page::Page,
    runtime: Runtime,
}

impl HandPage {
    /// Serves the page at a port of this machine, 0 for any free one, and to phones where they are wanted; what people enter there
    /// goes to `inputs`, and the pictures of a browser to `camera`.
    pub fn serve(
        port: u16,
        to_phones: bool,
        title: &str,
        inputs: Sender<Input>,
        camera: Option<mpsc::Sender<PagePicture>>,
    ) -> Result<HandPage, Failure> {
        let failed = |reason: &dyn std::fmt::Display| {
            Failure::NotAsGiven(format!("cannot serve a page at port {port}: {reason}"))
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| failed(&error))?;
        let hello = Hello::new(View::HandScan, title);
        let (reader, mut photos) = mpsc::channel(1);
        let options = Options { photos: Some(reader), camera, ..phone::options(port, to_phones, hello)? };
        let served = runtime.block_on(page::Page::serve(options));
        let (page, mut asked) = served.map_err(|error| failed(&error))?;
        let reasons = CONTROLS.map(|name| (name.to_owned(), String::new()));
        page.set(Part::Controls(Controls { reasons: reasons.into() }));
        phone::offer(&page);
        runtime.spawn(async move {
            loop {
                let input = tokio::select! {
                    Some(asked) = asked.recv() => Input::Asked(asked),
                    Some(photos) = photos.recv() => Input::Photos(photos),
                    else => return,
                };
                // The scan is over when the receiver is gone.
                if inputs.send(input).is_err() {
                    return;
                }
            }
        });
        Ok(HandPage { page, runtime })
    }

    /// Where to look.
    pub fn url(&self) -> &str {
        self.page.url()
    }

    /// Time since the last request of the page.
    pub fn idle(&self) -> Duration {
        self.page.idle()
    }

    /// Shows the faces with stickers in doubt.
    pub fn show_doubt(&self, doubt: FacesInDoubt) {
        self.page.set(Part::Doubt(doubt));
    }

    /// Shows the guide's screen, and a picture with it.
    pub fn show(&self, image: Option<&Image>, screen: &Screen, reading: Option<&StateReading>, done: bool) {
        let problems = reading.map_or(&[][..], |reading| &reading.problems);
        self.page.set(Part::HandScan(HandScan::new(screen, problems, done)));
        let Some(image) = image else { return };
        // Drawing and packing cost more than finding the faces, so they need a viewer.
        if self.page.watched(Picture::Plain)
            && let Ok(jpeg) = image.encoded(".jpg")
        {
            self.page.show(Picture::Plain, &jpeg);
        }
        if self.page.watched(Picture::Annotated) {
            let mut drawn = image.clone();
            overlay(&mut drawn, screen);
            if let Ok(jpeg) = drawn.encoded(".jpg") {
                self.page.show(Picture::Annotated, &jpeg);
            }
        }
    }

    /// Shows that the scan is over, and its result.
    pub fn end(self, words: &str) {
        self.page.set(Part::HandScan(HandScan {
            prompt: "The scan is over: this page can be closed.".to_owned(),
            notice: words.to_owned(),
            ..HandScan::not_begun()
        }));
        self.page.set(Part::Controls(Controls::default()));
        self.runtime.block_on(self.page.end());
    }
}
