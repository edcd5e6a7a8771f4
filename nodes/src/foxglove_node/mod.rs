//! The node `foxglove`: serves the running graph to Foxglove and Lichtblick.

mod params;
mod services;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use brick::clock::Interval;
use foxglove::{Asked, Capability, Channel, Options, Server};

use crate::runtime::topics::{self, Topics};
use crate::runtime::{Clock, Health, Later, Logger, RigNode, Setup, Task, package_file};
pub use params::FoxgloveParams;
use services::Services;

/// How often it looks for new topics and services while there are clients.
const LOOK: Duration = Duration::from_millis(500);
/// How often clients receive the simulated time.
const TIME: Duration = Duration::from_millis(50);
/// Bytes of a file that messages refer to.
const LARGEST_ASSET: u64 = 64 << 20;
/// What such files are: meshes, pictures, descriptions.
const ASSETS: [&str; 10] = ["dae", "glb", "gltf", "jpeg", "jpg", "mtl", "obj", "png", "stl", "urdf"];

/// Serves the graph.
pub struct Foxglove;

impl RigNode for Foxglove {
    const NAME: &'static str = "foxglove";
    const ABOUT: &'static str = "serves the running graph to Foxglove and Lichtblick";
    type Params = FoxgloveParams;

    fn start(setup: &mut Setup<FoxgloveParams>) -> Result<Task> {
        let params = setup.params.get();
        let address = params.address()?;
        let is_simulated = params.use_sim_time;
        let mut capabilities = vec![Capability::Assets];
        if address.ip().is_loopback() {
            capabilities.extend([Capability::Services, Capability::Parameters]);
        }
        if is_simulated {
            capabilities.push(Capability::Time);
        }
        let options = Options {
            address,
            name: format!("cuberig{}, ROS 2 {}", setup.namespace().trim_end_matches('/'), r2r::ROS_DISTRO),
            capabilities,
            origins: params.origins(),
        };
        let mut topics = Topics::of(setup, std::iter::empty::<&str>());
        let mut services = Services::of(setup);
        let (stop, log, clock) = (setup.stop.clone(), setup.log.clone(), setup.clock.clone());
        let (later, health) = (setup.later.clone(), setup.diagnostics.clone());
        Ok(Box::pin(async move {
            let (server, mut requests) = Server::start(options).await.context("the graph is not served")?;
            let address = server.address();
            log.info(format!("Foxglove finds the graph at ws://{address}"));
            if !address.ip().is_loopback() {
                log.warn(format!("anyone who reaches {address} can see all topics, the camera's pictures too"));
            }
            let feeder = Feeder { later, log, clock: is_simulated.then(|| clock.clone()) };
            let mut clients = server.clients();
            let mut looks = Interval::every(LOOK);
            let mut times = Interval::every(TIME);
            let mut seconds = Interval::every(Duration::from_secs(1));
            loop {
                let count = *clients.borrow_and_update();
                let is_watched = 0 < count;
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    Some(asked) = requests.recv() => match asked {
                        Asked::Feed(channel) => drop(tokio::spawn(feeder.clone().feed(channel))),
                        Asked::Asset { uri, reply } => {
                            drop(tokio::task::spawn_blocking(move || reply.send(asset(&uri))));
                        }
                        other => drop(tokio::spawn(services.clone().answer(other))),
                    },
                    () = looks.tick(), if is_watched => {
                        server.add_topics(topics.look().await);
                        server.add_services(services.look().await);
                    }
                    () = times.tick(), if is_watched && is_simulated => {
                        server.set_time(clock.now().as_nanos() as u64);
                    }
                    Ok(()) = clients.changed() => {}
                    () = seconds.tick() => {
                        let values = [("clients", count.to_string()), ("dropped", server.dropped().to_string())];
                        let text = match count {
                            0 => "no client".to_owned(),
                            1 => "one client".to_owned(),
                            count => format!("{count} clients"),
                        };
                        health.report(Health::Ok, text, &values);
                    }
                }
            }
        }))
    }
}

/// Subscribes to what clients want.
#[derive(Clone)]
struct Feeder {
    later: Later,
    log: Logger,
    /// The simulated time, where that counts: it is when messages are received.
    clock: Option<Clock>,
}

impl Feeder {
    async fn feed(self, channel: Arc<Channel>) {
        let (fed, clock) = (channel.clone(), self.clock);
        let take = move |mut message: record::Message| {
            if let Some(clock) = &clock {
                message.received = clock.now().as_nanos() as u64;
            }
            fed.feed(message)
        };
        if let Err(error) = topics::subscribe(&self.later, channel.topic(), take).await {
            channel.fail();
            self.log.warn(format!("{} is not served: {error:#}", channel.topic().name));
        }
    }
}

/// The file of a `package://` URI.
fn asset(uri: &str) -> Result<Vec<u8>, String> {
    let quoted = cube::outside::quoted(uri);
    let path = uri.strip_prefix("package://").and_then(|path| path.split_once('/'));
    let (package, file) = path.ok_or_else(|| format!("{quoted} is no package://PACKAGE/FILE"))?;
    let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains('\\');
    let kind = file.rsplit_once('.').map(|(_, kind)| kind.to_ascii_lowercase());
    if !is_plain(package) || !file.split('/').all(is_plain) || !kind.is_some_and(|kind| ASSETS.contains(&&*kind)) {
        return Err(format!("{quoted} is no mesh, picture or description"));
    }
    let found = package_file(package, file).ok_or_else(|| format!("{quoted} is not installed"))?;
    cube::outside::read(found, "an asset", LARGEST_ASSET).map_err(|error| format!("{quoted} cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_are_those_of_packages() {
        let mesh = asset("package://cuberig/urdf/meshes/brick_key.stl").expect("it is in the source tree");
        assert!(84 < mesh.len());
        for (uri, words) in [
            ("package://cuberig/urdf/meshes/none.stl", "not installed"),
            ("package://cuberig/../../etc/passwd", "no mesh"),
            ("package://cuberig/urdf/../../x.png", "no mesh"),
            ("package://../x/x.png", "no mesh"),
            ("package://cuberig//etc/x.png", "no mesh"),
            ("package://cuberig/Cargo.toml", "no mesh"),
            ("package://cuberig/.git/x.png", "no mesh"),
            ("file:///etc/x.png", "no package://"),
            ("package://cuberig", "no package://"),
        ] {
            let error = asset(uri).expect_err(uri);
            assert!(error.contains(words), "{error}");
        }
    }
}
