//! Between ROS messages and what the simulated rig works with.

use std::time::Duration;

use cube::{Cube, Error, Facelets};
use r2r::cuberig_msgs::msg::SimTruth;
use r2r::cuberig_msgs::srv::{InjectFault, Scramble};
use r2r::rosgraph_msgs::msg::Clock;
use r2r::std_msgs::msg::Header;
use rig::Joint;
use sim::live::{Order, Snapshot};
use sim::{FAULTS, Fault};

/// The truth as a message.
pub fn truth(header: Header, snapshot: &Snapshot) -> SimTruth {
    let truth = &snapshot.truth;
    SimTruth {
        header,
        cube_present: truth.cube.is_some(),
        facelets: truth.cube.map(|cube| cube.facelets().to_string()).unwrap_or_default(),
        solved: truth.solved,
        faces_at_sides: truth.pose.faces_at_sides(),
        joints: Joint::ALL.map(|joint| joint.name().to_owned()).to_vec(),
        positions: truth.joints.to_vec(),
        violations: snapshot.violations.to_vec(),
    }
}

/// The cube that a request puts in, or the answer that refuses it.
pub fn cube_for(request: &Scramble::Request) -> Result<Cube, Scramble::Response> {
    if request.facelets.is_empty() {
        return Ok(Cube::from_seed(request.seed));
    }
    let refused = |code: i32, error: Error| Scramble::Response {
        error_code: code,
        error_msg: error.to_string(),
        facelets: String::new(),
    };
    let facelets: Facelets =
        (request.facelets.parse()).map_err(|error| refused(Scramble::Response::UNREADABLE as i32, error))?;
    Cube::try_from(&facelets).map_err(|error| refused(Scramble::Response::IMPOSSIBLE as i32, error))
}

/// The answer to a scramble that was done.
pub fn scrambled(cube: &Cube) -> Scramble::Response {
    Scramble::Response {
        error_code: Scramble::Response::SUCCESS as i32,
        error_msg: String::new(),
        facelets: cube.facelets().to_string(),
    }
}

/// The order that a request means, or the answer where there is nothing to be done.
pub fn fault_order(request: &InjectFault::Request) -> Result<Order, InjectFault::Response> {
    match request.fault.as_str() {
        "clear" => Ok(Order::ClearFaults),
        "list" => {
            let names = FAULTS.map(|fault| format!("{} ({})", fault.name, fault.wants())).join("; ");
            Err(answer(InjectFault::Response::SUCCESS as i32, names))
        }
        name => Fault::parse(name, &request.target, request.amount).map(Order::Inject).map_err(|error| {
            let code = match error {
                sim::Error::UnknownFault { .. } => InjectFault::Response::UNKNOWN_FAULT as i32,
                sim::Error::BadAmount { .. } => InjectFault::Response::BAD_AMOUNT as i32,
                _ => InjectFault::Response::BAD_TARGET as i32,
            };
            answer(code, error.to_string())
        }),
    }
}

/// The answer to a fault request.
pub fn answer(error_code: i32, error_msg: String) -> InjectFault::Response {
    InjectFault::Response { error_code, error_msg }
}

/// Simulated time as a clock message.
pub fn clock(time: Duration) -> Clock {
    Clock { clock: r2r::Clock::to_builtin_time(&time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(fault: &str, target: &str, amount: f64) -> Result<Order, InjectFault::Response> {
        fault_order(&InjectFault::Request { fault: fault.into(), target: target.into(), amount })
    }

    #[test]
    fn every_listed_fault_is_named_and_wrong_ones_are_refused_by_code() {
        let Err(list) = fault("list", "", 0.0) else { panic!("a list is no order") };
        assert!(FAULTS.iter().all(|fault| list.error_msg.contains(fault.name)));
        let code = |name, target, amount| fault(name, target, amount).map_err(|a| a.error_code);
        type Response = InjectFault::Response;
        assert_eq!(code("flood", "", 0.0), Err(Response::UNKNOWN_FAULT as i32));
        assert_eq!(code("claw_slip", "x", 5.0), Err(Response::BAD_TARGET as i32));
        assert_eq!(code("claw_slip", "r", 500.0), Err(Response::BAD_AMOUNT as i32));
        assert_eq!(code("clear", "", 0.0), Ok(Order::ClearFaults));
        assert!(code("claw_slip", "r", 5.0).is_ok());
    }

    #[test]
    fn a_scramble_takes_facelets_or_a_seed() {
        let ask = |facelets: &str, seed| cube_for(&Scramble::Request { facelets: facelets.into(), seed });
        assert_eq!(ask("", 9).map_err(|a| a.error_code), Ok(Cube::from_seed(9)));
        let solved = Cube::SOLVED.facelets().to_string();
        assert_eq!(ask(&solved, 9).map_err(|a| a.error_code), Ok(Cube::SOLVED));
        assert_eq!(ask("UUU", 0).map_err(|a| a.error_code), Err(Scramble::Response::UNREADABLE as i32));
        let mut twisted: Vec<char> = solved.chars().collect();
        // One corner turned in its place.
        (twisted[8], twisted[9], twisted[20]) = (twisted[9], twisted[20], twisted[8]);
        let twisted: String = twisted.into_iter().collect();
        assert_eq!(ask(&twisted, 0).map_err(|a| a.error_code), Err(Scramble::Response::IMPOSSIBLE as i32));
    }
}
