//! How many times a request is sent at once: more where replies are lost.

/// Of four copies, one pair of readings in sixty fails when three replies in ten are lost, where every other one does with
/// a single copy.
const MOST: usize = 4;
/// After this many answers in a row without a loss, it is asked one time less.
const CLEAN_ANSWERS: u32 = 100;

/// How many times what does no harm twice is asked for at once.
#[derive(Debug)]
pub(crate) struct Copies {
    count: usize,
    clean: u32,
}

impl Copies {
    /// Once, as long as nothing is lost.
    pub fn one() -> Copies {
        Copies { count: 1, clean: 0 }
    }

    /// At least one.
    pub fn count(&self) -> usize {
        self.count
    }

    /// This many replies never came, to a request that was answered all the same, or was not.
    pub fn note(&mut self, lost: usize, was_answered: bool) {
        if lost == 0 {
            self.clean += 1;
            if self.clean > CLEAN_ANSWERS {
                self.clean = 0;
                self.count = (self.count - 1).max(1);
            }
            return;
        }
        self.clean = 0;
        if !was_answered {
            self.count = MOST;
        }
    }

    /// Nothing was received for long: where replies are lost, the next try must not be lost as well.
    pub fn note_silence(&mut self) {
        self.clean = 0;
        self.count = MOST;
    }
}
