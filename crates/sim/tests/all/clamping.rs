//! Claws that close when their driver has reached its brick, judged by where the joints of the simulated rig really are.

use crate::bench::rigs::{Rig, pass};
use brick::control::Tolerances;
use brick::{BrickName, ClampOnConnect, Link};
use rig::{Action, Arm, Profile};

#[tokio::test(start_paused = true)]
async fn open_claws_close_once_and_only_where_that_is_wanted() {
    let rig = Rig::open_front(3).await;
    let bench = &rig.bench;
    let timing = Profile::nxt_2015().timing;
    let grip = |arm: Arm| bench.truth().joints[arm.grip().index()].to_degrees();
    let before = bench.truth().joints;
    let up = |name: BrickName| Link::Up(rig.handle(name));
    let mut clampings = BrickName::ALL.map(|name| {
        let once = ClampOnConnect::once(name, &timing, Tolerances::default());
        once.expect("claws close in some time")
    });
    let down = Link::Down("not connected yet".into());
    for (name, clamping) in BrickName::ALL.into_iter().zip(&mut clampings) {
        assert!(clamping.begin(&down, false).is_none(), "{name} is out of reach");
        assert!(clamping.begin(&up(name), true).is_none(), "the rig is stopped");
        let mut never = ClampOnConnect::NEVER;
        assert!(never.begin(&up(name), false).is_none(), "{name}");
    }
    pass(1000).await;
    assert!(30.0 < grip(Arm::F) && 30.0 < grip(Arm::B), "still open");
    for (name, clamping) in BrickName::ALL.into_iter().zip(&mut clampings) {
        let begun = clamping.begin(&up(name), false);
        assert_eq!(begun.is_some(), name.clamps(), "{name}");
        if let Some(closing) = begun {
            closing.await.expect("the claws close");
        }
    }
    pass(100).await;
    let truth = bench.truth();
    for arm in Arm::ALL {
        assert!(grip(arm).abs() < 4.0, "{arm}: {:.1} degrees", grip(arm));
        let turned = truth.joints[arm.wrist().index()] - before[arm.wrist().index()];
        assert!(turned.to_degrees().abs() < 2.0, "no wrist is turned: {turned}");
    }
    assert!(truth.cube.is_some(), "the cube is held");
    assert_eq!(rig.happenings(), []);
    // A claw that was opened since stays open when the connection is made anew.
    rig.act(Arm::F, &[Action::Open]).await.expect("it opens");
    for (name, clamping) in BrickName::ALL.into_iter().zip(&mut clampings) {
        assert!(clamping.begin(&up(name), false).is_none(), "{name}");
    }
    pass(1000).await;
    assert!(30.0 < grip(Arm::F), "{:.1} degrees", grip(Arm::F));
}
