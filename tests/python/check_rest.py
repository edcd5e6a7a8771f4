"""A rig at rest sends little, all bricks at the same time, and more at once when something changes. It has rested for five seconds.

Prints pictures and messages of joints a second, at rest and after the light has changed.
"""

from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParameters
from sensor_msgs.msg import Image, JointState

from rigclient import RELIABLE, SENSOR, check, require

SECONDS = 4.0
# Messages of joints with less time between them belong together, nanoseconds.
TOGETHER = 40_000_000


def main(client, arguments):
    pictures = []
    client.create_subscription(Image, "camera/image_raw", lambda picture: pictures.append(picture.header.stamp), SENSOR)
    joints, sent = [], []

    def take(state, info):
        joints.append(state)
        sent.append(info["source_timestamp"])

    client.create_subscription(JointState, "joint_states", take, RELIABLE)
    bricks = lambda: {state.name[0] for state in joints}
    client.wait(lambda: pictures and len(bricks()) == 4, 20, "pictures and joint_states of all bricks")
    # What was sent while client and brick found each other comes late and at once.
    client.spin_for(1.0)

    def rates():
        del pictures[:], joints[:], sent[:]
        client.spin_for(SECONDS)
        return len(pictures) / SECONDS, len(joints) / SECONDS

    # On a busy machine a joint may settle late: pictures come fast for some seconds after it.
    for _ in range(3):
        shown, messages = rates()
        if shown <= 3.5:
            break
    print(f"at rest {shown:.1f} pictures and {messages:.1f} messages of joints a second;")
    require(1.5 <= shown <= 3.5, f"{shown:.1f} pictures a second of a rig at rest")
    # Five of each brick, less on a busy machine.
    require(6.0 <= messages <= 22.0, f"{messages:.1f} messages a second of joints at rest")
    stamps = sorted(sent)
    bursts = 1 + sum(TOGETHER < later - earlier for earlier, later in zip(stamps, stamps[1:]))
    print(f"in {bursts / SECONDS:.1f} bursts a second;")
    require(bursts / SECONDS <= 7.0, f"joints at rest are published {bursts / SECONDS:.1f} times a second: not by all bricks at once")

    shine(client, 0.8)
    shown, messages = rates()
    print(f"in another light {shown:.1f} and {messages:.1f}")
    require(6.0 <= shown, f"{shown:.1f} pictures a second after the light has changed")
    require(messages <= 24.0, f"the light changed, and joints at rest are published {messages:.1f} times a second")
    shine(client, 1.0)


def shine(client, intensity):
    value = ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=intensity)
    request = SetParameters.Request(parameters=[Parameter(name="light_intensity", value=value)])
    result = client.call("rig_sim/set_parameters", SetParameters, request).results[0]
    require(result.successful, f"light_intensity:={intensity} is refused: {result.reason}")


check(main)
