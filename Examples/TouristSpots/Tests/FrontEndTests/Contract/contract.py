#!/usr/bin/env python3
"""Tests of every front end from outside: they send keys, and read what is shown.

    python3 contract.py FRONT_END FOLDER     FOLDER contains the built programs; FRONT_END is terminal, gtk, accessible, web,
                                             python, c or gallery

The tests wait only for what a front end shows. Each wait ends when the expected text is shown, or after a minute.
SCREENSHOTS names a folder for pictures of each front end."""
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # would write it beside the sources

from every_front_end import Contract
from front_ends import PROGRESS
from gallery import Gallery, GalleryContract
from page_only import PageOnly
from pages import ServedPage
from programs import AccessibleWindow, Piped, Terminal, WindowProgram

PACKAGE = pathlib.Path(__file__).resolve().parents[3]
# What is reported as a leak, and is none.
NO_LEAKS = pathlib.Path(__file__).with_name("no-leaks.txt")


def compiled(folder):
    """Builds the program in C with the address sanitizer, which also finds leaks. Returns its path."""
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
    runtime = target["paths"]["runtimeLibraryPaths"][0]
    program = f"{folder}/spots-c"
    subprocess.run(
        ["cc", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined",
         "-I", PACKAGE / "../../Sources/CCISBridge/include", PACKAGE / "Hosts/spots.c", "-o", program, "-L", folder,
         "-lTouristSpotsDynamic", f"-Wl,-rpath,{folder}", f"-Wl,-rpath,{runtime}"], check=True)
    return program


def one_line(screen):
    """The words of a screen, however they are broken into lines."""
    return " ".join(screen.split())


class PipedOnly(Contract):
    """Further tests for a program that reads lines."""

    in_terminal = None  # the command, the title of the terminal, and the name of the picture

    def test_a_key_that_the_app_refuses_keeps_no_other_from_working(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.press("o")
        front.at_rest("닫기", absent=["강수확률"])
        # The first key closes the page. The second one is sent before the program knows this.
        front.press("c\nc")
        front.at_rest("강수확률: 20")
        front.press("r")
        front.at_rest("강수확률: 30")
        front.process.stdin.close()
        self.assertEqual(front.status(), 0)

    def test_closing_during_a_fetch_reports_no_mistake_that_the_program_has_not_made(self):
        front = self.open("slow")
        front.expect(PROGRESS)
        front.press("c")
        self.assertEqual(front.status(), 0)
        for line in front.errors().splitlines():
            if "swift-cis: " in line:
                self.assertIn("its scene was stopped (nothing can)", line)

    def test_what_a_terminal_shows_of_it(self):
        command, title, name = self.in_terminal
        front = self.drive(Terminal(shlex.join(map(str, command)), columns=64, rows=52, title=title))
        front.until(lambda screen: "강수확률: 17" in screen and screen.rstrip().endswith("──"))
        front.picture(name)


class PythonOnly(PipedOnly):
    """Further tests for a program that starts another one."""

    def test_a_program_that_ends_at_once_ends_this_one(self):
        host = [sys.executable, PACKAGE / "Hosts/spots.py", sys.executable, "-c", "raise SystemExit(3)"]
        ended = subprocess.run(host, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual((ended.returncode, "UnboundLocalError" in ended.stderr), (3, False), ended.stderr)


class WindowOnly(Contract):
    """Further tests for a window."""

    def test_it_fits_a_narrow_window(self):
        for size in ("480x720", "360x560"):
            front = self.open("ok,error", size=size)
            front.at_rest("강수확률: 10")
            front.picture(f"gtk-{size}")
        self.assertLessEqual(front.width(), 360)
        front.press("r")
        front.at_rest("거절했습니다: 30")
        front.picture("gtk-360x560-failure")
        self.assertLessEqual(front.width(), 360)

    def test_it_fits_a_narrow_window_also_with_letters_of_twice_the_size(self):
        with tempfile.TemporaryDirectory() as folder:
            settings = pathlib.Path(folder, "gtk-4.0/settings.ini")
            settings.parent.mkdir()
            settings.write_text("[Settings]\ngtk-font-name=Sans 20\n")
            front = self.open("ok,error", size="360x640", XDG_CONFIG_HOME=folder)
            front.at_rest("강수확률: 10")
            front.picture("gtk-360x640-large")
            self.assertLessEqual(front.width(), 360)
            front.press("r")
            front.at_rest("거절했습니다: 30")
            front.picture("gtk-360x640-large-failure")
            self.assertLessEqual(front.width(), 360)

    def test_it_can_be_wide_and_dark(self):
        front = self.open(size="760x640", GTK_THEME="Adwaita:dark")
        front.at_rest("강수확률: 10")
        front.picture("gtk-760x640-dark")

    def test_it_can_be_of_high_contrast(self):
        for theme in ("Default-hc", "Default-hc-dark"):
            front = self.open("ok,error", size="480x720", GTK_THEME=theme)
            front.at_rest("강수확률: 10")
            front.press("r")
            front.at_rest("거절했습니다: 30")
            front.picture(f"gtk-480x720-{theme}")

    def test_ts07_the_keyboard_opens_the_page_closes_it_and_opens_it_again(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.press("Tab")
        for number in (20, 30):
            front.press("Return")
            front.at_rest("닫기", absent=["강수확률"])
            front.press("Return")
            front.at_rest(f"강수확률: {number}")

    def test_control_w_closes_it(self):
        front = self.open("slow")
        front.expect(PROGRESS)
        front.press("ctrl+w")
        self.assertEqual(front.status(), 0)


class AccessibleOnly(Contract):
    """Further tests for a window that is used as by a screen reader."""

    def test_d15_a_failure_is_an_alert_which_is_read_out(self):
        front = self.open("ok,error")
        front.at_rest("강수확률: 10")
        self.assertNotIn("alert", [node.role for node in front.program.parts()])
        front.press("r")
        front.at_rest("거절했습니다: 30")
        self.assertIn("alert", [node.role for node in front.program.parts()])


class TerminalOnly(Contract):
    """Further tests for a terminal."""

    def test_what_it_shows(self):
        front = self.open("ok,error")
        front.tmux("resize-window", "-x", 60, "-y", 24)
        front.at_rest("강수확률: 10")
        front.picture("terminal")
        front.press("r")
        # The sentence continues on the next line. Its end says what to do.
        front.at_rest("거절했습니다: 30", "주세요.")
        front.picture("terminal-failure")

    def test_a_small_window_shows_every_text_in_as_many_lines_as_it_needs(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        for columns in (40, 24):
            front.tmux("resize-window", "-x", columns, "-y", 20)
            words = "관광지 예보 [j] [k] 위아래 [q] 나가기 [c] 닫기"
            screen = front.until(lambda screen: one_line(screen).startswith(words) and "강수확률: 10" in one_line(screen))
            self.assertIn("(서귀포시) 이중섭미술관 ", one_line(screen))
            self.assertIn(", 테마: 문화/예술 하늘 상태:", one_line(screen))
            front.picture(f"terminal-{columns}")
        # The last row stays visible, however many lines each row has.
        front.press("j" * 200)
        front.until(lambda screen: screen.count("천지연폭포") == one_line(screen).count("강수확률") == 1)
        front.press("k" * 200)
        front.tmux("resize-window", "-x", 80, "-y", 50)
        front.at_rest("(서귀포시) 이중섭미술관", "천지연폭포")

    def test_arrows_and_the_keys_for_pages_move_the_list(self):
        front = self.open()
        front.tmux("resize-window", "-x", 60, "-y", 20)
        top = "예술이 있는 산책길\n  (서귀포시) 이중섭미술관"
        front.at_rest(top)
        for down, up in (("Down", "Up"), ("NPage", "PPage")):
            front.press(down)
            front.at_rest("(서귀포시)", absent=[top])
            front.press(up)
            front.at_rest(top)

    def test_the_terminal_is_as_before_when_the_program_has_ended(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.press("q")
        self.assertEqual(front.status(), 0)
        self.assertIn(b"\x1b[?25h\x1b[?1049l", front.output)

    def test_colours_are_for_a_terminal_that_wants_them(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        # tmux may draw the output before it has passed it on.
        front.until(lambda _: "강수확률".encode() in front.output)
        self.assertIn(b"\x1b[38;5;208m", front.output)
        os.environ["NO_COLOR"] = "1"
        self.addCleanup(os.environ.pop, "NO_COLOR")
        front = self.open()
        front.at_rest("강수확률: 10")
        front.until(lambda _: "강수확률".encode() in front.output)
        self.assertNotIn(b"\x1b[38;5;208m", front.output)

    def test_in_a_pipe_the_list_is_plain_text(self):
        listing = subprocess.run([PROGRAM], capture_output=True, text=True)
        self.assertIn("예술이 있는 산책길\n(서귀포시) 이중섭미술관\n확인 시간: 2", listing.stdout)
        self.assertNotIn("\x1b", listing.stdout)
        self.assertEqual((listing.returncode, listing.stderr), (0, ""))
        with open("/dev/full", "w") as full:
            lost = subprocess.run([PROGRAM], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((lost.returncode, "could not be written" in lost.stderr), (74, True), lost.stderr)
        refused = subprocess.run([PROGRAM, "--answers", "error"], capture_output=True, text=True)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("tourist-spots: 예보 서비스가 거절했습니다: 30", refused.stderr)


if __name__ == "__main__":
    # Settings of `swift test` are undone: it blocks signals, which are needed to end programs here, and it disables colours.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.environ.pop("NO_COLOR", None)
    name, folder = sys.argv[1:3]
    if name == "accessible" and os.environ.pop("SPOTS_BUS", None) is None:
        # The window and this test use a bus of their own.
        os.environ.pop("DISPLAY", None)
        os.execvpe(
            "dbus-run-session", ["dbus-run-session", "--", sys.executable, *sys.argv], {**os.environ, "SPOTS_BUS": "own"})
    PROGRAM = f"{folder}/tourist-spots"
    C_PROGRAM = compiled(folder) if name == "c" else None
    python = [sys.executable, PACKAGE / "Hosts/spots.py", PROGRAM, "--bridge", "stdio"]
    window = lambda kind: lambda answers, **options: kind(
        [f"{folder}/tourist-spots-gtk", "--answers", answers], **options)
    suite, start = {
        "terminal": (TerminalOnly, lambda answers: Terminal(f"{PROGRAM} --answers {answers}")),
        "python": (PythonOnly, lambda answers: Piped([*python, "--answers", answers])),
        "web": (PageOnly, lambda answers: ServedPage([PROGRAM, "--web", "0", "--answers", answers])),
        # With "slow", the program ends while another thread works at the request. What that thread holds is no leak.
        "c": (PipedOnly, lambda answers: Piped(
            [C_PROGRAM], TOURIST_SPOTS_ANSWERS=answers, LSAN_OPTIONS=f"suppressions={NO_LEAKS}",
            ASAN_OPTIONS=f"detect_leaks={int(answers != 'slow')}")),
        "gtk": (WindowOnly, window(WindowProgram)),
        "accessible": (AccessibleOnly, window(AccessibleWindow)),
        "gallery": (
            GalleryContract, lambda answers, **options: Gallery(GalleryContract.program, answers, **options)),
    }[name]
    GalleryContract.program = f"{folder}/tourist-spots-gallery"
    suite.start = staticmethod(start)
    PipedOnly.in_terminal = (
        ([C_PROGRAM], "spots.c", "c") if name == "c" else (python, "spots.py tourist-spots --bridge stdio", "python"))
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(suite)
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(tests).wasSuccessful())
