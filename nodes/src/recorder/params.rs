//! Parameters of the recorder.

use std::path::PathBuf;

crate::parameters! {
    /// What is recorded, and where.
    pub struct RecorderParams {
        /// Where everything is recorded from the start: a file (NAME.mcap), or a folder as rosbag2 makes it (any other name); empty: nowhere.
        record: String = String::new(), fixed (true);
        /// Whether the last minute is kept in memory, and saved when a run fails.
        last_minute: bool = true, fixed (true);
        /// The folder for saved minutes; empty: cuberig in ROS_HOME, which is ~/.ros by default. Ten are kept.
        record_folder: String = String::new(), fixed (true);
        /// Whether the camera's pictures are recorded.
        record_pictures: bool = true, fixed (true);
        /// Topics that are not recorded. Nodes draw the first two only while somebody subscribes to them; the last has the pictures of camera/image_raw.
        leave_out: Vec<String> = vec!["faces/image".into(), "scan/image".into(), "camera/page/compressed".into()], fixed (true);
    }
}

/// Where cameras publish their pictures.
const PICTURES: [&str; 2] = ["camera/image_raw", "camera/image_raw/compressed"];

impl RecorderParams {
    /// The names of topics that are not recorded.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        let pictures = PICTURES.into_iter().filter(|_| !self.record_pictures);
        self.leave_out.iter().map(String::as_str).chain(pictures)
    }

    /// The folder for saved minutes; `None` without a home.
    pub fn folder(&self, variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
        if !self.record_folder.is_empty() {
            return Some(PathBuf::from(&self.record_folder));
        }
        let given = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = given("ROS_HOME").or_else(|| Some(given("HOME")?.join(".ros")));
        home.map(|home| home.join("cuberig"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_minutes_are_where_ros_keeps_its_logs() {
        let params = RecorderParams::default();
        let home = |name: &str| (name == "HOME").then(|| "/home/me".to_owned());
        assert_eq!(params.folder(home), Some("/home/me/.ros/cuberig".into()));
        assert_eq!(params.folder(|name| (name == "ROS_HOME").then(|| "/data".into())), Some("/data/cuberig".into()));
        assert_eq!(params.folder(|_| None), None);
        let given = RecorderParams { record_folder: "/runs".into(), ..params };
        assert_eq!(given.folder(home), Some("/runs".into()));
    }
}
