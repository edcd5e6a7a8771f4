//! What is shown of a browser's camera: who it is, how many pictures come, how old they are.

use std::time::{Duration, Instant};

use crate::protocol::PageCameraNow;

/// After this long without a picture people are asked to look at the phone.
const QUIET: Duration = Duration::from_secs(2);

/// What is known of the browser that is the camera.
#[derive(Debug, Default)]
pub(crate) struct CameraWatch {
    now: PageCameraNow,
    /// Pictures since the last second ended.
    count: u32,
    /// When the newest picture came, or the camera.
    newest: Option<Instant>,
    /// The camera that went away.
    gone: String,
}

impl CameraWatch {
    /// Another browser is the camera now, or none.
    pub(crate) fn note_name(&mut self, name: &str, now: Instant) {
        if !self.now.by.is_empty() {
            self.gone = std::mem::take(&mut self.now.by);
        }
        let by = name.to_owned();
        (self.now, self.count) = (PageCameraNow { by, ..PageCameraNow::default() }, 0);
        self.newest = Some(now);
    }

    /// A picture came, and was so old.
    pub(crate) fn note_picture(&mut self, age: Duration, now: Instant) {
        self.now.latency = Some((age.as_secs_f64() * 1000.0).round());
        self.count += 1;
        self.newest = Some(now);
    }

    /// A second has passed.
    pub(crate) fn pass_second(&mut self) {
        self.now.rate = std::mem::take(&mut self.count);
    }

    /// What is shown.
    pub(crate) fn show(&self, now: Instant) -> PageCameraNow {
        let silent = self.newest.map_or(Duration::ZERO, |newest| now.saturating_duration_since(newest));
        let problem = match (self.now.by.as_str(), self.gone.as_str()) {
            ("", "") => "No browser is the camera: press Use this camera on a phone.".to_owned(),
            ("", gone) => format!("{gone} is the camera no more: press Use this camera there."),
            (by, _) if QUIET <= silent => format!(
                "No picture has come from {by} for {} s: is it locked, or its page in the background?",
                silent.as_secs()
            ),
            _ => String::new(),
        };
        let latency = self.now.latency.filter(|_| silent < QUIET);
        PageCameraNow { problem, latency, ..self.now.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_who_is_the_camera_and_what_became_of_it() {
        let begin = Instant::now();
        let after = |seconds| begin + Duration::from_secs(seconds);
        let mut watch = CameraWatch::default();
        assert!(watch.show(begin).problem.contains("No browser"));
        watch.note_name("Chrome on Android", begin);
        assert_eq!(watch.show(after(1)), PageCameraNow { by: "Chrome on Android".into(), ..PageCameraNow::default() });
        for _ in 0..15 {
            watch.note_picture(Duration::from_micros(42_300), after(1));
        }
        watch.pass_second();
        let shown = watch.show(after(1));
        assert_eq!((shown.rate, shown.latency, shown.problem.as_str()), (15, Some(42.0), ""));
        watch.pass_second();
        let shown = watch.show(after(8));
        assert_eq!((shown.rate, shown.latency), (0, None));
        assert!(shown.problem.contains("from Chrome on Android for 7 s"), "{}", shown.problem);
        watch.note_name("", after(9));
        assert!(watch.show(after(9)).problem.contains("Chrome on Android is the camera no more"));
        watch.note_name("Safari on iPhone", after(10));
        assert_eq!(watch.show(after(10)).problem, "");
    }
}
