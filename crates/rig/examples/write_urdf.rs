//! Writes `urdf/rig.urdf` and `urdf/rig.gazebo.urdf` from the profile nxt-2015.

use rig::{Profile, Reader, urdf};

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../urdf");
    let profile = Profile::nxt_2015();
    std::fs::create_dir_all(folder)?;
    for (name, reader) in [
        ("rig.urdf", Reader::Ros),
        ("rig.gazebo.urdf", Reader::Gazebo),
    ] {
        let path = format!("{folder}/{name}");
        std::fs::write(&path, urdf(&profile, reader))?;
        println!("wrote {path}");
    }
    Ok(())
}
