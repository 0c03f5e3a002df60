#!/usr/bin/env python3
"""The forecast for tourist spots, in Python: starts the scene's program, prints what it shows, sends it what is typed.

    python3 spots.py PROGRAM [ARGUMENT …]     such as: python3 spots.py swift run tourist-spots --bridge stdio

Keys, each with a return: r refresh, o open the page, c close, q quit."""
import asyncio
import itertools
import json
import sys
import threading


class Session:
    """The messages of one session: JSON objects, one per line."""

    def __init__(self, process):
        self.process = process
        self.refs = 0
        self.acts = 0
        self.states = {}  # of the scenes that are open, by id: the last one is on top
        self.names = {}
        self.done = {}  # what waits for an answer, by ref

    @classmethod
    async def start(cls, command):
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24)
        session = cls(process)
        session.send(type="hello", v=[1, 1], client="python")
        return session

    def send(self, **message):
        self.process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    async def request(self, **message):
        """Sends a message, and returns its answer: `opened` or `done`."""
        self.refs += 1
        answer = self.done[self.refs] = asyncio.get_running_loop().create_future()
        self.send(ref=self.refs, **message)
        return await answer

    async def act(self, scene, action):
        self.acts += 1
        answer = await self.request(type="act", scene=scene, n=self.acts, action={action: {}})
        # A refused action does not use its number up.
        self.acts -= answer["type"] == "error"

    async def messages(self):
        """Keeps the states up to date, and yields each message behind that."""
        async for line in self.process.stdout:
            message = json.loads(line)
            self.take(message)
            yield message

    def take(self, message):
        kind, scene = message["type"], message.get("scene")
        if kind == "opened":
            self.states[scene], self.names[scene] = message["state"], message["name"]
        elif kind == "state":
            self.states[scene] = message["full"]
        elif kind == "patch":
            for step in message["ops"]:
                self.states[scene] = patched(self.states[scene], step)
        elif kind == "closed":
            del self.states[scene]
        if kind in ("state", "patch"):
            self.send(type="ack", scene=scene, rev=message["rev"])
        if kind in ("opened", "done", "error"):
            answer = self.done.pop(message.get("ref"), None)
            if answer and not answer.done():
                answer.set_result(message)


def patched(state, step):
    """RFC 6902: one step of a patch."""
    path = [part.replace("~1", "/").replace("~0", "~") for part in step["path"].split("/")[1:]]
    if not path:
        return step["value"]
    if step["op"] == "move":
        value = taken(state, [part.replace("~1", "/").replace("~0", "~") for part in step["from"].split("/")[1:]])
    elif step["op"] != "remove":
        value = step["value"]
    if step["op"] in ("remove", "replace"):
        taken(state, path)
    if step["op"] != "remove":
        place, key = target(state, path)
        if isinstance(place, list):
            place.insert(len(place) if key == "-" else int(key), value)
        else:
            place[key] = value
    return state


def target(state, path):
    for part in path[:-1]:
        state = state[int(part) if isinstance(state, list) else part]
    return state, path[-1]


def taken(state, path):
    place, key = target(state, path)
    return place.pop(int(key) if isinstance(place, list) else key, *([] if isinstance(place, list) else [None]))


def show(session):
    """Prints the scene on top, line by line."""
    top = max(session.states)
    if session.names[top] == "emptyPage":
        return print("── 빈 페이지 ── [c] 닫기", flush=True)
    state = session.states[top]
    print("── 관광지 예보 ── [c] 닫기  [o] 빈 페이지 열기  [r] " + ("다시 시도" if state.get("failure") else "새로 고침"))
    for row in state["rows"]:
        print(row["course"], row["spot"], row["sky"], row["details"], row["forecast"], sep="\n", end="\n\n")
    if state.get("failure"):
        print(state["failure"])
    print({"none": "──", "pulled": "↻ 불러오는 중…", "centred": "◌ 불러오는 중…"}[state["progress"]], flush=True)


async def keys(session, scene, first):
    """Each key is the button that is printed with it."""
    loop, lines, acts = asyncio.get_running_loop(), asyncio.Queue(), []

    def read():
        for line in itertools.chain(sys.stdin, [""]):
            loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=read, daemon=True).start()
    while line := await lines.get():
        key, top = line.strip(), max(session.states)
        retry = session.states[scene].get("failure") is not None
        action = {"o": "emptyPageTapped", "c": "closeTapped", "r": "retryTapped" if retry else "refreshPulled"}.get(key)
        if key == "q":
            return session.send(type="bye")
        if action and (top == scene or key == "c"):
            acts.append(asyncio.ensure_future(session.act(top, action)))
    await asyncio.gather(first, *acts)
    session.send(type="bye")


async def main(command):
    session = await Session.start(command)
    asyncio.ensure_future(session.request(type="open", scene="touristSpots"))
    typing = None
    async for message in session.messages():
        if message["type"] == "opened" and message.get("ref"):
            first = asyncio.ensure_future(session.act(message["scene"], "appeared"))
            typing = asyncio.ensure_future(keys(session, message["scene"], first))
        elif message["type"] in ("state", "patch", "opened", "closed"):
            show(session)
        elif message["type"] == "output" or message.get("fatal"):
            break
    session.send(type="bye")
    if typing:
        typing.cancel()
    return await session.process.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:] or ["tourist-spots", "--bridge", "stdio"])))
