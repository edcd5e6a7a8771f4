//! How much the picture changes around each pixel: the fences between flat regions.

use opencv::core::{self, Mat, MatTraitConst, MatTraitConstManual, Point, Scalar, Size, Vec3b};
use opencv::imgproc;

use crate::{Error, Image};

/// Computes change maps; keeps its buffers from picture to picture.
#[derive(Default)]
pub(crate) struct ChangeMap {
    smooth: Mat,
    gradient: Mat,
    kernel: Option<Mat>,
    /// One byte a pixel, row by row.
    pub values: Vec<u8>,
}

impl ChangeMap {
    /// For each pixel the greatest difference of any channel within the 3x3 pixels around it, after
    /// light smoothing. Colour edges count like edges of brightness, so orange next to red and
    /// stickers without frames are fenced too.
    ///
    /// # Errors
    /// [`Error::Operation`] if an image operation fails.
    pub(crate) fn compute(&mut self, image: &Image) -> Result<(), Error> {
        let source = image.mat()?;
        imgproc::gaussian_blur_def(&source, &mut self.smooth, Size::new(3, 3), 0.0)?;
        let kernel = match &self.kernel {
            Some(kernel) => kernel,
            None => self.kernel.insert(imgproc::get_structuring_element_def(imgproc::MORPH_RECT, Size::new(3, 3))?),
        };
        imgproc::morphology_ex(
            &self.smooth,
            &mut self.gradient,
            imgproc::MORPH_GRADIENT,
            kernel,
            Point::new(-1, -1),
            1,
            core::BORDER_REPLICATE,
            Scalar::default(),
        )?;
        self.values.clear();
        if self.gradient.is_continuous() {
            let pixels = self.gradient.data_typed::<Vec3b>()?;
            self.values.extend(pixels.iter().map(|pixel| pixel[0].max(pixel[1]).max(pixel[2])));
        }
        Ok(())
    }
}
