"""What is tested of a page, and of no other front end."""
import re

from every_front_end import Contract
from front_ends import PROGRESS


class PageOnly(Contract):
    """Further tests for a page."""

    def test_it_fits_a_narrow_window_in_the_light_and_in_the_dark(self):
        front = self.open("ok,error")
        front.at_rest("강수확률: 10")
        for width in (768, 1280):
            self.assertTrue(front.fits(width, 800, "light"), width)
            left, right = front.run("(box => [box.left, innerWidth - box.right])(document.getElementById('rows').getBoundingClientRect())")
            self.assertAlmostEqual(left, right, delta=1, msg="in the middle")
            self.assertGreater(left, (width - 640) / 2 - 1, "lines that can be read")
        self.assertTrue(front.fits(360, 640, "light"))
        front.picture("web-360-light")
        self.assertTrue(front.fits(900, 640, "dark"))
        front.picture("web-900-dark")
        front.press("r")
        front.at_rest("거절했습니다: 30")
        self.assertTrue(front.fits(360, 640, "dark"))
        front.picture("web-360-dark")

    def expect_no_problems(self, screen):
        for scheme in ("light", "dark"):
            for wish in ({}, {"prefers-contrast": "more"}, {"forced-colors": "active"}):
                style = {"prefers-color-scheme": scheme, **wish}
                self.assertEqual(self.front.problems(style), [], (screen, style))
                self.front.picture("-".join(["web", screen, *style.values()]))

    def test_texts_edges_and_the_focus_can_be_seen_also_with_more_contrast_and_in_forced_colours(self):
        front = self.open("ok,error,ok")
        front.at_rest("강수확률: 10")
        front.press("r")
        front.at_rest("거절했습니다: 30")
        self.expect_no_problems("list")
        front.press("o")
        front.at_rest("닫기", absent=["강수확률"])
        self.expect_no_problems("page")
        front.press("c")
        front.at_rest("강수확률: 30")
        front.press("c")
        front.at_rest("화면을 닫았습니다")
        self.expect_no_problems("closed")

    def test_the_keyboard_alone_is_enough_and_its_focus_is_never_lost(self):
        front = self.open("ok,ok,error,ok")
        front.at_rest("강수확률: 10")
        self.assertEqual([front.type("Tab") for _ in range(3)], ["refresh", "close", "open"])
        front.type("Enter")
        front.at_rest("닫기", absent=["강수확률"])
        self.assertEqual(front.focus(), "leave")
        front.type("Enter")
        front.at_rest("강수확률: 20")
        self.assertEqual(front.focus(), "open")
        front.run("document.getElementById('refresh').focus()")
        front.type("Enter")
        front.at_rest("거절했습니다: 30")
        self.assertEqual([front.type("Tab") for _ in range(3)], ["close", "open", "retry"])
        front.type("Enter")
        front.at_rest("강수확률: 40")
        self.assertEqual(front.focus(), "refresh")
        front.type("Tab")
        front.type("Enter")
        front.at_rest("화면을 닫았습니다")
        self.assertEqual(front.focus(), "a")

    def test_the_progress_can_be_read_over_the_rows_and_its_turning_seen_in_forced_colours(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.run("document.getElementById('indicator').hidden = false")
        self.assertRegex(front.run("getComputedStyle(document.getElementById('indicator')).backgroundColor"), r"^rgb\(")
        front.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
        style = "getComputedStyle(document.querySelector('#indicator i'))"
        self.assertTrue(front.run(f"{style}.borderTopColor !== {style}.borderLeftColor"))

    def test_a_lost_server_is_announced_in_view_also_when_the_list_is_scrolled(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.fits(360, 400, "light")
        front.run("scrollTo(0, document.body.scrollHeight)")
        front.server.terminate()
        front.expect("서버가 대답하지 않습니다")
        self.assertTrue(front.run("scrollY > 0 && document.getElementById('status').getBoundingClientRect().top >= 0"))

    def test_it_fits_a_narrow_window_with_text_of_twice_the_size(self):
        front = self.open("ok,error")
        front.at_rest("강수확률: 10")
        front.press("r")
        front.at_rest("거절했습니다: 30")
        # As the user has chosen it in the settings of the browser.
        front.call("Page.setFontSizes", fontSizes={"standard": 32})
        self.assertEqual(front.run("getComputedStyle(document.body).fontSize"), "32px")
        self.assertTrue(front.fits(360, 640, "light"))
        lines = "(texts => { const range = new Range(); range.selectNodeContents(texts); return range.getClientRects().length; })"
        for part in ("document.querySelector('h1')", "document.getElementById('refresh')"):
            self.assertEqual(front.run(f"{lines}({part})"), 1, f"{part} is broken")
        front.picture("web-360-large")

    def test_a_letter_alone_does_nothing_and_escape_uncovers_the_list(self):
        """WCAG 2.1.4: a letter that somebody says or types by mistake sends nothing."""
        front = self.open()
        front.at_rest("강수확률: 10")
        press = "dispatchEvent(new KeyboardEvent('keydown', { key: '%s' }))"
        for letter in "rotcq":
            front.run(press % letter)
        front.press("o")
        front.at_rest("닫기", absent=["강수확률"])
        front.run(press % "Escape")
        # The return to the list has sent the second request, so the letters have sent none.
        front.at_rest("강수확률: 20")

    def expect_refresh(self, tab):
        """Refreshes the list, and waits for other numbers. The chance of rain alone is the same again after ten requests."""
        numbers = lambda screen: re.findall("하늘 상태: .*", screen)
        before = numbers(tab.at_rest("강수확률"))
        tab.press("r")
        tab.until(lambda screen: PROGRESS not in screen and numbers(screen) not in ([], before))

    def test_each_of_eight_tabs_shows_its_screen_and_reacts(self):
        front = self.open()
        for tab in [front, *[front.another() for _ in range(7)]]:
            tab.call("Page.bringToFront")
            self.expect_refresh(tab)

    def test_a_tab_that_leaves_the_page_and_comes_back_eight_times_reacts(self):
        front = self.open()
        self.expect_refresh(front)
        for _ in range(8):
            front.leave_and_come_back(front.address.replace("127.0.0.1", "localhost") + "/page.css")
            self.expect_refresh(front)

    def test_each_page_has_a_screen_of_its_own(self):
        front = self.open()
        front.at_rest("강수확률: 10")
        front.run("location.reload()")
        front.at_rest("강수확률: 20")
