"""A run fails, and its message names the file with the minute before, once the recorder has announced one."""

from cuberig_msgs.action import RunCube
from diagnostic_msgs.msg import DiagnosticArray
from rigclient import check, require


def main(client, arguments):
    arrays = client.listen("/diagnostics", DiagnosticArray)

    def announced():
        values = [value for array in arrays for status in array.status for value in status.values]
        return any(value.key == "last_minute" and value.value for value in values)

    client.wait(announced, 10, "the recorder's report of where it saves the last minute")
    # The conductor receives the report at the same time as this client, or a little later.
    client.spin_for(1.5)
    status, result = client.goal("run", RunCube, RunCube.Goal(scan=True, look_again=True), 10).result(20)
    require(result.error_code == RunCube.Result.NOT_READY, f"the run ended with {result.error_code}: {result.error_msg}")
    _, found, file = result.error_msg.partition("the minute before is recorded in ")
    require(found, f"the message names no recording: {result.error_msg}")
    print(f"recorded in {file}")


check(main)
