//! The grid that a lattice of stickers is grown on, and the windows of three by three on it.
//!
//! ```text
//!   0 1 2 3 4      Cells are numbered row by row from the top left one. The middle cell holds the region
//! 0 . . . . .      that the lattice is grown from, so each 3x3 window that contains this region lies on
//! 1 . a b . .      the grid. A cell holds the number of a region, or nothing.
//! 2 . d S f .
//! 3 . . h i .
//! 4 . . . . .
//! ```

/// Fewest stickers seen for a face to be accepted; the others are recovered.
const LEAST_SEEN: usize = 5;
/// Cells on either side of the middle one: two, the most that a face has next to one of its stickers.
const REACH: usize = 2;
/// Cells along each side of the grid.
pub(crate) const WIDTH: usize = 2 * REACH + 1;

/// The regions in three by three cells, row by row.
pub(crate) type Window = [Option<usize>; 9];

/// A side of a face: the axis across it and the direction outward along that axis.
pub(crate) type Side = (usize, f64);

/// The four sides.
pub(crate) const SIDES: [Side; 4] = [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0)];

/// Regions in rows and columns.
pub(crate) struct Grid([[Option<usize>; WIDTH]; WIDTH]);

impl Grid {
    /// A region in the middle, one to its right and one below it.
    pub(crate) fn around(middle: usize, right: usize, below: usize) -> Grid {
        let mut cells = [[None; WIDTH]; WIDTH];
        cells[REACH][REACH] = Some(middle);
        cells[REACH][REACH + 1] = Some(right);
        cells[REACH + 1][REACH] = Some(below);
        Grid(cells)
    }

    /// The region in a cell; nothing beyond the grid.
    pub(crate) fn at(&self, row: i32, column: i32) -> Option<usize> {
        let row = self.0.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }

    /// Puts a region into a cell.
    pub(crate) fn put(&mut self, row: usize, column: usize, region: usize) {
        self.0[row][column] = Some(region);
    }

    /// Whether a cell is empty.
    pub(crate) fn is_empty(&self, row: usize, column: usize) -> bool {
        self.0[row][column].is_none()
    }

    /// Whether a region lies in some cell.
    pub(crate) fn holds(&self, region: usize) -> bool {
        self.0.iter().flatten().any(|&cell| cell == Some(region))
    }

    /// The filled cells row by row: row, column and region of each.
    pub(crate) fn filled(&self) -> Vec<(usize, usize, usize)> {
        (0..WIDTH * WIDTH)
            .filter_map(|cell| {
                let (row, column) = (cell / WIDTH, cell % WIDTH);
                self.0[row][column].map(|region| (row, column, region))
            })
            .collect()
    }

    /// The windows that can be a face.
    ///
    /// In most of them enough regions are seen and no row or column is empty, so that the window cannot be one cell
    /// off. In the others six regions are seen and one outer row or column is empty. It must then be found out whether
    /// the hidden one lies there or at the other side.
    pub(crate) fn windows(&self) -> impl Iterator<Item = Window> {
        (0..9).filter_map(move |window| {
            let (top, left) = (window / 3, window % 3);
            let cells: Window = std::array::from_fn(|cell| self.0[top + cell / 3][left + cell % 3]);
            let seen = |indices: [usize; 3]| indices.iter().any(|&cell| cells[cell].is_some());
            let full =
                (0..3).all(|line| seen([3 * line, 3 * line + 1, 3 * line + 2]) && seen([line, line + 3, line + 6]));
            let count = cells.iter().flatten().count();
            ((full && LEAST_SEEN <= count) || (count == 6 && hidden_side(&cells).is_some())).then_some(cells)
        })
    }
}

/// The side whose three cells are empty while all others are filled.
pub(crate) fn hidden_side<T>(cells: &[Option<T>; 9]) -> Option<Side> {
    SIDES.into_iter().find(|&(axis, outward)| {
        (0..9).all(|cell| {
            let at = if axis == 0 { cell % 3 } else { cell / 3 };
            let hidden = at == if outward < 0.0 { 0 } else { 2 };
            cells[cell].is_none() == hidden
        })
    })
}
