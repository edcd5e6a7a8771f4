//! The options of a hand scan.

use std::time::Duration;

use clap::Args;
use tutor::handscan::Correction;
use vision::FaceOrder;

use crate::phone;
use crate::values::seconds;

/// What `scan --camera` takes.
#[derive(Args)]
pub struct HandArguments {
    /// Be led through the six faces of a cube in your hand: a webcam's number (0 if not given) or path, `page` for the camera of a
    /// browser that shows the page, a video file, or a folder of pictures. Any order and any way round will do.
    #[arg(long, value_name = "CAMERA", num_args = 0..=1, default_missing_value = "0", conflicts_with = "images", group = "cube")]
    pub camera: Option<String>,
    /// The order in which --camera asks for the faces.
    #[arg(long, value_name = "FACES", default_value = "FUDLRB", conflicts_with = "images")]
    pub order: FaceOrder,
    /// Corrections of stickers that --camera misreads, such as F3=G,U5=R.
    #[arg(long = "corrections", value_name = "STICKERS", value_delimiter = ',', conflicts_with = "images")]
    pub corrections: Vec<Correction>,
    /// Seconds without anything new after which --camera gives up.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds, conflicts_with = "images")]
    pub timeout: Duration,
    /// The port of the page on this machine that shows what --camera sees, 0 for any; without it there is a page when a person sits
    /// at the terminal.
    #[arg(long, value_name = "PORT", conflicts_with = "images", conflicts_with = "no_page")]
    pub page: Option<u16>,
    /// The same by your phone's camera: the page is served to phones in this network, and its address is printed as a code to scan.
    #[arg(long, conflicts_with = "images", conflicts_with = "no_page", group = "cube")]
    pub phone: bool,
    /// Words only.
    #[arg(long, conflicts_with = "images")]
    pub no_page: bool,
}

impl HandArguments {
    /// The camera that was asked for.
    pub fn camera(&self) -> Option<&str> {
        self.camera.as_deref().or(self.phone.then_some(phone::PAGE))
    }
}
