//! Pictures from foreign programs in every usual encoding, and from a file that goes away and comes back.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use cube::Color;
use cuberig_tests::{Graph, Process, Trials, binary, transports};
use vision::{Image, paint};

/// What the pictures show, row by row.
const SHOWN: &str = "WROGBYRWG";
const WIDTH: usize = 640;
const HEIGHT: usize = 480;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "pictures",
        start,
        &[
            ("every_encoding", every_encoding),
            ("balanced_white", balanced_white),
            ("a_video_that_goes_away", a_video_that_goes_away),
            ("a_slow_subscriber", a_slow_subscriber),
        ],
        &[("thirty_a_second", thirty_a_second)],
    );
}

/// Removes the pictures that the checks have made.
pub fn remove() {
    // Where no check ran there is no folder.
    let _ = std::fs::remove_dir_all(folder());
}

/// A detector for each way in which pictures can come, and the camera with a video.
fn start() -> Result<Graph> {
    std::fs::create_dir_all(folder()).context("cannot make a folder")?;
    let picture = picture()?;
    for ending in ["ppm", "png", "jpg"] {
        picture.save(folder().join("face").with_extension(ending))?;
    }
    film(&video(), &picture)?;
    Graph::host(
        &["face_detector", "face_detector:squeezed", "camera"],
        &[
            "squeezed:image_transport:=compressed",
            "camera:source:=video",
            &format!("camera:files:=['{}']", video().display()),
        ],
    )
}

fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("cuberig-pictures-{}", std::process::id()))
}

fn video() -> PathBuf {
    folder().join("face.avi")
}

/// Nine stickers on a black cube before a grey wall.
fn picture() -> Result<Image> {
    let mut image = Image::filled(WIDTH, HEIGHT, [120; 3])?;
    for (index, pixel) in image.bytes_mut().chunks_exact_mut(3).enumerate() {
        let (x, y) = ((index % WIDTH).wrapping_sub(140), (index / WIDTH).wrapping_sub(60));
        if 344 <= x || 344 <= y {
            continue;
        }
        let on_sticker = |at: usize| at < 330 && 14 <= at % 110;
        let letter = char::from(SHOWN.as_bytes()[(y / 110).min(2) * 3 + (x / 110).min(2)]);
        let color = Color::from_letter(letter).filter(|_| on_sticker(x) && on_sticker(y));
        let [r, g, b] = color.map_or([18; 3], paint);
        pixel.copy_from_slice(&[b, g, r]);
    }
    Ok(image)
}

fn film(path: &Path, picture: &Image) -> Result<()> {
    let frames = (0..15).map(|_| picture.mat()).collect::<Result<Vec<_>, _>>()?;
    ensure!(vision::media::write_video(path, 15.0, &frames)?, "this OpenCV cannot write a video");
    Ok(())
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn every_encoding(graph: &mut Graph) -> Result<()> {
    let folder = folder().display().to_string();
    graph.check("check_encodings", &[&folder, SHOWN], seconds(60))?;
    ensure!(!graph.process.output().contains("panicked"), "a node panicked");
    Ok(())
}

fn balanced_white(graph: &mut Graph) -> Result<()> {
    let folder = folder().display().to_string();
    graph.check("check_white_balance", &[&folder, SHOWN], seconds(60)).map(drop)
}

fn a_video_that_goes_away(graph: &mut Graph) -> Result<()> {
    let video = video().display().to_string();
    graph.check("check_video", &[&video, SHOWN], seconds(60)).map(drop)
}

/// A slow subscriber with default settings delays neither our camera nor other subscribers.
fn a_slow_subscriber(graph: &mut Graph) -> Result<()> {
    let _camera = second_camera(graph, 15)?;
    // Were the camera held up, it would show two a second.
    let rate = ["15", "5", "0.5", "second"];
    let alone = graph.check("check_rate", &rate, seconds(60))?;
    let slow = graph.foreign_node("slow_subscriber", &[""; 0])?;
    let deadline = Instant::now() + seconds(60);
    while !slow.output().contains("a picture of") {
        ensure!(Instant::now() < deadline, "default settings receive no picture: {}", slow.output());
        std::thread::sleep(Duration::from_millis(100));
    }
    let with_slow = graph.check("check_rate", &rate, seconds(60))?;
    println!("\nour camera alone: {alone}with a slow subscriber: {with_slow}");
    let seen = slow.output().matches("a picture of").count();
    ensure!(seen < 60, "it saw {seen} pictures and was not slow at all");
    Ok(())
}

/// The detector looks at nearly all of 30 pictures a second. Three cameras send them. One is started as in the README,
/// one sends reliably and is started in another way, and one is our own in a process of its own. Prints how old they are by
/// then.
fn thirty_a_second(graph: &mut Graph) -> Result<()> {
    let folder = folder().display().to_string();
    let rate = ["30", "20", "0.95"];
    let as_documented = [&rate[..], &[&folder, "best_effort"]].concat();
    let mut sender = graph.foreign_node("check_rate", &as_documented)?;
    let status = sender.wait(seconds(60))?;
    println!("\nas in the README: {}", sender.output());
    ensure!(status.success(), "too few of 30 a second");
    let reliable = [&rate[..], &[&folder, "reliable"]].concat();
    let report = graph.check("check_rate", &reliable, seconds(60))?;
    println!("reliably, started anyhow: {report}");
    let _camera = second_camera(graph, 30)?;
    let report = graph.check("check_rate", &[&rate[..], &["second"]].concat(), seconds(60))?;
    println!("our own camera: {report}");
    Ok(())
}

/// Our own camera in a process of its own, with this many pictures a second of the video; its frame is `second`.
fn second_camera(graph: &Graph, rate: u32) -> Result<Process> {
    let mut camera = Command::new(binary("rig")?);
    let parameters = [
        "second:source:=video".to_owned(),
        format!("second:files:=['{}']", video().display()),
        "second:frame_id:=second".to_owned(),
        format!("second:rate:={rate}.0"),
    ];
    camera.args(["camera:second", "--ros-args"]);
    for parameter in parameters {
        camera.args(["-p", &parameter]);
    }
    camera.envs(graph.domain.environment()).envs(transports());
    Process::start("camera", camera)
}
