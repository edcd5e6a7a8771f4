//! The message `faces`, as all read it but the state assembler.

use cube::Color;
use r2r::cuberig_msgs::msg::{FaceObservation, FaceView as FaceViewMsg, Sticker as StickerMsg};
use vision::{FaceView, Quad, Sticker};

/// The faces seen in an image; what has not nine stickers with colours is none.
pub fn read(message: &FaceObservation) -> Vec<FaceView> {
    message.faces.iter().filter_map(face).collect()
}

fn face(view: &FaceViewMsg) -> Option<FaceView> {
    let stickers: Vec<Sticker> = view.stickers.iter().filter_map(sticker).collect();
    Some(FaceView { stickers: stickers.try_into().ok()?, confidence: view.confidence })
}

fn sticker(sticker: &StickerMsg) -> Option<Sticker> {
    let mut letters = sticker.colour.chars();
    let color = letters.next().and_then(Color::from_letter)?;
    let (corners, _) = sticker.quad.as_chunks::<2>();
    (letters.next().is_none()).then_some(Sticker {
        quad: Quad(corners.try_into().ok()?),
        rgb: sticker.rgb.as_slice().try_into().ok()?,
        color,
        confidence: sticker.confidence,
        recovered: sticker.recovered,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white() -> StickerMsg {
        StickerMsg {
            colour: "W".into(),
            confidence: 0.9,
            quad: (0..8).map(|value| value as f32).collect(),
            rgb: vec![240.0; 3],
            recovered: true,
        }
    }

    fn seen(stickers: Vec<StickerMsg>) -> Vec<FaceView> {
        read(&FaceObservation { faces: vec![FaceViewMsg { stickers, confidence: 0.7 }], ..FaceObservation::default() })
    }

    #[test]
    fn a_view_is_published_as_it_is() {
        let views = seen(vec![white(); 9]);
        assert_eq!(views.len(), 1);
        let sticker = views[0].stickers[8];
        assert_eq!((sticker.color, sticker.recovered), (Color::White, true));
        assert_eq!(sticker.quad.0, [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]);
    }

    #[test]
    fn what_has_not_nine_real_stickers_is_no_face() {
        for count in [0, 8, 10] {
            assert!(seen(vec![white(); count]).is_empty(), "{count}");
        }
        let broken: [fn(&mut StickerMsg); 4] =
            [|s| s.colour = "?".into(), |s| s.colour = "WW".into(), |s| s.quad.truncate(7), |s| s.rgb.push(1.0)];
        for spoil in broken {
            let mut stickers = vec![white(); 9];
            spoil(&mut stickers[4]);
            assert!(seen(stickers).is_empty());
        }
    }
}
