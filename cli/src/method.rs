//! The solving methods of the command line: the product's, then the thesis' to compare with.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use cube::Metric;
use solver::{LoadOptions, Progress, Solver};

use crate::failure::{Failure, OrFail};

/// A way of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// One of those that the rig uses.
    Product(solver::Method),
    /// One that is kept to compare with.
    Thesis(thesis::Method),
}

impl Method {
    /// All methods.
    pub fn all() -> impl Iterator<Item = Method> {
        let product = solver::Method::ALL.map(Method::Product);
        let thesis = thesis::Method::ALL.map(Method::Thesis);
        product.into_iter().chain(thesis)
    }

    /// Reads one of their names.
    pub fn parser() -> impl TypedValueParser<Value = Method> {
        let names: Vec<&str> = Method::all().map(Method::name).collect();
        PossibleValuesParser::new(names).map(|name| {
            Method::all().find(|method| method.name() == name).expect("the parser lets pass nothing but their names")
        })
    }

    /// The name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Method::Product(method) => method.name(),
            Method::Thesis(method) => method.name(),
        }
    }

    /// Whether it returns only what it has proven shortest, or nothing.
    pub fn only_proves(self) -> bool {
        match self {
            Method::Product(method) => method == solver::Method::Optimal,
            Method::Thesis(method) => method != thesis::Method::Thistlethwaite,
        }
    }

    /// Whether it chooses among equally short solutions.
    pub fn chooses(self) -> bool {
        use solver::Method::{Auto, Combined};
        matches!(self, Method::Product(Auto | Combined))
    }

    /// Refuses a metric that it cannot minimise, and names the methods that can.
    pub fn check_metric(self, metric: Metric) -> Result<(), Failure> {
        let checked = match self {
            Method::Product(method) => method.check_metric(metric),
            Method::Thesis(method) => method.check_metric(metric),
        };
        checked.or_usage()
    }

    /// Its solver, with tables from the cache folder or generated there.
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(
        self,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Box<dyn Solver>, solver::Error> {
        match self {
            Method::Product(method) => method.load(options, progress),
            Method::Thesis(method) => method.load(options, progress),
        }
    }
}

impl From<solver::Method> for Method {
    fn from(method: solver::Method) -> Method {
        Method::Product(method)
    }
}
