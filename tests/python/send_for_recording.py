"""Sends messages of known number and content while a recorder runs, and prints how many of each topic as JSON.

Argument: seconds of pictures, 30 a second. What is latched is sent before anything is counted; all else once the recorder subscribes.
"""

import array
import json
import time

from cuberig_msgs.action import RunCube
from rigclient import LATCHED, RELIABLE, SENSOR, check, require
from sensor_msgs.msg import Image
from std_msgs.msg import String
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

RATE = 30
FEEDBACK = "run/_action/feedback"


def main(client, arguments):
    frames = RATE * int(arguments[0])
    publishers = {
        "latched": client.create_publisher(String, "latched", LATCHED),
        "chatter": client.create_publisher(String, "chatter", RELIABLE),
        "image": client.create_publisher(Image, "image", SENSOR),
        "nested": client.create_publisher(JointTrajectory, "nested", RELIABLE),
        FEEDBACK: client.create_publisher(RunCube.Impl.FeedbackMessage, FEEDBACK, RELIABLE),
    }
    sent = dict.fromkeys(publishers, 0)

    def send(topic, message):
        publishers[topic].publish(message)
        sent[topic] += 1

    send("latched", String(data="sent before anybody listens"))
    everybody = lambda: all(publisher.get_subscription_count() for publisher in publishers.values())
    client.wait(everybody, 20, "the recorder's subscriptions")
    picture = Image(height=480, width=640, step=640 * 3, encoding="bgr8")
    pixels = bytes(range(256)) * 3600
    begin = time.monotonic()
    for frame in range(frames):
        picture.data = array.array("B", pixels)
        picture.header.frame_id = str(frame)
        send("image", picture)
        # Bursts: a subscriber that takes one message of a topic at a time must be quick.
        for number in range(5):
            send("chatter", String(data=f"{frame}.{number}"))
        points = [JointTrajectoryPoint(positions=[0.25, float(frame)]) for _ in range(3)]
        send("nested", JointTrajectory(joint_names=["r_grip", "r_wrist"], points=points))
        feedback = RunCube.Impl.FeedbackMessage()
        feedback.feedback.status.text = f"frame {frame}"
        send(FEEDBACK, feedback)
        client.spin_for(max(0.0, begin + (frame + 1) / RATE - time.monotonic()))
    took = time.monotonic() - begin
    require(took < 2 * frames / RATE, f"this machine takes {took:.1f} s for {frames} pictures")
    # The middleware sends a large picture in pieces, behind the call.
    client.spin_for(2.0)
    print(json.dumps({f"/{topic}": count for topic, count in sent.items()}))


check(main)
