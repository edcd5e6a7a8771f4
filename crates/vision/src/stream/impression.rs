//! Whether a picture shows the same as the last one. Then it need not be searched again.

use crate::Image;

/// Side of the squares whose mean colours are compared, pixels. The mean of this many pixels has little noise.
const BLOCK: usize = 16;
/// Means of blocks that show the same differ by at most this much (0 to 255), by the camera's noise.
const NOISE: f32 = 2.5;

/// The mean colours of a picture's blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Impression {
    width: usize,
    height: usize,
    means: Vec<[f32; 3]>,
}

impl Impression {
    /// Takes the impression of a picture.
    pub fn of(image: &Image) -> Self {
        let (width, height) = (image.width(), image.height());
        let mut means = Vec::with_capacity(width.div_ceil(BLOCK) * height.div_ceil(BLOCK));
        // The sums of BLOCK bytes below each other are 4,080 at most, so nothing wraps. With checked sums the compiler would add
        // one byte at a time.
        let mut sums = vec![0_u16; 3 * width];
        for rows in image.bytes().chunks(3 * width * BLOCK) {
            sums.fill(0);
            for row in rows.chunks_exact(3 * width) {
                for (sum, byte) in sums.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(u16::from(*byte));
                }
            }
            let height = rows.len() / (3 * width);
            means.extend(sums.chunks(3 * BLOCK).map(|block| mean(block, height)));
        }
        Self { width, height, means }
    }

    /// The colour (red, green, blue) of a picture that has one only: its blocks differ by no more than noise does.
    pub(super) fn one_color(&self) -> Option<[u8; 3]> {
        let [blue, green, red] = *self.means.first()?;
        let alike = self.means.iter().all(|mean| {
            let off = [mean[0] - blue, mean[1] - green, mean[2] - red];
            off.iter().all(|off| off.abs() <= NOISE)
        });
        alike.then(|| [red, green, blue].map(|channel| channel.round() as u8))
    }

    /// Whether two pictures show the same: no block's mean differs by more than noise does.
    pub fn equals(&self, other: &Self) -> bool {
        let near = |(one, two): (&[f32; 3], &[f32; 3])| one.iter().zip(two).all(|(a, b)| (a - b).abs() <= NOISE);
        (self.width, self.height) == (other.width, other.height) && self.means.iter().zip(&other.means).all(near)
    }
}

/// The mean colour of a block of pixels whose bytes were summed column by column.
fn mean(columns: &[u16], height: usize) -> [f32; 3] {
    let count = (columns.len() / 3 * height) as f32;
    [0, 1, 2].map(|channel| {
        let of_channel = columns.iter().skip(channel).step_by(3);
        of_channel.map(|sum| u32::from(*sum)).sum::<u32>() as f32 / count
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with a chequered pattern and noise of at most ±`noise`, from a small generator of its own.
    fn picture(width: usize, height: usize, noise: u32, seed: u32) -> Image {
        let mut image = Image::filled(width, height, [0; 3]).expect("a small picture");
        let mut random = seed;
        for (index, byte) in image.bytes_mut().iter_mut().enumerate() {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (x, y) = (index / 3 % width, index / 3 / width);
            let base = if (x / 40 + y / 40) % 2 == 0 { 60 } else { 190 };
            *byte = (base + (random >> 16) % (2 * noise + 1) - noise) as u8;
        }
        image
    }

    #[test]
    fn noise_is_no_difference() {
        let one = Impression::of(&picture(330, 250, 12, 1));
        let two = Impression::of(&picture(330, 250, 12, 2));
        assert!(one.equals(&two));
    }

    #[test]
    fn a_sticker_of_another_colour_is_a_difference() {
        let image = picture(320, 240, 5, 1);
        let mut changed = image.clone();
        for y in 100..120 {
            for x in 200..220 {
                changed.bytes_mut()[3 * (y * 320 + x) + 1] ^= 0x40;
            }
        }
        assert!(!Impression::of(&image).equals(&Impression::of(&changed)));
    }

    #[test]
    fn another_size_is_a_difference() {
        let one = Image::filled(64, 32, [9; 3]).expect("a picture");
        let two = Image::filled(32, 64, [9; 3]).expect("a picture");
        assert!(!Impression::of(&one).equals(&Impression::of(&two)));
    }

    #[test]
    fn means_are_those_of_the_blocks_even_at_the_edges() {
        let mut image = Image::filled(17, 17, [10, 20, 30]).expect("a picture");
        let corner = image.bytes().len() - 3;
        image.bytes_mut()[corner..].copy_from_slice(&[200, 100, 50]);
        let impression = Impression::of(&image);
        assert_eq!(impression.means.len(), 4);
        assert_eq!(impression.means[0], [10.0, 20.0, 30.0]);
        assert_eq!(impression.means[3], [200.0, 100.0, 50.0], "a block of one pixel");
    }
}
