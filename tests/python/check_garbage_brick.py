"""A brick that talks nonsense: the driver reports that in its diagnostics, keeps running, and recovers when it gets valid data again.

Arguments: the TCP port where the driver rl_clamp looks for its brick.
"""

import os
import socket
import struct
import threading

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rcl_interfaces.msg import Log

from rigclient import check, require

NONSENSE = [
    b"\x00" * 64,
    b"\xff" * 64,
    os.urandom(4096),
    # A length that promises more than any telegram has, then nothing.
    struct.pack("<H", 65535),
    # Replies without a request, with a status that does not exist.
    struct.pack("<H", 3) + b"\x02\x06\xfe",
    b"HTTP/1.1 400 Bad Request\r\n\r\n",
]


class Nonsense(threading.Thread):
    """Answers every connection and every question with nonsense."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.server = socket.create_server(("127.0.0.1", port))
        self.connections = 0

    def run(self):
        """Serves one connection after the other."""
        while True:
            connection, _ = self.server.accept()
            words = NONSENSE[self.connections % len(NONSENSE)]
            self.connections += 1
            with connection:
                connection.settimeout(3)
                try:
                    while connection.recv(1024):
                        connection.sendall(words)
                except OSError:
                    pass


def main(client, arguments):
    nonsense = Nonsense(int(arguments[0]))
    nonsense.start()
    diagnostics = client.listen("/diagnostics", DiagnosticArray)
    log = client.listen("/rosout", Log)

    def reports():
        return [s for message in diagnostics for s in message.status if s.name.endswith("rl_clamp")]

    client.wait(lambda: nonsense.connections >= 3, 45, f"three connections of the driver; it made {nonsense.connections}")
    level = lambda status: int.from_bytes(status.level, "little")
    errors = lambda: [status for status in reports() if level(status) == int.from_bytes(DiagnosticStatus.ERROR, "little")]
    bad = client.wait(errors, 10, f"nonsense to be an error in the diagnostics: {[(level(s), s.message) for s in reports()]}")
    require(len(bad[-1].message) > 10, f"the diagnostics only contain '{bad[-1].message}'")
    lines = [line for line in log if line.name.endswith("rl_clamp")]
    require(len(lines) < 60, f"{len(lines)} log lines because of nonsense: {[line.msg for line in lines[:5]]}")
    print("diagnostics:", bad[-1].message)


check(main)
