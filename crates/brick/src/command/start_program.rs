//! STARTPROGRAM: starts a program that lies on the brick.

use super::{Command, Opcode, exactly};
use crate::{Error, Status};

/// Starts a program. The firmware resets the motors; give it a second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartProgram {
    name: String,
}

impl StartProgram {
    /// The program of a file name, extension included, such as `arm.rxe`.
    ///
    /// Errors: [`Error::OutOfRange`] when the name is empty, longer than 19 bytes, or holds a NUL.
    pub fn new(name: &str) -> Result<StartProgram, Error> {
        let longest = 19;
        if name.is_empty() || name.len() > longest || name.contains('\0') {
            return Err(Error::OutOfRange {
                field: "length of the program's name",
                value: name.len() as i64,
                least: 1,
                most: longest as i64,
            });
        }
        Ok(StartProgram { name: name.to_owned() })
    }

    /// The file name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Command for StartProgram {
    const OPCODE: Opcode = Opcode::StartProgram;
    const REPEATABLE: bool = false;
    type Reply = ();

    fn encode_body(&self, packet: &mut Vec<u8>) {
        let mut field = [0; 20];
        field[..self.name.len()].copy_from_slice(self.name.as_bytes());
        packet.extend_from_slice(&field);
    }

    fn decode_body(body: &[u8]) -> Result<Self, Status> {
        let field: [u8; 20] = exactly(body)?;
        let length = field.iter().position(|byte| *byte == 0).ok_or(Status::OUT_OF_RANGE)?;
        let name = std::str::from_utf8(&field[..length]).map_err(|_| Status::OUT_OF_RANGE)?;
        StartProgram::new(name).map_err(|_| Status::FILE_NOT_FOUND)
    }
}
