//! Which hosts of a network can reach a rig, and a rig on two machines. Both hosts are network namespaces of this machine, joined by
//! a cable; where these are not permitted the tests print `skipped`.

use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cube::Cube;
use cuberig_tests::{
    Dice, Domain, Graph, Host, Mishap, Network, Process, Reach, Trials, binary, run_python_on, run_with_faults,
    scrambled,
};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add_lone(
        "network",
        &[
            ("a_rig_is_hidden_from_the_network_by_default", a_rig_is_hidden_from_the_network_by_default),
            (
                "a_node_that_is_started_by_hand_stays_on_its_machine_too",
                a_node_that_is_started_by_hand_stays_on_its_machine_too,
            ),
        ],
        &[],
    );
    trials.add_lone(
        "two_machines",
        &[("a_cube_is_solved", || {
            let (network, cube) = (Network::lay()?, scrambled(9));
            network.map_or(Ok(()), |network| solved_on(&network, "hosted:=false", &cube, 7).map(drop))
        })],
        &[
            ("a_far_cube_is_solved_by_hosted_nodes", a_far_cube_is_solved_by_hosted_nodes),
            ("a_cable_is_pulled_out", a_cable_is_pulled_out),
        ],
    );
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn a_rig_is_hidden_from_the_network_by_default() -> Result<()> {
    let Some(network) = Network::lay()? else {
        return Ok(());
    };
    let [own, other] = network.hosts();
    let stranger = Reach::Peer(own.address());

    let rig = Graph::launch_on(own, Reach::Unset, &["hosted:=true"])?;
    rig.check("check_heard", &["visible", "conductor"], seconds(60))?;
    rig.check_from((own, Reach::Subnet), "check_heard", &["visible", "conductor"], seconds(60))?;
    // At once: each waits for messages that must not come. They have one name, and so do not count as others.
    thread::scope(|scope| {
        let hidden = [Reach::Unset, Reach::Subnet, stranger].map(|reach| {
            let rig = &rig;
            scope.spawn(move || {
                rig.check_from((other, reach), "check_heard", &["hidden", "conductor"], seconds(60))
                    .with_context(|| format!("{reach:?}"))
            })
        });
        hidden.into_iter().try_for_each(|check| check.join().expect("it panicked").map(drop))
    })?;
    drop(rig);

    let named = format!("peers:={}", other.address());
    for (asked, reach) in [("discovery:=SUBNET", Reach::Subnet), (&named, Reach::Unset)] {
        let rig = Graph::launch_on(own, Reach::Unset, &["hosted:=true", asked])?;
        rig.check_from((other, reach), "check_heard", &["visible", "conductor"], seconds(60))
            .with_context(|| asked.to_owned())?;
    }
    Ok(())
}

fn a_node_that_is_started_by_hand_stays_on_its_machine_too() -> Result<()> {
    let Some(network) = Network::lay()? else {
        return Ok(());
    };
    let [own, other] = network.hosts();
    let domain = Domain::take()?;
    let solver = |reach| -> Result<Process> {
        let mut command = std::process::Command::new(binary("solver")?);
        command.envs(domain.environment());
        Process::start("solver", own.place(&command, reach))
    };
    let check = |host: &Host, reach, wanted: &str| {
        run_python_on(host, reach, &domain, "check_heard", &[wanted, "solver"], seconds(60))
    };
    let quiet = solver(Reach::Unset)?;
    check(own, Reach::Subnet, "visible")?;
    check(other, Reach::Peer(own.address()), "hidden")?;
    drop(quiet);
    let _open = solver(Reach::Subnet)?;
    check(other, Reach::Subnet, "visible").map(drop)
}

/// Launches the parts of one rig: arms and planning on one host, seeing on the other.
fn on_two_machines(network: &Network, more: &[&str]) -> Result<(Graph, Process)> {
    let [arms, eyes] = network.hosts();
    let arguments = |here: &'static str| [&["discovery:=SUBNET", here], more].concat();
    let graph = Graph::launch_on(arms, Reach::Subnet, &arguments("here:=planning,bricks"))?;
    let seeing = graph.launch_part(eyes, Reach::Subnet, &arguments("here:=seeing"))?;
    Ok((graph, seeing))
}

/// Solves a cube that is at most this many turns away.
fn solved_on(network: &Network, hosted: &str, cube: &Cube, turns: u32) -> Result<(Graph, Process)> {
    let (graph, seeing) = on_two_machines(network, &["seed:=7", hosted])?;
    let seeded = Cube::from_seed(7).facelets().to_string();
    let arguments = [seeded, cube.facelets().to_string(), turns.to_string()];
    let report = graph
        .check("check_run", &arguments, seconds(300))
        .with_context(|| seeing.tail(30))
        .with_context(|| graph.process.tail(30))?;
    println!("{hosted}: {report}");
    Ok((graph, seeing))
}

/// Also measures how long a picture and a goal take to either host.
fn a_far_cube_is_solved_by_hosted_nodes() -> Result<()> {
    let Some(network) = Network::lay()? else {
        return Ok(());
    };
    let (graph, _seeing) = solved_on(&network, "hosted:=true", &Cube::from_seed(9), 22)?;
    for host in network.hosts() {
        let report = graph.check_from((host, Reach::Subnet), "check_latency", &["100", "100"], seconds(120))?;
        println!("at {}:\n{report}", host.address());
    }
    Ok(())
}

/// Twenty runs, each with a cable that is pulled out for 1, 5 or 30 seconds while the rig scans or moves. None ends with a
/// wrong state.
fn a_cable_is_pulled_out() -> Result<()> {
    let Some(network) = Network::lay()? else {
        return Ok(());
    };
    let (mut graph, seeing) = on_two_machines(&network, &["seed:=7"])?;
    let cable = network.hosts()[1].cable();
    let mut dice = Dice::new(11);
    let mut wrong = Vec::new();
    for run in 0..20 {
        let phase = ["scan", "moves"][run % 2];
        let lasts = [1.0, 5.0, 30.0][run % 3];
        let cut = Mishap::new("cut", &cable, 0.0, dice.between(0.0, 12.0), lasts);
        if let Err(error) = run_with_faults(&mut graph, 100 + run as u64, phase, &[cut], "") {
            eprintln!("run {run}: {error:#}");
            wrong.push(format!("run {run}: {error:#}; {}", seeing.tail(10)));
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}
