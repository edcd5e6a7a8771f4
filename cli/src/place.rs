//! A brick and where it is, as it is typed: NAME=ADDRESS.

use std::str::FromStr;

use brick::{Address, BrickName};

/// A brick and its address.
#[derive(Clone, Debug)]
pub struct Place {
    pub name: BrickName,
    pub address: Address,
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        let known = || BrickName::ALL.map(BrickName::name).join(", ");
        let (name, address) = text.split_once('=').ok_or_else(|| "write it as NAME=ADDRESS".to_owned())?;
        let name = BrickName::parse(name).ok_or_else(|| format!("there is no brick '{name}', only {}", known()))?;
        let address = address.parse().map_err(|error: brick::Error| error.to_string())?;
        Ok(Place { name, address })
    }
}
