//! How the links of the URDF look: the parts of the rig as meshes, or as boxes where no meshes are made for the rig.

use super::part::Look;
use crate::looks::{Part, PartKind, on_screen};
use crate::mesh::part_kinds;
use crate::solids::Shape;
use crate::{Geometry, Mesh, Profile};

/// The folder of the meshes in the repository, and in the share folder of the package `cuberig`.
const FOLDER: &str = "urdf/meshes";

/// Colours of what is no part of an arm: name and red, green, blue.
pub(crate) const TABLE_COLOUR: (&str, [f64; 3]) = ("table_gray", [0.24, 0.26, 0.29]);
pub(crate) const CAMERA_COLOUR: (&str, [f64; 3]) = ("camera_black", [0.10, 0.10, 0.11]);

/// The meshes of the rig in `config/profiles/nxt-2015.toml`, by file name below `urdf/meshes`.
pub fn meshes() -> Vec<(String, Mesh)> {
    let parts = part_kinds(&Profile::nxt_2015().geometry);
    let named = |part: Part| (file(part.kind), part.mesh());
    parts.into_iter().map(named).collect()
}

/// The file of a part's mesh, below `urdf/meshes`.
pub(crate) fn file(kind: PartKind) -> String {
    format!("{}.stl", kind.name())
}

/// The colours that looks name, as URDF has them: red, green and blue as a screen shows them.
pub(crate) fn colours() -> Vec<(&'static str, [f64; 3])> {
    let mut colours = vec![TABLE_COLOUR, CAMERA_COLOUR];
    for kind in PartKind::ALL {
        let finish = kind.finish();
        if colours.iter().all(|(name, _)| *name != finish.name) {
            colours.push((finish.name, finish.albedo.map(on_screen)));
        }
    }
    colours
}

/// Whether the committed meshes are those of a rig with these lengths.
pub(crate) fn has_meshes(geometry: &Geometry) -> bool {
    let with_meshes = Profile::nxt_2015().geometry;
    let camera = with_meshes.camera;
    Geometry { camera, ..*geometry } == with_meshes
}

/// How parts look.
pub(super) fn looks(geometry: &Geometry, parts: &[Part]) -> Vec<Look> {
    let has_meshes = has_meshes(geometry);
    let look = |part: &Part| Look {
        shape: if has_meshes {
            let file = file(part.kind);
            format!("<mesh filename=\"package://cuberig/{FOLDER}/{file}\"/>")
        } else {
            Shape::Box((part.half * 2.0).into()).xml()
        },
        middle: part.middle.into(),
        rpy: "0 0 0",
        colour: part.kind.finish().name,
    };
    parts.iter().map(look).collect()
}
