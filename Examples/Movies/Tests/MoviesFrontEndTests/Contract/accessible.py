"""The window as assistive technology sees it: the parts that it finds by their names, and the parts that it can press.

    python3 accessible.py FOLDER     of the built programs

Waits for nothing but what the window writes: each wait ends with the text that is waited for, or after a minute."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # beside the sources
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "TouristSpots/Tests/FrontEndTests/Contract"))

import accessibility

FOLDER = pathlib.Path(sys.argv[1])
FILM = "The Silent Harbour, Release Date: Jan 1, 1950"


class Accessible(unittest.TestCase):
    def setUp(self):
        signal.signal(signal.SIGALRM, self.too_late)
        signal.alarm(60)
        self.addCleanup(signal.alarm, 0)
        self.store = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.store)
        ready, number = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(number), "-screen", "0", "1400x1000x24"], pass_fds=[number], stderr=subprocess.DEVNULL)
        os.close(number)
        self.addCleanup(self.end, self.server)
        with os.fdopen(ready) as pipe:
            self.environment = {
                **os.environ, "DISPLAY": ":" + pipe.readline().strip(), "LC_ALL": "en_US.UTF-8", "GTK_A11Y": "atspi"}

    def open(self, *options):
        self.written = b""
        bus = accessibility.Bus()
        self.process = subprocess.Popen(
            [FOLDER / "movies-gtk", "--store", self.store, "--text", *options], stdout=subprocess.PIPE, env=self.environment)
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.end, self.process)
        self.program = bus.program("movies-gtk")

    @staticmethod
    def end(process):
        process.kill()
        process.wait()

    def too_late(self, *_):
        raise AssertionError(f"not within a minute. It shows:\n{self.screen()}")

    def screen(self):
        text = self.written.decode(errors="ignore")
        return text[text.rfind("── ") :] if text.endswith("\n──\n") else ""

    def expect(self, *texts, absent=()):
        """Waits until all of the texts are shown, and none of the absent texts."""
        while not (all(text in self.screen() for text in texts) and not any(text in self.screen() for text in absent)
                   and self.screen()):
            more = os.read(self.process.stdout.fileno(), 65536)
            self.assertTrue(more, f"it has ended; it showed:\n{self.screen()}")
            self.written += more

    def press_keys(self, *keys):
        subprocess.run(["xdotool", "mousemove", "240", "12", "key", *keys], env=self.environment, check=True)

    def found(self, name):
        """The first part with this name, and its role."""
        parts = [(node.name, node.role, node) for node in self.program.parts()]
        for other, role, node in parts:
            if other == name:
                return role, node
        raise AssertionError(f"there is no “{name}” among {[(name, role) for name, role, _ in parts if name]}")

    def test_mv18_mv26_field_list_rows_poster_and_buttons_have_names(self):
        self.open("--search", "harbour")
        self.expect("The Silent Harbour", absent=["Cancel"])
        self.assertIn(self.found("Search Movies")[0], {"entry", "text", "search box"})
        self.assertIn(("Movies", "list"), {(node.name, node.role) for node in self.program.parts()})
        self.assertEqual(self.found(FILM)[0], "list item")
        self.press_keys("Return")
        self.expect("How a surveyor", absent=["The Last Harbour"])
        self.assertIn(self.found("Poster: The Silent Harbour")[0], {"image", "icon", "panel"})
        role, back = self.found("Back")
        self.assertIn(role, accessibility.BUTTONS)
        back.press()
        self.expect("The Last Harbour")

    def test_mv30_mv35_a_suggestion_can_be_pressed(self):
        self.open("--search", "harbour")
        self.expect("The Silent Harbour", absent=["Cancel"])
        self.press_keys("ctrl+f", "ctrl+a", "c", "o", "m", "e", "t", "Return")
        self.expect("The Silent Comet", absent=["Cancel"])
        self.press_keys("ctrl+f")
        self.expect("comet\nharbour")
        self.found("Recent searches")
        role, button = self.found("harbour")
        self.assertIn(role, accessibility.BUTTONS)
        button.press()
        self.expect("The Silent Harbour", absent=["Comet", "Cancel"])

    def test_mv20_the_small_spinner_covers_no_film_of_the_cache(self):
        service = subprocess.Popen([FOLDER / "movies-server", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(service.stdout.close)
        self.addCleanup(self.end, service)
        address = service.stdout.readline().strip()
        subprocess.run(
            [FOLDER / "movies", "--store", self.store, "--api", address], input="search harbour\n", text=True, check=True,
            stdout=subprocess.DEVNULL, env=self.environment)
        # From now on, it does not answer.
        service.send_signal(signal.SIGSTOP)
        # GTK puts a window on the bus when the main thread is idle. On a busy machine, that may be after the spinner has stopped.
        self.open("--api", address)
        self.expect("Movies")
        self.press_keys("ctrl+f", *"harbour", "Return")
        self.expect("The Silent Harbour", "Cancel")
        places = [(node.name, node.role, *node.extents()) for node in self.program.parts() if node.name in ("Loading", "Movies")]
        films = next(top for name, role, _, top, _, _ in places if (name, role) == ("Movies", "list"))
        # The large spinner is in a page of the stack that is not shown.
        small = [top + height <= films for name, _, _, top, width, height in places if name == "Loading" and width == 24]
        self.assertEqual(small, [True], places)

    def test_mv32_an_error_is_an_alert_and_can_be_closed(self):
        self.open("--api", "http://127.0.0.1:1", "--search", "harbour")
        self.expect("Error", "No internet connection")
        self.assertIn(("Error", "alert"), {(node.name, node.role) for node in self.program.parts()})
        self.found("OK")[1].press()
        self.expect("No internet connection", absent=["Error"])


if __name__ == "__main__":
    if os.environ.pop("MOVIES_BUS", None) is None:
        # The window and the reader of the test use a bus of their own.
        os.environ.pop("DISPLAY", None)
        # This signal ends the bus. The runner of the tests may have blocked it.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        os.execvpe(
            "dbus-run-session", ["dbus-run-session", "--", sys.executable, *sys.argv], {**os.environ, "MOVIES_BUS": "own"})
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(Accessible)
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(tests).wasSuccessful())
