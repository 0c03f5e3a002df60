"""Chromium without a window, which scripts control over its DevTools protocol."""

import json
import os
import shutil
import subprocess
import sys
import time

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """Chromium, with which messages are exchanged over two pipes."""

    def __init__(self, profile):
        to_read, self.output = os.pipe()
        self.input, to_write = os.pipe()
        # Scroll bars are hidden as on a phone: the renderer makes tutorials as wide as the window, bar included.
        options = f"--headless --hide-scrollbars --no-sandbox --disable-gpu --remote-debugging-pipe --user-data-dir={profile}"
        command = f'exec "{PROGRAM}" {options} 3<&{to_read} 4>&{to_write}'
        self.process = subprocess.Popen(["bash", "-c", command], pass_fds=(to_read, to_write), stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.session, self.problems = b"", 0, {}, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = {"sessionId": self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters, **self.session}
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while (answer := self.receive()).get("id") != self.number:
            pass
        return answer.get("result", answer)

    def receive(self):
        """Waits for the next message: an answer, or an event."""
        while b"\0" not in self.rest:
            if not (more := os.read(self.input, 1 << 20)):
                sys.exit("Chromium has ended.")
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\0")
        message = json.loads(line)
        if "method" in message:
            self.hear(message["method"], message.get("params", {}))
        return message

    def hear(self, event, about):
        level = "error" if event == "Runtime.exceptionThrown" else about.get("type") or about.get("entry", {}).get("level")
        if event in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded") and level == "error":
            self.problems.append(f"an error on the console: {json.dumps(about)[:300]}")

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)["result"].get("value")

    def width(self, width):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 800)

    def waits(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not (is_true := condition()) and time.monotonic() < end:
            time.sleep(0.05)
        return is_true
