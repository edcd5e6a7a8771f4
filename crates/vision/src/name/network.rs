//! The network that names the nine stickers of a face together, and says whether they are a face at all.
//!
//! A transformer (Vaswani et al., 2017; layer norm first) of 70,000 weights. Its tokens are the 25 cells of a [`patch`], one for
//! the whole, and the six colours of the cube where they were learned. Every cell looks at all others, so a sticker is named by
//! its contrast with the rest of its cube, in whatever light. It was trained with drawn pictures alone (`docs/vision.md`).

use std::sync::LazyLock;

use nalgebra::{DMatrix, RowDVector};
use safetensors::{Dtype, SafeTensors};

use super::patch::{CELLS, VALUES, cell_of, color_values};

const LAYERS: usize = 3;
const HEADS: usize = 4;
/// The six colours, and one for what is no sticker.
pub(crate) const CLASSES: usize = 7;

/// What the network says of a patch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Naming {
    /// Chances of the six colours (in the order of [`cube::Color::ALL`]) and of a hidden sticker, sticker by sticker.
    pub chances: [[f32; CLASSES]; 9],
    /// Chance that this is a face.
    pub face: f32,
}

/// An affine map of rows.
struct Dense {
    weight: DMatrix<f32>,
    bias: RowDVector<f32>,
}

/// Layer normalisation with a scale and a shift.
struct Norm {
    scale: RowDVector<f32>,
    shift: RowDVector<f32>,
}

struct Layer {
    norm_1: Norm,
    query_key_value: Dense,
    mixed: Dense,
    norm_2: Norm,
    wide: Dense,
    narrow: Dense,
}

pub(crate) struct Network {
    cell: Dense,
    cell_place: DMatrix<f32>,
    learned: Dense,
    learned_place: DMatrix<f32>,
    whole: DMatrix<f32>,
    layers: Vec<Layer>,
    norm: Norm,
    color: Dense,
    face: Dense,
}

/// The network with the weights of this repository.
pub(crate) static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let file = include_bytes!("../../model/face.safetensors");
    let tensors = SafeTensors::deserialize(file)
        .expect("the weights of the repository are whole (a unit test loads them)");
    Network::new(&tensors)
});

impl Network {
    fn new(tensors: &SafeTensors) -> Network {
        let matrix = |name: &str| {
            let tensor = tensors
                .tensor(name)
                .expect("a weight of the repository is there (a unit test loads them)");
            assert_eq!(tensor.dtype(), Dtype::F32, "{name}");
            let values: Vec<f32> = tensor
                .data()
                .chunks_exact(4)
                .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
                .collect();
            let (rows, columns) = match *tensor.shape() {
                [columns] => (1, columns),
                [rows, columns] => (rows, columns),
                ref shape => {
                    unreachable!("a vector or a matrix (a unit test loads them), not {shape:?}")
                }
            };
            DMatrix::from_row_slice(rows, columns, &values)
        };
        let row = |name: String| matrix(&name).row(0).into_owned();
        let dense = |name: &str| Dense {
            weight: matrix(&format!("{name}.weight")),
            bias: row(format!("{name}.bias")),
        };
        let norm = |name: &str| Norm {
            scale: row(format!("{name}.scale")),
            shift: row(format!("{name}.shift")),
        };
        let layer = |number: usize| {
            let own = |part: &str| format!("layers.{number}.{part}");
            Layer {
                norm_1: norm(&own("norm_1")),
                query_key_value: dense(&own("query_key_value")),
                mixed: dense(&own("mixed")),
                norm_2: norm(&own("norm_2")),
                wide: dense(&own("wide")),
                narrow: dense(&own("narrow")),
            }
        };
        Network {
            cell: dense("cell"),
            cell_place: matrix("cell_place"),
            learned: dense("learned"),
            learned_place: matrix("learned_place"),
            whole: matrix("whole"),
            layers: (0..LAYERS).map(layer).collect(),
            norm: norm("norm"),
            color: dense("color"),
            face: dense("face"),
        }
    }

    /// Names a patch ([`CELLS`] times [`VALUES`]), knowing what the six colours look like where they were `learned` (sRGB, 0
    /// to 255).
    pub(crate) fn name(&self, patch: &[f32], learned: Option<&[[f32; 3]; 6]>) -> Naming {
        let cells = self
            .cell
            .apply(&DMatrix::from_row_slice(CELLS, VALUES, patch))
            + &self.cell_place;
        let mut tokens = vec![self.whole.clone(), cells];
        if let Some(colors) = learned {
            let values: Vec<f32> = colors.iter().flat_map(|&rgb| color_values(rgb)).collect();
            tokens.push(
                self.learned.apply(&DMatrix::from_row_slice(6, 6, &values)) + &self.learned_place,
            );
        }
        let rows = tokens.iter().map(DMatrix::nrows).sum();
        let mut x = DMatrix::zeros(rows, self.whole.ncols());
        let mut first = 0;
        for part in &tokens {
            x.rows_mut(first, part.nrows()).copy_from(part);
            first += part.nrows();
        }
        for layer in &self.layers {
            layer.apply(&mut x);
        }
        let x = self.norm.apply(&x);
        let colors = self.color.apply(&x);
        let chances = std::array::from_fn(|sticker| {
            let row = colors.row(1 + cell_of(sticker));
            softmax(std::array::from_fn(|class| row[class]))
        });
        let face = self.face.apply(&x.rows(0, 1).into_owned())[(0, 0)];
        Naming {
            chances,
            face: 1.0 / (1.0 + (-face).exp()),
        }
    }
}

impl Dense {
    fn apply(&self, x: &DMatrix<f32>) -> DMatrix<f32> {
        let mut y = x * &self.weight;
        y.row_iter_mut().for_each(|mut row| row += &self.bias);
        y
    }
}

impl Norm {
    fn apply(&self, x: &DMatrix<f32>) -> DMatrix<f32> {
        let mut y = x.clone();
        for mut row in y.row_iter_mut() {
            let mean = row.mean();
            row.add_scalar_mut(-mean);
            row /= (row.norm_squared() / row.len() as f32 + 1e-5).sqrt();
            row.component_mul_assign(&self.scale);
            row += &self.shift;
        }
        y
    }
}

impl Layer {
    fn apply(&self, x: &mut DMatrix<f32>) {
        let width = x.ncols();
        let part = width / HEADS;
        let qkv = self.query_key_value.apply(&self.norm_1.apply(x));
        let mut mixed = DMatrix::zeros(x.nrows(), width);
        for head in 0..HEADS {
            let [query, key, value] =
                [0, 1, 2].map(|which| qkv.columns(which * width + head * part, part));
            let mut weights = query * key.transpose() / (part as f32).sqrt();
            for mut row in weights.row_iter_mut() {
                let most = row.max();
                row.apply(|weight| *weight = (*weight - most).exp());
                row /= row.sum();
            }
            mixed
                .columns_mut(head * part, part)
                .copy_from(&(weights * value));
        }
        *x += self.mixed.apply(&mixed);
        let mut wide = self.wide.apply(&self.norm_2.apply(x));
        wide.apply(|value| *value = value.max(0.0));
        *x += self.narrow.apply(&wide);
    }
}

fn softmax(logits: [f32; CLASSES]) -> [f32; CLASSES] {
    let most = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let weights = logits.map(|logit| (logit - most).exp());
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}
