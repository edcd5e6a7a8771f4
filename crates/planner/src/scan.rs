//! The fastest motions that show faces of the cube to the camera, wherever it stands.
//!
//! Seen from above or below, the cube is free of claws exactly while the holding claws are horizontal and the others are open.
//! The reason: a closed vertical claw has a finger on side U, and two neighbouring pairs are never both horizontal on the cube.
//! So a scan is a chain of phases. The active claws open, and the holder turns the cube from stop to stop. A face is seen at
//! each stop where the view is clear. Then the active claws close and the roles may change. A side without an arm can be looked
//! at too ([`CameraView`] knows which claws lie over it), and may be clear while all claws are closed.
//!
//! What comes after a scan is planned from where it ends, not from rest ([`Planner::moves`] and [`Planner::cube`] start
//! anywhere). No slower scan makes up for its time there: until the last face is seen nobody knows the cube. Every scan ends with
//! the holder horizontal and the other pair open. The rig's symmetries carry these ends into each other, but for the twist of the
//! wrists. That much is left to choose, and costs nothing: by the last view the open wrists are back at neutral, or vertical where time is short. (A test compares with
//! all other places.) From there the solution takes less time than from rest. Nearly nine cubes of ten are known by five of their faces. The first
//! five views of the fastest scan of six are the fastest scan of five, so a caller that knows enough stops there (`execution` does).

use cube::{Face, Rotation};
use rig::{Arm, CameraView, Claw, Profile, RigState};

use crate::clock::{Nanos, seconds};
use crate::exact::motions;
use crate::line::Step;
use crate::phase::Model;
use crate::planner::Planner;
use crate::steps::{Pen, Timed};
use crate::sweep::{Node, Search, Sweep, cube_free, is_clear, opening};
use crate::wrists::wrists_of;
use crate::{Error, Plan};

/// A face of the cube, seen whole and still by the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Seconds from the start of the plan. Every motion of a closed claw ends by then or starts no earlier. An executor
    /// holds back the motions that start at this time or later until the face has been read.
    pub seconds: f64,
    /// The cube face, by its own centre.
    pub face: Face,
    /// Clockwise quarter turns (0 to 3) from the face's reading position to how it appears in the picture. The reading
    /// position is that of the 54 letters: U with B at its top, D with F, the others with U.
    pub quarters: u8,
}

/// A plan that shows faces to the camera.
#[derive(Clone, Debug, PartialEq)]
pub struct ScanPlan {
    /// The motions; the plan ends with the last view.
    pub plan: Plan,
    /// The faces in the order in which they are seen.
    pub views: Vec<View>,
}

/// Writes the steps of a sweep and the views in it.
fn write(
    model: &Model,
    view: CameraView,
    from: &Node,
    start: Nanos,
    sweep: &Sweep,
    timed: &mut Vec<Timed>,
) -> Vec<(Nanos, Rotation)> {
    let opened = start + opening(model, from, sweep.holder);
    let mut stops = Vec::new();
    let (mut wrists, mut pose, mut time) = (from.wrists, from.pose, opened);
    for turn in 0..=sweep.turns.len() {
        if is_clear(model, view, &wrists, &sweep.holder.arms()) {
            stops.push((time, pose));
        }
        let Some(&cube) = sweep.turns.get(turn) else {
            break;
        };
        if turn == 0 {
            time = start + cube_free(model, view, from, sweep.holder);
        }
        model.draw_cube_turn(&wrists, sweep.holder, cube, time, timed);
        time += model.cube_turn(&wrists, sweep.holder, cube);
        wrists = (model.holder_turned(&wrists, sweep.holder, cube)).unwrap_or(wrists);
        pose = pose.then(sweep.holder.rotation(cube));
    }
    let active = sweep.holder.other().arms().into_iter().filter(|arm| model.present[arm.index()]);
    for arm in active.clone() {
        if !from.open[arm.index()] {
            Pen::new(model, arm, from.wrists[arm.index()], start, timed).put(Step::Open, start);
        }
    }
    match sweep.closes {
        None => {
            // Until the last view the open wrists go where the solution best begins.
            for arm in active {
                let wrist = from.wrists[arm.index()];
                let quarters = homeward(model, wrist, time - opened);
                Pen::new(model, arm, wrist, opened, timed).draw_turn(quarters);
            }
        }
        Some(closes) => {
            let mut closing = time;
            for arm in active.clone() {
                let wrist = from.wrists[arm.index()];
                let quarters = (model.domain).quarters_between(wrist, closes[arm.index()]);
                let mut pen = Pen::new(model, arm, wrist, opened, timed);
                pen.draw_turn(quarters);
                closing = closing.max(pen.wrist);
            }
            if is_clear(model, view, &closes, &Arm::ALL) {
                stops.push((closing + model.clock.close, pose));
            }
            for arm in active {
                let wrist = closes[arm.index()];
                Pen::new(model, arm, wrist, closing, timed).put(Step::Close, closing);
            }
        }
    }
    stops
}

/// Quarters by which an open wrist comes to neutral, or at least to vertical, within this time.
fn homeward(model: &Model, wrist: u8, room: Nanos) -> i32 {
    let domain = model.domain;
    let quarters = domain.quarters_between(wrist, domain.neutral());
    let nearer = quarters.signum();
    if model.turn(wrist, quarters) <= room {
        quarters
    } else if !domain.is_vertical(wrist) && model.turn(wrist, nearer) <= room {
        nearer
    } else {
        0
    }
}

impl Planner {
    /// The fastest plan that shows faces of the cube to the camera, unobstructed, in any order.
    ///
    /// # Errors
    /// [`Error::NoCube`], [`Error::BadStart`], [`Error::WristOutOfRange`], [`Error::Impossible`], [`Error::CameraBlocked`].
    pub fn scan(&self, start: &RigState, faces: &[Face]) -> Result<ScanPlan, Error> {
        let profile = self.profile();
        let model = &self.machine().model;
        let view = CameraView::of(&profile.geometry);
        if let Some(arm) = view.arm_in_the_way(profile.rules.arms()) {
            let side = view.side();
            return Err(Error::CameraBlocked { side, arm });
        }
        Error::of_start(&profile.rules, start)?;
        let wrists = wrists_of(model.domain, &profile.rules, start)
            .map_err(|arm| Error::wrist_out_of_range(profile, start, arm))?;
        let is_open = |arm: Arm| model.present[arm.index()] && start.arm(arm).claw == Claw::Open;
        let first = Node {
            wrists,
            pose: start.pose,
            open: Arm::ALL.map(is_open),
            unseen: faces.iter().fold(0, |unseen, face| unseen | 1 << face.index()),
        };
        let search = Search::new(model, view);
        let mut seen = Vec::new();
        let mut from_start = first;
        if first.open == [false; 4] {
            from_start.unseen = search.after_closing(first.unseen, &wrists, first.pose);
            if from_start.unseen != first.unseen {
                seen.push((0, first.pose));
            }
        }
        let sweeps = search.run(from_start);
        let sweeps = sweeps.ok_or_else(|| self.impossible("show all faces to the camera"))?;
        let mut timed = Vec::new();
        let mut views = Vec::new();
        let mut unseen = first.unseen;
        for (from, start, sweep) in &sweeps {
            seen.extend(write(model, view, from, *start, sweep, &mut timed));
        }
        for (time, pose) in seen {
            let face = view.face(pose);
            if unseen >> face.index() & 1 == 1 {
                unseen &= !(1 << face.index());
                views.push(View { seconds: seconds(time), face, quarters: view.quarters(pose) });
            }
        }
        let plan = self.finished(start, motions(timed))?;
        Ok(ScanPlan { plan, views })
    }
}

/// The fastest plan that shows all six faces: [`Planner::scan`] for a single plan.
///
/// # Errors
/// As [`Planner::scan`].
pub fn plan_scan(profile: &Profile, start: &RigState) -> Result<ScanPlan, Error> {
    Planner::new(profile).scan(start, &Face::ALL)
}
