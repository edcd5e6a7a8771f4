//! Pictures of OpenCV's capture, for webcams and videos alike.

use opencv::core::{self, Mat, MatTraitConst, MatTraitConstManual};
use opencv::imgproc;
use vision::Image;
use vision::media::Capture;

use crate::SourceError;

/// Keeps OpenCV's own warnings from the terminal. It warns about each device that is not there.
pub fn hide_opencv_warnings() {
    // Where this fails, there are more lines on the terminal.
    let _ = core::set_log_level_1(core::LogLevel::LOG_LEVEL_ERROR as i32);
}

/// The next picture of a webcam or video, if there is one.
pub(crate) fn read(capture: &mut Capture) -> Result<Option<Image>, SourceError> {
    let Some(mat) = capture.read()?.filter(|mat| !mat.empty()) else {
        return Ok(None);
    };
    let colour = match mat.channels() {
        1 => {
            let mut colour = Mat::default();
            imgproc::cvt_color_def(&mat, &mut colour, imgproc::COLOR_GRAY2BGR)?;
            colour
        }
        _ => mat,
    };
    let (width, height) = (colour.cols().max(0) as usize, colour.rows().max(0) as usize);
    // Counted in channels, which are bytes here.
    let step = colour.step1_def()?;
    Ok(Some(Image::from_bgr8(width, height, step, colour.data_bytes()?)?))
}
