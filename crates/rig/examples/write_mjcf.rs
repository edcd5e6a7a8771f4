//! Writes `urdf/rig.mjcf.xml` from the profile nxt-2015; or of any profile: `write_mjcf PROFILE.toml OUT.xml [EDGE]`.

use std::error::Error;
use std::fs;

use rig::{Profile, mjcf};

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (profile, edge, path) = match given.as_slice() {
        [] => {
            let profile = Profile::nxt_2015();
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../urdf/rig.mjcf.xml");
            (profile.clone(), profile.geometry.cube_edge, path.to_owned())
        }
        [profile, path, edge @ ..] if edge.len() < 2 => {
            let profile = Profile::from_toml(&fs::read_to_string(profile)?)?;
            let edge = match edge {
                [edge] => edge.parse()?,
                _ => profile.geometry.cube_edge,
            };
            (profile, edge, path.clone())
        }
        _ => {
            return Err("give nothing, or PROFILE.toml OUT.xml, and the cube's edge in metres".into());
        }
    };
    fs::write(&path, mjcf(&profile, edge))?;
    println!("wrote {path}");
    Ok(())
}
