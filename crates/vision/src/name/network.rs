//! The network that names the nine stickers of a face together, and decides whether they are a face at all.
//!
//! A transformer (Vaswani et al., 2017; layer norm first) of 105,000 weights. Its tokens are the 25 cells of a [`patch`], one for
//! the whole, and the six colours of the cube where they were learned. Every cell looks at all others, so a sticker is named by
//! its contrast with the rest of its cube, in whatever light. It was trained with drawn pictures alone (`docs/vision.md`).

use std::sync::LazyLock;

use nalgebra::{DMatrix, DMatrixView, DVector};
use safetensors::{Dtype, SafeTensors};

use super::patch::{CELLS, VALUES, cell_of, color_values};

const LAYERS: usize = 3;
const HEADS: usize = 4;
/// The six colours, and one for what is no sticker.
pub(crate) const CLASSES: usize = 7;

/// What the network returns for a patch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Naming {
    /// Chances of the six colours (in the order of [`cube::Color::ALL`]) and of a hidden sticker, sticker by sticker.
    pub chances: [[f32; CLASSES]; 9],
    /// Chance that this is a face.
    pub face: f32,
}

/// An affine map of columns.
struct Dense {
    weight: DMatrix<f32>,
    bias: DVector<f32>,
}

/// Layer normalisation with a scale and a shift.
struct Norm {
    scale: DVector<f32>,
    shift: DVector<f32>,
}

struct Layer {
    norm_1: Norm,
    query_key_value: Dense,
    mixed: Dense,
    norm_2: Norm,
    wide: Dense,
    narrow: Dense,
}

/// Each token is a column.
pub(crate) struct Network {
    cell: Dense,
    cell_place: DMatrix<f32>,
    learned: Dense,
    learned_place: DMatrix<f32>,
    whole: DVector<f32>,
    layers: Vec<Layer>,
    norm: Norm,
    color: Dense,
    /// Two more layers, which judge what the others have named. The last one is for the token of the whole only.
    judge: [Layer; 2],
    judge_norm: Norm,
    face: Dense,
}

/// Memory for what a network computes on its way, used again for each patch.
#[derive(Default)]
pub(crate) struct Workspace {
    tokens: DMatrix<f32>,
    cells: DMatrix<f32>,
    learned: DMatrix<f32>,
    layer: LayerSpace,
    judge: LayerSpace,
    colors: DMatrix<f32>,
    face: DMatrix<f32>,
}

/// Memory for what one layer computes, and for what comes after it.
#[derive(Default)]
struct LayerSpace {
    normed: DMatrix<f32>,
    query_key_value: DMatrix<f32>,
    weights: DMatrix<f32>,
    mixed: DMatrix<f32>,
    wide: DMatrix<f32>,
    change: DMatrix<f32>,
}

/// The network with the weights of this repository.
pub(crate) static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let file = include_bytes!("../../model/face.safetensors");
    let tensors = SafeTensors::deserialize(file).expect("the weights of the repository are whole (a test loads them)");
    Network::new(&tensors)
});

impl Network {
    fn new(tensors: &SafeTensors) -> Network {
        let matrix = |name: &str| {
            let tensor = tensors.tensor(name).expect("a weight of the repository is there (a test loads them)");
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
                    unreachable!("a vector or a matrix (a test loads them), not {shape:?}")
                }
            };
            // The file has a token in each row.
            DMatrix::from_column_slice(columns, rows, &values)
        };
        let column = |name: String| matrix(&name).column(0).into_owned();
        let dense =
            |name: &str| Dense { weight: matrix(&format!("{name}.weight")), bias: column(format!("{name}.bias")) };
        let norm = |name: &str| Norm { scale: column(format!("{name}.scale")), shift: column(format!("{name}.shift")) };
        let layer = |name: &str| {
            let own = |part: &str| format!("{name}.{part}");
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
            whole: column("whole".to_owned()),
            layers: (0..LAYERS).map(|number| layer(&format!("layers.{number}"))).collect(),
            norm: norm("norm"),
            color: dense("color"),
            judge: [0, 1].map(|number| layer(&format!("judge.{number}"))),
            judge_norm: norm("judge_norm"),
            face: dense("face"),
        }
    }

    /// Names a patch ([`CELLS`] times [`VALUES`]), knowing what the six colours look like where they were `learned` (sRGB, 0
    /// to 255).
    pub(crate) fn name(&self, patch: &[f32], learned: Option<&[[f32; 3]; 6]>, work: &mut Workspace) -> Naming {
        let count = 1 + CELLS + learned.map_or(0, |_| 6);
        sized(&mut work.tokens, self.whole.len(), count);
        work.tokens.set_column(0, &self.whole);
        let cells = DMatrixView::from_slice(patch, VALUES, CELLS);
        self.cell.apply(&cells, &mut work.cells);
        work.cells += &self.cell_place;
        work.tokens.columns_mut(1, CELLS).copy_from(&work.cells);
        if let Some(colors) = learned {
            let values = colors.map(color_values);
            let values = DMatrixView::from_slice(values.as_flattened(), 6, 6);
            self.learned.apply(&values, &mut work.learned);
            work.learned += &self.learned_place;
            work.tokens.columns_mut(1 + CELLS, 6).copy_from(&work.learned);
        }
        for layer in &self.layers {
            layer.apply(&mut work.tokens, count, &mut work.layer);
        }
        self.norm.apply(&work.tokens.as_view(), &mut work.layer.normed);
        self.color.apply(&work.layer.normed.as_view(), &mut work.colors);
        let [looking, judging] = &self.judge;
        looking.apply(&mut work.tokens, count, &mut work.layer);
        judging.apply(&mut work.tokens, 1, &mut work.judge);
        self.judge_norm.apply(&work.tokens.columns(0, 1), &mut work.judge.change);
        self.face.apply(&work.judge.change.as_view(), &mut work.face);
        let chances = std::array::from_fn(|sticker| {
            let column = work.colors.column(1 + cell_of(sticker));
            softmax(std::array::from_fn(|class| column[class]))
        });
        Naming { chances, face: 1.0 / (1.0 + (-work.face[0]).exp()) }
    }
}

/// Gives a matrix these dimensions, without new memory where it had them before. Its values are to be overwritten.
fn sized(matrix: &mut DMatrix<f32>, rows: usize, columns: usize) {
    if matrix.shape() != (rows, columns) {
        matrix.resize_mut(rows, columns, 0.0);
    }
}

impl Dense {
    fn apply(&self, x: &DMatrixView<'_, f32>, y: &mut DMatrix<f32>) {
        sized(y, self.weight.nrows(), x.ncols());
        // Column by column: the product of whole matrices would take memory of its own.
        for (mut to, from) in y.column_iter_mut().zip(x.column_iter()) {
            to.copy_from(&self.bias);
            to.gemv(1.0, &self.weight, &from, 1.0);
        }
    }
}

impl Norm {
    fn apply(&self, x: &DMatrixView<'_, f32>, y: &mut DMatrix<f32>) {
        sized(y, x.nrows(), x.ncols());
        y.copy_from(x);
        for mut column in y.column_iter_mut() {
            let mean = column.mean();
            column.add_scalar_mut(-mean);
            column /= (column.norm_squared() / column.len() as f32 + 1e-5).sqrt();
            column.component_mul_assign(&self.scale);
            column += &self.shift;
        }
    }
}

impl Layer {
    /// Changes the first tokens by what they see of all of them.
    fn apply(&self, tokens: &mut DMatrix<f32>, first: usize, space: &mut LayerSpace) {
        let (width, count) = tokens.shape();
        let part = width / HEADS;
        self.norm_1.apply(&tokens.as_view(), &mut space.normed);
        self.query_key_value.apply(&space.normed.as_view(), &mut space.query_key_value);
        sized(&mut space.mixed, width, first);
        sized(&mut space.weights, count, first);
        for head in 0..HEADS {
            let rows = |which: usize| space.query_key_value.rows(which * width + head * part, part);
            let [query, key, value] = [0, 1, 2].map(rows);
            space.weights.gemm_tr(1.0 / (part as f32).sqrt(), &key, &query.columns(0, first), 0.0);
            for mut column in space.weights.column_iter_mut() {
                let most = column.max();
                column.apply(|weight| *weight = (*weight - most).exp());
                column /= column.sum();
            }
            let mut mixed = space.mixed.rows_mut(head * part, part);
            for (mut to, from) in mixed.column_iter_mut().zip(space.weights.column_iter()) {
                to.gemv(1.0, &value, &from, 0.0);
            }
        }
        self.mixed.apply(&space.mixed.as_view(), &mut space.change);
        let mut changed = tokens.columns_mut(0, first);
        changed += &space.change;
        // The mixture is done with, so its memory serves again.
        self.norm_2.apply(&changed.as_view(), &mut space.mixed);
        self.wide.apply(&space.mixed.as_view(), &mut space.wide);
        space.wide.apply(|value| *value = value.max(0.0));
        self.narrow.apply(&space.wide.as_view(), &mut space.change);
        changed += &space.change;
    }
}

fn softmax(logits: [f32; CLASSES]) -> [f32; CLASSES] {
    let most = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let weights = logits.map(|logit| (logit - most).exp());
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}
