"""One scene in three front ends at the same time: what is pressed in one is seen in the others."""
import os
import pathlib
import re
import shlex
import subprocess
import tempfile

import pictures
from front_ends import PROGRESS, Driven
from pages import Page
from programs import Terminal, Window


class Gallery:
    """The three front ends of one program."""

    def __init__(self, program, answers, options="--no-browser", **environment):
        self.window = Window()
        environment = {**self.window.environment, **environment}
        command = [
            "env", *(f"{name}={value}" for name, value in environment.items()), program, "--web", "0", "--answers", answers]
        self.terminal = Terminal(
            f"{shlex.join(command)} {options}", columns=54, rows=34, title="tourist-spots-gallery")
        self.front_ends = {"terminal": self.terminal, "window": self.window}
        # Each front end that appears sends a request. Of overlapping requests, the last one wins.
        shown = self.terminal.at_rest("http://127.0.0.1:", "강수확률")
        self.number = int(re.search(r"강수확률: (\d+)", shown)[1]) + 10
        self.address = re.search(r"http://\S+", shown)[0]
        self.page = self.front_ends["page"] = Page(self.address)
        self.all = list(self.front_ends.values())
        self.at_rest(f"강수확률: {self.number}")

    def leave(self, name, hang_up=False):
        """Closes one of the three front ends as its user does. Returns what the program prints about it."""
        front = self.front_ends.pop(name)
        front.hang_up() if hang_up else front.leave()
        said = lambda: re.search(rf"\n{name} (.+)\n", self.window.output.decode(errors="ignore"))
        self.window.until(lambda _: said())
        return said()[1]

    waits_for = property(lambda self: {name: front.waits_for for name, front in self.front_ends.items()})

    def screen(self):
        return "\n".join(f"{name}:\n{front.screen()}" for name, front in self.front_ends.items())

    def expect(self, *texts, absent=()):
        for front in self.front_ends.values():
            front.expect(*texts, absent=absent)

    def at_rest(self, *texts, absent=()):
        self.expect(*texts, absent=(PROGRESS, *absent))

    def picture(self, name):
        if "SCREENSHOTS" in os.environ:
            self.page.fits(420, 720, "light")
            picture = pictures.draw(
                pictures.image(self.window.capture(), "GTK 4"), pictures.image(self.page.capture(), self.address),
                self.terminal.drawing())
            pathlib.Path(os.environ["SCREENSHOTS"], f"{name}.png").write_bytes(picture)

    def close(self):
        for front in self.all:
            front.close()


class GalleryContract(Driven):
    """TS-02 to TS-05, TS-07, TS-13, TS-14 with one scene. The first chance of rain is ten times the number of the request."""

    program = None

    def begin(self, *answers):
        """Opens a gallery in which all front ends show the third answer. `answers` are those to the later requests."""
        gallery = self.open(",".join(["ok"] * 3 + list(answers or ["ok"])))
        number = gallery.number
        while number < 30:
            number = self.refresh(gallery.page, number)
        return gallery

    def expect_ended(self, gallery):
        self.assertEqual(gallery.terminal.status(), 0)
        # The page has either received the end, or has noticed that the server has ended.
        gallery.page.until(lambda screen: "화면을 닫았습니다" in screen or "서버가 대답하지 않습니다" in screen)

    def refresh(self, front, number):
        front.press("r")
        self.front.at_rest(f"강수확률: {number + 10}", absent=[f"강수확률: {number}"])
        return number + 10

    def test_ts02_ts04_a_refresh_in_one_is_seen_in_all(self):
        gallery = self.begin()
        number = 30
        for front in gallery.front_ends.values():
            number = self.refresh(front, number)
        gallery.picture("gallery")

    def test_ts03_ts14_progress_is_seen_in_all_and_the_last_refresh_wins_wherever_it_is_made(self):
        gallery = self.begin("slow", "ok")
        gallery.terminal.press("r")
        gallery.expect(PROGRESS, "강수확률: 30")
        gallery.window.press("r")
        # The first refresh may have been cancelled before its request was sent. Then the second one gets the slow answer.
        gallery.at_rest("강수확률", absent=["강수확률: 30"])

    def test_ts05_d15_a_failure_is_seen_in_all_and_tried_again_in_another(self):
        gallery = self.begin("error", "broken", "ok")
        gallery.window.press("r")
        gallery.at_rest("거절했습니다: 30", "강수확률: 30", "다시 시도")
        gallery.terminal.retry()
        gallery.at_rest("읽을 수 없습니다", "강수확률: 30", "다시 시도")
        gallery.page.retry()
        gallery.at_rest("강수확률: 60", absent=["읽을 수", "다시 시도"])

    def test_ts07_the_page_that_one_opens_covers_all_and_another_closes_it(self):
        gallery = self.begin()
        number = 30
        front_ends = list(gallery.front_ends.values())
        for opener, closer in zip(front_ends, front_ends[1:] + front_ends[:1]):
            opener.press("o")
            gallery.at_rest("닫기", absent=["강수확률", "빈 페이지 열기"])
            closer.press("c")
            number += 10
            gallery.at_rest(f"강수확률: {number}")

    def test_ts13_a_page_that_goes_away_takes_nothing_along(self):
        gallery = self.begin("slow", "ok")
        gallery.page.press("r")
        gallery.expect(PROGRESS)
        gallery.page.run("location.replace('about:blank')")
        # The page that was left has sent the request, which is not cancelled.
        for front in (gallery.terminal, gallery.window):
            front.at_rest("강수확률: 40")
        gallery.page.run(f"location.replace({gallery.address!r})")
        gallery.at_rest("강수확률: 50")

    def test_ts07_ts13_closing_in_one_closes_all(self):
        for name in ("terminal", "window", "page"):
            with self.subTest(name):
                gallery = self.begin()
                gallery.front_ends[name].press("c")
                self.expect_ended(gallery)

    def test_ts13_a_front_end_that_is_closed_is_released_and_the_others_go_on(self):
        for name in ("terminal", "window", "page"):
            with self.subTest(name):
                gallery = self.begin()
                self.assertEqual(gallery.leave(name), "released")
                number = 30
                for front in gallery.front_ends.values():
                    number = self.refresh(front, number)

    def test_ts13_a_terminal_that_is_gone_is_released_and_the_others_go_on(self):
        gallery = self.begin()
        self.assertEqual(gallery.leave("terminal", hang_up=True), "released")
        self.refresh(gallery.page, self.refresh(gallery.window, 30))

    def test_the_program_ends_with_the_last_of_window_and_terminal(self):
        for names in (("terminal", "window"), ("window", "terminal")):
            with self.subTest(names):
                gallery = self.begin()
                for name in names:
                    self.assertEqual(gallery.leave(name), "released")
                self.expect_ended(gallery)

    def test_control_c_in_the_terminal_ends_all(self):
        gallery = self.begin()
        gallery.terminal.press("C-c")
        self.expect_ended(gallery)

    def test_the_browser_opens_the_address_that_the_terminal_shows(self):
        with tempfile.TemporaryDirectory() as folder:
            opened = os.path.join(folder, "opened")
            os.mkfifo(opened)
            # It is also opened for writing, so that the browser does not wait.
            reader = os.open(opened, os.O_RDWR)
            self.addCleanup(os.close, reader)
            browser = pathlib.Path(folder, "xdg-open")
            browser.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$*\" >{opened}\n")
            browser.chmod(0o755)
            for name, environment in {
                "of the user": {"BROWSER": f"/nowhere/browser:{browser} --new-window %s"},
                "of the desktop": {"BROWSER": "", "PATH": f"{folder}:{os.environ['PATH']}"},
            }.items():
                with self.subTest(name):
                    gallery = self.open("ok", options="", **environment)
                    prefix = "--new-window " if environment["BROWSER"] else ""
                    self.assertEqual(os.read(reader, 4096).decode(), f"{prefix}{gallery.address}\n")

    def test_without_a_terminal_the_address_is_printed_and_the_window_ends_the_program(self):
        window = self.drive(Window())
        program = subprocess.Popen(
            [self.program, "--no-browser", "--answers", "ok"], env={**os.environ, **window.environment},
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        self.assertRegex(program.stdout.readline(), r"^http://127\.0\.0\.1:\d+\n$")
        window.at_rest("강수확률: 10")
        window.press("ctrl+w")
        self.assertEqual(program.wait(), 0)
