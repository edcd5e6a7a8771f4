//! Finds the faces in a picture and names their stickers.

use std::str::FromStr;

use cube::Color;

use crate::find::change::ChangeMap;
use crate::find::classic::{self, Classic};
use crate::find::grid::hidden_side;
use crate::find::hidden_line::chance_of_side;
use crate::find::lattice::Lattice;
use crate::find::regions::{Limits, Region, RegionFinder};
use crate::find::search::lattices;
use crate::name::body::Body;
use crate::name::measure::measure;
use crate::name::plausible::{Evidence, judge};
use crate::name::seams::Seams;
use crate::name::single::{SingleFaceReader, likeliest};
use crate::name::surroundings::{background, brightest_tenth};
use crate::{CubeColors, Error, FaceView, Image, Quad, Sticker};

/// How faces are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DetectorKind {
    /// Flat regions at several levels and scales, fitted with a lattice in perspective.
    #[default]
    Lattice,
    /// The pipeline of the four-arm rig's thesis: Laplacian, dilation, adaptive threshold, squares of
    /// median size on an upright grid.
    Classic,
}

/// How single stickers get their colour names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassifierKind {
    /// Chances under all plausible lights.
    #[default]
    Light,
    /// Modal hue with fixed thresholds after gray-world white balance.
    Classic,
}

impl FromStr for DetectorKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<DetectorKind, Error> {
        match name {
            "lattice" | "default" => Ok(DetectorKind::Lattice),
            "classic" => Ok(DetectorKind::Classic),
            _ => Err(Error::UnknownName {
                kind: "detector",
                name: name.to_owned(),
                known: "lattice (the default) and classic",
            }),
        }
    }
}

impl FromStr for ClassifierKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<ClassifierKind, Error> {
        match name {
            "light" | "default" => Ok(ClassifierKind::Light),
            "classic" => Ok(ClassifierKind::Classic),
            _ => Err(Error::UnknownName {
                kind: "classifier",
                name: name.to_owned(),
                known: "light (the default) and classic",
            }),
        }
    }
}

/// What a [`Detector`] does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectorOptions {
    /// How faces are found.
    pub detector: DetectorKind,
    /// How single stickers get their colour names.
    pub classifier: ClassifierKind,
    /// Whether the classic classifier balances white first.
    pub white_balance: bool,
    /// The exponent of the classic white balance's mean (Minkowski norm); 1 is the plain mean.
    pub p_norm: f32,
    /// Most faces reported for one picture, at least 1.
    pub most_faces: usize,
}

impl Default for DetectorOptions {
    fn default() -> DetectorOptions {
        DetectorOptions {
            detector: DetectorKind::default(),
            classifier: ClassifierKind::default(),
            white_balance: true,
            p_norm: 6.0,
            most_faces: 3,
        }
    }
}

/// Greatest change inside a region, level by level: from stickers in haze to hard light.
const LEVELS: [u8; 6] = [5, 8, 12, 18, 28, 44];
/// Longer sides in pixels of the copies that are searched, in this order, until a face is found.
const SCALES: [usize; 3] = [640, 320, 1280];
/// A lattice with this score needs no further search.
const SURE: f64 = 0.75;
/// A lattice below this score is no face.
const LEAST_SCORE: f64 = 0.6;
/// A sticker whose chance to be no colour of a cube is greater than this is covered.
const STRANGER: f32 = 0.5;
/// What each sticker that was not seen may cost of the least score.
const GRANTED: f64 = 0.05;
/// Most confidence in a sticker that was not seen itself: print and glare hide its edges, but so does a finger.
const MOST_RECOVERED: f32 = 0.5;

/// Finds faces; keeps its buffers from picture to picture, so use one for a stream.
pub struct Detector {
    options: DetectorOptions,
    colors: Option<CubeColors>,
    reader: SingleFaceReader,
    scaled: Image,
    change: ChangeMap,
    finder: RegionFinder,
    regions: Vec<Region>,
    classic: Classic,
}

impl Detector {
    /// A detector that does as the options say.
    pub fn new(options: DetectorOptions) -> Detector {
        Detector {
            options,
            colors: None,
            reader: SingleFaceReader::new(None),
            scaled: Image::buffer(),
            change: ChangeMap::default(),
            finder: RegionFinder::default(),
            regions: Vec::new(),
            classic: Classic::default(),
        }
    }

    /// From now on reads a cube of these learned colours, or any cube with `None`. The classic
    /// classifier goes by its own thresholds.
    pub fn set_colors(&mut self, colors: Option<CubeColors>) {
        self.reader = SingleFaceReader::new(colors.as_ref());
        self.colors = colors;
    }

    /// The learned colours in use.
    pub fn colors(&self) -> Option<&CubeColors> {
        self.colors.as_ref()
    }

    /// The options.
    pub fn options(&self) -> &DetectorOptions {
        &self.options
    }

    /// The faces in the picture, surest first, in its own pixels; empty where there is none.
    ///
    /// # Errors
    /// [`Error::Operation`] if an image operation fails.
    pub fn detect(&mut self, image: &Image) -> Result<Vec<FaceView>, Error> {
        let mut faces = match self.options.detector {
            DetectorKind::Lattice => self.find_lattices(image)?,
            DetectorKind::Classic => self.classic.find(image)?,
        };
        // A few more than wanted, as some may turn out to be none.
        faces.truncate(self.options.most_faces.max(1) + 3);
        match self.options.classifier {
            ClassifierKind::Light => {
                let bright = brightest_tenth(image);
                let mut named: Vec<(FaceView, Evidence)> = faces
                    .into_iter()
                    .map(|face| self.name_colors(image, face, bright))
                    .collect();
                if self.options.detector == DetectorKind::Lattice {
                    judge(&mut named);
                }
                faces = named.into_iter().map(|(face, _)| face).collect();
            }
            ClassifierKind::Classic => {
                let norm = self.options.white_balance.then_some(self.options.p_norm);
                classic::name_colors(image, &mut faces, norm);
            }
        }
        faces.truncate(self.options.most_faces.max(1));
        Ok(faces)
    }

    fn find_lattices(&mut self, image: &Image) -> Result<Vec<FaceView>, Error> {
        let longer = image.width().max(image.height());
        let mut best: Vec<(Lattice, f64)> = Vec::new();
        for side in SCALES {
            let side = side.min(2 * longer);
            let factor = f64::from(image.scale_into(side, &mut self.scaled)?);
            let lattices = self.search_scaled()?;
            let score = |list: &[(Lattice, f64)]| list.first().map_or(0.0, |(l, _)| l.score);
            let found: Vec<(Lattice, f64)> = lattices
                .into_iter()
                .map(|lattice| (lattice, factor))
                .collect();
            if score(&best) < score(&found) {
                best = found;
            }
            if SURE <= score(&best) || (side == longer && 640 < side) {
                break;
            }
        }
        Ok(best
            .into_iter()
            .filter(|(lattice, _)| {
                let hidden = lattice.cells.iter().filter(|cell| cell.is_none()).count();
                LEAST_SCORE <= lattice.score + GRANTED * hidden as f64
            })
            .map(|(lattice, factor)| settle(image, lattice, 1.0 / factor))
            .collect())
    }

    /// The lattices in the scaled copy, best first.
    fn search_scaled(&mut self) -> Result<Vec<Lattice>, Error> {
        let pixels = (self.scaled.width() * self.scaled.height()) as f64;
        let shorter = self.scaled.width().min(self.scaled.height()) as f64;
        self.change.compute(&self.scaled)?;
        // A face fills at most the whole picture (and a bit), at least a twentieth of its side.
        let limits = Limits {
            area: [(shorter / 70.0).powi(2).max(25.0), pixels / 6.0],
            compactness: 0.86,
            elongation: 3.5,
        };
        self.regions.clear();
        for (level, threshold) in LEVELS.into_iter().enumerate() {
            self.finder.find(
                &self.change.values,
                self.scaled.width(),
                threshold,
                level,
                &limits,
                &mut self.regions,
            );
        }
        unite(&mut self.regions);
        Ok(lattices(&self.regions))
    }

    fn name_colors(
        &mut self,
        image: &Image,
        mut face: FaceView,
        bright: f32,
    ) -> (FaceView, Evidence) {
        let body = Body::new(image, &face);
        let like_body = body.like_body(&face);
        for (sticker, like_body) in face.stickers.iter_mut().zip(like_body) {
            sticker.recovered |= like_body;
        }
        let veil = body.veil(&face);
        let clear: [[f32; 3]; 9] = std::array::from_fn(|index| {
            face.stickers[index]
                .rgb
                .map(|channel| channel - veil[index])
        });
        let hidden = face.stickers.map(|sticker| sticker.recovered);
        let line_hidden = hidden_side(&hidden.map(|hidden| (!hidden).then_some(()))).is_some();
        let reading = self.reader.read(&clear, &hidden, background(image, &face));
        for (index, sticker) in face.stickers.iter_mut().enumerate() {
            let row = reading.chances[index];
            // What lies there like a sticker and has no colour of a cube lies on top of it.
            sticker.recovered |= STRANGER < reading.strange[index];
            (sticker.color, sticker.confidence) = likeliest(row);
            if sticker.recovered {
                sticker.confidence = sticker.confidence.min(MOST_RECOVERED);
            }
            // Where it is not clear which places these are, no name is surer than the places.
            if line_hidden {
                sticker.confidence = sticker.confidence.min(face.confidence);
            }
        }
        let evidence = Evidence {
            surprise: reading.surprise,
            seams: Seams::new(image, &face),
            bright,
        };
        (face, evidence)
    }
}

/// Leaves one region of those that several levels cut from the same sticker: the best shaped.
fn unite(regions: &mut Vec<Region>) {
    regions.sort_by(|a, b| {
        let rank = |region: &Region| region.compactness + 0.01 * region.level as f64;
        rank(b).total_cmp(&rank(a))
    });
    let mut kept: Vec<Region> = Vec::with_capacity(regions.len());
    for region in regions.drain(..) {
        let reach = 0.3 * region.area.sqrt();
        let known = kept.iter().any(|other| {
            let [dx, dy] = [0, 1].map(|axis| (other.centre[axis] - region.centre[axis]).abs());
            dx < reach && dy < reach && (0.5..=2.0).contains(&(other.area / region.area))
        });
        if !known {
            kept.push(region);
        }
    }
    *regions = kept;
}

/// The face that a lattice is, after a hidden line was put to the side where it likelier is; `scale` leads
/// from the lattice's pixels to the picture's.
fn settle(image: &Image, lattice: Lattice, scale: f64) -> FaceView {
    let Some(side) = hidden_side(&lattice.cells) else {
        return view(image, &lattice, scale);
    };
    let chance = chance_of_side(image, &lattice.map, side, scale);
    let (lattice, chance) = if chance < 0.5 {
        (lattice.moved(side), 1.0 - chance)
    } else {
        (lattice, chance)
    };
    let mut face = view(image, &lattice, scale);
    face.confidence = face.confidence.min(chance as f32);
    face
}

/// The face that a lattice is; `scale` leads from the lattice's pixels to the picture's.
fn view(image: &Image, lattice: &Lattice, scale: f64) -> FaceView {
    // A region ends a pixel before the fence, so the sticker is a little larger.
    let side = lattice.fill.sqrt().clamp(0.5, 0.96);
    let stickers = std::array::from_fn(|index| {
        let cell = [(index % 3) as f64, (index / 3) as f64];
        let measured = measure(image, &lattice.map, cell, side, scale);
        let half = side / 2.0;
        let corner = |du: f64, dv: f64| {
            let [x, y] = lattice
                .map
                .apply([cell[0] + du * half, cell[1] + dv * half]);
            [((x + 0.5) * scale) as f32, ((y + 0.5) * scale) as f32]
        };
        Sticker {
            quad: Quad([
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ]),
            rgb: measured.rgb,
            color: Color::White,
            confidence: measured.share,
            recovered: lattice.cells[index].is_none(),
        }
    });
    FaceView {
        stickers,
        confidence: lattice.score.clamp(0.0, 1.0) as f32,
    }
}
