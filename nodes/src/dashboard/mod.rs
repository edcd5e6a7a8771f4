//! The node `dashboard`: serves a web page that shows the rig at work and lets people touch it.

mod asking;
mod by_hand;
mod clients;
pub mod convert;
mod lesson_clients;
mod node_state;
mod page_camera;
mod params;
mod pictures;
mod reports;
mod seen;

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use brick::clock::Interval;
use futures::StreamExt;
use page::protocol::{Ask, CubeLook, Hello, View};
use page::{Asked, FaceAlbum, HistoryFile, Limits, Page, PagePicture, Photos, Published, RigFiles, RunWatch};
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::{CubePose, CubeState, Lesson, MotionPlan, RunStatus};
use r2r::diagnostic_msgs::msg::DiagnosticArray;
use r2r::sensor_msgs::msg::JointState;
use rig::display::Shown;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use crate::runtime::{Drivers, Logger, RigNode, Setup, StopSwitch, Task, latched, rig_profile};
use asking::read_photographs;
use by_hand::ByHand;
use clients::Clients;
use node_state::NodeState;
use page_camera::{CameraName, PageCamera};
pub use params::DashboardParams;
use pictures::{Pictures, kinds};
use reports::Reports;
use seen::{Need, SeenFaces};

/// The interval of messages to the page while nothing moves: it marks what is older than a second.
const IDLE: Duration = Duration::from_millis(500);
/// Nodes report on their health at about the same time. What came within this time of the first report is shown together.
const TOGETHER: Duration = Duration::from_millis(100);

/// Arguments of the launch file that serve the page to phones.
const FOR_PHONES: &str = "dashboard_address:=0.0.0.0 dashboard_token:=random";

/// Serves the page.
pub struct Dashboard;

impl RigNode for Dashboard {
    const NAME: &'static str = "dashboard";
    const ABOUT: &'static str = "serves a web page that shows the rig at work and lets people touch it";
    type Params = DashboardParams;

    fn start(setup: &mut Setup<DashboardParams>) -> Result<Task> {
        let params = setup.params.get();
        let profile = rig_profile(&params.profile)?;
        let file = params.history_file(&setup.namespace());
        let history = HistoryFile::open(&file)?;
        let mut joint_states = setup.subscribe::<JointState>("joint_states", QosProfile::default().keep_last(50))?;
        let mut poses = setup.subscribe::<CubePose>("cube/pose", latched())?;
        let mut states = setup.subscribe::<CubeState>("cube/state", latched())?;
        let mut statuses = setup.subscribe::<RunStatus>("run/status", latched())?;
        let mut plans = setup.subscribe::<MotionPlan>("plan", latched())?;
        let mut lessons = setup.subscribe::<Lesson>("lesson", latched())?;
        let mut reports = setup.subscribe::<DiagnosticArray>("/diagnostics", QosProfile::default().keep_last(50))?;
        let (mut clients, mut client_events) = Clients::connect(setup)?;
        let (camera, to_camera, mut pictures) = PageCamera::offer(setup)?;
        let switch = StopSwitch::connect(setup)?;
        let drivers = Drivers::connect(setup, &profile.groups)?;
        let simulator = clients.scramble.is_available()?;
        let look = rig::CubeLook::named(&params.body, &params.palette)?;
        let (stop, log, later) = (setup.stop.clone(), setup.log.clone(), setup.later.clone());
        let (live, clock, health) = (setup.params.clone(), setup.clock.clone(), setup.diagnostics.clone());
        let namespace = setup.namespace();
        Ok(Box::pin(async move {
            let title = match namespace.trim_matches('/') {
                _ if params.view() == View::Lesson => "a lesson".to_owned(),
                "" => profile.name.clone(),
                rig => format!("{rig} ({})", profile.name),
            };
            let hello = Hello {
                has_rig: params.view() == View::Rig,
                cube_look: CubeLook::new(look),
                ..Hello::new(params.view(), title)
            };
            let (to_reader, mut photographs) = mpsc::channel(1);
            let (page, mut requests) =
                serve(&params, &hello, RigFiles::new(&profile), to_camera, to_reader, &log).await?;
            let page = Arc::new(page);
            let mut camera_name = CameraName(page.camera_name());
            for pictures in kinds(&params) {
                let (kind, topic, packed) = pictures;
                let pictures =
                    Pictures { kind, topic, packed, later: later.clone(), page: page.clone(), log: log.clone() };
                tokio::spawn(pictures.show(stop.clone()));
            }
            let mut by_hand =
                ByHand { page: page.clone(), later: later.clone(), clock: clock.clone(), log: log.clone(), scan: None };
            let (need, needed) = watch::channel(Need::None);
            let (taken, mut taken_pictures) = mpsc::unbounded_channel();
            let (_, topic, packed) = kinds(&params)[0];
            let faces = SeenFaces { topic, packed, later, need: needed, taken, log: log.clone() };
            tokio::spawn(faces.take(stop.clone()));
            let mut node = NodeState {
                page,
                hello,
                shown: Shown::new(profile.gearing.open_grip()),
                edge: profile.geometry.cube_edge,
                state: CubeState::default(),
                run: RunWatch::new(),
                published: Published::default(),
                has_conductor: false,
                faces_seen: 0,
                album: FaceAlbum::default(),
                doubtful: Vec::new(),
                is_showing: false,
                need,
                switch,
                drivers,
                stop_took: None,
                lesson: None,
                lesson_question: "",
                reports: Reports::of(&namespace),
                history,
                origin: Instant::now(),
                began: clock.now(),
                clock,
                params: live,
                log,
                health,
            };
            node.begin();
            let simulator = async move { simulator.await.is_ok() };
            tokio::pin!(simulator);
            let mut simulator_found = false;
            let mut seconds = Interval::every(Duration::from_secs(1));
            // When reports that have come are shown.
            let mut reported = None;
            let mut signs_of_life = Interval::every(IDLE);
            let mut sent = Instant::now();
            let mut changed = true;
            loop {
                let due = sent + Duration::from_secs_f64(1.0 / node.params.get().rate);
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    Some(asked) = requests.recv() => {
                        let Some(asked) = node.take_stop(asked, clients.events()) else { continue };
                        if let (Ask::ByHand { line }, true) = (&asked.ask, node.hello.has_rig) {
                            by_hand.say(line, asked.reply);
                            continue;
                        }
                        if let Ask::Speak { language } = &asked.ask
                            && let Ok(language) = language.parse()
                        {
                            node.show_cases(language);
                        }
                        clients.carry_out(asked, node.lesson.as_ref());
                        node.show_lesson(clients.lessons.question());
                    }
                    Some(photos) = photographs.recv() => drop(tokio::spawn(read_photographs(photos))),
                    Some(picture) = pictures.recv() => camera.take(&picture),
                    name = camera_name.changed() => node.take_camera_name(&name),
                    Some(lesson) = lessons.next() => {
                        node.take_lesson(lesson, clients.lessons.question());
                    }
                    Some(event) = client_events.recv() => node.take_client_event(event),
                    Some(state) = joint_states.next() => {
                        node.take_joints(&state);
                    }
                    Some(pose) = poses.next() => node.take_pose(&pose),
                    Some(state) = states.next() => node.take_state(state),
                    Some((taken, jpeg)) = taken_pictures.recv() => node.take_picture(taken, jpeg),
                    Some(status) = statuses.next() => node.take_status(&status),
                    Some(plan) = plans.next() => node.take_plan(&plan),
                    _ = node.switch.change() => node.take_change(),
                    Some(array) = reports.next() => {
                        node.take_reports(array);
                        reported.get_or_insert_with(|| Instant::now() + TOGETHER);
                    }
                    () = sleep_until(reported.unwrap_or(sent)), if reported.is_some() => {
                        reported = None;
                        node.show_health();
                    }
                    found = &mut simulator, if !simulator_found => {
                        simulator_found = true;
                        if found {
                            node.take_simulator();
                        }
                    }
                    () = sleep_until(due), if changed => {
                        (changed, sent) = (false, Instant::now());
                        node.show_scene();
                    }
                    () = signs_of_life.tick() => changed = true,
                    () = seconds.tick() => node.show_all(),
                }
                changed |= node.shown.take_change();
            }
        }))
    }
}

/// Serves the page at the first free port.
async fn serve(
    params: &DashboardParams,
    hello: &Hello,
    rig: RigFiles,
    camera: Option<mpsc::Sender<PagePicture>>,
    photos: mpsc::Sender<Photos>,
    log: &Logger,
) -> Result<(Page, mpsc::Receiver<Asked>)> {
    let (token, tls) = (params.token()?, params.tls()?);
    let addresses = params.addresses()?;
    for (tried, address) in addresses.iter().enumerate() {
        let options = page::Options {
            address: *address,
            names: params.names.clone(),
            token: token.clone(),
            tls: tls.clone(),
            hello: hello.clone(),
            rig: Some(rig.clone()),
            photos: Some(photos.clone()),
            camera: camera.clone(),
            limits: Limits::default(),
        };
        match Page::serve(options).await {
            Ok((page, requests)) => {
                if 0 < tried {
                    log.warn(format!("port {} is taken", addresses[0].port()));
                }
                log.info(format!("the page is at {}", page.url()));
                if let Some(tls) = &tls {
                    let fingerprint = tls.fingerprint();
                    log.info(format!("SHA-256 of its certificate: {fingerprint}"));
                }
                if let Some(code) = page.phone_text() {
                    log.info(format!("on a phone: {code}"));
                }
                page.offer_phone(FOR_PHONES);
                return Ok((page, requests));
            }
            Err(page::Error::Address { reason, .. }) if reason.kind() == ErrorKind::AddrInUse => {}
            Err(error) => return Err(error).context("the page cannot be served"),
        }
    }
    bail!(
        "the page cannot be served: the ports {} to {} are taken; choose another with the parameter 'port'",
        params.port,
        addresses.last().map_or(0, |address| address.port())
    )
}
