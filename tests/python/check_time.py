"""The whole graph lives in the time of /clock, and every node reports its parameters as other ROS nodes do.

Arguments: how many times as fast as the machine's time /clock shall be.
"""

import time

from diagnostic_msgs.msg import DiagnosticArray
from rcl_interfaces.msg import Parameter, ParameterEvent, ParameterType, ParameterValue
from rcl_interfaces.srv import GetParameters, SetParameters
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Image, JointState
from tf2_msgs.msg import TFMessage

from rigclient import RELIABLE, SENSOR, check, require

NODES = [
    "rig_sim", "face_detector", "state_assembler", "solver", "motion_planner", "conductor", "dashboard", "state_publisher", "recorder",
    "rl_clamp", "rl_rotate", "fb_clamp", "fb_rotate",
]


def seconds(stamp):
    return stamp.sec + stamp.nanosec / 1e9


def main(client, arguments):
    speed = float(arguments[0])
    now = [None]
    client.create_subscription(Clock, "/clock", lambda message: now.__setitem__(0, seconds(message.clock)), SENSOR)
    client.wait(lambda: now[0], 30, "/clock")

    for node in NODES:
        request = GetParameters.Request(names=["use_sim_time"])
        value = client.call(f"{node}/get_parameters", GetParameters, request, 30).values[0]
        require(value.type == ParameterType.PARAMETER_BOOL and value.bool_value, f"{node}: use_sim_time is {value}")

    wall, sim = time.monotonic(), now[0]
    client.spin_for(8.0)
    pace = (now[0] - sim) / (time.monotonic() - wall)
    # A machine that is too slow makes the simulation slower, never faster.
    require(0.6 * speed <= pace <= 1.05 * speed, f"/clock passes {pace:.2f} times as fast as the machine's time, not {speed}")

    client.wait(lambda: abs(now[0] - time.time()) > 4.0, 30, "/clock to differ from the system's time")
    ages = stamps(client, now)
    for what, age in ages.items():
        require(abs(age) < 1.0, f"{what} is stamped {age:.2f} s before /clock")

    switch(client, now)
    listed = ", ".join(f"{what} {1000 * age:.0f} ms" for what, age in ages.items())
    print(f"/clock passes {pace:.2f} times as fast as the machine's time; ages of stamps: {listed}")


def stamps(client, now):
    """How long before /clock the newest messages are stamped when they come."""
    ages = {}
    note = lambda what: lambda header: ages.__setitem__(what, now[0] - seconds(header.stamp))
    kinds = [
        ("joint_states", JointState, RELIABLE, lambda message: message.header),
        ("camera/image_raw", Image, SENSOR, lambda message: message.header),
        ("tf", TFMessage, RELIABLE, lambda message: message.transforms[0].header),
        ("/diagnostics", DiagnosticArray, RELIABLE, lambda message: message.header),
    ]
    for topic, kind, qos, header in kinds:
        client.create_subscription(kind, topic, lambda m, h=header, n=note(topic): n(h(m)), qos)
    client.wait(lambda: len(ages) == len(kinds), 15, f"stamped messages; there are {list(ages)}")
    client.spin_for(2.0)
    return dict(ages)


def switch(client, now):
    """use_sim_time can be changed while a node runs, and the change is published."""
    events = client.listen("/parameter_events", ParameterEvent, 100)
    reports = client.listen("/diagnostics", DiagnosticArray, 100)
    client.wait(lambda: reports, 10, "/diagnostics")
    for simulated in [False, True]:
        value = ParameterValue(type=ParameterType.PARAMETER_BOOL, bool_value=simulated)
        request = SetParameters.Request(parameters=[Parameter(name="use_sim_time", value=value)])
        result = client.call("solver/set_parameters", SetParameters, request).results[0]
        require(result.successful, f"use_sim_time:={simulated} is refused: {result.reason}")

        def published():
            changes = [event for event in events if event.node == "/solver" and event.changed_parameters]
            return changes and changes[-1].changed_parameters == request.parameters

        client.wait(published, 10, f"use_sim_time:={simulated} of /solver on /parameter_events; there are {events}")

        def follows():
            solver = [report.header for report in reports if report.status[0].name == "solver"]
            expected = now[0] if simulated else time.time()
            return solver and abs(seconds(solver[-1].stamp) - expected) < 2.0

        client.wait(follows, 10, f"stamps of the solver after use_sim_time:={simulated}")


check(main)
