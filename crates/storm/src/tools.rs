//! What all storms share, loaded once: the rig's profile, the planner, the solver's tables.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use execution::plan::{PlanMaker, PlanRequest, PreparedPlan};
use rig::Profile;
use solver::{LoadOptions, Method, Solver};

/// The most plans that are kept.
const MOST_SCANS: usize = 2_000;

/// A plan, or why there is none.
type Made = Result<Arc<PreparedPlan>, String>;

/// What all storms share.
pub struct Tools {
    /// The rig.
    pub profile: Profile,
    maker: PlanMaker,
    /// Finds moves.
    pub solver: Box<dyn Solver>,
    /// Plans of scans, which many storms need: the same request has the same plan.
    scans: Mutex<BTreeMap<String, Made>>,
}

impl Tools {
    /// Loads the solver's tables. They have to be of one size, such as [`LoadOptions::small`]: it decides what is found first.
    ///
    /// # Errors
    /// They cannot be loaded.
    pub fn load(options: &LoadOptions) -> Result<Tools, solver::Error> {
        let profile = Profile::nxt_2015();
        let solver = Method::TwoPhase.load(options, &|_| {})?;
        let maker = PlanMaker::new(&profile, LoadOptions::default());
        Ok(Tools { maker, profile, solver, scans: Mutex::default() })
    }

    /// The plan of a request.
    pub fn plan(&self, request: &PlanRequest) -> Made {
        let make = || self.maker.make(request, false, &|| false).map(Arc::new);
        if let PlanRequest::Moves(..) = request {
            return make();
        }
        let (key, scans) = (format!("{request:?}"), || self.scans.lock().unwrap_or_else(PoisonError::into_inner));
        let known = scans().get(&key).cloned();
        known.unwrap_or_else(|| {
            let made = make();
            let mut scans = scans();
            if scans.len() < MOST_SCANS {
                scans.insert(key, made.clone());
            }
            made
        })
    }
}
