//! Writes `urdf/rig.urdf`, `urdf/rig.gazebo.urdf`, `urdf/cube.sdf` and `urdf/meshes` from the profile nxt-2015; or those of any
//! profile: `write_urdf PROFILE.toml FOLDER`.

use std::error::Error;

use rig::{Profile, Reader, cube_sdf, meshes, urdf};

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (profile, folder) = match given.as_slice() {
        [] => (Profile::nxt_2015(), concat!(env!("CARGO_MANIFEST_DIR"), "/../../urdf")),
        [profile, folder] => (Profile::from_toml(&std::fs::read_to_string(profile)?)?, folder.as_str()),
        _ => return Err("give nothing, or PROFILE.toml FOLDER".into()),
    };
    std::fs::create_dir_all(format!("{folder}/meshes"))?;
    for (name, text) in [
        ("rig.urdf", urdf(&profile, Reader::Ros)),
        ("rig.gazebo.urdf", urdf(&profile, Reader::Gazebo)),
        ("cube.sdf", cube_sdf(&profile)),
    ] {
        let path = format!("{folder}/{name}");
        std::fs::write(&path, text)?;
        println!("wrote {path}");
    }
    for (name, mesh) in meshes() {
        let path = format!("{folder}/meshes/{name}");
        std::fs::write(&path, mesh.stl())?;
        println!("wrote {path}, {} triangles", mesh.triangles.len());
    }
    Ok(())
}
