#!/usr/bin/env python3
"""What every front end has to do, driven from outside: by its keys, and by what it shows.

    python3 contract.py FRONT_END FOLDER     of the built programs; FRONT_END is terminal, gtk, web, python or c

Waits for nothing but what a front end writes: each wait ends with the text that is waited for, or after a minute."""
import base64
import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[2]
PROGRESS = "불러오는 중"


class FrontEnd:
    """A front end that runs. A subclass says how it is started, how keys reach it, and what it shows."""

    def expect(self, *texts, absent=()):
        """Waits until all of the texts are shown, and none of the absent ones."""
        self.waits_for = (texts, absent)
        while True:
            screen = self.screen()
            if all(text in screen for text in texts) and not any(text in screen for text in absent):
                return screen
            self.wait_for_output()

    def retry(self):
        self.press("r")

    def at_rest(self, *texts, absent=()):
        return self.expect(*texts, absent=(PROGRESS, *absent))


class Piped(FrontEnd):
    """A program that prints each state, and reads keys line by line."""

    def __init__(self, command, **environment):
        self.output = b""
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **environment})

    def press(self, key):
        self.process.stdin.write(key.encode() + b"\n")
        self.process.stdin.flush()

    def screen(self):
        text = self.output.decode(errors="ignore")
        return text[text.rfind("\n── ") + 1 :]

    def wait_for_output(self):
        more = os.read(self.process.stdout.fileno(), 65536)
        assert more, f"it has ended; it showed:\n{self.screen()}"
        self.output += more

    def status(self):
        return self.process.wait()

    def close(self):
        self.process.kill()
        if self.process.stdin.closed:
            self.process.stdin = None
        self.process.communicate()


def compiled(folder):
    """The program in C, with the address sanitizer, which also finds what it leaks."""
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
    runtime = target["paths"]["runtimeLibraryPaths"][0]
    program = f"{folder}/spots-c"
    subprocess.run(
        ["cc", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined",
         "-I", PACKAGE / "../../Sources/CCISBridge/include", PACKAGE / "Hosts/spots.c", "-o", program, "-L", folder,
         "-lTouristSpotsDynamic", f"-Wl,-rpath,{folder}", f"-Wl,-rpath,{runtime}"], check=True)
    return program


class Window(Piped):
    """A program with a window, on a display that nobody sees. It prints what its labels say."""

    def __init__(self, command):
        ready, number = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(number), "-screen", "0", "800x900x24"], pass_fds=[number], stderr=subprocess.DEVNULL)
        os.close(number)
        with os.fdopen(ready) as pipe:
            self.display = {"DISPLAY": ":" + pipe.readline().strip()}
        super().__init__(command, SPOTS_TEXT="1", **self.display)

    def press(self, key):
        key = {"r": "F5"}.get(key, key)
        subprocess.run(["xdotool", "mousemove", "200", "300", "key", key], env={**os.environ, **self.display}, check=True)

    def retry(self):
        self.press("t")

    def close(self):
        super().close()
        self.server.terminate()
        self.server.wait()


class Page(FrontEnd):
    """The page in Chromium without a window, by its protocol for tools: real clicks, and the text that can be seen."""

    def __init__(self, command):
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        address = self.server.stdout.readline().strip()
        self.folder = tempfile.mkdtemp()
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        # The protocol wants descriptors 3 and 4, which these must not be while they are copied.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (commands, answers)]
        self.browser = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', "bash", "chromium", "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}", "about:blank"],
            pass_fds=ends, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (commands, answers, *ends):
            os.close(end)
        self.received, self.number, self.session = b"", 0, None
        target = self.call("Target.createTarget", url=address)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
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
        """Until the text of the page is another than the one seen last. A page that is left ends the waiting."""
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

    def status(self):
        self.expect("화면을 닫았습니다")
        return 0

    def picture(self, name, width, height, scheme):
        """A picture of the page, if SCREENSHOTS names a folder. Returns whether the page is wider than the window."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        if "SCREENSHOTS" in os.environ:
            picture = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
            pathlib.Path(os.environ["SCREENSHOTS"], f"{name}.png").write_bytes(picture)
        return self.run("document.documentElement.scrollWidth > innerWidth")

    def close(self):
        self.browser.kill()
        self.browser.wait()
        self.server.terminate()
        assert self.server.wait() == 0, "the server does not end when it is told to"
        for end in (self.commands, self.answers):
            os.close(end)
        shutil.rmtree(self.folder, ignore_errors=True)


class Terminal(FrontEnd):
    """A program in a terminal: tmux draws what it writes."""

    def __init__(self, command, columns=80, rows=50):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.output = b""
        fifo, self.ended = self.folder / "output", self.folder / "status"
        os.mkfifo(fifo)
        # It begins when everything that it writes is read.
        self.tmux("new-session", "-d", "-x", columns, "-y", rows,
                  f"{self.command('wait-for', 'go')}; {command}; echo $? >{self.ended}; {self.command('wait-for', '-S', 'end')}")
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

    def status(self):
        self.tmux("wait-for", "end")
        return int(self.ended.read_text())

    def close(self):
        subprocess.run(self.command("kill-server"), shell=True, capture_output=True)
        os.close(self.stream)
        shutil.rmtree(self.folder)


class Contract(unittest.TestCase):
    """TS-02 to TS-07, TS-14, D15, seen from outside. The first spot's chance of rain is ten times the request's number."""

    start = None  # starts the front end with these answers of the development server

    def open(self, answers="ok"):
        signal.signal(signal.SIGALRM, self.too_late)
        signal.alarm(60)
        self.front = type(self).start(answers)
        self.addCleanup(self.front.close)
        self.addCleanup(signal.alarm, 0)
        return self.front

    def too_late(self, *_):
        raise AssertionError(f"not shown within a minute: {self.front.waits_for}. It shows:\n{self.front.screen()}")

    def test_ts02_ts04_ts06_the_list_is_fetched_and_shown(self):
        front = self.open()
        front.at_rest("닫기", "빈 페이지 열기", "예술이 있는 산책길", "(서귀포시) 이중섭미술관", "확인 시간: 2",
                      "테마: 문화/예술", "하늘 상태: 2 습도: 58, 강수확률: 10")

    def test_ts02_a_refresh_replaces_the_rows(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.press("r")
        front.at_rest("강수확률: 20", absent=["강수확률: 10"])

    def test_ts05_d15_a_failure_is_shown_over_the_old_rows_and_trying_again_helps(self):
        front = self.open("ok,error,broken,ok")
        front.at_rest("강수확률: 10")
        front.press("r")
        front.at_rest("거절했습니다: 30", "강수확률: 10", "다시 시도")
        front.retry()
        front.at_rest("읽을 수 없습니다", "강수확률: 10", "다시 시도")
        front.retry()
        front.at_rest("강수확률: 40", absent=["읽을 수", "다시 시도"])

    def test_ts03_ts14_of_two_overlapping_refreshes_the_last_one_wins(self):
        front = self.open("ok,slow,ok")
        front.at_rest("강수확률: 10")
        front.press("r")
        front.expect(PROGRESS, "강수확률: 10")
        front.press("r")
        # The first may have been cancelled before it was sent.
        shown = front.at_rest("강수확률", absent=["강수확률: 10"])
        number = int(re.search(r"강수확률: (\d+)", shown)[1])
        front.press("r")
        front.at_rest(f"강수확률: {number + 10}", absent=[f"강수확률: {number}"])

    def test_ts07_the_page_opens_and_closes_and_the_list_is_fetched_again(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.press("o")
        front.at_rest("닫기", absent=["강수확률", "빈 페이지 열기"])
        front.press("c")
        front.at_rest("강수확률: 20")

    def test_ts07_ts13_closing_ends_the_program_also_during_a_fetch(self):
        front = self.open("slow")
        front.expect(PROGRESS)
        front.press("c")
        self.assertEqual(front.status(), 0)


class PageOnly(Contract):
    """What a page asks for besides."""

    def test_it_fits_a_narrow_window_in_the_light_and_in_the_dark(self):
        front = self.open("ok,error")
        front.at_rest("강수확률: 10")
        self.assertFalse(front.picture("web-360-light", 360, 640, "light"))
        self.assertFalse(front.picture("web-900-dark", 900, 640, "dark"))
        front.press("r")
        front.at_rest("거절했습니다: 30")
        self.assertFalse(front.picture("web-360-dark", 360, 640, "dark"))

    def test_the_key_for_a_refresh_does_nothing_while_the_list_is_covered(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        press = "dispatchEvent(new KeyboardEvent('keydown', { key: 'r', altKey: %s }))"
        front.run(press % "true")
        front.press("o")
        front.at_rest("닫기", absent=["강수확률"])
        front.run(press % "false")
        front.press("c")
        # The return has made the second request, and no key one before it.
        front.at_rest("강수확률: 20")
        front.run(press % "false")
        front.at_rest("강수확률: 30")

    def test_each_page_has_a_screen_of_its_own(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.run("location.reload()")
        front.at_rest("강수확률: 20")


class PipedOnly(Contract):
    """What a program that reads lines needs besides."""

    def test_a_key_that_the_app_refuses_keeps_no_other_from_working(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.press("o")
        front.at_rest("닫기", absent=["강수확률"])
        # The page is closed by the first, and the second comes before that is known.
        front.press("c\nc")
        front.at_rest("강수확률: 20")
        front.press("r")
        front.at_rest("강수확률: 30")
        front.process.stdin.close()
        self.assertEqual(front.status(), 0)


class PythonOnly(PipedOnly):
    """What a program that starts another needs besides."""

    def test_a_program_that_ends_at_once_ends_this_one(self):
        host = [sys.executable, PACKAGE / "Hosts/spots.py", sys.executable, "-c", "raise SystemExit(3)"]
        ended = subprocess.run(host, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual((ended.returncode, "UnboundLocalError" in ended.stderr), (3, False), ended.stderr)


class TerminalOnly(Contract):
    """What a terminal asks for besides."""

    def test_a_small_window_shows_the_beginning_of_every_line(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.tmux("resize-window", "-x", 24, "-y", 9)
        screen = front.expect("(서귀포시) 이중섭", absent=["(서귀포시) 이중섭미술관", "기당"])
        self.assertEqual(screen.split("\n")[0].strip(), "관광지 예보")
        front.tmux("resize-window", "-x", 80, "-y", 50)
        front.at_rest("(서귀포시) 이중섭미술관", "천지연폭포")

    def test_the_terminal_is_as_before_when_the_program_has_ended(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.press("q")
        self.assertEqual(front.status(), 0)
        self.assertIn(b"\x1b[?25h\x1b[?1049l", front.output + os.read(front.stream, 65536))

    def test_colours_are_for_a_terminal_that_wants_them(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        self.assertIn(b"\x1b[38;5;208m", front.output)
        os.environ["NO_COLOR"] = "1"
        self.addCleanup(os.environ.pop, "NO_COLOR")
        front = self.open()
        front.at_rest("강수확률: 10")
        self.assertNotIn(b"\x1b[38;5;208m", front.output)

    def test_in_a_pipe_the_list_is_plain_text(self):
        listing = subprocess.run([PROGRAM], capture_output=True, text=True)
        self.assertIn("예술이 있는 산책길\n(서귀포시) 이중섭미술관\n확인 시간: 2", listing.stdout)
        self.assertNotIn("\x1b", listing.stdout)
        self.assertEqual((listing.returncode, listing.stderr), (0, ""))
        refused = subprocess.run([PROGRAM, "--answers", "error"], capture_output=True, text=True)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("tourist-spots: 예보 서비스가 거절했습니다: 30", refused.stderr)


if __name__ == "__main__":
    # Of who runs the tests: swift test blocks signals, without which nothing here can be ended, and wants no colours.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.environ.pop("NO_COLOR", None)
    name, folder = sys.argv[1:3]
    PROGRAM = f"{folder}/tourist-spots"
    C_PROGRAM = compiled(folder) if name == "c" else None
    suite, start = {
        "terminal": (TerminalOnly, lambda answers: Terminal(f"{PROGRAM} --answers {answers}")),
        "python": (PythonOnly, lambda answers: Piped(
            [sys.executable, PACKAGE / "Hosts/spots.py", PROGRAM, "--bridge", "stdio", "--answers", answers])),
        "web": (PageOnly, lambda answers: Page([PROGRAM, "--web", "0", "--answers", answers])),
        "c": (PipedOnly, lambda answers: Piped([C_PROGRAM], TOURIST_SPOTS_ANSWERS=answers)),
        "gtk": (Contract, lambda answers: Window([f"{folder}/tourist-spots-gtk", "--answers", answers])),
    }[name]
    suite.start = staticmethod(start)
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(suite)
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(tests).wasSuccessful())
