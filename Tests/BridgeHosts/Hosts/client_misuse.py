"""The generated client with an app that answers as a session does, and with what goes wrong. Needs no program and no library."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from typing import Any, Dict, List, Optional

from scenes import App, BridgeError, Call, Message, Program, Socket


class Mock:
    """A transport whose other end is here."""

    def __init__(self) -> None:
        self.log: List[Message] = []
        self.last_number = 0
        self.last_scene = 0
        self.handles: Callable[[Message], bool] = lambda message: False
        self.refuses: Callable[[str], bool] = lambda text: False
        self.fails = False
        self.limit = 1 << 20
        self.answers: Optional[int] = None
        self.is_stopped = False

    async def start(self, receive: Callable[[Optional[Message]], None]) -> None:
        self.receive = receive

    async def stop(self) -> None:
        self.is_stopped = True

    def send(self, message: bytes) -> None:
        if self.fails:
            raise RuntimeError("the transport takes nothing now")
        text = message.decode()
        # The answer comes in a later turn of the loop.
        asyncio.get_running_loop().call_soon(self.take, text)

    def say(self, **message: Any) -> None:
        self.receive(message)

    def error(self, code: str, **more: Any) -> None:
        self.say(**{"type": "error", "code": code, "at": "", "expected": "", "got": "", "fatal": False, **more})

    def of(self, kind: str) -> List[Message]:
        return [message for message in self.log if message["type"] == kind]

    def take(self, text: str) -> None:
        if self.refuses(text) or "NaN" in text:
            return self.error("badJSON")
        message = json.loads(text)
        self.log.append(message)
        kind, ref = message["type"], message.get("ref")
        if self.handles(message):
            return
        if kind == "hello":
            answers = {} if self.answers is None else {"answers": self.answers}
            self.say(type="welcome", schema=message["schema"], limits={"message": self.limit, "inFlight": 4}, **answers)
        elif kind == "open":
            self.last_scene += 1
            self.say(type="opened", ref=ref, scene=self.last_scene, name=message["scene"], rev=0, state={})
        elif kind == "act" and message["n"] > self.last_number + 1:
            self.error("skippedNumber", ref=ref, at="/n", expected=str(self.last_number + 1), got=str(message["n"]))
        elif kind == "act":
            self.last_number += 1
            self.say(type="done", ref=ref, end="finished", rev=0)


async def end(of: Awaitable[Any]) -> str:
    """How something has ended, once nothing more happens."""
    task = asyncio.ensure_future(of)
    for _ in range(100):
        await asyncio.sleep(0)
    if not task.done():
        task.cancel()
        return "pending"
    error = task.exception()
    if error is not None:
        return error.code if isinstance(error, BridgeError) else type(error).__name__
    answer = task.result()
    return str(answer["end"]) if isinstance(answer, dict) else "done"


async def an_action_that_json_has_not_is_refused_and_the_next_one_runs(mock: Mock, app: App) -> None:
    scene: Any = await app.open_todo()
    cyclic: List[Any] = []
    cyclic.append(cyclic)
    for value, expected in ((b"x", "TypeError"), (float("nan"), "ValueError"), (cyclic, "ValueError"), ("\ud83d", "UnicodeEncodeError")):
        assert await end(scene.act({"add": {"title": value}})) == expected, repr(value)
        assert await end(scene.act({"clear": {}})) == "finished", repr(value)


async def an_action_that_was_not_sent_uses_no_number_up(mock: Mock, app: App) -> None:
    scene = await app.open_todo()
    mock.fails = True
    assert await end(scene.act({"clear": {}})) == "RuntimeError"
    mock.fails = False
    assert await end(scene.act({"clear": {}})) == "finished"


async def an_action_that_the_app_cannot_read_fails_and_not_those_around_it(mock: Mock, app: App) -> None:
    mock.refuses = lambda text: "bad" in text
    scene: Any = await app.open_todo()
    ends = [end(scene.act({name: {}})) for name in ("bad", "ok", "bad", "bad", "ok", "ok")]
    assert await asyncio.gather(*ends) == ["badJSON", "finished", "badJSON", "badJSON", "finished", "finished"]
    assert await end(scene.act({"bad": {}})) == "badJSON"
    assert await end(scene.act({"ok": {}})) == "finished"
    assert app.errors.empty()


async def an_action_that_is_refused_does_not_refuse_those_behind_it(mock: Mock, app: App) -> None:
    def handles(message: Message) -> bool:
        if message.get("action") != {"fly": {}} or message["n"] != mock.last_number + 1:
            return False
        mock.error("badAction", ref=message["ref"], at="/action")
        return True

    mock.handles = handles
    scene: Any = await app.open_todo()
    ends = [end(scene.act({name: {}})) for name in ("ok", "fly", "ok", "ok", "fly", "ok", "ok")]
    expected = ["finished", "badAction", "finished", "finished", "badAction", "finished", "finished"]
    assert await asyncio.gather(*ends) == expected


async def an_error_that_is_no_actions_is_told_and_the_actions_run(mock: Mock, app: App) -> None:
    mock.handles = lambda message: bool(message.get("action") == {"slow": {}})
    scene: Any = await app.open_todo()
    slow = asyncio.ensure_future(scene.act({"slow": {}}))
    await end(asyncio.sleep(0))
    mock.last_number = 1
    mock.error("badJSON")
    await end(asyncio.sleep(0))
    assert app.errors.get_nowait().code == "badJSON"
    mock.say(type="done", ref=mock.of("act")[0]["ref"], end="finished", rev=0)
    assert await end(slow) == "finished"
    assert await end(scene.act({"clear": {}})) == "finished"


async def no_more_actions_are_sent_than_the_app_takes(mock: Mock, app: App) -> None:
    mock.handles = lambda message: bool(message["type"] == "act")
    scene = await app.open_todo()
    acts = [asyncio.ensure_future(scene.act({"clear": {}})) for _ in range(10)]
    await end(asyncio.sleep(0))
    assert len(mock.of("act")) == 4
    mock.handles = lambda message: False
    for act in mock.of("act"):
        mock.last_number += 1
        mock.say(type="done", ref=act["ref"], end="finished", rev=0)
    assert await end(asyncio.gather(*acts)) == "done"
    assert [act["n"] for act in mock.of("act")] == list(range(1, 11))


async def whoever_waits_is_told_that_the_client_has_left(mock: Mock, app: App) -> None:
    mock.handles = lambda message: bool(message["type"] == "act")
    scene = await app.open_todo()
    act = asyncio.ensure_future(scene.act({"clear": {}}))
    await end(asyncio.sleep(0))
    await app.__aexit__()
    assert await end(act) == "ConnectionError"
    assert await end(scene.act({"clear": {}})) == "ConnectionError"


async def an_action_ends_behind_the_state_that_was_asked_for_again(mock: Mock, app: App) -> None:
    mock.handles = lambda message: bool(message["type"] == "act")
    first, second = await app.open_todo(), await app.open_todo()
    acts = [asyncio.ensure_future(scene.act({"clear": {}})) for scene in (first, second)]
    await end(asyncio.sleep(0))
    mock.say(type="patch", scene=1, base=7, rev=8, ops=[])
    for act in mock.of("act"):
        mock.say(type="done", ref=act["ref"], end="finished", rev=8)
    await end(asyncio.sleep(0))
    assert (acts[0].done(), acts[1].done()) == (False, True)
    mock.say(type="state", scene=1, rev=8, full={"lastID": 8})
    assert await end(acts[0]) == "finished"


async def an_action_ends_with_an_error_if_the_state_that_was_asked_for_cannot_be_encoded(mock: Mock, app: App) -> None:
    mock.handles = lambda message: bool(message["type"] == "act")
    scenes = [await app.open_todo(), await app.open_todo()]
    acts = [asyncio.ensure_future(scenes[at].act({"clear": {}})) for at in (0, 1, 0)]
    await end(asyncio.sleep(0))

    def done(at: int) -> None:
        mock.say(type="done", ref=mock.of("act")[at]["ref"], end="finished", rev=8)

    for id in (1, 2):
        mock.say(type="patch", scene=id, base=7, rev=8, ops=[])
        done(id - 1)
    mock.error("notEncodable", scene=1)
    assert await end(acts[0]) == "notEncodable"
    assert not acts[1].done()
    assert app.errors.get_nowait().code == "notEncodable"
    # A later action cannot be shown, either. Of one that has not run to its end, nothing has to be shown.
    done(2)
    assert await end(acts[2]) == "notEncodable"
    dropped = asyncio.ensure_future(scenes[0].act({"clear": {}}))
    await end(asyncio.sleep(0))
    mock.say(type="done", ref=mock.of("act")[3]["ref"], end="dropped", reason="first", rev=8)
    assert (await end(dropped), dropped.result()["reason"]) == ("dropped", "first")
    mock.say(type="state", scene=2, rev=8, full={"lastID": 8})
    assert await end(acts[1]) == "finished"
    # The next state that can be encoded is asked for, and waited for.
    last = asyncio.ensure_future(scenes[0].act({"clear": {}}))
    await end(asyncio.sleep(0))
    mock.say(type="patch", scene=1, base=8, rev=9, ops=[])
    done(4)
    await end(asyncio.sleep(0))
    assert not last.done()
    assert [message["scene"] for message in mock.of("sync")] == [1, 2, 1]
    mock.say(type="state", scene=1, rev=9, full={"lastID": 9})
    assert (await end(last), scenes[0].state["lastID"]) == ("finished", 9)


async def a_message_that_is_not_handled_does_not_hold_up_those_behind_it(mock: Mock, app: App) -> None:
    # The second line is none that this client knows how to take.
    program = Program(sys.executable, "-c", "print('{\"type\":1}\\n{}\\nno JSON\\n{\"type\":2}')")
    taken: List[Any] = []
    ended = asyncio.Event()

    def receive(message: Optional[Message]) -> None:
        if message is None:
            ended.set()
        else:
            taken.append(message["type"])

    problems: List[Dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: problems.append(context))
    await program.start(receive)
    await ended.wait()
    await program.stop()
    assert (taken, len(problems)) == ([1, 2], 2), (taken, problems)


async def whoever_waits_for_a_change_is_told_that_the_scene_is_closed(mock: Mock, app: App) -> None:
    first, second = await app.open_todo(), await app.open_todo()

    async def change(scene: Any) -> None:
        await scene.changed()

    waiting = [asyncio.ensure_future(change(scene)) for scene in (first, second)]
    await end(asyncio.sleep(0))
    mock.say(type="closed", scene=1)
    assert (await end(waiting[0]), first.is_open) == ("done", False)
    assert await end(change(first)) == "done", "it is closed already"
    assert (first.is_open, second.is_open) == (False, True)
    mock.receive(None)
    assert (await end(waiting[1]), second.is_open) == ("done", False), "the app has gone"
    assert await end(change(second)) == "done"


async def an_action_whose_task_is_cancelled_is_cancelled(mock: Mock, app: App) -> None:
    mock.handles = lambda message: bool(message["type"] == "act")
    scene = await app.open_todo()
    acts = [asyncio.ensure_future(scene.act({"clear": {}})) for _ in range(6)]
    await end(asyncio.sleep(0))
    # One is in flight, the other waits to be sent: the app takes four.
    acts[1].cancel()
    acts[4].cancel()
    await end(asyncio.sleep(0))
    ref = mock.of("act")[1]["ref"]
    assert [message["ref"] for message in mock.of("cancel")] == [ref]
    mock.handles = lambda message: False
    for act in mock.of("act"):
        mock.last_number += 1
        mock.say(type="done", ref=act["ref"], end="cancelled" if act["ref"] == ref else "finished", rev=0)
    ends = await asyncio.gather(*acts, return_exceptions=True)
    assert ["end" if isinstance(one, dict) else type(one).__name__ for one in ends] == [
        "end", "CancelledError", "end", "end", "CancelledError", "end"]
    assert [act["n"] for act in mock.of("act")] == [1, 2, 3, 4, 5]


async def an_action_that_was_cancelled_is_not_sent_again(mock: Mock, app: App) -> None:
    mock.handles = lambda message: bool(message["type"] == "act")
    scene: Any = await app.open_todo()
    acts = [asyncio.ensure_future(scene.act({name: {}})) for name in ("fly", "clear", "clear")]
    await end(asyncio.sleep(0))
    acts[1].cancel()
    await end(asyncio.sleep(0))
    mock.handles = lambda message: False
    fly, *behind = mock.of("act")
    mock.error("badAction", ref=fly["ref"], at="/action")
    for act in behind:
        mock.error("skippedNumber", ref=act["ref"], at="/n", expected="1", got=str(act["n"]))
    mock.error("unknownRef", ref=behind[0]["ref"], at="/ref")
    assert (await end(acts[0]), await end(acts[2])) == ("badAction", "finished")
    assert [act["n"] for act in mock.of("act")] == [1, 2, 3, 1]
    assert app.errors.empty()


async def a_scene_for_which_nobody_waits_any_more_is_closed(mock: Mock, app: App) -> None:
    mock.handles = lambda message: bool(message["type"] == "open")
    opening = asyncio.ensure_future(app.open_todo())
    await end(asyncio.sleep(0))
    opening.cancel()
    await end(asyncio.sleep(0))
    mock.say(type="opened", ref=mock.of("open")[0]["ref"], scene=1, name="todo", rev=0, state={})
    await end(asyncio.sleep(0))
    assert [message["scene"] for message in mock.of("close")] == [1]


async def a_patch_that_does_not_fit_is_followed_by_the_whole_state(mock: Mock, app: App) -> None:
    scene: Any = await app.open_todo()
    for path in ("/items/0", "/items/x", "/lastID/x", "/a/b"):
        mock.say(type="state", scene=1, rev=1, full={"items": [], "lastID": 1})
        await end(asyncio.sleep(0))
        mock.log.clear()
        mock.say(type="patch", scene=1, base=1, rev=2, ops=[{"op": "replace", "path": path, "value": 7}])
        await end(asyncio.sleep(0))
        assert [message["type"] for message in mock.log] == ["sync"], path
        # A patch that was on its way is for a state that is not there.
        mock.say(type="patch", scene=1, base=1, rev=3, ops=[{"op": "replace", "path": "/lastID", "value": 3}])
        assert scene.state["lastID"] == 1, path
        mock.say(type="state", scene=1, rev=2, full={"items": [], "lastID": 2})
        await end(asyncio.sleep(0))
        assert (scene.state["lastID"], scene.revision) == (2, 2), path


async def a_step_to_a_place_that_is_not_there_is_not_taken(mock: Mock, app: App) -> None:
    await app.open_todo()
    old = {"items": [1, 2], "": 0}
    steps = [("replace", "/items/-1"), ("remove", "/items/-1"), ("add", "/items/3"), ("replace", "/items/2"), ("replace", "/items/01"),
             ("replace", "/items/ 1"), ("replace", "/new"), ("remove", "/new"), ("test", "/items"), ("add", "/items/-2")]
    for kind, path in steps:
        mock.say(type="state", scene=1, rev=1, full=json.loads(json.dumps(old)))
        mock.log.clear()
        mock.say(type="patch", scene=1, base=1, rev=2, ops=[{"op": kind, "path": path, "value": 7}])
        await end(asyncio.sleep(0))
        assert len(mock.of("sync")) == 1, (kind, path)


async def a_patch_makes_the_state_that_its_steps_describe(mock: Mock, app: App) -> None:
    scene: Any = await app.open_todo()
    patches: List[Any] = [
        ({"a": [1, 2, 3]}, [{"op": "add", "path": "/a/-", "value": 4}, {"op": "add", "path": "/a/0", "value": 0}], {"a": [0, 1, 2, 3, 4]}),
        ({"a": [1, 2, 3]}, [{"op": "move", "from": "/a/0", "path": "/a/2"}, {"op": "remove", "path": "/a/0"}], {"a": [3, 1]}),
        ({"a": {"b": 1}}, [{"op": "move", "from": "/a/b", "path": "/c"}, {"op": "replace", "path": "/a", "value": []}], {"a": [], "c": 1}),
        ({"a/b~1": 1, "~": 2}, [{"op": "replace", "path": "/a~1b~01", "value": 3}, {"op": "remove", "path": "/~0"}], {"a/b~1": 3}),
        ([1], [{"op": "add", "path": "/1", "value": 2}], [1, 2]),
        ([{"1": 0}], [{"op": "add", "path": "/0/1", "value": [7]}, {"op": "replace", "path": "/0/1/0", "value": 8}], [{"1": [8]}]),
        ({"a": 1}, [{"op": "replace", "path": "", "value": 7}], 7),
        (7, [{"op": "add", "path": "", "value": {"": 1}}, {"op": "replace", "path": "/", "value": 2}], {"": 2}),
    ]
    for old, steps, new in patches:
        mock.say(type="state", scene=1, rev=1, full=old)
        mock.say(type="patch", scene=1, base=1, rev=2, ops=steps)
        assert scene.state == new, (steps, scene.state)
    await end(asyncio.sleep(0))
    assert [(message["scene"], message["rev"]) for message in mock.of("ack")] == [(1, 1), (1, 2)] * len(patches)


async def a_child_an_output_and_a_close_reach_the_right_scene(mock: Mock, app: App) -> None:
    hello = mock.of("hello")[0]
    assert hello["schema"] and hello["types"]["scenes"][0]["name"] == "todo"
    parent, other = await app.open_todo(), await app.open_todo()
    mock.say(type="opened", scene=3, name="detail", parent=1, place={"field": "detail"}, rev=0, state={"id": 4})
    mock.say(type="output", scene=2, value={"allDone": {}})
    child = app.children.get_nowait()
    assert (child.id, child.name, child.parent, child.state) == (3, "detail", 1, {"id": 4})
    assert (parent.outputs.qsize(), other.outputs.get_nowait()) == (0, {"allDone": {}})
    mock.say(type="closed", scene=3)
    assert (child.is_open, parent.is_open) == (False, True)
    parent.close()
    await app.__aexit__()
    await end(asyncio.sleep(0))
    assert [message["type"] for message in mock.log[-2:]] == ["close", "bye"]


async def a_worker_answers_once_or_in_a_stream_until_it_is_cancelled(mock: Mock, app: App) -> None:
    told: List[Any] = []

    async def worker(call: Call) -> Any:
        if call.method == "stream":
            call.more(1)
            call.more(2)
        elif call.method == "fail":
            raise ValueError("no camera")
        elif call.method == "wait":
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                told.append(call.arguments)
                raise
        return call.arguments

    other = Mock()
    async with App(other, {"page": worker}):
        for number, (name, method) in enumerate((("page", "ask"), ("page", "stream"), ("page", "fail"), ("nobody", "ask"), ("page", "wait"))):
            other.say(type="call", call=number, worker=name, method=method, arguments={"n": number})
        await end(asyncio.sleep(0))
        other.say(type="uncall", call=4)
        await end(asyncio.sleep(0))
        assert told == [{"n": 4}]
        replies = {number: [reply for reply in other.of("reply") if reply["call"] == number] for number in range(5)}
        assert [(reply["ok"], reply.get("more")) for reply in replies[0]] == [({"n": 0}, None)]
        assert [(reply["ok"], reply.get("more")) for reply in replies[1]] == [(1, True), (2, True), ({"n": 1}, None)]
        assert [reply["err"] for reply in replies[2]] == ["no camera"]
        assert [reply["err"] for reply in replies[3]] == ["no worker nobody"]
        assert replies[4] == []


async def a_client_that_is_refused_leaves_nothing_behind(mock: Mock, app: App) -> None:
    other = Mock()

    def handles(message: Message) -> bool:
        other.error("badVersion", fatal=True)
        return True

    other.handles = handles

    async def enter() -> None:
        async with App(other):
            pass

    assert await end(enter()) == "badVersion"
    assert other.is_stopped


async def a_client_can_be_made_where_no_loop_runs(mock: Mock, app: App) -> None:
    other = Mock()
    made = await asyncio.get_running_loop().run_in_executor(None, lambda: App(other))
    async with made:
        error = asyncio.ensure_future(made.errors.get())
        await asyncio.sleep(0)
        other.error("late")
        assert (await error).code == "late"


async def a_patch_that_leads_to_another_state_than_the_app_has_is_replaced_by_the_whole_state(mock: Mock, app: App) -> None:
    def add(index: int, value: int, revision: int, checksum: int) -> None:
        steps = [{"op": "add", "path": f"/added/{index}", "value": value}]
        mock.say(type="patch", scene=1, base=revision - 1, rev=revision, ops=steps, sum=checksum)

    scene: Any = await app.open_todo()
    mock.say(type="state", scene=1, rev=1, full={"added": []})
    # The checksum that an app has computed of `{"added": [1]}`.
    add(0, 1, 2, 1487619568)
    await end(asyncio.sleep(0))
    assert mock.of("sync") == [] and mock.of("ack")[-1]["rev"] == 2
    add(1, 2, 3, 1487619568)
    await end(asyncio.sleep(0))
    assert len(mock.of("sync")) == 1 and mock.of("ack")[-1]["rev"] == 2
    mock.say(type="state", scene=1, rev=3, full={"added": [1, 3]})
    await end(asyncio.sleep(0))
    assert scene.state == {"added": [1, 3]} and mock.of("ack")[-1]["rev"] == 3


async def a_worker_whose_answer_json_has_not_is_an_error_for_the_app(mock: Mock, app: App) -> None:
    mock.say(type="call", call=1, worker="own", method="answer", arguments=None)
    await end(asyncio.sleep(0))
    assert [sorted(reply) for reply in mock.of("reply")] == [["call", "err", "type"]]


async def a_state_that_changes_while_the_last_one_is_drawn_is_seen(mock: Mock, app: App) -> None:
    scene: Any = await app.open_todo()
    drawn: List[int] = []
    goes_on = asyncio.Event()

    async def draw() -> None:
        while scene.is_open:
            state = await scene.changed()
            drawn.append(state["lastID"])
            await goes_on.wait()

    task = asyncio.ensure_future(draw())
    await end(asyncio.sleep(0))
    for number in (1, 2, 3):
        mock.say(type="state", scene=1, rev=number, full={"items": [], "lastID": number})
        await end(asyncio.sleep(0))
    goes_on.set()
    await end(asyncio.sleep(0))
    assert drawn == [1, 3], drawn
    mock.say(type="closed", scene=1)
    assert await end(task) == "done"
    assert drawn == [1, 3, 3], "the end of the scene is a change, too"


async def a_change_before_the_first_wait_is_seen(mock: Mock, app: App) -> None:
    scene: Any = await app.open_todo()
    mock.say(type="state", scene=1, rev=1, full={"items": [], "lastID": 1})
    await end(asyncio.sleep(0))
    assert (await scene.changed())["lastID"] == 1
    assert await end(scene.changed()) == "pending"


async def every_reader_of_states_gets_the_newest_one(mock: Mock, app: App) -> None:
    scene: Any = await app.open_todo()
    seen: List[List[int]] = [[], []]
    goes_on = asyncio.Event()

    async def read(index: int) -> None:
        async for state in scene.states():
            seen[index].append(state.get("lastID", 0))
            if index == 1:
                await goes_on.wait()

    readers = asyncio.gather(read(0), read(1))
    await end(asyncio.sleep(0))
    for number in (1, 2, 3):
        mock.say(type="state", scene=1, rev=number, full={"items": [], "lastID": number})
        await end(asyncio.sleep(0))
    goes_on.set()
    await end(asyncio.sleep(0))
    assert seen == [[0, 1, 2, 3], [0, 3]], seen
    mock.say(type="closed", scene=1)
    assert await end(readers) == "done"
    assert seen == [[0, 1, 2, 3], [0, 3]], seen


async def a_call_is_answered_whatever_its_worker_does(mock: Mock, app: App) -> None:
    class NoText(Exception):
        def __str__(self) -> str:
            raise ValueError("no text")

    cyclic: List[Any] = []
    cyclic.append(cyclic)
    deep: List[Any] = []
    for _ in range(100_000):
        deep = [deep]

    async def worker(call: Call) -> Any:
        if call.method == "cancelled":
            other = asyncio.ensure_future(asyncio.sleep(0))
            other.cancel()
            await other
        if call.method == "exits":
            raise asyncio.IncompleteReadError(b"", 1)
        errors = {"long text": "x" * 2_000_000, "wide text": "\x01" * 4_000, "half a character": "file \udc80", "no text": NoText()}
        if call.method in errors:
            error = errors[call.method]
            raise error if isinstance(error, Exception) else ValueError(error)
        if call.method == "more of too much":
            call.more("x" * 2_000_000)
        answers = {"too much": "x" * 2_000_000, "wide": "한" * 400_000, "cyclic": cyclic, "NaN": float("nan"), "bytes": b"x",
                   "half a character as answer": "\udc80", "deep": deep, "a set": {1}}
        return answers.get(call.method)

    methods = ["cancelled", "exits", "long text", "wide text", "half a character", "no text", "more of too much", "too much", "wide",
               "cyclic", "NaN", "bytes", "half a character as answer", "deep", "a set"]
    for limit in (1 << 20, 400):
        other = Mock()
        other.limit = limit
        async with App(other, {"oracle": worker}) as client:
            for number, method in enumerate(methods):
                other.say(type="call", call=number, worker="oracle", method=method, arguments=None)
            await end(asyncio.sleep(0))
            replies = other.of("reply")
            answered = {methods[reply["call"]] for reply in replies if reply.get("err") and not reply.get("more")}
            assert answered == set(methods), set(methods) - answered
            assert len(replies) == len(methods), "each once"
            assert max(len(json.dumps(reply, ensure_ascii=False).encode()) for reply in replies) <= limit
            assert client.errors.empty()


async def a_call_that_the_app_has_cancelled_is_not_answered(mock: Mock, app: App) -> None:
    async def worker(call: Call) -> Any:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if call.method == "raises":
                raise ValueError("cancelled")
        call.more(1)
        return 2

    other = Mock()
    async with App(other, {"page": worker}):
        for number, method in enumerate(("raises", "returns")):
            other.say(type="call", call=number, worker="page", method=method, arguments=None)
        await end(asyncio.sleep(0))
        for number in (0, 1):
            other.say(type="uncall", call=number)
        await end(asyncio.sleep(0))
        assert other.of("reply") == []


async def a_stream_waits_until_the_app_has_room(mock: Mock, app: App) -> None:
    sent: List[int] = []

    async def worker(call: Call) -> Any:
        for number in range(10):
            if call.method == "waits":
                await call.more(number)
            else:
                call.more(number)
            sent.append(number)
        return "last"

    for method in ("waits", "does not wait"):
        sent.clear()
        other = Mock()
        other.answers = 4
        async with App(other, {"page": worker}):
            other.say(type="call", call=7, worker="page", method=method, arguments=None)
            await end(asyncio.sleep(0))
            assert [reply["ok"] for reply in other.of("reply")] == [0, 1, 2, 3], method
            assert len(sent) == (4 if method == "waits" else 10)
            other.say(type="room", call=7, n=6)
            await end(asyncio.sleep(0))
            assert [reply["ok"] for reply in other.of("reply")] == [0, 1, 2, 3, 4, 5], method
            # The answer that ends the stream needs room, too.
            other.say(type="room", call=7, n=10)
            await end(asyncio.sleep(0))
            assert [reply["ok"] for reply in other.of("reply")] == list(range(10)), method
            other.say(type="room", call=7, n=11)
            await end(asyncio.sleep(0))
            assert [(reply["ok"], reply.get("more")) for reply in other.of("reply")][9:] == [(9, True), ("last", None)], method


async def a_task_that_waits_for_room_ends_with_its_call(mock: Mock, app: App) -> None:
    """The task is not that of the worker, which the client ends by itself."""
    tasks: List[Any] = []
    calls: List[Call] = []

    async def worker(call: Call) -> Any:
        calls.append(call)

        async def produce() -> None:
            while True:
                await call.more(1)

        tasks.append(asyncio.ensure_future(produce()))
        if call.method == "fails":
            await asyncio.sleep(0)
            raise ValueError("no camera")
        await asyncio.Event().wait()

    other = Mock()
    other.answers = 4
    async with App(other, {"page": worker}):
        for number, method in enumerate(("fails", "is cancelled")):
            other.say(type="call", call=number, worker="page", method=method, arguments=None)
        await end(asyncio.sleep(0))
        assert not tasks[1].done()
        other.say(type="uncall", call=1)
        await end(asyncio.sleep(0))
        assert [task.cancelled() for task in tasks] == [True, True], tasks
        late: Any = calls[1].more(2)
        assert late.cancelled()


async def what_a_worker_sends_after_the_end_is_dropped(mock: Mock, app: App) -> None:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "socket")
        server = await asyncio.start_unix_server(listen, path)
        socket = Socket(path)
        await socket.start(lambda message: None)
        stop = asyncio.ensure_future(socket.stop())
        await asyncio.sleep(0)
        socket.send(b"{}")
        await stop
        socket.send(b"{}")
        server.close()


async def an_app_that_hangs_does_not_keep_its_host(mock: Mock, app: App) -> None:
    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "socket")
        server = await asyncio.start_unix_server(hang, path)
        program = Program(sys.executable, "-c", "import threading; threading.Event().wait()")
        transports: List[Any] = [Socket(path), program]
        for transport in transports:
            transport._patience = 0
            await transport.start(lambda message: None)
            await transport.stop()
        assert program._process.returncode == -9
        server.close()


async def a_message_that_is_too_long_is_refused_before_it_is_sent(mock: Mock, app: App) -> None:
    scene: Any = await app.open_todo()
    long = "x" * (1 << 20)
    assert await end(app.open("todo", long)) == "tooLong"
    assert await end(scene.act({"add": {"title": long}})) == "tooLong"
    assert await end(scene.act({"clear": {}})) == "finished"
    assert await end(app.open("todo", "\ud800")) == "UnicodeEncodeError"


async def outputs_that_nobody_reads_do_not_fill_the_memory(mock: Mock, app: App) -> None:
    scene: Any = await app.open_todo()
    for value in range(20_000):
        mock.say(type="output", scene=scene.id, value=value)
    values = [await scene.outputs.get() for _ in range(scene.outputs.qsize())]
    assert values == list(range(10_000, 20_000)), len(values)


async def bytes_worker(call: Call) -> Any:
    return b"bytes"


async def main() -> None:
    failures = 0
    tests = [test for name, test in globals().items() if inspect.isfunction(test) and inspect.iscoroutinefunction(test) and "mock" in inspect.signature(test).parameters]
    for test in tests:
        mock = Mock()
        app = App(mock, {"own": bytes_worker})
        try:
            await app.__aenter__()
            await asyncio.wait_for(test(mock, app), 60)
        except (Exception, SystemExit) as error:
            failures += 1
            print(f"{test.__name__}: {type(error).__name__} {error}")
    print(f"python: {len(tests) - failures} of {len(tests)} tests of the client passed")
    raise SystemExit(failures > 0)


asyncio.run(main())
