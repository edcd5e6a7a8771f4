//! Whether a server is there, from looks at what the middleware lists.

/// Looks in a row that find no server before it counts as gone: a busy machine can be late with one.
const MISSED: u32 = 2;

/// What was found of one server so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServerWatch {
    is_there: bool,
    missed: u32,
}

impl ServerWatch {
    /// Takes a look. Returns whether the server is there, where that has changed.
    pub fn look(&mut self, is_found: bool) -> Option<bool> {
        self.missed = if is_found { 0 } else { self.missed + 1 };
        let is_there = is_found || self.is_there && self.missed < MISSED;
        let was_there = std::mem::replace(&mut self.is_there, is_there);
        (is_there != was_there).then_some(is_there)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_look_in_vain_is_not_the_end_and_two_are() {
        let mut watch = ServerWatch::default();
        let looks = [false, true, false, true, false, false, true];
        let changes = looks.map(|is_found| watch.look(is_found));
        assert_eq!(changes, [None, Some(true), None, None, None, Some(false), Some(true)]);
    }
}
