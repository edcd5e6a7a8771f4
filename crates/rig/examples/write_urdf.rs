//! Writes `urdf/rig.urdf`, `urdf/rig.gazebo.urdf`, `urdf/cube.sdf` and `urdf/meshes` from the profile nxt-2015.

use rig::{Profile, Reader, cube_sdf, meshes, urdf};

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../urdf");
    let profile = Profile::nxt_2015();
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
