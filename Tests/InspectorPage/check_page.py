#!/usr/bin/env python3
"""Opens the inspector's page in Chromium, without a window, with the recordings of recordings.py, and uses it as a reader would.

Then it plants mistakes in the page, which the same checks have to find. Prints how long it takes to open and to step; the limits for
it are ten times the budgets and more, because other work may run on the machine. PICTURES names a folder for pictures of the page.
"""

import base64
import contextlib
import io
import json
import os
import re
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
import browser
import recordings

PAGE = (ROOT / "Sources/CISInspector/Page/inspector.html").read_text(encoding="utf-8")
PICTURES = os.environ.get("PICTURES")
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
STORY = ("refreshTapped waited in load. Meanwhile titleTyped(“Groceries for Sunday”) changed title to “Groceries for Sunday”. "
         "Then refreshTapped went on, and loaded set it back to “Groceries”.")
failures = []


def check(is_true, what, found=None):
    if not is_true:
        failures.append(what)
        print(f"error: {what}" + ("" if found is None else f". Found: {found!r}"))


def equal(found, expected, what):
    check(found == expected, f"{what}: {expected!r}", found)


class Page(browser.Browser):
    """The page, with the keys and the clicks of a reader."""

    def __init__(self, folder):
        self.is_loaded, self.addresses, self.folder = False, [], Path(folder)
        super().__init__(self.folder / "profile")
        self.call("Network.enable")

    def hear(self, event, about):
        super().hear(event, about)
        self.is_loaded |= event == "Page.loadEventFired"
        if event == "Network.requestWillBeSent":
            self.addresses.append(about["request"]["url"])

    def open(self, text, width=1280, height=900, scheme="light", forced=False, other=None, grade=None):
        """Opens the page with a recording, or without one if the text is `None`; with another one for a comparison, and its grade."""
        file = self.folder / "page.html"
        file.write_text(PAGE if text is None else recordings.page(text, PAGE, other, grade), encoding="utf-8")
        self.look(width, height, scheme, forced)
        self.is_loaded = False
        self.call("Page.navigate", url=file.as_uri())
        while not self.is_loaded:
            self.receive()
        self.value(FRAMES)

    def look(self, width, height=900, scheme="light", forced=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 640)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "forced-colors", "value": "active" if forced else "none"}])

    def press(self, *keys):
        for key in keys:
            text = {"text": key} if len(key) == 1 else {}
            code = {"windowsVirtualKeyCode": 27} if key == "Escape" else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text, **code)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.value(FRAMES)

    def type(self, text):
        self.call("Input.insertText", text=text)
        self.value(FRAMES)

    def click(self, selector, text=""):
        """Clicks an element, in its middle. Of several, the first that contains the text."""
        place = self.value(f"""(() => {{
            const element = [...document.querySelectorAll({json.dumps(selector)})].find(one => one.textContent.includes({json.dumps(text)}));
            element.scrollIntoView({{ block: "nearest" }});
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)
        self.value(FRAMES)

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.innerText")

    def count(self, selector):
        return self.value(f"document.querySelectorAll({json.dumps(selector)}).length")

    def selected(self):
        """The name of the selected row, which the list also names to screen readers."""
        return self.value("""(() => {
            const row = document.querySelector(".row[aria-selected=true]"), host = document.getElementById("rows");
            return host.getAttribute("aria-activedescendant") === row?.id ? row?.querySelector(".name").textContent : "not named to screen readers";
        })()""")

    def choose_file(self, text):
        file = self.folder / f"chosen-{len(text)}.cisrec"
        file.write_text(text, encoding="utf-8")
        element = self.call("Runtime.evaluate", expression="document.getElementById('file')")["result"]["objectId"]
        self.call("DOM.setFileInputFiles", files=[str(file)], objectId=element)
        self.value("new Promise(done => { const file = document.getElementById('file').files[0]; file.text().then(() => setTimeout(done)); })")
        self.value(FRAMES)

    def picture(self, name):
        if PICTURES:
            data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=False)["data"]
            (Path(PICTURES) / f"{name}.png").write_bytes(base64.b64decode(data))


def check_file():
    check(PAGE.count("\n") <= 900, "the page has at most 900 lines", PAGE.count("\n"))
    equal(PAGE.split("\n").count("<!--recording-->"), 1, "lines that the tool replaces")
    equal(re.findall(r"https?://|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|fetch\(|XMLHttpRequest|WebSocket", PAGE), [],
          "words for the network, or for text that is read as markup")


def check_lost_update(page):
    page.open(recordings.lost_update())
    equal(page.text("h1"), "notes", "the program's name")
    equal(page.text("#notes .bad p"), f"1 possible lost update. {STORY}", "the story of the race")
    check("Note.State.token" in page.text("#notes"), "what was redacted is named", page.text("#notes"))
    check("2026-11-26 12:00 UTC" in page.text("#about"), "the start is that of the file, in any time zone", page.text("#about"))
    # The overwriting change is selected, and the state shows what it did.
    check(page.selected().startswith("◆loaded"), "the overwriting change is selected", page.selected())
    values = page.value("[...document.querySelectorAll('#details table tr')].map(row => [row.className, row.lastElementChild.textContent])")
    equal(values, [["", "“Groceries”"], ["lost", "“Groceries for Sunday”"], ["wins", "“Groceries”"]], "the values before, between and after")
    lines = page.value("[...document.querySelectorAll('#details pre:last-of-type span[class]')].map(line => line.className + ' ' + line.textContent.trim())")
    for line in ("minus − title: “Groceries for Sunday”", "plus + title: “Groceries”", "redacted String, redacted"):
        check(line in lines, f"the state has the line {line!r}", lines)
    waits = page.value("waitsOf(recording.rows.find(event => event.case === 'refreshTapped')).map(wait => wait.label + ' ' + wait.time)")
    equal(waits, ["in load 475073"], "what the action waited for")
    page.picture("lost-update")

    page.press("ArrowUp")
    equal(page.selected(), "✕refreshTapped", "one step back")
    page.press("ArrowDown", "ArrowDown")
    equal(page.selected(), "▶closeTapped", "two steps on")
    page.press("ArrowRight")
    equal(page.selected(), "◆selected(null)", "the next change of a state")
    page.press("c", "c", "c")
    equal(page.selected(), "▶closeTapped", "the cause of the cause of the cause, in another scene")
    page.press("e")
    equal(page.selected(), "↗closed", "the first effect")
    page.press("p", "p")
    equal(page.selected(), "✕refreshTapped", "the drop before")
    check("another one was running" in page.text("#details .note"), "why the action was dropped", page.text("#details .note"))
    page.press("Home")
    equal(page.selected(), "○Notes/1", "the first event")
    page.press("End")
    equal(page.selected(), "■Note[selected]/2", "the last event")
    # A mark: later states are compared with it.
    page.press("Home")
    page.value("select(recording.events.find(event => event.k === 'open' && event.scene.number === 2))")
    page.press("m")
    page.value("select(recording.losses[0])")
    page.value(FRAMES)
    lines = page.value("[...document.querySelectorAll('#details pre:last-of-type .minus')].map(line => line.textContent.trim())")
    equal(lines, ["− body: “Milk”"], "what has changed since the mark")
    page.press("m")

    page.press("/")
    page.type("refreshtapped")
    equal(page.text("#count"), "2 of 20 events", "what the search finds")
    page.press("ArrowDown")
    check(page.selected() in ("▶refreshTapped", "✕refreshTapped"), "a step in what was found", page.selected())
    page.press("Escape")
    equal(page.text("#count"), "20 events", "the end of the search")
    page.click("#kinds button", "Mutations")
    equal(page.value("[...document.querySelectorAll('.glyph')].slice(0, 6).map(one => one.textContent).join('')"), "◆" * 6, "mutations only")
    page.click("#kinds button", "Mutations")
    page.value("at('scene').value = '0', at('scene').dispatchEvent(new Event('change'))")
    page.value(FRAMES)
    equal(page.value("[...new Set([...document.querySelectorAll('.row .scene')].map(one => one.textContent))]"), ["Notes/1"], "one scene only")
    page.value("at('scene').value = '', at('scene').dispatchEvent(new Event('change'))")

    page.click("#views button", "Sequence")
    check(page.count(".arrow") >= 3, "the sequence has arrows between the scenes", page.count(".arrow"))
    page.picture("sequence")
    page.click("#views button", "Plain list")
    equal(page.count("#plain li"), 20, "entries of the plain list")
    check(STORY in page.text("#plain"), "the plain list tells of the race")
    page.click("#views button", "Timeline")
    page.click("#help-button")
    check("previous drop" in page.text("#help"), "the keys are explained", page.text("#help"))
    page.press("Escape")
    # A click on the bar of an action, in the picture.
    place = page.value("""(() => {
        const [left, top, right, bottom] = boxes.find(box => box[4].case === "titleTyped"), lanes = at("lanes").getBoundingClientRect();
        return [lanes.x + (left + right) / 2, lanes.y + (top + bottom) / 2];
    })()""")
    for kind in ("mousePressed", "mouseReleased"):
        page.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)
    page.value(FRAMES)
    check(page.selected().startswith("▶titleTyped"), "the action that was clicked", page.selected())


def check_calls(page):
    page.open(recordings.calls())
    waits = page.value("recording.rows.filter(event => event.k === 'action').map(action => waitsOf(action).map(wait => wait.label).join())")
    equal(waits, ["for load(shelf: 0)", "for load(shelf: 1)", ""], "what the actions waited for")
    page.click("#kinds button", "Calls of workers 3")
    rows = page.value("[...document.querySelectorAll('.row')].map(row => row.querySelector('.name').textContent + ': ' + row.querySelector('.what').textContent)")
    equal(rows, ["⇢load(shelf: 0): returned [{title: “Emma”}] after 475 ms", "⇢load(shelf: 1): threw {offline: {code: 7}} after 475 ms",
                 "⇢load(shelf: 2): still running at the end"], "the calls with their answers")
    page.click(".row", "load(shelf: 1)")
    details = page.text("#details")
    check("call of ShelfWorker" in details and "Answer" in details and "code: 7" in details, "the details of a call", details)
    page.picture("calls")
    page.click("#views button", "Plain list")
    check("call load(shelf: 0), caused by load(0); returned [{title: “Emma”}] after 475 ms." in page.text("#plain"), "the call in the plain list", page.text("#plain"))


def check_comparison(page):
    page.open(recordings.lost_update(), other=recordings.lost_update(is_late=False))
    note = page.text("#notes .note p")
    equal(note, "The runs differ from here on: action titleTyped(“Groceries for Sunday”), and in the other run mutation loaded({title: “Groceries”, body: “Mi…”}….", "the first difference")
    page.click("#notes button", "Show where")
    check(page.selected().startswith("▶titleTyped"), "the first difference is selected", page.selected())
    page.click("#notes button", "Show the other run")
    equal([page.count("#notes .bad"), page.selected()], [0, "○Notes/1"], "the other run has no race, and begins at its beginning")
    page.click("#notes button", "Show the other run")
    equal(page.text("#notes .bad p"), f"1 possible lost update. {STORY}", "the first run again")
    page.open(recordings.lost_update(), other=recordings.lost_update())
    equal(page.text("#notes .note p"), "Both runs are the same.", "two equal runs")
    page.open(recordings.calls(), other=recordings.calls().replace("Emma", "Anna"))
    equal(page.text("#notes > div p"), "The runs differ from here on: answer to load(shelf: 0) is in both, but not the same.", "another answer")
    page.open(recordings.lost_update(), other=recordings.lost_update().replace('"hash":"0","types"', '"hash":"1","types"'))
    equal(page.text("#notes > div p"), "The runs differ from here on: scene opened Notes/1 is in both, but not the same.", "another state")
    page.open(recordings.lost_update(), other=recordings.lost_update(), grade="risky:\n  The field <b>a</b>\u202e is gone.")
    equal(page.text("#notes > p.note"), "To replay the first run with the program of the second is risky: The field <b>a</b>\\u{202e} is gone.", "the grade of another version")


def check_reading(page):
    page.open(recordings.cut())
    check("cut off" in page.text("#notes") and "516 ms" in page.text("#notes"), "a cut recording says so", page.text("#notes"))
    equal(page.text("#count"), "15 events", "events before the cut")
    whole = recordings.lost_update().splitlines(keepends=True)
    page.open("".join(whole[:-2] + whole[-1:]))
    check("It is damaged: it was written with 29 lines, and has 28." in page.text("#notes"), "a missing line is noticed", page.text("#notes"))
    page.open("".join(whole).replace('"cisrec":1', '"cisrec":2', 1))
    check("Risky: it has version 2 of the format" in page.text("#notes"), "the grade of another version of the format", page.text("#notes"))
    page.open("no recording\n")
    check("cannot be read" in page.text("#refusal"), "a page without a readable recording says so", page.text("#refusal"))
    page.open(None)
    check("Choose a .cisrec file" in page.text("#empty"), "without a recording, the page has a file picker", page.text("body"))
    page.choose_file("{}\n")
    check("is not a recording" in page.text("#refusal"), "another file is refused", page.text("#refusal"))
    page.choose_file(recordings.lost_update())
    equal(page.text("h1"), "notes", "the recording of the chosen file")
    # Two orders without a race: the answer came before the edit; and an action that changes again what its own effect has changed.
    calm = recordings.Recording("calm")
    calm.open(1, "Counter", {"total": 0, "rows": [1, 2, 3]})
    first = calm.action(1, "first")
    second = calm.action(1, "second", c=first)
    calm.mutation(1, second, "added", patch=[recordings.to("/total", 1)])
    calm.done(second)
    calm.mutation(1, first, "added", patch=[recordings.to("/total", 2)])
    third = calm.action(1, "third")
    calm.mutation(1, third, "unchanged", patch=[recordings.to("/total", 2)])
    calm.mutation(1, first, "added", patch=[recordings.to("/total", 3)])
    calm.mutation(1, third, "inserted", patch=[{"p": "/rows", "at": 0, "del": 0, "ins": [9]}])
    calm.mutation(1, first, "appended", patch=[{"p": "/rows", "at": 4, "del": 0, "ins": [8]}])
    calm.done(third, first)
    page.open(calm.text())
    equal(page.value("recording.losses.length"), 0, "changes that are no lost updates")
    for way, patch in (("the element", [{"p": "/rows", "at": 0, "del": 1, "ins": [7]}]), ("the array", [recordings.to("/rows", [])]),
                       ("the state", [recordings.to("", {"total": 0, "rows": []})])):
        race = recordings.Recording("race")
        race.open(1, "Counter", {"total": 0, "rows": [1, 2, 3]})
        first = race.action(1, "first")
        race.mutation(1, race.action(1, "second"), "inserted", patch=[{"p": "/rows", "at": 0, "del": 0, "ins": [9]}])
        race.mutation(1, first, "replaced", patch=patch)
        page.open(race.text())
        equal(page.value("recording.losses.map(event => dotted(event.losses[0].path))"), ["rows"], f"the race if {way} is replaced")
    # The recorder writes every 32nd state whole, so it may be the overwritten change.
    race = recordings.Recording("race")
    race.open(1, "Counter", {"rows": [1, 2, 3]})
    first = race.action(1, "first")
    race.event("mutation", 10, 1, c=race.action(1, "second"), case="set", rev=32, state={"rows": [1, 9, 3]})
    race.mutation(1, first, "set", patch=[recordings.to("/rows/1", 5)])
    page.open(race.text())
    equal(page.value("recording.losses.map(event => dotted(event.losses[0].path))"), ["rows[1]"], "the race if a whole state is overwritten")


def check_states(page):
    """The states that the page computes from patches are those that the recording was made from."""
    text = recordings.many(600)
    page.open(text)
    states, lines = {}, [json.loads(line) for line in text.splitlines()]
    for line in lines[1:]:
        if line["k"] == "open" or "state" in line:
            states[line["s"]] = line["state"]
        for step in line.get("patch", []):
            states[line["s"]] = recordings.apply(states[line["s"]], step["p"].split("/")[1:], step)
    found = page.value("Object.fromEntries(recording.scenes.map(scene => [scene.number, stateAt(scene, Infinity)]))")
    equal({int(key): state for key, state in found.items()}, states, "the last states")
    backwards = page.value("""(() => {
        const scene = recording.scenes[0], forwards = scene.mutations.map(mutation => json(stateAt(scene, mutation.n)));
        return scene.mutations.toReversed().every((mutation, index) => json(stateAt(scene, mutation.n)) === forwards.at(-1 - index));
    })()""")
    check(backwards, "states are the same when they are visited backwards")
    for one, two in (({"a": 1, "b": {"c": 1}}, {"b": {}}), ({"a/b": [1, 2, 3]}, {"a/b": [1, 3, 3], "~": 1}), ([1, 2], []), ([], {"a": 1}), (1, None), ({"a": None}, {})):
        made = page.value(f"json(applied({json.dumps(one)}, steps({json.dumps(one)}, {json.dumps(two)})))")
        equal(json.loads(made), two, f"{one}, changed")
    long = recordings.Recording("long")
    long.open(1, "List", {"rows": [{"id": number, "title": f"Row {number}"} for number in range(300)]})
    long.mutation(1, long.action(1, "renamed"), "renamed", patch=[recordings.to("/rows/150/title", "New")])
    page.open(long.text())
    page.click("#details pre button", "Show more")
    check("Row 299" in page.text("#details"), "a long state is shown in full after a click")
    page.press("End")
    lines = page.value("[...document.querySelectorAll('#details pre:last-of-type span')].map(line => line.textContent.trim())")
    equal(lines, ["{", "rows: [", "… 150 elements, unchanged", "{", "id: 150", "− title: “Row 150”", "+ title: “New”", "}", "… 149 elements, unchanged", "]", "}"],
          "a change in a long state")
    for step in ({"p": "/rows/-1", "v": 1}, {"p": "/rows", "at": -1, "del": 0, "ins": []}, {"p": "/rows", "at": 2, "del": 2, "ins": []}):
        odd = recordings.Recording("odd")
        odd.open(1, "List", {"rows": [1, 2, 3]})
        odd.event("mutation", 10, 1, case="changed", rev=1, patch=[step])
        page.open(odd.text())
        check("does not fit" in page.text("#notes"), f"a step outside of its array is mentioned: {step}", page.text("#notes"))
    exact = recordings.Recording("exact")
    exact.open(1, "Big", {"id": 2**53 + 1})
    exact.mutation(1, exact.action(1, "next"), "set", patch=[recordings.to("/id", 2**53)])
    page.open(exact.text())
    equal(page.value("what(recording.scenes[0].mutations[0])"), "id 9007199254740993 → 9007199254740992", "a number with more digits than JavaScript keeps")
    page.open(text)
    # A whole state in the place of a patch tells the same changes.
    same = page.value("""recording.scenes[0].mutations.every(mutation => {
        const before = stateAt(mutation.scene, mutation.n - 1), after = stateAt(mutation.scene, mutation.n);
        return isSame(applied(before, steps(before, after)), after);
    })""")
    check(same, "the steps between two states lead from one to the other")


def check_hostile(page):
    page.open(recordings.hostile())
    problem = recordings.HOSTILE.split("\u202e")[0]
    check(problem in page.text("h1"), "hostile text is shown as text", page.text("h1"))
    for view in ("Sequence", "Plain list", "Timeline"):
        page.click("#views button", view)
        check(not page.value("/[\\u202e\\u2028\\u0007]/.test(document.body.innerText)"), f"characters that turn text are shown as their codes: {view}")
    for _ in range(page.value("recording.rows.length")):
        page.press("ArrowDown")
        page.value("at('lanes').dispatchEvent(new MouseEvent('mousemove'))")
    page.press("/")
    page.type("<script>")
    check(not page.text("#count").startswith("0"), "hostile text can be found", page.text("#count"))
    equal(page.value("typeof window.hacked + typeof {}.hacked"), "undefinedundefined", "what hostile text has run")
    equal([page.count("script"), page.count("img"), page.count("iframe")], [2, 0, 0], "scripts, images and frames")
    check("could not be read" in page.text("#notes") and "does not fit" in page.text("#notes"), "broken lines and patches are mentioned", page.text("#notes"))
    # Should all else fail, the browser refuses the network, and says so on the console. Main looks for requests.
    page.value("fetch('http://127.0.0.1:9/').then(() => 0, () => 0)")
    refusals = [problem for problem in page.problems if "Content Security Policy" in problem]
    check(refusals, "the browser refuses a request because of the page's policy", page.problems)
    page.problems = [problem for problem in page.problems if problem not in refusals]


def check_looks(page):
    for width, height in ((400, 850), (768, 1000), (1280, 900)):
        for scheme, forced in (("light", False), ("dark", False), ("dark", True)):
            page.open(recordings.lost_update(), width, height, scheme, forced)
            name = f"{width} px, {'forced colours' if forced else scheme}"
            for view in ("Sequence", "Plain list", "Timeline"):
                page.click("#views button", view)
                equal(page.value("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0, f"pixels by which it scrolls sideways: {name}, {view}")
            page.value("showLoss(recording.losses[0]), scrollTo(0, 0)")
            page.value(FRAMES)
            drawn = page.value("""(() => {
                const lanes = at("lanes"), data = lanes.getContext("2d").getImageData(0, 0, lanes.width, lanes.height).data, found = new Set();
                for (let index = 0; index < data.length; index += 4) found.add(data[index] << 16 | data[index + 1] << 8 | data[index + 2]);
                const rgb = color => color.match(/[\\d.]+/g).slice(0, 3).map(Number), [r, g, b] = rgb(colors.bad);
                const light = color => rgb(color).map(part => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
                const contrast = (one, two) => { const [low, high] = [light(one), light(two)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
                return { kinds: found.size, hasBad: found.has(r << 16 | g << 8 | b), isDark: light(colors.card) < 0.2,
                    least: Math.min(...["text", "soft", "bad", "accent"].flatMap(name => [contrast(colors[name], colors.card), contrast(colors[name], colors.life)])) };
            })()""")
            check(drawn["kinds"] > 20 and drawn["hasBad"], f"the lanes are drawn, with the overwritten change in its colour: {name}", drawn)
            equal(drawn["isDark"], scheme == "dark", f"a dark drawing: {name}")
            check(drawn["least"] >= 4.5, f"text has a contrast of 4.5: {name}", drawn)
            page.picture(f"{width}-{'forced' if forced else scheme}")


def check_speed(page):
    for count, limit in ((10_000, 15), (100_000, 120)):
        text = recordings.many(count)
        page.open(text)
        seconds = page.value("performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000
        page.call("Performance.enable", timeDomain="threadTicks")
        before = work(page)
        page.value(f"show(at('recording').textContent), {FRAMES}")
        shown = work(page)
        steps = page.value("""[...Array(40)].map(() => {
            const begin = performance.now();
            step(1);
            drawRows(); drawLanes(); drawOverview(); drawDetails();
            document.body.offsetHeight;
            return performance.now() - begin;
        })""")
        computed = work(page) - shown
        page.call("Performance.disable")
        print(f"{count:>7,} lines: open after {seconds:.2f} s ({shown - before:.2f} s of computing without other programs); "
              f"a step takes {statistics.median(steps):.1f} ms ({computed / 40 * 1000:.1f} ms of computing)")
        check(seconds < limit, f"{count:,} events are open after {limit} s", seconds)
        check(statistics.median(steps) < 300, "a step takes less than 300 ms", statistics.median(steps))
        check(0 < page.count(".row") < 100, "only the rows in view exist", page.count(".row"))
        page.press("End")
        equal(page.value("selected === recording.rows.at(-1)"), True, "the last event is selected")
        check(page.value("""(() => { const row = document.querySelector(".row[aria-selected=true]").getBoundingClientRect(), list = at("rows").getBoundingClientRect();
            return row.top >= list.top - 1 && row.bottom <= list.bottom + 1; })()"""), "the last row is in view")
        page.press("/")
        page.type("playTapped busy")
        check(0 < page.value("shown.length") < page.value("recording.rows.length") / 10, "the search finds few events", page.value("shown.length"))
        page.press("Escape")
        check(page.selected() != "not named to screen readers", "the selected row is in view again after the search")
        page.press("Home", "n", "n")
        equal(page.value("selected === recording.rows.filter(isBad)[1]"), True, "the second drop, cancellation or overwriting change is selected")
        page.picture(f"events-{count}")


# Mistakes in the page, and the checks that have to find them.
MISTAKES = [
    ("ArrowRight: () => stepTo(isMutation, 1)", "ArrowRight: () => stepTo(isMutation, -1)", check_lost_update),
    (" && !descends(by.owner, action)", "", check_reading),
    ("while (++index <= target)", "while (++index < target)", check_states),
    ("element.textContent = text;", "element.innerHTML = text;", check_hostile),
]


def check_mistakes(page):
    """Plants mistakes in the page, one at a time. The checks have to fail."""
    global PAGE
    whole = PAGE
    for right, wrong, part in MISTAKES:
        equal(whole.count(right), 1, f"places of {right!r}")
        PAGE, before = whole.replace(right, wrong), len(failures)
        # What the page does not show is `None`, of which the rest of the part may make no sense.
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(TypeError):
            part(page)
        is_found, failures[before:] = len(failures) > before, []
        check(is_found, f"{part.__name__} finds the mistake {wrong!r}")
        page.problems, page.addresses = [], []
    PAGE = whole


def work(page):
    """The seconds that the page has computed, without the time in which other programs ran."""
    return next((metric["value"] for metric in page.call("Performance.getMetrics").get("metrics", []) if metric["name"] == "TaskDuration"), 0)


def main():
    if not browser.PROGRAM:
        sys.exit("The page was not opened: there is no Chromium. On Debian and Ubuntu: apt-get install chromium")
    check_file()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = Page(folder)
        for part in (check_lost_update, check_calls, check_comparison, check_reading, check_states, check_hostile, check_looks, check_speed):
            part(page)
            equal(page.problems, [], f"{part.__name__}: errors on the console")
            equal(sorted({address for address in page.addresses if not address.startswith(("file:", "data:"))}), [], f"{part.__name__}: requests to the network")
            page.problems, page.addresses = [], []
        # The pictures are those of the page as it is.
        if not PICTURES:
            check_mistakes(page)
        page.call("Browser.close")
        page.process.wait()
    print(f"The inspector's page: {len(failures)} of its checks failed." if failures else "The inspector's page: all checks passed.")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
