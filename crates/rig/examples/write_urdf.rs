//! Writes `urdf/rig.urdf`, `urdf/rig.gazebo.urdf` and `urdf/meshes` from the profile nxt-2015.

use rig::{Profile, Reader, meshes, urdf};

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../urdf");
    let profile = Profile::nxt_2015();
    std::fs::create_dir_all(format!("{folder}/meshes"))?;
    for (name, reader) in [
        ("rig.urdf", Reader::Ros),
        ("rig.gazebo.urdf", Reader::Gazebo),
    ] {
        let path = format!("{folder}/{name}");
        std::fs::write(&path, urdf(&profile, reader))?;
        println!("wrote {path}");
    }
    for (name, mesh) in meshes() {
        let path = format!("{folder}/meshes/{name}");
        std::fs::write(&path, mesh.stl())?;
        println!("wrote {path}, {} triangles", mesh.triangles.len());
    }
    Ok(())
}
