"""What is tested of every front end."""
import re

from front_ends import PROGRESS, Driven


def rain(screen):
    """Returns the first chance of rain that is shown, or None."""
    found = re.search(r"강수확률: (\d+)", screen)
    return int(found[1]) if found else None


class Contract(Driven):
    """TS-01 to TS-07, TS-14, D15, from outside. The first chance of rain is ten times the number of the request."""

    def test_ts01_ts02_ts04_ts06_the_list_is_fetched_and_shown_below_the_two_buttons(self):
        front = self.open()
        screen = front.at_rest("닫기", "빈 페이지 열기", "예술이 있는 산책길", "(서귀포시) 이중섭미술관", "확인 시간: 2",
                      "테마: 문화/예술", "구름조금", "하늘 상태: 2 습도: 58, 강수확률: 10")
        parts = [screen.find(text) for text in ("닫기", "빈 페이지 열기", "예술이 있는 산책길")]
        self.assertEqual(parts, sorted(parts), screen)

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
        # The first refresh may have been cancelled before its request was sent.
        shown = front.at_rest("강수확률", absent=["강수확률: 10"])
        number = rain(shown)
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
