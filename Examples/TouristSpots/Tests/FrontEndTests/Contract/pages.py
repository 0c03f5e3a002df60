"""A page of the browser."""
import base64
import fcntl
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from front_ends import FrontEnd

MEASURES = pathlib.Path(__file__).resolve().parents[4] / "SceneWeb/Tests/measures.js"


class Browser:
    """Chromium without a window, controlled with the DevTools protocol."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        # Chromium uses descriptors 3 and 4 for the protocol, so the originals must have other numbers while they are copied.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (commands, answers)]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', "bash", "chromium", "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}", "about:blank"],
            pass_fds=ends, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (commands, answers, *ends):
            os.close(end)
        self.received, self.number, self.events = b"", 0, []

    def read(self):
        """Returns the next message of the browser."""
        while b"\0" not in self.received:
            more = os.read(self.answers, 1 << 20)
            assert more, "the browser has ended"
            self.received += more
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while (answer := self.read()).get("id") != self.number:
            self.events.append(answer.get("method"))
        if answer.get("error", {}).get("code") == -32000 and session:  # the page was left meanwhile
            return {"result": {}}
        assert "error" not in answer, answer
        return answer["result"]

    def wait_for(self, event):
        """Waits for an event, unless it is among those that have come already."""
        while event not in self.events:
            self.events.append(self.read().get("method"))

    def close(self):
        self.process.kill()
        self.process.wait()
        for end in (self.commands, self.answers):
            os.close(end)
        shutil.rmtree(self.folder, ignore_errors=True)


class Page(FrontEnd):
    """A tab of a browser: real clicks, and the visible text."""

    def __init__(self, address, browser=None):
        self.browser, self.address, self.last = browser or Browser(), address, None
        self.target = self.browser.call("Target.createTarget", url=address)["targetId"]
        self.session = self.browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]

    def another(self):
        """Opens the page in a further tab of the same browser, which hides this one."""
        return Page(self.address, self.browser)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def run(self, script):
        return self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)["result"].get("value")

    def screen(self):
        self.last = self.run("document.body?.innerText ?? ''") or ""
        return self.last

    def wait_for_output(self):
        """Waits until the text of the page differs from the one read last, or until the page is left."""
        self.run("""new Promise(resolve => {
            const look = () => (document.body?.innerText ?? '') !== %s && resolve();
            new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            look();
        })""" % json.dumps(self.last))

    def press(self, key):
        names = {"r": "refresh", "t": "retry", "o": "open", "c": "close"}
        place = self.run("""(() => {
            const button = document.getElementById('page').hidden ? %s : 'leave';
            const box = document.getElementById(button).getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        })()""" % json.dumps(names[key]))
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def retry(self):
        self.press("t")

    def leave_and_come_back(self, address):
        """Goes to an address, and back with the browser's button."""
        self.call("Page.enable")
        self.navigate("Page.loadEventFired", "Page.navigate", url=address)
        history = self.call("Page.getNavigationHistory")
        before = history["entries"][history["currentIndex"] - 1]
        # A document that the browser has kept is shown again without being loaded.
        self.navigate("Page.frameNavigated", "Page.navigateToHistoryEntry", entryId=before["id"])

    def navigate(self, event, method, **parameters):
        """Calls a method that leads to another document, and waits for an event."""
        self.browser.events.clear()
        self.call(method, **parameters)
        self.browser.wait_for(event)

    def leave(self):
        """Closes the tab, but not the browser."""
        self.browser.call("Target.closeTarget", targetId=self.target)

    def status(self):
        self.expect("화면을 닫았습니다")
        return 0

    def fits(self, width, height, scheme):
        """Returns whether the page fits the width of a window of this size, in the `light` or the `dark` style."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        return self.run("document.documentElement.scrollWidth <= innerWidth")

    def measure(self, value):
        """Returns the value of a script that can use the functions that measure."""
        seen = "const seen = element => element.checkVisibility({ visibilityProperty: true });"
        return self.run("(() => { %s\n%s return %s; })()" % (seen, MEASURES.read_text(encoding="utf-8"), value))

    def type(self, key):
        """Presses a key of the keyboard, `Tab` or `Enter`. Returns what has the focus afterwards."""
        code, text = {"Tab": (9, ""), "Enter": (13, "\r")}[key]
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, text=text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
        return self.focus()

    def focus(self):
        """Returns the id of what has the focus, or its tag."""
        return self.run("document.activeElement.id || document.activeElement.localName")

    def problems(self, style):
        """Returns the texts, the edges and the focused controls that cannot be seen well in a style, which is given as
        features of media."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": style[name]} for name in style])
        found = self.measure("[...contrasts(matchMedia('(prefers-contrast: more)').matches ? 7 : 4.5), ...edges(), ...unnamed()]")
        controls = self.measure("[...document.querySelectorAll('button, a')].filter(seen).map(who)")
        focused = {}
        for _ in range(len(controls) + 2):  # the Tab key may also lead to the document and to the browser
            self.type("Tab")
            control, is_visible = self.measure("[who(document.activeElement), hasVisibleFocus()]")
            focused[control] = is_visible
        return found + [f"the focus of {control} cannot be seen" for control in controls if not focused.get(control)]

    def capture(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def close(self):
        self.browser.close()


class ServedPage(Page):
    """The page together with the program that serves it."""

    def __init__(self, command):
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        super().__init__(self.server.stdout.readline().strip())

    def close(self):
        super().close()
        self.server.terminate()
        assert self.server.wait() == 0, "the server does not end when it is told to"
