//! Parameters of the state publisher.

use rig::{CubeBody, Palette};

crate::parameters! {
    /// Which rig is described, and how often its state is published.
    pub struct StatePublisherParams {
        /// The rig: a name from config/profiles, or a file.
        profile: String = "nxt-2015".into(), fixed (true);
        /// A URDF file to publish as robot_description; empty for the one that the profile describes.
        urdf: String = String::new(), fixed (true);
        /// Most transforms and markers a second, while something moves.
        rate: f64 = 25.0, range (1.0..=100.0);
        /// The cube's body, as it is drawn: stickers on black, white or grey plastic, or stickerless.
        body: String = "black".into(), one_of (&CubeBody::NAMES), fixed (true);
        /// The cube's six colours: a palette that was measured from real cubes, such as bright for modern stickerless plastic.
        palette: String = "classic".into(), one_of (&Palette::NAMES), fixed (true);
        /// Whether transforms of the rig's links are published; false where robot_state_publisher does it.
        publish_links: bool = true;
        /// Whether robot_description is published; false where robot_state_publisher does it.
        publish_description: bool = true, fixed (true);
        /// Put in front of every frame's name, for example left/ where several rigs share one tree of frames.
        frame_prefix: String = String::new(), fixed (true);
        /// Frame in which base_link stands, without the prefix; empty: base_link is the root.
        world_frame: String = String::new(), fixed (true);
        /// Where base_link stands in world_frame: along x, metres.
        world_x: f64 = 0.0, range (-1000.0..=1000.0), fixed (true);
        /// Where base_link stands in world_frame: along y, metres.
        world_y: f64 = 0.0, range (-1000.0..=1000.0), fixed (true);
    }
}
