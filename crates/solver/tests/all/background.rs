//! Large tables are built while small ones solve.

use std::sync::Arc;

use solver::{Control, Limits, LoadEvent, LoadOptions, LoadedMethods, Method, Solver, TableFile, TableState};

/// An answer that comes while nothing but the small tables is there, and the same from all tables.
#[test]
#[ignore = "builds the tables of two-phase, which takes half a minute of processor time"]
fn small_tables_solve_while_the_others_are_built() {
    let own = testkit::Folder::new("stand-in");
    let folder = own.0.join("tables");
    let options = LoadOptions::cached_in(&folder);
    let (sender, events) = std::sync::mpsc::channel();
    let on_event = move |event: &LoadEvent| sender.send(event.clone()).expect("the test listens");
    let methods = LoadedMethods::new(on_event);
    let cube = cube::Cube::from_seed(3);
    let solve = |solver: &dyn Solver| {
        let solution = solver.solve(&cube, &Limits::default(), &Control::default());
        let solution = solution.expect("every cube has a solution");
        assert!(cube.apply_all(solution.moves()).is_solved());
    };
    let files = || {
        let files = TableFile::list(&folder).expect("it can be read");
        let whole = files.into_iter().filter(|file| file.version.is_some());
        whole.collect::<Vec<TableFile>>()
    };

    let stand_in = methods.get(Method::TwoPhase, &options).expect("small ones");
    let [(Method::TwoPhase, _, TableState::StandIn(_, doing))] = &methods.overview()[..] else {
        panic!("the large tables are there already");
    };
    assert!(doing.contains("two-phase"), "{doing}");
    assert!(!Method::TwoPhase.is_built(&options));
    solve(&*stand_in);
    let again = methods.get(Method::TwoPhase, &options).expect("small ones");
    assert!(Arc::ptr_eq(&stand_in, &again) || Method::TwoPhase.is_built(&options));

    while events.recv().expect("it is reported") != LoadEvent::Ready(Method::TwoPhase) {}
    let own = methods.get(Method::TwoPhase, &options).expect("large ones");
    assert!(!Arc::ptr_eq(&stand_in, &own) && Method::TwoPhase.is_built(&options));
    solve(&*own);
    // Who switched in the middle of a search goes on with what it has.
    solve(&*stand_in);
    assert_eq!(files().len(), 3, "moves, small and large tables");
    for file in files() {
        assert_eq!(file.check(), Ok(()));
    }

    // Now that all are there, nothing stands in.
    let (sender, events) = std::sync::mpsc::channel();
    let on_event = move |event: &LoadEvent| sender.send(event.clone()).expect("the test listens");
    let methods = LoadedMethods::new(on_event);
    methods.get(Method::TwoPhase, &options).expect("they are there");
    assert_eq!(events.try_iter().collect::<Vec<_>>(), [LoadEvent::Ready(Method::TwoPhase)]);
}
