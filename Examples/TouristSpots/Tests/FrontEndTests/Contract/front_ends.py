"""What front ends have in common: how keys reach them, and how a test waits for what they show.

A test waits only for what a front end shows, never for time."""
import os
import pathlib
import signal
import unittest

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
