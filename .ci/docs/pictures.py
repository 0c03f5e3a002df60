"""Draws the pictures of the articles, each in a light and a dark form.

    pictures.py          writes them
    pictures.py --check  fails if a committed picture is not what this script draws

Where time matters, a picture moves. There are no recordings of programs: they age, and no check would notice.
"""

import sys
from xml.sax.saxutils import escape

from markdown import ROOT

# text, quiet text, lines, fill and edge of a box, fills of bars: calm, running, bad
LIGHT = dict(text="#1d1d1f", quiet="#5b5b63", line="#6e6e76", box="#f2f4f8", edge="#b9bec9", calm="#d5dae4", run="#8fb8ff", bad="#ffb0a3",
    now="#d0342c")
DARK = dict(text="#f5f5f7", quiet="#b4b4bc", line="#9a9aa4", box="#26282e", edge="#565b66", calm="#41454f", run="#2f62b5", bad="#9c3b2d",
    now="#ff8a7a")


class Picture:
    def __init__(self, width, height, title):
        self.width, self.height, self.title, self.parts = width, height, title, []

    def add(self, text):
        self.parts.append(text)

    def words(self, x, y, text, size=18, color="text", anchor="middle", weight="normal", mono=False):
        family = "ui-monospace,SFMono-Regular,Menlo,monospace" if mono else "system-ui,-apple-system,Helvetica,Arial,sans-serif"
        self.add(
            f'<text x="{x}" y="{y}" font-size="{size}" fill="{{{color}}}" text-anchor="{anchor}" font-weight="{weight}" '
            f'font-family="{family}">{escape(text)}</text>')

    def box(self, x, y, width, height, title, *lines, fill="box"):
        self.add(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10" fill="{{{fill}}}" stroke="{{edge}}"/>')
        top = y + height / 2 - 11 * len(lines) + 7
        self.words(x + width / 2, top, title, 19, weight="600")
        for number, line in enumerate(lines, start=1):
            self.words(x + width / 2, top + 22 * number, line, 16, "quiet")

    def arrow(self, points, label="", at=None, dashed=False, anchor="middle"):
        path = " ".join(f"{'M' if i == 0 else 'L'}{x} {y}" for i, (x, y) in enumerate(points))
        dash = ' stroke-dasharray="6 5"' if dashed else ""
        self.add(f'<path d="{path}" fill="none" stroke="{{line}}" stroke-width="2"{dash} marker-end="url(#head)"/>')
        if label:
            self.words(*at, label, 16, anchor=anchor)

    def bar(self, x, y, width, text, fill="run", height=30):
        self.add(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{{{fill}}}"/>')
        self.words(x + width / 2, y + height / 2 + 6, text, 16)

    def line(self, x1, y1, x2, y2, dashed=False):
        dash = ' stroke-dasharray="3 5"' if dashed else ""
        self.add(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{{line}}" stroke-width="1.5"{dash}/>')

    def now(self, left, right, top, bottom):
        """A line that moves through time, unless the reader has asked for less motion."""
        self.add(
            "<style>.now {{ opacity: 0; }} @media (prefers-reduced-motion: no-preference) {{ .now {{ opacity: 1; "
            "animation: now 8s linear infinite; }} }} @keyframes now {{ to {{ transform: translateX("
            f"{right - left}px); }}}} }}}}</style>"
            f'<line class="now" x1="{left}" y1="{top}" x2="{left}" y2="{bottom}" stroke="{{now}}" stroke-width="2"/>')

    def svg(self, colors):
        head = (
            '<marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse">'
            '<path d="M0 0 L10 5 L0 10 z" fill="{line}"/></marker>')
        body = "\n".join(["<defs>" + head + "</defs>"] + self.parts).format(**colors)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" role="img">\n<title>{escape(self.title)}</title>\n{body}\n</svg>\n')


def cycle():
    p = Picture(760, 300, "The cycle of a scene: an action goes in, a state comes out")
    p.box(20, 40, 140, 80, "View", "draws, sends")
    p.box(310, 40, 160, 80, "Controller", "what it means")
    p.box(590, 40, 150, 80, "Interactor", "the rules")
    p.box(310, 200, 160, 80, "Store", "owns the state")
    p.box(590, 200, 150, 80, "Worker", "the outside")
    p.arrow([(160, 80), (308, 80)], "Action", (234, 70))
    p.arrow([(470, 80), (588, 80)], "UseCase", (528, 70))
    p.arrow([(390, 120), (390, 198)], "Mutation", (382, 166), anchor="end")
    p.arrow([(600, 120), (472, 205)], "Mutation", (496, 152))
    p.arrow([(665, 120), (665, 198)])
    p.arrow([(310, 240), (90, 240), (90, 122)], "State", (200, 230))
    p.arrow([(470, 250), (588, 250)], "side effect", (530, 274))
    return p


def layers():
    p = Picture(760, 330, "The three layers; each knows only the one inside of it")
    p.box(10, 10, 740, 310, "")
    p.box(60, 60, 640, 210, "", fill="calm")
    p.box(150, 112, 460, 106, "Domain", "UseCase · Mutation · DomainState · entities", "Interactor")
    p.words(380, 44, "Infrastructure: views, implementations of workers", 18, weight="600")
    p.words(380, 94, "Interface adapters: Action · State · Controller · Store", 18, weight="600")
    p.words(380, 252, "the protocol of the workers", 16, "quiet")
    p.words(380, 304, "SwiftUI, UIKit, terminal, page · network, files, logging", 16, "quiet")
    return p


def action():
    p = Picture(760, 470, "The life of an action, from execute to its end")
    rows = [
        ("execute(action)", None),
        ("Is the scene stopped?", "dropped, and reported"),
        ("Do observers and actions call each other without end?", "dropped, and reported"),
        ("Does the policy let it run?", "waits, or is dropped"),
        ("Does something run in this scene's turn, or must the start be deferred?", "begins in a job of its own"),
        ("handle(action) runs, and waits at each await", "cancelled: it changes nothing"),
        ("handle has returned: the action ends, the next of its group begins", None),
    ]
    for number, (text, way) in enumerate(rows):
        y = 14 + number * 65
        p.add(f'<rect x="14" y="{y}" width="450" height="44" rx="8" fill="{{box}}" stroke="{{edge}}"/>')
        p.words(239, y + 27, text if len(text) < 52 else "", 15)
        if len(text) >= 52:
            middle = text.rfind(" ", 0, len(text) // 2 + 6)
            p.words(239, y + 19, text[:middle], 15)
            p.words(239, y + 36, text[middle + 1:], 15)
        if number + 1 < len(rows):
            p.arrow([(239, y + 44), (239, y + 63)])
        if way:
            p.arrow([(464, y + 22), (500, y + 22)], dashed=True)
            p.words(508, y + 27, way, 15, "quiet", "start")
    return p


def commit():
    p = Picture(760, 190, "One commit, from left to right")
    names = [("mutate", "the state changes"), ("invalidate", "tracked readers"), ("observers", "what has changed"), ("side effects", "workers, outputs")]
    for number, (name, line) in enumerate(names):
        x = 14 + number * 187
        p.box(x, 30, 165, 74, name, line)
        if number:
            p.arrow([(x - 22, 67), (x - 2, 67)])
    p.arrow([(658, 104), (658, 150), (96, 150), (96, 106)], "a mutation that was executed meanwhile comes next: commits are never nested", (377, 174))
    return p


def policies():
    p = Picture(760, 552, "Actions of one group that overlap, with each policy")
    p.words(20, 30, "policy", 15, "quiet", "start")
    p.words(190, 30, "first", 15, "quiet", "start")
    p.words(360, 30, "second is executed", 15, "quiet", "start")
    p.line(350, 14, 350, 536, dashed=True)
    rows = [
        ("concurrent", [(190, 300, "first", "run"), (350, 250, "second", "run")]),
        ("serial", [(190, 300, "first", "run"), (494, 220, "second waits, then runs", "run")]),
        ("limited(2)", [(190, 300, "first", "run"), (350, 250, "second", "run"), (494, 240, "third waits, then runs", "run")]),
        ("latest", [(190, 156, "cancelled", "bad"), (350, 250, "second", "run")]),
        ("first", [(190, 300, "first", "run"), (350, 160, "second is dropped", "bad")]),
        ("debounced", [(190, 156, "held back", "calm"), (350, 130, "held back", "calm"), (484, 230, "second, after quiet", "run")]),
        ("throttled", [(190, 130, "first", "run"), (350, 130, "held back", "calm"), (484, 230, "second, after the interval", "run")]),
    ]
    for number, (name, bars) in enumerate(rows):
        y = 44 + number * 72
        p.words(20, y + 36, name, 17, anchor="start", mono=True)
        for lane, (x, width, text, fill) in enumerate(bars):
            p.bar(x, y + (16 if name in ("debounced", "throttled") else 34 * (lane % 2)), width, text, fill)
        if number:
            p.line(14, y - 6, 746, y - 6)
    p.now(190, 740, 40, 540)
    return p


def orders():
    p = Picture(760, 350, "Two orders of the same scenario: one is right, one is not")
    for top, title, answer, end, fill in [
        (20, "an order that is right", "answer: [milk]", "shown: [milk, bread]", "run"),
        (190, "the order that explore finds", "answer: [milk], too late", "shown: [milk], bread is lost", "bad"),
    ]:
        p.words(14, top + 4, title, 17, anchor="start", weight="600")
        p.words(14, top + 48, "load", 17, anchor="start", mono=True)
        p.words(14, top + 92, "add bread", 17, anchor="start", mono=True)
        p.bar(130, top + 28, 140, "server reads", "calm")
        if fill == "run":
            p.bar(280, top + 28, 150, answer, fill)
            p.bar(440, top + 72, 130, "added", "run")
        else:
            p.bar(280, top + 72, 130, "added", "run")
            p.bar(420, top + 28, 200, answer, fill)
        p.line(130, top + 114, 740, top + 114)
        p.words(740, top + 136, end, 17, anchor="end", weight="600")
        p.now(130, 740, top + 20, top + 114)
    return p


def ownership():
    p = Picture(760, 320, "Who holds whom")
    p.box(14, 30, 150, 66, "front end")
    p.box(270, 30, 170, 66, "SceneRuntime")
    p.box(570, 30, 170, 66, "Controller")
    p.box(570, 140, 170, 66, "Interactor")
    p.box(270, 140, 170, 66, "Store")
    p.box(270, 244, 170, 60, "Worker")
    p.box(14, 140, 150, 66, "child scenes")
    p.arrow([(164, 63), (268, 63)], "owns", (216, 54))
    p.arrow([(440, 63), (568, 63)])
    p.arrow([(655, 96), (655, 138)])
    p.arrow([(355, 96), (355, 138)])
    p.arrow([(570, 173), (442, 173)])
    p.arrow([(570, 85), (442, 150)])
    p.arrow([(570, 195), (442, 262)])
    p.arrow([(355, 206), (355, 242)])
    p.arrow([(272, 94), (120, 138)], "owns", (186, 114), anchor="end")
    p.arrow([(164, 166), (300, 98)], "outputs", (236, 158), dashed=True)
    return p


def bridge():
    p = Picture(760, 210, "A host drives scenes through a session")
    p.box(14, 40, 170, 96, "host", "page, Python, C,", "another process")
    p.box(300, 40, 170, 96, "session", "numbers, repeats,", "resumes")
    p.box(580, 20, 166, 60, "scene")
    p.box(580, 100, 166, 60, "scene")
    p.arrow([(184, 70), (298, 70)], "actions", (241, 60))
    p.arrow([(300, 108), (186, 108)], "changes", (241, 130))
    p.arrow([(470, 70), (578, 50)])
    p.arrow([(470, 106), (578, 128)])
    p.words(380, 190, "The session outlives its connection: after a break, both sides repeat what is not confirmed.", 16, "quiet")
    return p


PICTURES = {
    "CIS": (cycle, layers, action, commit, policies, ownership),
    "CISTesting": (orders,),
    "CISBridge": (bridge,),
}

failed = False
drawings = [(module, draw) for module, functions in PICTURES.items() for draw in functions]
for module, draw in drawings:
    # The contents of the tutorials are dark in both forms of the site.
    on_dark = [("-on-dark", DARK)] if draw is cycle else []
    for suffix, colors in [("", LIGHT), ("~dark", DARK), *on_dark]:
        path = ROOT / f"Sources/{module}/{module}.docc/Resources/{draw.__name__}{suffix}.svg"
        text = draw().svg(colors)
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                print(f"{path.relative_to(ROOT)} is not what .ci/docs/pictures.py draws. Run it.")
                failed = True
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
sys.exit(1 if failed else 0)
