//! Keeps the annotated pictures of the faces as they are read, and the plan that was carried out, with its picture.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use r2r::cuberig_msgs::msg::MotionPlan;
use r2r::sensor_msgs::msg::Image;

use crate::graph::{Graph, Newest, value};

/// How long to wait for the picture of a face that was just read.
const PICTURE_PATIENCE: Duration = Duration::from_secs(2);
/// Pictures in a row of the contact sheet.
const COLUMNS: usize = 3;

/// The pictures of one reading of a cube.
pub struct Album {
    folder: PathBuf,
    annotated: Newest<Image>,
    executed_plan: Option<Arc<MotionPlan>>,
    kept: Vec<Arc<Image>>,
}

impl Album {
    /// Pictures go to `folder`.
    pub fn new(folder: PathBuf, graph: &Graph) -> Self {
        Self { folder, annotated: graph.annotated.clone(), executed_plan: None, kept: Vec::new() }
    }

    /// Where the pictures are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Has the motion planner draw its plans for moves.
    pub async fn have_plans_drawn(&self, graph: &Graph) -> Result<()> {
        let file = self.plan_picture()?;
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", self.folder.display()))?;
        if file.exists() {
            std::fs::remove_file(&file).with_context(|| format!("cannot remove the old {}", file.display()))?;
        }
        let file = file.display().to_string();
        graph.set_parameters("motion_planner", vec![("picture", value(file))]).await
    }

    /// Where the newest plan for moves is drawn, once there is one.
    pub fn plan_picture(&self) -> Result<PathBuf> {
        std::path::absolute(self.folder.join("plan.svg")).context("the folder has no path")
    }

    /// Remembers a plan that turns faces; a scan's does not.
    pub fn note_plan(&mut self, plan: Option<Arc<MotionPlan>>) {
        if plan.as_ref().is_some_and(|plan| !plan.moves.is_empty()) {
            self.executed_plan = plan;
        }
    }

    /// The newest plan that turned faces, if any.
    pub fn executed_plan(&self) -> Option<&MotionPlan> {
        self.executed_plan.as_deref()
    }

    /// Saves the newest annotated picture as `name.png`.
    pub async fn keep(&mut self, name: &str) -> Result<()> {
        let there = self.annotated.wait_for(Option::is_some);
        let Ok(Ok(picture)) = tokio::time::timeout(PICTURE_PATIENCE, there).await else {
            return Ok(()); // Nobody draws: the run goes on without pictures.
        };
        let Some(picture) = picture.clone() else {
            return Ok(());
        };
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", self.folder.display()))?;
        save(&self.folder.join(format!("{name}.png")), picture.width, picture.height, &picture.data)?;
        self.kept.push(picture);
        Ok(())
    }

    /// Saves all pictures kept so far side by side as `faces.png`, and begins anew.
    pub fn finish(&mut self) -> Result<()> {
        let kept = std::mem::take(&mut self.kept);
        let Some(first) = kept.first() else {
            return Ok(());
        };
        let (width, height) = (first.width as usize, first.height as usize);
        let same_size: Vec<_> = kept
            .iter()
            .filter(|picture| (picture.width as usize, picture.height as usize) == (width, height))
            .take(6)
            .collect();
        let rows = same_size.len().div_ceil(COLUMNS);
        let sheet_width = width * COLUMNS.min(same_size.len());
        let mut sheet = vec![0u8; sheet_width * height * rows * 3];
        for (number, picture) in same_size.iter().enumerate() {
            let (left, top) = ((number % COLUMNS) * width, (number / COLUMNS) * height);
            for (line, pixels) in picture.data.chunks_exact(width * 3).take(height).enumerate() {
                let start = ((top + line) * sheet_width + left) * 3;
                sheet[start..start + width * 3].copy_from_slice(pixels);
            }
        }
        let (sheet_width, sheet_height) = (sheet_width as u32, (height * rows) as u32);
        save(&self.folder.join("faces.png"), sheet_width, sheet_height, &sheet)
    }
}

/// Saves blue-green-red pixels.
fn save(path: &Path, width: u32, height: u32, pixels: &[u8]) -> Result<()> {
    ensure!(pixels.len() == width as usize * height as usize * 3, "faces/image is not bgr8 without padding");
    let image = vision::Image::from_bgr8(width as usize, height as usize, width as usize * 3, pixels)?;
    image.save(path).with_context(|| format!("cannot save {}", path.display()))
}
