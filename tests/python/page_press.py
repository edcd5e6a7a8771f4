"""A browser that does nothing but press a button of the rig's page: a WebSocket client of its own, by RFC 6455."""

import base64
import json
import os
import socket
import struct
import threading
import time
import urllib.parse


class Page:
    """The open page. A thread of its own reads the messages, which ends with the program."""

    def __init__(self, address):
        parts = urllib.parse.urlsplit(address)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /socket HTTP/1.1",
            f"Host: {parts.netloc}",
            f"Origin: http://{parts.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: cuberig",
        ]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        status = self.stream.readline()
        if b" 101 " not in status:
            raise ConnectionError(f"the page answers {status}")
        while self.stream.readline().strip():
            pass
        self.socket.settimeout(None)
        self.asked, self.answers = 0, {}
        threading.Thread(target=self._read, daemon=True).start()

    def press(self, button):
        """Presses a button; the number of the request, which `answers` has with the time of its answer once it is there."""
        self.asked += 1
        payload = json.dumps({"id": self.asked, "ask": {"do": button}}).encode()
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.socket.sendall(bytes([0x81, 0x80 | len(payload)]) + mask + masked)
        return self.asked

    def _read(self):
        while True:
            header = self.stream.read(2)
            if len(header) < 2:
                return
            length = header[1] & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self.stream.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.stream.read(8))
            payload = self.stream.read(length)
            if header[0] & 0x0F != 1:
                continue
            message = json.loads(payload)
            if message.get("part") == "answer":
                self.answers[message["id"]] = (message, time.monotonic())
