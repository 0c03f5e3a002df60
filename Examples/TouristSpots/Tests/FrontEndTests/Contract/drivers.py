"""Starts front ends, sends keys to them, and reads what they show.

Waits only for what a front end shows, never for time."""
import base64
import fcntl
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

import accessibility
import pictures

PROGRESS = "불러오는 중"


class FrontEnd:
    """A running front end. Subclasses start it, send keys to it, and read what it shows."""

    waits_for = None

    def expect(self, *texts, absent=()):
        """Waits until all of the texts are shown, and none of the absent ones."""
        self.waits_for = (texts, absent)
        return self.until(
            lambda screen: all(text in screen for text in texts) and not any(text in screen for text in absent))

    def until(self, holds):
        """Waits until the shown text meets a condition."""
        while not holds(screen := self.screen()):
            self.wait_for_output()
        return screen

    def retry(self):
        self.press("r")

    def picture(self, name):
        """Writes a picture of the front end, if SCREENSHOTS names a folder."""
        if "SCREENSHOTS" in os.environ:
            pathlib.Path(os.environ["SCREENSHOTS"], f"{name}.png").write_bytes(self.capture())

    def at_rest(self, *texts, absent=()):
        return self.expect(*texts, absent=(PROGRESS, *absent))


class Printed(FrontEnd):
    """A front end that prints each state, after a separating line."""

    def __init__(self, stream):
        self.output, self.stream = b"", stream

    def screen(self):
        text = self.output.decode(errors="ignore")
        return text[text.rfind("\n── ") + 1 :]

    def wait_for_output(self):
        more = os.read(self.stream, 65536)
        assert more, f"it has ended; it showed:\n{self.screen()}"
        self.output += more


class Piped(Printed):
    """A program that prints each state, and reads keys line by line."""

    def __init__(self, command, **environment):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **environment})
        super().__init__(self.process.stdout.fileno())

    def press(self, key):
        self.process.stdin.write(key.encode() + b"\n")
        self.process.stdin.flush()

    def status(self):
        return self.process.wait()

    def close(self):
        self.process.kill()
        if self.process.stdin.closed:
            self.process.stdin = None
        self.process.communicate()


class Window(Printed):
    """A window on a virtual display, controlled with keys. It writes the texts of its labels into a file."""

    def __init__(self, size="480x720", **environment):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        ready, number = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(number), "-screen", "0", "800x900x24"], pass_fds=[number], stderr=subprocess.DEVNULL)
        os.close(number)
        texts = self.folder / "texts"
        os.mkfifo(texts)
        with os.fdopen(ready) as pipe:
            self.environment = {"DISPLAY": ":" + pipe.readline().strip(), "SPOTS_TEXT": str(texts), "SPOTS_SIZE": size}
        self.environment.update(environment)
        # Without a graphics card, the default renderer cuts off the lower edge of letters.
        self.environment["GSK_RENDERER"] = "cairo"
        if "SCREENSHOTS" in os.environ:
            self.environment["SPOTS_SCREENSHOT"] = str(self.folder / "picture.png")
        # Opened for writing, too, so that it can be opened before the program starts.
        super().__init__(os.open(texts, os.O_RDWR))

    def press(self, key):
        key = {"r": "F5"}.get(key, key)
        subprocess.run(["xdotool", "mousemove", "200", "300", "key", key], env={**os.environ, **self.environment}, check=True)

    def leave(self):
        self.press("ctrl+w")

    def retry(self):
        self.press("t")

    def capture(self):
        self.until(lambda _: "\npicture\n" in Printed.screen(self))
        return (self.folder / "picture.png").read_bytes()

    def close(self):
        os.close(self.stream)
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder)


class WindowProgram(Window):
    """A program with a window."""

    def __init__(self, command, **options):
        super().__init__(**options)
        self.process = subprocess.Popen(command, env={**os.environ, **self.environment})

    def status(self):
        return self.process.wait()

    def close(self):
        self.process.kill()
        self.process.wait()
        super().close()


class Page(FrontEnd):
    """The page in Chromium without a window, controlled with the DevTools protocol: real clicks, and the visible text."""

    def __init__(self, address):
        self.folder = tempfile.mkdtemp()
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        # Chromium uses descriptors 3 and 4 for the protocol, so the originals must have other numbers while they are copied.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (commands, answers)]
        self.browser = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', "bash", "chromium", "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}", "about:blank"],
            pass_fds=ends, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (commands, answers, *ends):
            os.close(end)
        self.received, self.number, self.session = b"", 0, None
        self.target = self.call("Target.createTarget", url=address)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.last = None

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.received:
                more = os.read(self.answers, 1 << 20)
                assert more, "the browser has ended"
                self.received += more
            answer, self.received = self.received.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.number:
                if answer.get("error", {}).get("code") == -32000 and self.session:  # the page was left meanwhile
                    return {"result": {}}
                assert "error" not in answer, answer
                return answer["result"]

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

    def leave(self):
        """Closes the tab, but not the browser."""
        self.session = None
        self.call("Target.closeTarget", targetId=self.target)

    def status(self):
        self.expect("화면을 닫았습니다")
        return 0

    def fits(self, width, height, scheme):
        """Returns whether the page fits the width of a window of this size, in the `light` or the `dark` style."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        return self.run("document.documentElement.scrollWidth <= innerWidth")

    def capture(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def close(self):
        self.browser.kill()
        self.browser.wait()
        for end in (self.commands, self.answers):
            os.close(end)
        shutil.rmtree(self.folder, ignore_errors=True)


class ServedPage(Page):
    """The page together with the program that serves it."""

    def __init__(self, command):
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        super().__init__(self.server.stdout.readline().strip())

    def close(self):
        super().close()
        self.server.terminate()
        assert self.server.wait() == 0, "the server does not end when it is told to"


class Terminal(FrontEnd):
    """A program in a terminal. tmux draws its output."""

    def __init__(self, command, columns=80, rows=50, title="tourist-spots"):
        self.title = title
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.output = b""
        fifo, self.ended = self.folder / "output", self.folder / "status"
        os.mkfifo(fifo)
        # The program starts only when all of its output can be read.
        self.tmux("new-session", "-d", "-x", columns, "-y", rows,
                  f"{self.command('wait-for', 'go')}; {command}; echo $? >{self.ended}")
        self.tmux("pipe-pane", f"exec cat >{fifo}")
        self.stream = os.open(fifo, os.O_RDONLY)
        self.tmux("wait-for", "-S", "go")

    def command(self, *words):
        return " ".join(["tmux", "-u", "-S", str(self.folder / "socket"), "-f", "/dev/null", *map(str, words)])

    def tmux(self, *words):
        words = ["tmux", "-u", "-S", str(self.folder / "socket"), "-f", "/dev/null", *map(str, words)]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout

    def press(self, key):
        self.tmux("send-keys", key)

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def wait_for_output(self):
        more = os.read(self.stream, 65536)
        assert more, "it has ended"
        self.output += more

    def drawing(self):
        return pictures.terminal(self.tmux("capture-pane", "-p", "-e"), self.title)

    def capture(self):
        return pictures.draw(self.drawing())

    def leave(self):
        self.press("q")

    def hang_up(self):
        """Closes the window of the terminal."""
        self.tmux("kill-server")

    def status(self):
        # The output ends when the terminal ends. The status is written before that.
        while more := os.read(self.stream, 65536):
            self.output += more
        return int(self.ended.read_text())

    def close(self):
        subprocess.run(self.command("kill-server"), shell=True, capture_output=True)
        os.close(self.stream)
        shutil.rmtree(self.folder)


class AccessibleWindow(WindowProgram):
    """A program with a window, used as by a screen reader: by the names of its buttons and the texts that it exposes."""

    BUTTONS = {"r": ("새로 고침", "불러오는 중…"), "t": ("다시 시도",), "o": ("빈 페이지 열기",), "c": ("닫기",)}

    def __init__(self, command, **options):
        bus = accessibility.Bus()
        super().__init__(command, **options)
        self.program = bus.program(pathlib.Path(command[0]).name)

    def screen(self):
        return "\n".join(node.name for node in self.program.parts() if node.role in accessibility.TEXTS)

    def press(self, key):
        for node in self.program.parts():
            if node.role in accessibility.BUTTONS and node.name in self.BUTTONS[key]:
                return node.press()
        raise AssertionError(f"there is no button {self.BUTTONS[key]}; it shows:\n{self.screen()}")


class Driven(unittest.TestCase):
    """Tests of a front end. `start` starts it with the given answers of the development server."""

    start = None

    def open(self, answers="ok", **options):
        return self.drive(type(self).start(answers, **options))

    def drive(self, front):
        """Limits the test to one minute, and ends the front end with the test."""
        self.front = front
        self.addCleanup(front.close)
        signal.signal(signal.SIGALRM, self.too_late)
        signal.alarm(60)
        self.addCleanup(signal.alarm, 0)
        return front

    def too_late(self, *_):
        raise AssertionError(f"not shown within a minute: {self.front.waits_for}. It shows:\n{self.front.screen()}")
