//! The client against a scripted brick: late, doubled, lost and stray replies; silence; garbage.

use crate::support::scripted::{answer, framed, keep_alive, reading, scripted};
use brick::command::*;
use brick::{Brick, Error, OutputMode, Port, PortSelection, Power, Regulation, RunState, Status, Timeouts};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::Instant;

/// A command that must not be given twice, since what it counts from moves on.
const BRAKE: SetOutputState = SetOutputState {
    ports: PortSelection::One(Port::A),
    power: Power::ZERO,
    mode: OutputMode::BRAKE,
    regulation: Regulation::Idle,
    turn_ratio: 0,
    run_state: RunState::Running,
    tacho_limit: 0,
};

#[tokio::test(start_paused = true)]
async fn a_reply_is_matched_by_opcode_and_port() {
    let mut brick = scripted(|_, packet| match packet[1] {
        0x06 => vec![
            // A stray of another opcode, one of another port, noise that is no reply, then the answer.
            (5, framed(&[0x02, 0x0B, 0x00, 0x10, 0x20])),
            (5, framed(&reading(Port::C, 1))),
            (5, framed(&[0x77, 0x06])),
            (5, framed(&reading(Port::B, 42))),
        ],
        _ => vec![],
    });
    let answer = brick.request(&GetOutputState { port: Port::B }).await.expect("an answer");
    assert_eq!((answer.port, answer.rotation), (Port::B, 42));
    assert_eq!(brick.strays(), 3);
}

#[tokio::test(start_paused = true)]
async fn silence_ends_in_a_timeout_that_names_the_brick() {
    let mut brick = scripted(|_, _| vec![]);
    let began = Instant::now();
    let error = brick.request(&GetBatteryLevel).await.expect_err("nobody answers");
    assert!(matches!(error, Error::Timeout { .. }));
    assert!(error.to_string().contains("scripted") && error.to_string().contains("GETBATTERYLEVEL"), "{error}");
    assert_eq!(began.elapsed().as_millis(), 1500, "three tries of 500 ms");
    // What must not be done twice is asked once.
    let began = Instant::now();
    assert!(brick.request(&BRAKE).await.is_err());
    assert_eq!(began.elapsed().as_millis(), 500);
}

#[tokio::test(start_paused = true)]
async fn a_late_reply_is_not_taken_for_the_next_one() {
    // The first answer comes after 700 ms, when the client has given up waiting and asked again.
    let mut brick = scripted(|number, packet| match packet[1] {
        0x06 if number == 0 => vec![(700, framed(&reading(Port::A, 1)))],
        _ => vec![(20, answer(1000 + number, packet))],
    });
    let answer = brick.request(&GetOutputState { port: Port::A }).await.expect("the second try");
    assert!(answer.rotation > 1000, "got the stale answer {}", answer.rotation);
    for _ in 0..3 {
        let answer = brick.request(&GetOutputState { port: Port::A }).await.expect("an answer");
        assert!(answer.rotation > 1000);
    }
}

#[tokio::test(start_paused = true)]
async fn doubled_replies_are_dropped() {
    let mut brick = scripted(|number, packet| {
        let port = Port::from_code(packet[2]).expect("a port");
        let reply = framed(&reading(port, number as i32));
        vec![(10, reply.clone()), (0, reply)]
    });
    for round in 0..5 {
        let [a, b] = brick.read_motors([Port::A, Port::B]).await.expect("answers");
        assert_eq!((a.rotation, b.rotation), (2 * round, 2 * round + 1));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(brick.strays(), 9, "each but the last double was met");
}

/// The second of two equal replies may come when the next question is out already: it does not answer that one.
#[tokio::test(start_paused = true)]
async fn a_reply_that_comes_twice_does_not_answer_the_next_question() {
    let packets = Arc::new(AtomicUsize::new(0));
    let arrived = packets.clone();
    let mut brick = scripted(move |number, packet| {
        arrived.store(number + 1, Ordering::SeqCst);
        let port = Port::from_code(packet[2]).expect("a port");
        let reply = framed(&reading(port, number as i32));
        vec![(5, reply.clone()), (5, reply)]
    });
    for _ in 0..20 {
        let before = packets.load(Ordering::SeqCst) as i32;
        let both = brick.read_motors([Port::A, Port::B]).await;
        let both = both.expect("answers");
        assert!(both.iter().all(|reading| before <= reading.rotation));
    }
}

/// Over a slow link orders come in while replies are waited for, one after the other. Each makes the driver ask anew, and the answers
/// to what was asked before are on their way still.
#[tokio::test(start_paused = true)]
async fn answers_to_several_dropped_questions_do_not_answer_the_next_one() {
    let packets = Arc::new(AtomicUsize::new(0));
    let arrived = packets.clone();
    let mut brick = scripted(move |number, packet| {
        arrived.store(number + 1, Ordering::SeqCst);
        vec![(30, answer(number, packet))]
    });
    for dropped in 0..9 {
        for _ in 0..dropped {
            let asks = brick.read_motors([Port::A, Port::B]);
            let asked = tokio::time::timeout(Duration::from_millis(10), asks).await;
            assert!(asked.is_err(), "it takes longer to answer");
        }
        for _ in 0..3 {
            let [_, b] = (brick.read_motors([Port::A, Port::B]).await).expect("answers");
            // Everything that was asked is answered by now, and this was asked last.
            tokio::time::sleep(Duration::from_secs(1)).await;
            let last = packets.load(Ordering::SeqCst) as i32 - 1;
            assert_eq!(b.rotation, last, "{dropped} dropped before");
        }
    }
}

/// The same where one motor alone is asked about, again and again.
#[tokio::test(start_paused = true)]
async fn a_reply_that_comes_twice_does_not_answer_the_same_question_asked_again() {
    let packets = Arc::new(AtomicUsize::new(0));
    let arrived = packets.clone();
    let mut brick = scripted(move |number, packet| {
        arrived.store(number + 1, Ordering::SeqCst);
        let reply = answer(number, packet);
        vec![(5, reply.clone()), (5, reply)]
    });
    for _ in 0..20 {
        let before = packets.load(Ordering::SeqCst) as i32;
        let answer = brick.request(&GetOutputState { port: Port::A }).await;
        assert!(before <= answer.expect("an answer").rotation);
    }
}

/// A brick that was off has lost its mark, however often it answers so.
#[tokio::test(start_paused = true)]
async fn a_mark_that_is_gone_is_missed_where_replies_come_twice() {
    let asked_again = Arc::new(AtomicUsize::new(0));
    let ratio = asked_again.clone();
    let mut brick = scripted(move |_, packet| {
        let reply = match packet[1] {
            0x04 => {
                ratio.store(usize::from(packet[6]), Ordering::SeqCst);
                return vec![];
            }
            0x06 => {
                let mut packet = reading(Port::C, 0);
                packet[7] = ratio.load(Ordering::SeqCst) as u8;
                framed(&packet)
            }
            _ => keep_alive(),
        };
        vec![(5, reply.clone()), (5, reply)]
    });
    assert!(!brick.mark().await.expect("it answers"), "it has no mark");
    assert!(brick.mark().await.expect("it answers"), "now it has");
    asked_again.store(0, Ordering::SeqCst);
    assert!(!brick.mark().await.expect("it answers"), "it was off");
}

/// For a while, a third of the replies is lost, and now and then one is late. No answer is older than its question, and few
/// questions need another try. When the link is good again, everything is asked once as before.
#[tokio::test(start_paused = true)]
async fn over_a_link_that_loses_replies_everything_is_asked_more_than_once() {
    let packets = Arc::new(AtomicUsize::new(0));
    let arrived = packets.clone();
    let mut brick = scripted(move |number, packet| {
        arrived.store(number + 1, Ordering::SeqCst);
        let scattered = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let is_lost = number < 3000 && scattered % 10 < 3;
        let delay = if number % 397 == 5 { 150 } else { 3 };
        match is_lost {
            true => vec![],
            false => vec![(delay, answer(number, packet))],
        }
    });
    brick.set_try_time(Duration::from_millis(80));
    let sent = || packets.load(Ordering::SeqCst) as i32;
    let mut asked = 0;
    while sent() < 3000 {
        let before = sent();
        let both = brick.read_motors([Port::A, Port::B]).await;
        let both = both.expect("something gets through");
        assert!(both.iter().all(|reading| before <= reading.rotation));
        if asked % 20 == 0 {
            assert_eq!(brick.battery().await.expect("volts").millivolts, 8000);
        }
        asked += 1;
    }
    assert!(4 * brick.repeats() < asked, "{} of {asked} asked again", brick.repeats());
    for _ in 0..400 {
        brick.read_motors([Port::A, Port::B]).await.expect("answers");
    }
    let before = sent();
    brick.read_motors([Port::A, Port::B]).await.expect("answers");
    assert_eq!(sent() - before, 2, "each is asked once again");
}

#[tokio::test(start_paused = true)]
async fn a_dropped_request_leaves_the_client_usable() {
    let mut brick = scripted(|number, packet| match packet[1] {
        0x0B => vec![(
            100,
            framed(&ReplyPacket::done::<GetBatteryLevel>(&BatteryLevel { millivolts: number as u16 }).encode()),
        )],
        _ => vec![(1, framed(&ReplyPacket::done::<KeepAlive>(&SleepTimeout { milliseconds: 0 }).encode()))],
    });
    let half_way = tokio::time::timeout(Duration::from_millis(30), brick.battery()).await;
    assert!(half_way.is_err());
    let answer = brick.battery().await.expect("an answer");
    assert_eq!(answer.millivolts, 2, "the answer to the second question, behind the barrier");
}

#[tokio::test(start_paused = true)]
async fn a_refusal_carries_its_status() {
    let mut brick = scripted(|_, _| vec![(5, framed(&[0x02, 0x04, 0xC0]))]);
    let error = brick.request(&BRAKE).await.expect_err("it is refused");
    assert!(matches!(error, Error::Refused { status: Status::OUT_OF_RANGE, .. }), "{error}");
    assert!(error.to_string().contains("a value is out of range"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_closed_stream_is_lost_at_once() {
    let (host, brick) = tokio::io::duplex(64);
    drop(brick);
    let mut client = Brick::over("gone".to_owned(), Box::new(host), Timeouts::default());
    let began = Instant::now();
    let error = client.battery().await.expect_err("nobody there");
    assert!(matches!(error, Error::Lost { .. }), "{error}");
    assert!(began.elapsed() < Duration::from_millis(1));
}

#[tokio::test(start_paused = true)]
async fn broken_framing_is_survived() {
    let mut brick = scripted(|number, packet| match (number, packet[1]) {
        // A length of 65535: the stream has lost step, and what was sent with it is gone.
        (0, _) => vec![(5, vec![0xFF, 0xFF, 0x02, 0x0B, 0x00])],
        (_, 0x0D) => vec![(5, framed(&ReplyPacket::done::<KeepAlive>(&SleepTimeout { milliseconds: 0 }).encode()))],
        _ => vec![(5, framed(&ReplyPacket::done::<GetBatteryLevel>(&BatteryLevel { millivolts: 8000 }).encode()))],
    });
    assert_eq!(brick.battery().await.expect("the second try").millivolts, 8000);
}

#[tokio::test]
async fn tcp_connects_and_names_who_refuses() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("tcp:{}", listener.local_addr().expect("bound"));
    tokio::spawn(async move {
        if let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4];
            let _ = stream.read_exact(&mut request).await;
            let reply = ReplyPacket::done::<GetBatteryLevel>(&BatteryLevel { millivolts: 8123 }).encode();
            let _ = stream.write_all(&framed(&reply)).await;
        }
    });
    let parsed = address.parse().expect("a good address");
    let mut brick = Brick::connect(&parsed, Timeouts::default()).await.expect("it listens");
    assert_eq!(brick.battery().await.expect("it answers").millivolts, 8123);

    for (name, inside) in [("tcp:127.0.0.1:1", "127.0.0.1:1"), ("serial:/dev/no-such-brick", "no-such-brick")] {
        let error = Brick::connect(&name.parse().expect("a good address"), Timeouts::default()).await;
        let error = error.err().expect("nothing there");
        assert!(matches!(error, Error::Connect { .. }) && error.to_string().contains(inside), "{error}");
    }
}
