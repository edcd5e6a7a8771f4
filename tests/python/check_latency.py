"""How long a picture and a goal take to here, in milliseconds: median and 99th percentile.

A picture: from its stamp to its arrival here. A goal: from sending a goal of `solve` for the solved cube to its result.
Arguments: pictures and goals to take.
"""

import time

from cuberig_msgs.action import SolveCube
from sensor_msgs.msg import Image

from rigclient import SENSOR, check, require

SOLVED = "".join(9 * face for face in "URFDLB")


def figures(name, seconds, sent):
    """One line of the report."""
    ordered = sorted(1000 * value for value in seconds)
    at = lambda share: ordered[min(len(ordered) - 1, int(share * len(ordered)))]
    print(f"{name}: median {at(0.5):.1f} ms, 99th percentile {at(0.99):.1f} ms, {len(ordered)} of {sent}")


def main(client, arguments):
    pictures, goals = map(int, arguments)
    ages, numbers = [], []

    def take(image):
        age = client.get_clock().now().nanoseconds * 1e-9 - image.header.stamp.sec - image.header.stamp.nanosec * 1e-9
        ages.append(age)
        numbers.append(image.header.stamp.sec + image.header.stamp.nanosec * 1e-9)

    subscription = client.create_subscription(Image, "camera/image_raw", take, SENSOR)
    client.wait(lambda: pictures <= len(ages), 60, f"{pictures} pictures; {len(ages)} came")
    client.destroy_subscription(subscription)
    gaps = sorted(later - sooner for sooner, later in zip(numbers, numbers[1:]))
    # The usual gap is the camera's own: longer ones are pictures that did not come.
    rate = gaps[len(gaps) // 10]
    figures("picture", ages, round((numbers[-1] - numbers[0]) / rate) + 1)

    took = []
    for _ in range(goals):
        began = time.monotonic()
        goal = client.goal("solve", SolveCube, SolveCube.Goal(facelets=SOLVED, time_limit=1.0))
        require(goal.accepted, "the goal was refused")
        goal.result(10)
        took.append(time.monotonic() - began)
    figures("goal", took, goals)


check(main)
