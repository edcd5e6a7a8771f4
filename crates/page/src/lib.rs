//! The web page of the rig, of a hand scan and of a plan: an HTTP server, the WebSocket protocol, and the embedded front end.
//!
//! A host (a node, or the command line) reports the present state with [`Page::set`], and takes what people ask for from a
//! channel of [`Asked`]. Read [`protocol`] first, which is all that goes over the WebSocket. Then come [`Options`] and
//! [`Page`], [`Asked`] and [`Reply`]. [`laws`] checks which cubes can exist, [`scene`] is the rig as browsers get it, and
//! [`PlayedPlan`] is a plan without a rig. The module `lesson` makes what is shown of a lesson ([`protocol::LessonNow`]), and
//! [`lesson_request`] what its controls ask a tutor for. [`exported`] is a lesson as a page that needs no server.
//!
//! The page listens on the loopback address unless another one is given, and [`Page::serve`] refuses any other address without a
//! [`Token`] and [`Tls`]. It answers only to its own names, and takes requests only from its own pages.

mod asked;
mod camera_watch;
mod error;
mod exported;
mod face_album;
mod files;
mod guard;
mod history_file;
mod hub;
mod jpeg;
pub mod laws;
mod lesson;
mod listener;
mod options;
mod page;
mod page_camera;
mod phone;
mod photos;
mod played_plan;
mod practice;
pub mod protocol;
mod rate;
mod readiness;
mod request;
mod rig_controls;
mod routes;
mod run_watch;
mod scene;
mod socket;
mod status;
mod tls;
mod token;

pub use asked::{Asked, Photos, Reply};
pub use axum::body::Bytes;
pub use error::Error;
pub use exported::exported;
pub use face_album::FaceAlbum;
pub use files::has_front_end;
pub use history_file::{HistoryError, HistoryFile};
pub use hub::Watching;
pub use lesson::{checked_speed, lesson_request};
pub use options::{Limits, Options, RigFiles};
pub use page::Page;
pub use page_camera::PagePicture;
pub use phone::reachable;
pub use played_plan::PlayedPlan;
pub use practice::practice;
pub use readiness::{Missing, NodeCondition};
pub use request::read as read_request;
pub use rig_controls::{Situation, Work};
pub use run_watch::{Record, RunWatch};
pub use scene::scene;
pub use status::{CubeReport, Published, RunReport};
pub use tls::Tls;
pub use token::Token;
