//! The pictures from which the faces of the cube are read: taken from the graph while the arms show the cube to the camera.

use std::collections::VecDeque;
use std::time::Duration;

use anyhow::{Error, Result};
use futures::StreamExt;
use futures::stream::BoxStream;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::{FaceObservation, FaceView};
use r2r::sensor_msgs::msg::{CompressedImage, Image as ImageMsg};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use vision::{Image, Quad, straightened};

use crate::messages::image::picture;
use crate::runtime::{Later, LogThrottle, Logger, compute, stamp_to_duration};

/// Pictures, and observations, that wait for their other half.
const WAITING: usize = 6;

/// Whether pictures of faces are needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// No.
    #[default]
    None,
    /// The arms may show a face soon.
    Soon,
    /// They show one.
    Now,
}

/// The straightened picture of a face, a JPEG, and when it was taken.
pub type Taken = (Duration, Vec<u8>);

/// A picture that is not unpacked yet.
type Packed = Box<dyn FnOnce() -> Result<Image> + Send>;

/// Takes pictures of faces.
pub struct SeenFaces {
    /// Where pictures come from.
    pub topic: &'static str,
    /// Whether they are packed.
    pub packed: bool,
    /// Subscribes when they are needed.
    pub later: Later,
    /// Whether they are.
    pub need: watch::Receiver<Need>,
    /// Where they go.
    pub taken: mpsc::UnboundedSender<Taken>,
    /// Where failures are logged.
    pub log: Logger,
}

impl SeenFaces {
    /// Takes pictures whenever they are needed, until the node ends.
    pub async fn take(mut self, stop: CancellationToken) {
        let mut throttle = LogThrottle::default();
        let origin = tokio::time::Instant::now();
        while let Some(Ok(())) = stop.run_until_cancelled(self.is_needed()).await {
            if let Some(Err(error)) = stop.run_until_cancelled(self.take_while_needed()).await {
                let text = format!("no pictures of faces: {error:#}");
                if throttle.is_due(&text, origin.elapsed().as_secs_f64()) {
                    self.log.warn(text);
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }

    async fn is_needed(&mut self) -> Result<()> {
        self.need.wait_for(|need| *need != Need::None).await?;
        Ok(())
    }

    fn is_needed_now(&self) -> bool {
        *self.need.borrow() == Need::Now
    }

    async fn take_while_needed(&mut self) -> Result<()> {
        let mut shots = self.shots().await?;
        let mut views = self.later.subscribe::<FaceObservation>("faces", QosProfile::default().keep_last(20)).await?;
        let mut waiting_shots: VecDeque<(Duration, Packed)> = VecDeque::new();
        let mut waiting_views: VecDeque<(Duration, [Quad; 9])> = VecDeque::new();
        loop {
            tokio::select! {
                changed = self.need.changed() => {
                    changed?;
                    if *self.need.borrow() == Need::None {
                        return Ok(());
                    }
                }
                Some(shot) = shots.next() => waiting_shots.push_back(shot),
                Some(message) = views.next() => {
                    let quads = message.faces.iter().find_map(quads);
                    waiting_views.extend(quads.map(|quads| (stamp_to_duration(&message.header.stamp), quads)));
                }
                else => return Ok(()),
            }
            for (stamp, quads) in std::mem::take(&mut waiting_views) {
                let Some(at) = waiting_shots.iter().position(|(taken, _)| *taken == stamp) else {
                    waiting_views.push_back((stamp, quads));
                    continue;
                };
                let Some((_, shot)) = waiting_shots.drain(..=at).next_back() else { continue };
                if self.is_needed_now()
                    && let Some(jpeg) = compute(move || Ok::<_, Error>(straightened(&shot()?, &quads))).await??
                {
                    self.taken.send((stamp, jpeg))?;
                }
            }
            while WAITING < waiting_shots.len() {
                waiting_shots.pop_front();
            }
            while WAITING < waiting_views.len() {
                waiting_views.pop_front();
            }
        }
    }

    /// The camera's pictures.
    async fn shots(&self) -> Result<BoxStream<'static, (Duration, Packed)>> {
        // A best-effort subscription receives from a camera of any kind.
        let qos = QosProfile::sensor_data().keep_last(2);
        Ok(if self.packed {
            let stream = self.later.subscribe::<CompressedImage>(self.topic, qos).await?;
            let shot = |message: CompressedImage| -> (Duration, Packed) {
                let stamp = stamp_to_duration(&message.header.stamp);
                (stamp, Box::new(move || -> Result<Image> { Ok(Image::from_encoded(&message.data)?) }))
            };
            stream.map(shot).boxed()
        } else {
            let stream = self.later.subscribe::<ImageMsg>(self.topic, qos).await?;
            let shot = |message: ImageMsg| -> (Duration, Packed) {
                let stamp = stamp_to_duration(&message.header.stamp);
                (stamp, Box::new(move || picture(&message)))
            };
            stream.map(shot).boxed()
        })
    }
}

/// Where the nine stickers of a face are, in the picture.
fn quads(view: &FaceView) -> Option<[Quad; 9]> {
    let quads = view.stickers.iter().filter_map(|sticker| {
        let [a, b, c, d, e, f, g, h]: [f32; 8] = sticker.quad.as_slice().try_into().ok()?;
        Some(Quad([[a, b], [c, d], [e, f], [g, h]]))
    });
    quads.collect::<Vec<_>>().try_into().ok()
}

#[cfg(test)]
mod tests {
    use r2r::cuberig_msgs::msg::Sticker;

    use super::*;

    #[test]
    fn a_face_has_nine_places() {
        let sticker = |x: f32| Sticker { quad: vec![x, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], ..Sticker::default() };
        let mut view = FaceView { stickers: (0..9).map(|at| sticker(at as f32)).collect(), confidence: 1.0 };
        let read = quads(&view).expect("nine places");
        assert_eq!(read[8].0, [[8.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]);
        view.stickers[3].quad.pop();
        assert!(quads(&view).is_none(), "half a corner");
        view.stickers.truncate(3);
        assert!(quads(&view).is_none());
    }
}
