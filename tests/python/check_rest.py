"""A rig at rest sends little, and tells at once when something changes. The rig must have rested for five seconds.

Prints pictures and messages of joints a second, at rest and after the light has changed.
"""

from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParameters
from sensor_msgs.msg import Image, JointState

from rigclient import SENSOR, check, require

SECONDS = 4.0


def main(client, arguments):
    pictures = []
    client.create_subscription(Image, "camera/image_raw", lambda picture: pictures.append(picture.header.stamp), SENSOR)
    joints = client.listen("joint_states", JointState)
    client.wait(lambda: pictures and joints, 20, "pictures and joint_states")

    def rates():
        del pictures[:], joints[:]
        client.spin_for(SECONDS)
        return len(pictures) / SECONDS, len(joints) / SECONDS

    shown, told = rates()
    print(f"at rest {shown:.1f} pictures and {told:.1f} messages of joints a second;")
    require(1.5 <= shown <= 3.5, f"{shown:.1f} pictures a second of a rig at rest")
    # Five of each brick, less on a busy machine.
    require(6.0 <= told <= 24.0, f"{told:.1f} messages a second of joints at rest")

    shine(client, 0.8)
    shown, told = rates()
    print(f"in another light {shown:.1f} and {told:.1f}")
    require(6.0 <= shown, f"{shown:.1f} pictures a second after the light has changed")
    require(told <= 24.0, f"the light changed, and joints at rest are told {told:.1f} times a second")
    shine(client, 1.0)


def shine(client, intensity):
    value = ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=intensity)
    request = SetParameters.Request(parameters=[Parameter(name="light_intensity", value=value)])
    result = client.call("rig_sim/set_parameters", SetParameters, request).results[0]
    require(result.successful, f"light_intensity:={intensity} is refused: {result.reason}")


check(main)
