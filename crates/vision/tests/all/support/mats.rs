//! Pictures as OpenCV's matrices, to resize and warp them.

use opencv::core::{Mat, MatTraitConst, MatTraitConstManual, Size, Vec3b};
use opencv::imgproc;
use vision::Image;

pub fn mat(image: &Image) -> Mat {
    Mat::new_rows_cols_with_bytes::<Vec3b>(image.height() as i32, image.width() as i32, image.bytes())
        .expect("its size")
        .try_clone()
        .expect("memory")
}

pub fn image(mat: &Mat) -> Image {
    let (w, h) = (mat.cols() as usize, mat.rows() as usize);
    Image::from_bgr8(w, h, 3 * w, mat.data_bytes().expect("rows without gaps")).expect("its size")
}

/// Both sides `factor` times as long; smaller pictures are averaged, larger ones drawn by `enlarging`.
pub fn resized(source: &Image, factor: f64, enlarging: i32) -> opencv::Result<Mat> {
    let kind = if factor < 1.0 { imgproc::INTER_AREA } else { enlarging };
    let mut result = Mat::default();
    let size = Size::default();
    imgproc::resize(&mat(source), &mut result, size, factor, factor, kind)?;
    Ok(result)
}
