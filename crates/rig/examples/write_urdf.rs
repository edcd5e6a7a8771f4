//! Writes `urdf/rig.urdf`, `urdf/rig.gazebo.urdf` and `urdf/cube.sdf` from the profile nxt-2015.

use rig::{Profile, Reader, cube_sdf, urdf};

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../urdf");
    let profile = Profile::nxt_2015();
    std::fs::create_dir_all(folder)?;
    for (name, text) in [
        ("rig.urdf", urdf(&profile, Reader::Ros)),
        ("rig.gazebo.urdf", urdf(&profile, Reader::Gazebo)),
        ("cube.sdf", cube_sdf(&profile)),
    ] {
        let path = format!("{folder}/{name}");
        std::fs::write(&path, text)?;
        println!("wrote {path}");
    }
    Ok(())
}
