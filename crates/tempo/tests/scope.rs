//! Code that waits in a tempo waits as long as the outside clock says.

use std::time::Duration;

use tempo::{Instant, Tempo, TooLate};

const MS: Duration = Duration::from_millis(1);

/// Drives a tempo with readings every 10 ms of the machine, for ever.
async fn clock(tempo: Tempo, pace: u32) {
    let mut reading = Duration::from_secs(100);
    loop {
        tempo.tick(reading);
        tokio::time::sleep(10 * MS).await;
        reading += 10 * MS * pace;
    }
}

#[tokio::test(start_paused = true)]
async fn outside_of_a_tempo_the_machine_counts() {
    let (machine, began) = (tokio::time::Instant::now(), Instant::now());
    tempo::sleep(700 * MS).await;
    assert_eq!(machine.elapsed(), 700 * MS);
    assert_eq!(began.elapsed(), 700 * MS);
    let late = tempo::timeout_at(Instant::now() + 5 * MS, std::future::pending::<()>()).await;
    assert_eq!(late, Err(TooLate));
    assert_eq!(machine.elapsed(), 705 * MS);
}

#[tokio::test(start_paused = true)]
async fn a_wait_at_three_times_the_pace_takes_a_third() {
    let tempo = Tempo::new();
    tempo.drive(true);
    tokio::spawn(clock(tempo.clone(), 3));
    let machine = tokio::time::Instant::now();
    let counted = tempo.scope(async {
        let began = Instant::now();
        tempo::sleep(Duration::from_secs(3)).await;
        began.elapsed()
    });
    let counted = counted.await;
    assert!(counted.abs_diff(3000 * MS) < 10 * MS, "{counted:?}");
    assert!(machine.elapsed().abs_diff(1000 * MS) < 15 * MS, "{:?}", machine.elapsed());
}

#[tokio::test(start_paused = true)]
async fn who_waits_wakes_when_the_tempo_is_no_longer_driven() {
    let tempo = Tempo::new();
    tempo.drive(true);
    let waiting = tempo.clone();
    let wait = tokio::spawn(async move {
        let deadline = waiting.now() + 50 * MS;
        waiting.sleep_until(deadline).await;
    });
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(!wait.is_finished(), "no clock, no time");
    tempo.drive(false);
    tokio::time::sleep(51 * MS).await;
    assert!(wait.is_finished());
}
