//! Parameters of the node foxglove.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Result, bail};

crate::parameters! {
    /// Where the graph is served, and to whom.
    pub struct FoxgloveParams {
        /// Where: a port of 127.0.0.1, or ADDRESS:PORT; true is 8765. At any other address than those of this machine alone, clients may only look.
        foxglove: String = "true".into(), fixed (true);
        /// More web pages that may connect, such as https://example.com, with commas between them; file:// is Lichtblick's desktop program. Those of Foxglove, Lichtblick and this machine may.
        foxglove_origins: String = String::new(), fixed (true);
    }
}

/// The port that clients suggest.
const PORT: u16 = 8765;

impl FoxgloveParams {
    /// Where the graph is served.
    pub fn address(&self) -> Result<SocketAddr> {
        let here = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        if self.foxglove == "true" {
            return Ok(here(PORT));
        }
        match (self.foxglove.parse().map(here), self.foxglove.parse()) {
            (Ok(address), _) | (_, Ok(address)) => Ok(address),
            _ => bail!("parameter 'foxglove' is '{}': true, a port or ADDRESS:PORT", self.foxglove),
        }
    }

    /// The web pages that may connect besides those that are known.
    pub fn origins(&self) -> Vec<String> {
        let origins = self.foxglove_origins.split(',').map(str::trim);
        origins.filter(|origin| !origin.is_empty()).map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_have_commas_between_them() {
        let params = FoxgloveParams { foxglove_origins: "https://a.b, file://,".into(), ..FoxgloveParams::default() };
        assert_eq!(params.origins(), ["https://a.b", "file://"]);
        assert!(FoxgloveParams::default().origins().is_empty());
    }

    #[test]
    fn only_an_address_leads_out_of_this_machine() {
        let address = |text: &str| {
            let params = FoxgloveParams { foxglove: text.into(), ..FoxgloveParams::default() };
            params.address().map(|address| address.to_string()).map_err(|error| error.to_string())
        };
        for (text, expected) in [
            ("true", "127.0.0.1:8765"),
            ("9000", "127.0.0.1:9000"),
            ("0.0.0.0:8765", "0.0.0.0:8765"),
            ("[::1]:1", "[::1]:1"),
        ] {
            assert_eq!(address(text).as_deref(), Ok(expected));
        }
        for text in ["", "maybe", "70000", "localhost:8765", "0.0.0.0"] {
            let error = address(text).expect_err(text);
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }
}
