//! A mark by which a brick is known again that has not been off.

use crate::command::{GetOutputState, SetOutputState};
use crate::{Brick, Error, Port};

/// The turn ratio by which [`Brick::mark`] knows a brick again; motors that are not synchronised do not heed it.
const MARK: i8 = 73;

impl Brick {
    /// Leaves a mark on port C, which drives nothing, that is gone once the brick has been off. Whether it was there
    /// already, or cannot be kept by this brick, which then counts as never off.
    ///
    /// Errors: as [`Brick::request`].
    pub async fn mark(&mut self) -> Result<bool, Error> {
        for is_there in [true, false] {
            match self.request(&GetOutputState { port: Port::C }).await {
                Ok(reading) if reading.turn_ratio == MARK => return Ok(is_there),
                Ok(_) => {}
                Err(Error::Refused { .. }) => break,
                Err(error) => return Err(error),
            }
            let marked = SetOutputState { turn_ratio: MARK, ..SetOutputState::released(Port::C) };
            self.send(&marked).await?;
        }
        Ok(true)
    }
}
