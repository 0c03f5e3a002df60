"""Actions a second over standard streams, and the time of a round trip from Python: hosts.py PROGRAM LIBRARY"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import time
from typing import Any, Callable, List

from scenes import App, Library, Program, Transport

ROUNDS = 5


def pipelined(command: List[str], count: int, answer: bytes) -> float:
    """Messages a second. At most 256 are in flight, as a session allows."""
    messages = [
        b'{"type":"act","ref":%d,"scene":1,"n":%d,"action":{"clear":{}}}\n' % (number + 1, number) for number in range(1, count + 1)
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        source, target = process.stdout.fileno(), process.stdin.fileno()
        sent = done = 0

        def write(data: bytes) -> None:
            try:
                os.write(target, data)
            except BrokenPipeError:
                pass  # The program has ended. `read` says so.

        def read() -> bytes:
            data = os.read(source, 1 << 16)
            if not data:
                sys.exit(f"{command[0]} ended with status {process.wait()} after {done} of {count} answers")
            return data

        write(b'{"type":"hello","v":[1,1]}\n{"type":"open","ref":1,"scene":"todo"}\n')
        begun = b""
        while begun.count(b"\n") < 2:
            begun += read()
        start = time.perf_counter()
        rest = b""
        while done < count:
            room = min(256 - (sent - done), count - sent)
            if room >= 128 or (room > 0 and sent + room == count):
                write(b"".join(messages[sent : sent + room]))
                sent += room
            data = rest + read()
            end = data.rfind(b"\n") + 1
            done += data[:end].count(answer)
            rest = data[end:]
        return count / (time.perf_counter() - start)


async def round_trips(trip: Callable[[], Any], count: int) -> List[float]:
    """The time of each, in microseconds."""
    times = []
    for number in range(count + 100):
        start = time.perf_counter()
        await trip()
        if number >= 100:
            times.append((time.perf_counter() - start) * 1e6)
    return times


async def scene_trips(transport: Transport, changes: bool) -> List[float]:
    """An action that changes nothing, or one row of two: from the call of `act` to the end of its `await`."""
    async with App(transport) as app:
        todo = await app.open_todo()
        await todo.act({"add": {"title": "a"}})
        await todo.act({"add": {"title": "b"}})
        if changes:
            return await round_trips(lambda: todo.act({"toggle": {"id": 1}}), 2_000)
        return await round_trips(lambda: todo.act({"toggle": {"id": 0}}), 2_000)


async def echo_trips() -> List[float]:
    """The same message through a program that copies it, without JSON and without an app."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec("cat", stdin=pipe, stdout=pipe)
    assert process.stdin and process.stdout
    reader, writer = process.stdout, process.stdin

    async def trip() -> None:
        writer.write(b'{"type":"act","ref":1,"scene":1,"n":1,"action":{"toggle":{"id":0}}}\n')
        await reader.readline()

    times = await round_trips(trip, 2_000)
    writer.close()
    await process.wait()
    return times


def show(name: str, values: List[float], unit: str, budget: str = "") -> None:
    print(f"{name:<62} {statistics.median(values):>10,.0f} {unit:<4} {budget:<10} {min(values):,.0f} to {max(values):,.0f}")


async def main(program: str, library: str) -> None:
    command = [program, "--bridge", "stdio"]
    print(f"medians of {ROUNDS} rounds, each kind in turn")
    rates: List[List[float]] = [[], []]
    trips: List[List[float]] = [[] for _ in range(5)]
    for _ in range(ROUNDS):
        rates[0].append(pipelined(["cat"], 100_000, b'"type":"act"'))
        rates[1].append(pipelined(command, 100_000, b'"type":"done"'))
        kinds = [
            echo_trips(), scene_trips(Program(*command), False), scene_trips(Program(*command), True),
            scene_trips(Library(library, "todo_app"), False), scene_trips(Library(library, "todo_app"), True),
        ]
        for values, kind in zip(trips, kinds):
            values.append(statistics.median(await kind))
    show("lines a second through cat, 256 in flight", rates[0], "")
    show("actions a second over standard streams, 256 in flight", rates[1], "", ">= 20,000")
    show("round trip in Python, p50: cat", trips[0], "µs")
    show("round trip in Python, p50: a program, nothing changed", trips[1], "µs", "<= 150")
    show("round trip in Python, p50: a program, one row changed", trips[2], "µs")
    show("round trip in Python, p50: a library, nothing changed", trips[3], "µs", "<= 150")
    show("round trip in Python, p50: a library, one row changed", trips[4], "µs")


asyncio.run(main(*sys.argv[1:3]))
