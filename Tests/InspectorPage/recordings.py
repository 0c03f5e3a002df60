#!/usr/bin/env python3
"""Writes recordings for the test of the inspector's page, in the format cisrec 1.

    recordings.py NAME FILE    writes a recording: lost_update, hostile, cut, calls, or a number of events
"""

import json
import random
import sys
from pathlib import Path


class Recording:
    """The lines of a recording. Keeps the states, so that every 32nd commit is written whole."""

    def __init__(self, program, redaction=()):
        self.lines, self.number, self.time, self.states, self.commits = [], 0, 0, {}, {}
        self.put(cisrec=1, program=program, library="swift-cis", platform="Linux", start={"wall": "2026-11-26T12:00:00.000Z"},
                 redaction=list(redaction), folded=0)

    def put(self, **fields):
        self.lines.append(json.dumps({key: value for key, value in fields.items() if value is not None}, ensure_ascii=False, separators=(",", ":")))

    def event(self, kind, after, scene=None, **fields):
        """Adds an event some microseconds after the last one. Returns its number."""
        self.number += 1
        self.time += after
        self.put(i=self.number, k=kind, t=self.time, s=scene, **fields)
        return self.number

    def open(self, scene, name, state, after=10, **fields):
        self.states[scene], self.commits[scene] = state, 0
        return self.event("open", after, scene, name=name, rev=0, state=state, hash="0", types={}, **fields)

    def action(self, scene, case, *values, after=1000, **fields):
        return self.event("action", after, scene, case=case, v=enum(case, values), **fields)

    def use_case(self, scene, cause, case, *values, after=15):
        return self.event("useCase", after, scene, c=cause, case=case, v=enum(case, values), at="App/Interactor.swift:20")

    def done(self, *numbers, after=10, how="finished", **fields):
        for number in numbers:
            self.event("done", after, of=number, how=how, **fields)

    def mutation(self, scene, cause, case, *values, patch=(), after=12, at="App/Interactor.swift:24", **fields):
        state = self.states[scene]
        for step in patch:
            state = apply(state, step["p"].split("/")[1:], step)
        self.states[scene] = state
        self.commits[scene] += 1
        rev = self.commits[scene]
        content = {"state": state} if rev % 32 == 0 else {"patch": list(patch)}
        return self.event("mutation", after, scene, c=cause, case=case, v=enum(case, values), at=at, d=9, rev=rev, hash="0", **content, **fields)

    def text(self, is_whole=True):
        data = "".join(line + "\n" for line in self.lines)
        return data + json.dumps({"k": "end", "lines": len(self.lines), "sum": checksum(data)}) + "\n" if is_whole else data


def enum(case, values):
    return {case: {f"_{index}": value for index, value in enumerate(values)}}


def checksum(text):
    """FNV-1a with 64 bits. Left out where it would take long, because the page does not read it."""
    total = 0xCBF29CE484222325
    for byte in text.encode() if len(text) < 100_000 else b"":
        total = (total ^ byte) * 0x100000001B3 % (1 << 64)
    return f"{total:016x}"


def apply(state, path, step):
    if not path:
        if "at" not in step:
            return step["v"]
        return state[:step["at"]] + step.get("ins", []) + state[step["at"] + step.get("del", 0):]
    key = int(path[0]) if isinstance(state, list) else path[0]
    copy = state.copy()
    if len(path) == 1 and "v" not in step and "at" not in step:
        del copy[key]
    else:
        copy[key] = apply(copy[key] if isinstance(copy, list) else copy.get(key), path[1:], step)
    return copy


def to(path, value):
    return {"p": path, "v": value}


def lost_update(is_late=True):
    """A note is refreshed, and the user changes its title. If the answer is late, it is older than the change, and overwrites it."""
    r = Recording("notes", ["Note.State.token"])
    r.open(1, "Notes", {"notes": ["Groceries", "Holidays"], "selected": None})
    tap = r.action(1, "noteTapped", 7, at="Notes/NotesView.swift:31")
    opened = r.mutation(1, tap, "selected", 7, patch=[to("/selected", 7)], at="Notes/NotesController.swift:14")
    r.open(2, "Note", {"title": "Groceries", "body": "Milk", "isRefreshing": False, "toast": None, "token": {"$redacted": "String"}},
           c=opened, via="commit", place="selected", parent=1, redacted=True)
    r.done(tap)
    refresh = r.action(2, "refreshTapped", after=40_000, at="Notes/NoteView.swift:22")
    load = r.use_case(2, refresh, "load")
    r.mutation(2, load, "refreshBegan", patch=[to("/isRefreshing", True)])

    def answer():
        note = {"title": "Groceries", "body": "Milk, bread"}
        title = [to("/title", "Groceries")] if is_late else []
        r.mutation(2, load, "loaded", note, after=130_000, patch=[*title, to("/body", "Milk, bread"), to("/isRefreshing", False)])
        r.done(load, refresh)

    def edit():
        edit = r.action(2, "titleTyped", "Groceries for Sunday", after=210_000, at="Notes/NoteView.swift:27")
        rename = r.use_case(2, edit, "rename", "Groceries for Sunday")
        renamed = r.mutation(2, rename, "renamed", "Groceries for Sunday", patch=[to("/title", "Groceries for Sunday")])
        output = r.event("output", 8, 2, c=renamed, case="renamed", v=enum("renamed", [7, "Groceries for Sunday"]))
        parent = r.action(1, "noteRenamed", 7, "Groceries for Sunday", after=6, c=output)
        r.mutation(1, parent, "renamed", 0, "Groceries for Sunday", patch=[{"p": "/notes", "at": 0, "del": 1, "ins": ["Groceries for Sunday"]}])
        r.done(parent)
        if is_late:
            r.event("drop", 60_000, 2, what="action", reason="busy", case="refreshTapped", v=enum("refreshTapped", []), at="Notes/NoteView.swift:22")
        r.done(rename, after=75_000)
        r.done(edit)

    for part in (edit, answer) if is_late else (answer, edit):
        part()
    close = r.action(2, "closeTapped", after=500_000, at="Notes/NoteView.swift:40")
    closed = r.event("output", 20, 2, c=close, case="closed", v=enum("closed", []))
    leave = r.action(1, "noteClosed", after=6, c=closed)
    gone = r.mutation(1, leave, "selected", None, patch=[to("/selected", None)])
    r.event("stop", 8, 2, c=gone, via="commit")
    r.done(leave)
    r.done(close, how="cancelled")
    return r.text()


def many(count):
    """About `count` events of a search with a list, its rows and a player: actions that overlap, drops, cancellations, scenes that end."""
    r, chance = Recording("movies"), random.Random(7)
    r.open(1, "Movies", {"query": "", "results": [], "page": 0, "isLoading": False, "filter": {"year": None, "genres": []}})
    r.open(2, "Player", {"position": 0, "isPlaying": False, "volume": 0.8}, place="player", parent=1)
    running, rows, last_row = [], [], 2
    while len(r.lines) < count:
        move = chance.random()
        if move < 0.3:
            text = "".join(chance.choices("abcdefgh", k=chance.randint(2, 9)))
            # As a policy would: the new query takes the place of the old one. Now and then the policy is missing, and answers come late.
            if chance.random() < 0.9:
                for action, load, old in running:
                    r.event("cancel", 5, 1, c=action, reason="replaced", case="queryChanged", v=enum("queryChanged", [old]))
                    r.done(load, action, how="cancelled")
                running = []
            action = r.action(1, "queryChanged", text, after=chance.randint(500, 90_000), at="Movies/MoviesView.swift:18")
            r.mutation(1, action, "queryChanged", text, patch=[to("/query", text), to("/isLoading", True)])
            load = r.use_case(1, action, "search", text)
            running.append((action, load, text))
        elif move < 0.6 and running:
            action, load, text = running.pop(chance.randrange(len(running)))
            found = [{"id": number, "title": f"{text} {number}"} for number in range(chance.randint(0, 6))]
            old = len(r.states[1]["results"])
            r.mutation(1, load, "loaded", found, after=chance.randint(2000, 60_000), patch=[{"p": "/results", "at": 0, "del": old, "ins": found}, to("/isLoading", False)])
            r.done(load, action)
        elif move < 0.8:
            tick = r.action(2, "ticked", after=chance.randint(100, 5000))
            r.mutation(2, tick, "moved", patch=[to("/position", r.number)], at="Movies/PlayerController.swift:9")
            r.done(tick)
        elif move < 0.83:
            r.event("drop", 700, 2, what="action", reason=chance.choice(["busy", "throttled"]), case="playTapped", v=enum("playTapped", []))
        elif move < 0.93 and len(rows) < 30:
            last_row += 1
            r.open(last_row, "Row", {"isFavourite": False, "title": f"Movie {last_row}"}, after=50, place=f"results[{last_row}]", parent=1)
            rows.append(last_row)
        elif rows:
            row = chance.choice(rows)
            tap = r.action(row, "starTapped", after=900)
            r.mutation(row, tap, "starred", patch=[to("/isFavourite", not r.states[row]["isFavourite"])])
            r.event("output", 5, row, c=tap, case="starred", v=enum("starred", [row]), how="unheard" if chance.random() < 0.1 else None)
            r.done(tap)
            if chance.random() < 0.3:
                rows.remove(row)
                r.event("stop", 9, row)
    return r.text()


HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>\u202eevil\u0007{{hacked}}"


def hostile():
    """Texts that would run or hide something if a page took them for markup, and lines that break the rules of the format."""
    r = Recording(HOSTILE, [HOSTILE])
    r.open(1, HOSTILE, {HOSTILE: HOSTILE, "__proto__": {"hacked": 1}, "long": "x" * 200_000, "none": None}, place=HOSTILE)
    action = r.action(1, HOSTILE, HOSTILE, {"__proto__": {"hacked": True}}, at=HOSTILE)
    r.mutation(1, action, HOSTILE, HOSTILE, patch=[to("/__proto__", {"hacked": 2}), to("/none", "\u2028" + HOSTILE)], at=HOSTILE)
    r.event("drop", 10, 1, what=HOSTILE, reason=HOSTILE, case=HOSTILE, v=[HOSTILE], at=HOSTILE)
    r.event("output", 10, 1, c=action, case="constructor", v=enum("constructor", []), how=HOSTILE)
    r.event("useCase", 10, 1, c=action, case=HOSTILE, v=[HOSTILE])
    r.event("done", 10, of=r.number, how=HOSTILE, error=HOSTILE)
    r.event("call", 10, 1, c=action, case=HOSTILE, worker=HOSTILE, v={HOSTILE: {HOSTILE: HOSTILE}})
    r.event("answer", 10, of=r.number, how=HOSTILE, v={HOSTILE: HOSTILE}, type=HOSTILE)
    r.event("answer", 10, of=action, how=HOSTILE, v=HOSTILE)
    r.event("mutation", 10, 1, c=r.number + 1, case="futureCause", patch=[to("/none", 1)])
    r.event("mutation", 10, 1, case="unfit", patch=[to("/no/such/path", 1), {"p": 5}])
    r.event("mutation", 10, 1, case="noPatch")
    r.event("mutation", -500, 1, case=5, v=None, patch=[{"p": "/long", "at": 3, "ins": []}])
    r.event("action", 10, 99, case=None)
    r.event("toString", 10, 1)
    # Fields with the names that a page may use itself, and objects that cannot be turned into text.
    odd = {"toString": None, "valueOf": None}
    own = r.event("action", 10, 1, case="own", parts=5, effects=5, owner={}, searched=7, waits=3, changes=4, ending={}, x="left", depth="deep", begin=7)
    r.event("mutation", 10, 1, c=own, case="own", v={"$redacted": odd}, rev=odd, patch=[], losses=[1], steps=2, changes={}, isUnfit="yes", n=3, time={})
    r.event("done", 10, of=own, how=odd, begin=1)
    r.put(i=r.number + 100, k="action", t=odd, s=odd, c=odd, case=odd, at=odd, v={"$opaque": odd, "text": odd})
    deep = "[" * 3000 + "]" * 3000
    r.lines += ["null", "[]", "7", "{", '{"k":"done","of":999,"t":1}', '{"i":1,"k":"action","t":"soon","s":1,"case":"twice"}', '{"i":70,"k":"open","s":1,"name":{"a":1},"place":{},"parent":1}',
                f'{{"i":71,"k":"mutation","s":1,"case":"deep","v":{deep},"state":{deep}}}']
    return r.text()


def calls():
    """Calls of a worker: one returns, one throws, and one is not answered."""
    r = Recording("shelf")
    r.open(1, "Shelf", {"books": [], "message": ""})
    answers = [{"how": "returned", "v": [{"title": "Emma"}]}, {"how": "threw", "v": {"offline": {"code": 7}}, "case": "offline"}, None]
    for shelf, answer in enumerate(answers):
        action = r.action(1, "load", shelf)
        use_case = r.use_case(1, action, "load", shelf)
        call = r.event("call", 8, 1, c=use_case, case="load", worker="ShelfWorker", v={"load": {"shelf": shelf}})
        if answer:
            r.event("answer", 475_000, of=call, **answer)
            r.mutation(1, use_case, "loaded", patch=[to("/message", "done")])
            r.done(use_case, action)
    return r.text(is_whole=False)


def cut():
    """The recording of the lost update, whose program has crashed while a line was written."""
    lines = lost_update().splitlines(keepends=True)
    return "".join(lines[:-8]) + lines[-8][:40]


def page(text, inspector, other=None, grade=None):
    """The page with a recording inside, or with two and a grade, as the tool writes it."""
    def element(name, text):
        data = text.replace("<", "\\u003c")
        return f'<script type="application/x-cisrec" id="{name}">\n{data}</script>\n'

    before, after = inspector.split("<!--recording-->\n")
    return before + element("recording", text) + "".join(
        element(name, text) for name, text in (("other", other), ("grade", grade and json.dumps(grade))) if text) + after


def named(name):
    return many(int(name)) if name.isdigit() else {"lost_update": lost_update, "hostile": hostile, "cut": cut, "calls": calls}[name]()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    Path(sys.argv[2]).write_text(named(sys.argv[1]), encoding="utf-8")
