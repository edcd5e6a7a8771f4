"""How late the nodes' reports on /diagnostics come. Arguments: for how many seconds it listens, and `run` to have the rig solve
one random cube after the other meanwhile.

For each node: reports, the longest time between two of them, and the longest way from the stamp to here. Then looks, ten a second:
in how many of them the newest report of some node is older than a second and a half, two and a half, and five seconds.
"""

import time

from cuberig_msgs.action import RunCube
from cuberig_msgs.srv import Scramble
from diagnostic_msgs.msg import DiagnosticArray

from rigclient import RELIABLE, check


def main(client, arguments):
    seconds = float(arguments[0])
    came = {}

    def note(array):
        now, stamp = time.time(), array.header.stamp.sec + array.header.stamp.nanosec * 1e-9
        for status in array.status:
            came.setdefault(status.name, []).append((now, now - stamp))

    client.create_subscription(DiagnosticArray, "/diagnostics", note, RELIABLE)
    client.spin_for(5.0)
    for reports in came.values():
        del reports[:-1]
    looks, old, end = 0, {1.5: 0, 2.5: 0, 5.0: 0}, time.time() + seconds
    run, seed = None, 0
    while time.time() < end:
        if "run" in arguments and (run is None or run.done()):
            if run is not None:
                result = run.outcome.result().result
                print(f"a run ends: solved {result.solved}, attempts {result.attempts} {result.error_msg}", flush=True)
            seed += 1
            client.call("sim/scramble", Scramble, Scramble.Request(seed=seed))
            run = client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=True))
        client.spin_for(0.1)
        oldest = max(time.time() - reports[-1][0] for reports in came.values())
        looks += 1
        for limit in old:
            old[limit] += limit < oldest
    for name, reports in sorted(came.items()):
        gaps = [later - earlier for (earlier, _), (later, _) in zip(reports, reports[1:])]
        print(f"{name}: {len(gaps)} reports, {max(gaps):.2f} s apart at most, {max(way for _, way in reports[1:]):.2f} s old at most")
    print(", ".join(f"older than {limit} s in {count} of {looks} looks" for limit, count in old.items()))


check(main)
