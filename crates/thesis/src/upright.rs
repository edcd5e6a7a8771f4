//! Stickers as upright boxes, which is how the thesis' finder and classifier see them.

use vision::Image;

/// Left, top, width and height in pixels.
pub(crate) type UprightBox = [f64; 4];

/// Part of an upright box whose colour is read.
const INNER: f64 = 0.75;

/// The pixels of the inner part of an upright box.
pub(crate) fn inner_pixels(image: &Image, [x, y, w, h]: UprightBox) -> impl Iterator<Item = [f32; 3]> + '_ {
    let edge = (1.0 - INNER) / 2.0;
    let range = |start: f64, length: f64, limit: usize| {
        let limit = limit as f64 - 1.0;
        let from = (start + edge * length).clamp(0.0, limit) as usize;
        let to = (start + (1.0 - edge) * length).clamp(0.0, limit) as usize;
        // At most 64 samples a side are enough for a histogram.
        (from..=to).step_by(((to - from) / 64).max(1))
    };
    let columns = range(x, w, image.width());
    range(y, h, image.height())
        .flat_map(move |row| columns.clone().map(move |column| image.rgb_at(column as f32, row as f32)))
}

/// The mean colour of the inner part: [red, green, blue], 0 to 255.
pub(crate) fn mean_rgb(image: &Image, place: UprightBox) -> [f32; 3] {
    let (mut sum, mut count) = ([0.0; 3], 0.0f32);
    for rgb in inner_pixels(image, place) {
        (0..3).for_each(|channel| sum[channel] += rgb[channel]);
        count += 1.0;
    }
    sum.map(|value| value / count.max(1.0))
}
