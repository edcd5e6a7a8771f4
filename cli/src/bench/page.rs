//! The area `page`: what the server of the web page costs, and how soon it answers.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cube::{ColorScheme, Cube};
use page::protocol::{Hello, Part, Picture, View};
use page::{Options, Page, PlayedPlan};
use planner::plan_moves;
use rig::{Profile, RigState};
use tokio::time::{MissedTickBehavior, interval};

use super::report::{Column, Report, Table};
use super::statistics::Sample;
use crate::failure::Failure;
use crate::values::seconds;

/// Requests for the time to the first byte.
const REQUESTS: usize = 50;

/// What `bench page` takes.
#[derive(clap::Args)]
pub struct Arguments {
    /// How long each state of the page is measured.
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    seconds: Duration,
    /// Pictures, and scenes of the rig, a second.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rate: u32,
    /// Bytes of a picture.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    bytes: u32,
}

/// What the host of the page does meanwhile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Load {
    Nothing,
    Scenes,
    ScenesAndPictures,
}

/// Serves a page on a thread of its own, and measures what that thread costs.
pub fn run(typed: &Arguments) -> Result<Report, Failure> {
    let failed = |reason: &dyn std::fmt::Display| Failure::NotAsGiven(format!("the page cannot be measured: {reason}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| failed(&error))?;
    let plan = played().map_err(|reason| failed(&reason))?;
    let mut costs = Table::new("costs");
    let mut delays = Table::new("delays");
    runtime.block_on(async {
        let (page, _asked) = Page::serve(Options::local(0, hello())).await.map_err(|error| failed(&error))?;
        let address = page.address();
        for (name, load, clients) in [
            ("nobody looks", Load::Nothing, 0),
            ("one page, nothing new", Load::Nothing, 1),
            ("one page, scenes", Load::Scenes, 1),
            ("one page, scenes and pictures", Load::ScenesAndPictures, 1),
            ("ten pages, scenes and pictures", Load::ScenesAndPictures, 10),
        ] {
            let watched = load == Load::ScenesAndPictures;
            let pages: Vec<Viewer> = (0..clients).map(|_| Viewer::open(address, watched)).collect();
            let (percent, seconds) = cost(&page, &plan, load, typed).await.map_err(|error| failed(&error))?;
            let bytes: u64 = pages.into_iter().map(Viewer::close).sum();
            let megabytes = bytes as f64 / 1e6 / seconds;
            costs.row([
                Column::new("state", "state").of(name),
                Column::with_digits("core_percent", "% of a core", 2).of(percent),
                Column::with_digits("megabytes_each_second", "MB/s", 2).of(megabytes),
            ]);
        }
        for (name, request) in [
            ("the page's first byte", format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")),
            ("a WebSocket's handshake", handshake(address)),
        ] {
            let asking = tokio::task::spawn_blocking(move || first_bytes(address, &request));
            let sample: Sample = match asking.await {
                Ok(times) => times.map_err(|error| failed(&error))?.into_iter().collect(),
                Err(error) => return Err(failed(&error)),
            };
            delays.row([
                Column::new("what", "what").of(name),
                Column::with_digits("milliseconds_p50", "ms (median)", 2).of(sample.percentile(0.5)),
                Column::with_digits("milliseconds_p99", "ms (99 %)", 2).of(sample.percentile(0.99)),
                Column::with_digits("milliseconds_max", "ms (most)", 2).of(sample.max()),
            ]);
        }
        Ok(())
    })?;
    let report = Report::new("page")
        .under("seconds", typed.seconds.as_secs_f64())
        .under("rate", typed.rate)
        .under("picture_bytes", typed.bytes);
    Ok(report.with(costs).with(delays).explained(
        "Share of a core: what the thread that serves the page used, making the scenes included, packing pictures not. Delays \
         count from the wish to connect.",
    ))
}

fn hello() -> Hello {
    Hello::new(View::Rig, "a bench")
}

/// A plan of some moves.
fn played() -> Result<PlayedPlan, String> {
    let profile = Profile::nxt_2015();
    let moves = cube::parse_moves("R U F2 D' L B", cube::Notation::Standard).map_err(|error| error.to_string())?;
    let plan = plan_moves(&profile, &RigState::REST, &moves).map_err(|error| error.to_string())?;
    let (start, motions) = (plan.start(), plan.all_motions());
    PlayedPlan::new(&profile, start, motions, Cube::SOLVED, ColorScheme::WESTERN).map_err(|error| error.to_string())
}

/// The share of a core, in per cent, that this thread uses, and the seconds in which that was measured.
async fn cost(page: &Page, plan: &PlayedPlan, load: Load, typed: &Arguments) -> io::Result<(f64, f64)> {
    let picture = vec![0x5A; typed.bytes as usize];
    // A page that has just come gets everything at once: that is over by then.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let (start, used) = (Instant::now(), used()?);
    if load == Load::Nothing {
        tokio::time::sleep(typed.seconds).await;
    } else {
        let mut ticks = interval(Duration::from_secs(1) / typed.rate);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        while start.elapsed() < typed.seconds {
            ticks.tick().await;
            let at = start.elapsed().as_secs_f64();
            page.set(Part::Scene(plan.scene(at % plan.seconds(), at * 1000.0)));
            if load == Load::ScenesAndPictures {
                page.show(Picture::Plain, &picture);
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok((100.0 * (self::used()? - used) / seconds, seconds))
}

/// Seconds that this thread has used so far.
fn used() -> io::Result<f64> {
    // Nanoseconds on a core, nanoseconds in wait of one, and how often it got one (Linux, proc_schedstat).
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse::<f64>().ok());
    nanoseconds
        .map(|nanoseconds| nanoseconds / 1e9)
        .ok_or_else(|| io::Error::other("the system does not count the time of threads"))
}

fn handshake(address: SocketAddr) -> String {
    format!(
        "GET /socket HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

/// Milliseconds from the wish to connect to the first byte that answers, again and again.
fn first_bytes(address: SocketAddr, request: &str) -> io::Result<Vec<f64>> {
    let once = |_| {
        let start = Instant::now();
        let mut stream = TcpStream::connect(address)?;
        stream.write_all(request.as_bytes())?;
        stream.read_exact(&mut [0])?;
        Ok(start.elapsed().as_secs_f64() * 1000.0)
    };
    (0..REQUESTS).map(once).collect()
}

/// A page that receives everything and sends nothing after the handshake.
struct Viewer {
    reading: JoinHandle<u64>,
    stream: Option<TcpStream>,
}

impl Viewer {
    fn open(address: SocketAddr, watches: bool) -> Viewer {
        let stream = TcpStream::connect(address).ok();
        let own = stream.as_ref().and_then(|stream| stream.try_clone().ok());
        let reading = thread::spawn(move || own.map_or(0, |stream| take(stream, address, watches)));
        Viewer { reading, stream }
    }

    /// Closes it: the bytes that it got.
    fn close(self) -> u64 {
        if let Some(stream) = self.stream {
            // It may be closed already.
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
        self.reading.join().unwrap_or(0)
    }
}

/// Takes what comes until the connection ends: how many bytes.
fn take(mut stream: TcpStream, address: SocketAddr, watches: bool) -> u64 {
    let mut sent = handshake(address).into_bytes();
    if watches {
        let request = br#"{"id":1,"ask":{"do":"watch","picture":"plain"}}"#;
        // A final text frame, masked by zeros, of less than 126 bytes (RFC 6455, section 5.2).
        sent.extend([0x81, 0x80 | request.len() as u8, 0, 0, 0, 0]);
        sent.extend(request);
    }
    if stream.write_all(&sent).is_err() {
        return 0;
    }
    let (mut buffer, mut bytes) = (vec![0; 1 << 16], 0);
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        bytes += count as u64;
    }
    bytes
}
