//! A whole run with `look_again` on cubes as they are sold today: a white body, and no stickers. A solved one shows the camera faces
//! of one colour, with white plastic between the stickers or with no plastic at all. Each takes more than a minute.

use anyhow::Result;
use cuberig_tests::{Graph, Trials};

/// The cube that the launch argument puts into the rig.
const SEED: u64 = 7;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add("white_body", || launch("white", "neon"), &[], &[("a_run", a_run)]);
    trials.add("stickerless", || launch("stickerless", "bright"), &[], &[("a_run", a_run)]);
}

fn launch(body: &str, palette: &str) -> Result<Graph> {
    let arguments =
        [format!("body:={body}"), format!("palette:={palette}"), format!("seed:={SEED}"), "hosted:=true".to_owned()];
    Graph::launch(&arguments.each_ref().map(String::as_str))
}

fn a_run(graph: &mut Graph) -> Result<()> {
    crate::solves(graph, SEED)
}
