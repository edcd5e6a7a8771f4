//! The cube's body as the gaps between stickers show it. They show how much stray light (haze, glare of the lens) lies over
//! everything, and whether these are stickers on a body at all.

use crate::{Image, Quad};

/// What was seen in the gaps between the stickers of one face.
pub(crate) struct Body {
    /// The two stickers beside each gap and its darkest colour, [red, green, blue].
    gaps: [(usize, usize, [f32; 3]); 12],
    /// Greatest channel of the median gap.
    brightness: f32,
    /// Saturation of the median gap, 0 to 1.
    saturation: f32,
}

impl Body {
    /// Looks into the twelve gaps between nine quads.
    pub(crate) fn new(image: &Image, quads: &[Quad; 9]) -> Body {
        let centres = quads.map(|quad| quad.centre());
        let gaps: [(usize, usize, [f32; 3]); 12] = std::array::from_fn(|gap| {
            // Six gaps between neighbours in a row, then six between rows.
            let (a, b) = match gap {
                0..6 => (gap / 2 * 3 + gap % 2, gap / 2 * 3 + gap % 2 + 1),
                _ => (gap - 6, gap - 3),
            };
            // The darkest point of the middle fifth of the way between two centres.
            let darkest = (0..9)
                .map(|step| {
                    let t = 0.4 + 0.025 * step as f32;
                    let along = |axis: usize| (1.0 - t) * centres[a][axis] + t * centres[b][axis];
                    image.rgb_at(along(0), along(1))
                })
                .min_by(|p, q| p.iter().sum::<f32>().total_cmp(&q.iter().sum()))
                .unwrap_or([0.0; 3]);
            (a, b, darkest)
        });
        Body {
            gaps,
            brightness: median(gaps.map(|(_, _, rgb)| greatest(&rgb))),
            saturation: median(gaps.map(|(_, _, rgb)| 1.0 - least(&rgb) / greatest(&rgb).max(1.0))),
        }
    }

    /// How bright the body is beside the median sticker; below 1 it is darker.
    fn relative_brightness(&self, stickers: &[[f32; 3]; 9]) -> f32 {
        let stickers = median(stickers.map(|rgb| greatest(&rgb)));
        self.brightness / stickers.max(1.0)
    }

    /// Which stickers look like the dark body around them: a dark claw lies there. On a light body that is not informative.
    pub(crate) fn like_body(&self, stickers: &[[f32; 3]; 9]) -> [bool; 9] {
        /// Difference in parts of the median sticker's brightness. Dark blue in dim light differs by twice that.
        const ALIKE: f32 = 0.12;
        /// Gaps darker than this part of the stickers belong to a dark body.
        const DARK_BODY: f32 = 0.4;
        let brightness = median(stickers.map(|rgb| greatest(&rgb)));
        let dark = self.brightness < DARK_BODY * brightness;
        let gaps: [f32; 3] =
            std::array::from_fn(|channel| median(self.gaps.map(|(_, _, rgb)| rgb[channel])));
        stickers.map(|rgb| {
            let off = (0..3).map(|channel| (rgb[channel] - gaps[channel]).abs());
            dark && off.fold(0.0, f32::max) < ALIKE * brightness
        })
    }

    /// The stray light over each sticker, the same for all channels: what the dark gaps around it
    /// show. Zero where the body is not dark: brighter than some stickers (white cubes) or coloured
    /// like them (stickerless cubes).
    pub(crate) fn veil(&self, stickers: &[[f32; 3]; 9]) -> [f32; 9] {
        /// Gaps darker than this part of the stickers belong to a dark body.
        const DARK_BODY: f32 = 0.5;
        /// In haze a black body is grey: no more saturated than this ...
        const GREY: f32 = 0.3;
        /// ... and still darker than this part of the darkest sticker.
        const DARKER: f32 = 0.85;
        /// Part of the gaps' light taken for stray light; black plastic reflects the rest.
        const STRAY: f32 = 0.9;
        let darkest = stickers.iter().map(greatest).fold(f32::INFINITY, f32::min);
        let in_haze = self.saturation < GREY && self.brightness < DARKER * darkest;
        if DARK_BODY <= self.relative_brightness(stickers) && !in_haze {
            return [0.0; 9];
        }
        std::array::from_fn(|sticker| {
            let (mut sum, mut count) = ([0.0f32; 3], 0.0);
            for (a, b, rgb) in &self.gaps {
                if *a == sticker || *b == sticker {
                    (0..3).for_each(|channel| sum[channel] += rgb[channel]);
                    count += 1.0;
                }
            }
            let own = least(&stickers[sticker]);
            (STRAY * least(&sum) / count).min(0.95 * own).max(0.0)
        })
    }
}

fn greatest(rgb: &[f32; 3]) -> f32 {
    rgb[0].max(rgb[1]).max(rgb[2])
}

fn least(rgb: &[f32; 3]) -> f32 {
    rgb[0].min(rgb[1]).min(rgb[2])
}

fn median<const COUNT: usize>(mut values: [f32; COUNT]) -> f32 {
    values.sort_by(f32::total_cmp);
    values[COUNT / 2]
}
