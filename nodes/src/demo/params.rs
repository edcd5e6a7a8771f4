//! What the demonstration is asked to do.

cuberig::parameters! {
    /// Parameters of the demonstration.
    pub struct DemoParams {
        /// How many cubes to solve, one after the other.
        cubes: i64 = 1, range (1..=1000), fixed (true);
        /// Seed of the first cube; the next have the following seeds. -1 takes a new one each time.
        seed: i64 = -1, range (-1..=i64::MAX), fixed (true);
        /// Six photographs of a cube's faces, in the order U R F D L B, to solve the cube that they show; empty for random cubes.
        photos: Vec<String> = Vec::new(), fixed (true);
        /// Plain lines instead of a live display.
        headless: bool = false, fixed (true);
        /// Folder for the annotated pictures.
        pictures: String = "target/demo".into(), fixed (true);
        /// Seconds to wait for the graph to be complete.
        patience: f64 = 60.0, range (1.0..=600.0), fixed (true);
    }
}
