//! The settings of a page, given when it starts.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::body::Bytes;
use rig::{Profile, Reader};
use tokio::sync::mpsc;

use crate::protocol::Hello;
use crate::{Error, PagePicture, Photos, Tls, Token};

/// The settings of a page, given when it starts.
#[derive(Debug)]
pub struct Options {
    /// Where it listens; port 0 is any free one.
    pub address: SocketAddr,
    /// More names that browsers may call it by: host names, or `name:port` where a tunnel has another port.
    pub names: Vec<String>,
    /// The secret that each page must know.
    pub token: Option<Token>,
    /// How it is encrypted.
    pub tls: Option<Tls>,
    /// Who speaks.
    pub hello: Hello,
    /// The rig's description and shapes.
    pub rig: Option<RigFiles>,
    /// Who reads six photographs of a cube; without it none are taken.
    pub photos: Option<mpsc::Sender<Photos>>,
    /// Where pictures go of a browser that is the host's camera; without it none can be. One or two that wait are enough.
    pub camera: Option<mpsc::Sender<PagePicture>>,
    /// What one client may cost.
    pub limits: Limits,
}

impl Options {
    /// A page at a port for the whole network, encrypted, that asks for a new secret.
    ///
    /// # Errors
    /// Where the system gives no random numbers, or a certificate cannot be made.
    pub fn for_phones(port: u16, hello: Hello) -> Result<Options, Error> {
        let all = Ipv4Addr::UNSPECIFIED;
        let (token, tls) = (Some(Token::random()?), Some(Tls::of_page(all.into(), &[])?));
        Ok(Options { address: SocketAddr::from((all, port)), token, tls, ..Options::local(port, hello) })
    }

    /// A page at a port of this machine only, without a rig.
    pub fn local(port: u16, hello: Hello) -> Options {
        Options {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            names: Vec::new(),
            token: None,
            tls: None,
            hello,
            rig: None,
            photos: None,
            camera: None,
            limits: Limits::default(),
        }
    }
}

/// What one client may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Pages at once.
    pub clients: usize,
    /// Requests a second of one page; `stop` counts apart.
    pub requests: u32,
    /// A page that takes nothing for this long is dropped.
    pub unread: Duration,
    /// A page that sends nothing for this long, though it is asked for a sign of life three times, is dropped.
    pub silence: Duration,
    /// Connections at once that are not yet pages. For one more, the oldest of the peer that has the most is ended.
    pub connections: usize,
    /// What a connection has time for: to encrypt, and to send the head of a request.
    pub head: Duration,
    /// What a connection has time for in all, before it becomes a page.
    pub connection: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            clients: 32,
            requests: 50,
            unread: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            connections: 256,
            head: Duration::from_secs(10),
            connection: Duration::from_secs(120),
        }
    }
}

/// The rig's description and shapes, as browsers load them.
#[derive(Clone, Debug)]
pub struct RigFiles {
    /// The URDF's text.
    pub urdf: String,
    /// STL files by name.
    pub meshes: BTreeMap<String, Bytes>,
}

impl RigFiles {
    /// Those of a profile.
    pub fn new(profile: &Profile) -> RigFiles {
        let meshes = rig::meshes().into_iter();
        RigFiles {
            urdf: rig::urdf(profile, Reader::Ros),
            meshes: meshes.map(|(name, mesh)| (name, mesh.stl().into())).collect(),
        }
    }
}
