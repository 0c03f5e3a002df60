"""Drives the scene with the generated client: in a program of its own, or in a library."""

from __future__ import annotations

import asyncio
import sys

from scenes import App, BridgeError, Library, Program, Transport


async def drive(transport: Transport) -> None:
    async with App(transport) as app:
        assert app.welcome["schema"] and app.errors.empty(), "the types are those of the app"
        todo = await app.open_todo()
        assert todo.state == {"items": [], "lastID": 0}
        await asyncio.gather(*(todo.act({"add": {"title": f"할 일 {number}"}}) for number in range(200)))
        assert [item["title"] for item in todo.state["items"]] == [f"할 일 {number}" for number in range(200)]
        for number in (1, 100, 200):
            await todo.act({"toggle": {"id": number}})
        assert [item["id"] for item in todo.state["items"] if item["isDone"]] == [1, 100, 200]
        try:
            await todo.act({"toggle": {"id": "one"}})  # type: ignore[typeddict-item]
            raise SystemExit("a wrong action was not refused")
        except BridgeError as error:
            assert (error.code, error.at) == ("badAction", "/action/toggle/id"), error
        await todo.act({"clear": {}})
        await todo.act({"add": {"title": "last"}})
        await todo.act({"toggle": {"id": 201}})
        assert await todo.outputs.get() == {"allDone": {}}
        todo.close()


async def main(program: str, library: str) -> None:
    await drive(Program(program, "--bridge", "stdio"))
    print("python: the client with a program")
    await drive(Library(library, "todo_app"))
    print("python: the client with a library")


asyncio.run(asyncio.wait_for(main(*sys.argv[1:3]), 60))
