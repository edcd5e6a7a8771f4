//! The node `state_publisher`: robot_description, transforms of all links and of the cube, and the cube's pieces as markers.

mod convert;
mod params;

use std::time::Duration;

use anyhow::{Context, Result};
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::{CubePose, CubeState};
use r2r::sensor_msgs::msg::JointState;
use r2r::std_msgs::msg::String as StringMsg;
use r2r::tf2_msgs::msg::TFMessage;
use r2r::visualization_msgs::msg::MarkerArray;
use rig::nalgebra::Isometry3;
use rig::{CubeLook, Profile, Reader};
use tokio::time::Instant;

use crate::messages::{BASE_FRAME, shown};
use crate::runtime::{Clock, Diagnostics, Health, LiveParams, Publisher, RigNode, Setup, Task, latched, rig_profile};
pub use params::StatePublisherParams;
use rig::display::{Model, Sent, Shown, Transform, cube_pose, cubies};

/// All bricks publish joints at rest at the same time. The first message waits this long for the others.
const TOGETHER: Duration = Duration::from_millis(10);

/// Most transforms a second while nothing moves. A transform has the stamp of its joint state and is sent once.
const IDLE_RATE: f64 = 10.0;

/// Frame of the cube.
const CUBE_FRAME: &str = "cube";

/// Publishes how the rig and the cube stand.
pub struct StatePublisher;

impl RigNode for StatePublisher {
    const NAME: &'static str = "state_publisher";
    const ABOUT: &'static str =
        "publishes robot_description, the transforms of all links and of the cube, and the cube's pieces as markers";
    type Params = StatePublisherParams;

    fn start(setup: &mut Setup<StatePublisherParams>) -> Result<Task> {
        let params = setup.params.get();
        convert::check_prefix(&params.frame_prefix)?;
        let profile = rig_profile(&params.profile)?;
        let (urdf, model) = description(&params.urdf, &profile)?;
        // Not even offered where another node describes the rig: its readers find one author.
        let descriptions = (params.publish_description)
            .then(|| setup.publisher::<StringMsg>("robot_description", latched()))
            .transpose()?;
        let static_transforms = setup.publisher::<TFMessage>("tf_static", latched())?;
        let mut joint_states = setup.subscribe::<JointState>("joint_states", QosProfile::default().keep_last(50))?;
        let mut poses = setup.subscribe::<CubePose>("cube/pose", latched())?;
        let mut states = setup.subscribe::<CubeState>("cube/state", latched())?;
        let mut node = NodeState {
            shown: Shown::new(profile.gearing.open_grip()),
            cube_edge: profile.geometry.cube_edge,
            look: CubeLook::named(&params.body, &params.palette)?,
            transforms: setup.publisher::<TFMessage>("tf", QosProfile::default().keep_last(100))?,
            // RViz asks for a marker array that is kept for late subscribers, and the cube rests most of the time.
            markers: setup.publisher::<MarkerArray>("cube/markers", latched())?,
            sent: Sent::default(),
            markers_due: true,
            model,
            params: setup.params.clone(),
            clock: setup.clock.clone(),
            diagnostics: setup.diagnostics.clone(),
        };
        let (stop, log) = (setup.stop.clone(), setup.log.clone());
        Ok(Box::pin(async move {
            if let Some(descriptions) = &descriptions {
                descriptions.publish(&StringMsg { data: urdf });
            }
            static_transforms.publish(&convert::transforms(&node.fixed()));
            let mut published = Instant::now();
            let mut changed = true;
            // When the first joint state came that is not published yet.
            let mut received = None;
            loop {
                // Without joints the cube's transform has no stamp but the present.
                let is_alone = node.shown.newest_stamp().is_none();
                let is_due = changed || received.is_some() || node.markers_due || is_alone;
                let params = node.params.get();
                let rate = if changed { params.rate } else { IDLE_RATE };
                let mut due = published + Duration::from_secs_f64(1.0 / rate);
                if let (false, Some(received)) = (changed, received) {
                    due = due.max(received + TOGETHER);
                }
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    Some(state) = joint_states.next() => {
                        shown::note_joints(&mut node.shown, &state, node.clock.now());
                        received.get_or_insert_with(Instant::now);
                    }
                    Some(pose) = poses.next() => {
                        if let Err(reason) = shown::note_pose(&mut node.shown, &pose) {
                            log.warn(reason);
                        }
                    }
                    Some(state) = states.next() => {
                        if let Err(reason) = shown::note_state(&mut node.shown, &state) {
                            log.warn(reason);
                        }
                    }
                    () = tokio::time::sleep_until(due), if is_due => {
                        published = Instant::now();
                        received = None;
                        node.publish(std::mem::take(&mut changed));
                    }
                }
                changed |= node.shown.take_change();
            }
        }))
    }
}

/// The URDF, from a file or from the profile, and its joints.
fn description(file: &str, profile: &Profile) -> Result<(String, Model)> {
    let (text, source) = if file.is_empty() {
        let source = format!("the profile '{}'", profile.name);
        (rig::urdf(profile, Reader::Ros), source)
    } else {
        let text = cube::outside::read_text(file, "a URDF", 16 << 20)
            .with_context(|| format!("parameter 'urdf' is '{file}', which cannot be read"))?;
        (text, file.to_owned())
    };
    let model = Model::from_urdf(&text).with_context(|| format!("the URDF of {source} cannot be used"))?;
    Ok((text, model))
}

/// What is shown, and where it goes.
struct NodeState {
    shown: Shown,
    cube_edge: f64,
    look: CubeLook,
    model: Model,
    transforms: Publisher<TFMessage>,
    sent: Sent,
    markers: Publisher<MarkerArray>,
    /// Whether something changed since the markers were sent.
    markers_due: bool,
    params: LiveParams<StatePublisherParams>,
    clock: Clock,
    diagnostics: Diagnostics,
}

impl NodeState {
    /// The transforms that never change: those of the links, and where the rig stands in the world.
    fn fixed(&self) -> Vec<Transform> {
        let params = self.params.get();
        let prefix = &params.frame_prefix;
        let mut list = Vec::new();
        if params.publish_links {
            let links = self.model.fixed().into_iter();
            list.extend(links.map(|link| link.prefixed(prefix)));
        }
        if !params.world_frame.is_empty() {
            list.push(Transform {
                parent: params.world_frame.clone(),
                child: format!("{prefix}base_link"),
                pose: Isometry3::translation(params.world_x, params.world_y, 0.0),
                stamp: Duration::ZERO,
            });
        }
        list
    }

    /// Sends what is new; `changed` is true when the rig or the cube moved since the last call.
    fn publish(&mut self, changed: bool) {
        let params = self.params.get();
        let turning = self.shown.turning();
        let mut list = Vec::new();
        if params.publish_links {
            list = self.model.moving(self.shown.joints());
        }
        let pose = self.shown.cube_pose();
        let stamp = match self.shown.newest_stamp() {
            Some(stamp) => stamp,
            None => self.clock.now(),
        };
        if let Some(pose) = pose {
            list.push(Transform {
                parent: BASE_FRAME.into(),
                child: CUBE_FRAME.into(),
                pose: cube_pose(pose, &turning),
                stamp,
            });
        }
        let prefixed = |transform: Transform| transform.prefixed(&params.frame_prefix);
        let list = self.sent.unsent(list.into_iter().map(prefixed).collect());
        if !list.is_empty() {
            self.transforms.publish(&convert::transforms(&list));
        }
        self.markers_due |= changed;
        // With nobody looking the last state is enough: it is kept for late subscribers.
        if self.markers_due && (!changed || self.markers.has_listeners()) {
            self.markers_due = false;
            let frame = format!("{}{BASE_FRAME}", params.frame_prefix);
            let pieces = pose.map_or_else(Vec::new, |pose| {
                let (stickers, scheme) = (self.shown.stickers(), self.shown.scheme());
                cubies(pose, &stickers, scheme, &turning, self.cube_edge, self.look)
            });
            let header = convert::header(stamp, frame);
            self.markers.publish(&convert::markers(&header, &pieces));
        }
        let seen = self.shown.joints().len();
        let values = [("joints_seen", seen.to_string())];
        match seen {
            0 => self.diagnostics.report(Health::Warn, "no joint_states yet", &values),
            _ => self.diagnostics.report(Health::Ok, "publishing", &values),
        }
    }
}
