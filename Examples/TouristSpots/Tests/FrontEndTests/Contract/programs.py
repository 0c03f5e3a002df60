"""Programs: those that print, those with a window, and those in a terminal."""
import os
import pathlib
import shutil
import subprocess
import tempfile

import accessibility
import pictures
from front_ends import FrontEnd


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
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, env={**os.environ, **environment})
        super().__init__(self.process.stdout.fileno())

    def press(self, key):
        self.process.stdin.write(key.encode() + b"\n")
        self.process.stdin.flush()

    def status(self):
        status = self.process.wait()
        if status != 0:
            print(self.errors())
        return status

    def errors(self):
        """What it has written to standard error, after its end."""
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def close(self):
        self.process.kill()
        if self.process.stdin.closed:
            self.process.stdin = None
        self.process.communicate()
        self.log.close()


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

    def width(self):
        """The width of the window, which is larger than it was asked to be if its content has no room."""
        return int.from_bytes(self.capture()[16:20], "big")

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
