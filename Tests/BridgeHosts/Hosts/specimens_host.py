"""Reads every specimen with the generated client, and sends it back: over a program's streams, and through a library.

    specimens_host.py PROGRAM LIBRARY LINES [--write]

LINES is the file with the specimens as they are on the wire, one per line. The generated client is `specimens`."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any, List

from specimens import App, BridgeError, Library, Program, Transport


async def check(transport: Transport, lines: str, writes: bool) -> int:
    async with App(transport) as app:
        scene = await app.open_specimens()
        assert app.errors.empty(), "the types are those of the app"
        specimens = scene.state["all"]
        if writes:
            with open(lines, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(one, ensure_ascii=False, sort_keys=True) + "\n" for one in specimens)
        with open(lines, encoding="utf-8", newline="\n") as file:
            known: List[Any] = [json.loads(line) for line in file]
        assert specimens == known, f"{lines} is stale: --write"
        for index, value in enumerate(specimens):
            await scene.act({"same": {"index": index, "value": value}})
            got: Any = (await scene.outputs.get())["got"]["_0"]
            assert got == value, (index, got, value)
        assert (scene.state["right"], scene.state["wrong"]) == (list(range(len(specimens))), []), scene.state["wrong"]
        # The app refuses a number that some language cannot represent, or that does not fit the type. The error names its place.
        for name, number in (("int", 1 << 53), ("int64", -(1 << 53)), ("uint64", 1 << 63), ("int8", 128), ("uint8", -1)):
            integers: Any = json.loads(json.dumps(next(one for one in specimens if "integers" in one)))
            integers["integers"]["_0"][name] = number
            try:
                await scene.act({"same": {"index": 0, "value": integers}})
                raise SystemExit(f"{name} {number} was taken")
            except BridgeError as error:
                assert (error.code, error.at) == ("badAction", f"/action/same/value/integers/_0/{name}"), error
        return len(specimens)


async def main(program: str, library: str, lines: str, *options: str) -> None:
    count = await check(Program(program, "--bridge", "stdio"), lines, "--write" in options)
    assert await check(Library(library, "specimens_app"), lines, False) == count
    print(f"python: {count} specimens there and back, twice")


asyncio.run(asyncio.wait_for(main(*sys.argv[1:]), 60))
