"""Drives what is hard for a host, with the generated client: several sessions, workers that misbehave, fast streams, long states.

    probe_host.py PROGRAM LIBRARY SECOND [MEGABYTES…]

The generated client is `probe`; SECOND is the name of a copy of it, as of another app. MEGABYTES are the lengths of the long states."""

from __future__ import annotations

import asyncio
import gc
import importlib
import os
import socket
import sys
import tempfile
import time
from typing import Any, Callable, List

from probe import App, Call, Library, Program, Socket, Transport


async def oracle(call: Call) -> Any:
    if call.method == "numbers":
        # Without a pause, and without waiting for room.
        for number in range(1, 1_000):
            call.more(number)
        return 1_000
    if call.method == "slow numbers":
        for number in range(1, 1_000):
            await call.more(number)
        return 1_000
    if call.method == "wrong element":
        call.more(1)
        call.more("two")
        return 3
    if call.method == "late element":
        await call.more(1)
        await asyncio.sleep(0)
        raise ValueError("\udc80" + "x" * 2_000_000)
    if call.method == "cancelled":
        other = asyncio.ensure_future(asyncio.sleep(10))
        other.cancel()
        await other
    answers = {"fine": "yes", "nothing": None, "wrong type": 7, "too much": "x" * 2_000_000, "NaN": float("nan"), "set": {1}, "half": "\udc80"}
    if call.method in answers:
        return answers[call.method]
    raise ValueError("\udc80" + "x" * 2_000_000)


async def several_sessions_in_one_process(library: str, second: str) -> None:
    other: Any = importlib.import_module(second)
    async with App(Library(library, "probe_app")) as a, App(Library(library, "probe_app")) as b:
        first, behind = await a.open_probe(), await b.open_probe()
        # Sessions of one app, of another app, and of a client that was generated for another app.
        async with other.App(other.Library(library, "todo_app")) as c:
            todo = await c.open("todo")
            for _ in range(20):
                await asyncio.gather(behind.act({"add": {}}), first.act({"add": {}}), todo.act({"clear": {}}))
        await first.act({"add": {}})
        await a.__aexit__()
        await behind.act({"add": {}})
        assert (first.state["count"], behind.state["count"]) == (21, 21), (first.state, behind.state)
        async with App(Library(library, "probe_app")) as again:
            await (await again.open_probe()).act({"add": {}})
    apps = [App(Library(library, "probe_app")) for _ in range(30)]
    scenes = []
    for app in apps:
        await app.__aenter__()
        scenes.append(await app.open_probe())
    await asyncio.gather(*(scene.act({"add": {}}) for scene in scenes for _ in range(10)))
    for app in reversed(apps):
        await app.__aexit__()
    assert [scene.state["count"] for scene in scenes] == [10] * 30


async def workers_that_misbehave(make: Callable[[], Transport]) -> None:
    async with App(make(), {"oracle": oracle}) as app:
        probe = await app.open_probe()
        ends: List[Any] = []
        for method in ("fine", "nothing", "wrong type", "too much", "NaN", "set", "half", "cancelled", "fails", "fine"):
            await probe.act({"ask": {"_0": method}})
            ends.append(probe.state["answer"])
        assert ends == ["yes", "badAnswer", "badAnswer", *["refused"] * 6, "yes"], ends
        for method, end in (("numbers", "the end"), ("slow numbers", "the end"), ("wrong element", "badAnswer"), ("late element", "refused")):
            before = probe.state["sum"]
            await probe.act({"read": {"_0": method}})
            assert probe.state["answer"] == end, (method, probe.state["answer"])
            assert end != "the end" or probe.state["sum"] - before == 500_500, (method, probe.state["sum"] - before)
    # The app leaves while a worker answers, and no answer is open.
    async with App(make(), {"oracle": oracle}) as app:
        probe = await app.open_probe()
        act = asyncio.ensure_future(probe.act({"read": {"_0": "slow numbers"}}))
        await asyncio.sleep(0)
    try:
        await act
    except ConnectionError:
        pass


async def long_states(make: Callable[[], Transport], sizes: List[float]) -> None:
    async with App(make()) as app:
        probe = await app.open_probe()
        for size in sizes:
            count, began = int(size * 1e6), time.monotonic()
            await probe.act({"fill": {"_0": count}})
            assert len(probe.state["text"]) == count
            await probe.act({"add": {}})
            print(f"python: {size} MB in {time.monotonic() - began:.2f} s", file=sys.stderr)
        await probe.act({"fill": {"_0": 1}})
        assert probe.state["count"] == len(sizes)


async def only_one_listens(program: str, path: str) -> None:
    """Apps that start at once find the socket of an earlier run. One of them takes its place, and the others say that they cannot."""
    for _ in range(3):
        stale = socket.socket(socket.AF_UNIX)
        stale.bind(path)
        stale.close()
        pipe = asyncio.subprocess.PIPE
        start = asyncio.create_subprocess_exec
        apps = [await start(program, "--listen", path, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL) for _ in range(6)]
        for one in apps:
            assert one.stdin
            one.stdin.write(b"go\n")
        lines = [app.stdout and await app.stdout.readline() for app in apps]
        assert sum(line == b"listening\n" for line in lines) == 1, lines
        async with App(Socket(path)) as app:
            await (await app.open_probe()).act({"add": {}})
        for one in apps:
            assert one.stdin
            one.stdin.close()
            await one.wait()
        assert not os.path.exists(path), "the socket goes with its app"


async def main(program: str, library: str, second: str, *sizes: str) -> None:
    problems: List[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: problems.append(context))
    await asyncio.wait_for(several_sessions_in_one_process(library, second), 60)
    print("python: several sessions in one process")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "probe.socket")
        await asyncio.wait_for(only_one_listens(program, path), 120)
        print("python: one of several apps listens")
        pipe = asyncio.subprocess.PIPE
        listener = await asyncio.create_subprocess_exec(program, "--listen", path, stdin=pipe, stdout=pipe)
        assert listener.stdin and listener.stdout
        listener.stdin.write(b"go\n")
        assert await listener.stdout.readline() == b"listening\n"
        transports: List[Callable[[], Transport]] = [
            lambda: Program(program, "--bridge", "stdio"), lambda: Library(library, "probe_app"), lambda: Socket(path)]
        for transport in transports:
            await asyncio.wait_for(workers_that_misbehave(transport), 60)
            await asyncio.wait_for(long_states(transport, [float(size) for size in sizes]), 900)
        async with App(Socket(path)) as a, App(Socket(path)) as b:
            scenes = await a.open_probe(), await b.open_probe()
            await asyncio.gather(*(scene.act({"add": {}}) for scene in scenes for _ in range(500)))
            assert [scene.state["count"] for scene in scenes] == [500, 500]
            # Waiting ends when the app has gone.
            left = asyncio.ensure_future(scenes[0].act({"read": {"_0": "numbers"}}))
            listener.stdin.close()
            await listener.wait()
            try:
                await asyncio.wait_for(left, 10)
            except ConnectionError:
                pass
            assert not scenes[1].is_open
    gc.collect()
    assert problems == [], "no task has failed without a word"
    print("python: workers that misbehave, streams and long states, over streams, in a library and over a socket")


asyncio.run(main(*sys.argv[1:]))
