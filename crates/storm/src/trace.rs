//! What happened in a storm: its lines, if somebody reads them, and a number that differs where anything differs.

/// The trace of a storm.
#[derive(Debug)]
pub struct Trace {
    lines: Option<Vec<String>>,
    hash: u64,
}

impl Trace {
    /// A trace; `kept` where its lines are wanted.
    pub fn new(kept: bool) -> Self {
        Self { lines: kept.then(Vec::new), hash: 0xcbf2_9ce4_8422_2325 }
    }

    /// Writes a line.
    pub fn line(&mut self, seconds: f64, text: &str) {
        self.add(&seconds.to_bits().to_le_bytes());
        self.add(text.as_bytes());
        if let Some(lines) = &mut self.lines {
            lines.push(format!("{seconds:9.3} {text}"));
        }
    }

    /// Counts numbers, which make no line of their own.
    pub fn number(&mut self, number: f64) {
        self.add(&number.to_bits().to_le_bytes());
    }

    /// FNV-1a.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The number, and the lines.
    pub fn into_parts(self) -> (u64, Vec<String>) {
        (self.hash, self.lines.unwrap_or_default())
    }
}
