//! Code that waits in a clock waits by the outside clock.

use std::time::Duration;

use brick::clock::{Instant, SteadyClock, TooLate};

const MS: Duration = Duration::from_millis(1);

/// Drives a clock with readings every 10 ms of the machine, forever.
async fn tick(clock: SteadyClock, pace: u32) {
    let mut reading = Duration::from_secs(100);
    loop {
        clock.tick(reading);
        tokio::time::sleep(10 * MS).await;
        reading += 10 * MS * pace;
    }
}

#[tokio::test(start_paused = true)]
async fn outside_of_a_clock_the_machine_counts() {
    let (machine, began) = (tokio::time::Instant::now(), Instant::now());
    brick::clock::sleep(700 * MS).await;
    assert_eq!(machine.elapsed(), 700 * MS);
    assert_eq!(began.elapsed(), 700 * MS);
    let late = brick::clock::timeout_at(Instant::now() + 5 * MS, std::future::pending::<()>()).await;
    assert_eq!(late, Err(TooLate));
    assert_eq!(machine.elapsed(), 705 * MS);
}

#[tokio::test(start_paused = true)]
async fn a_wait_at_three_times_the_pace_takes_a_third() {
    let clock = SteadyClock::new();
    clock.drive(true);
    tokio::spawn(tick(clock.clone(), 3));
    let machine = tokio::time::Instant::now();
    let counted = clock.scope(async {
        let began = Instant::now();
        brick::clock::sleep(Duration::from_secs(3)).await;
        began.elapsed()
    });
    let counted = counted.await;
    assert!(counted.abs_diff(3000 * MS) < 10 * MS, "{counted:?}");
    assert!(machine.elapsed().abs_diff(1000 * MS) < 15 * MS, "{:?}", machine.elapsed());
}

#[tokio::test(start_paused = true)]
async fn who_waits_wakes_when_the_clock_is_no_longer_driven() {
    let clock = SteadyClock::new();
    clock.drive(true);
    let waiting = clock.clone();
    let wait = tokio::spawn(async move {
        let deadline = waiting.now() + 50 * MS;
        waiting.sleep_until(deadline).await;
    });
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(!wait.is_finished(), "no clock, no time");
    clock.drive(false);
    tokio::time::sleep(51 * MS).await;
    assert!(wait.is_finished());
}
