"""A program in Python that drives a scene in a dynamic library: ctypes, and the loop of asyncio."""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import subprocess
import sys
import threading
from typing import Any, Callable


class Config(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("app", ctypes.c_void_p)]


class Message(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_void_p), ("count", ctypes.c_size_t), ("loan", ctypes.c_uint64)]


class Core:
    """One connection to the app of a library. The loop of asyncio runs the app; its messages are in `messages`."""

    def __init__(self, path: str, app: str) -> None:
        self._library = ctypes.CDLL(path)
        self._library.cis_text.restype = ctypes.c_char_p
        config = Config(ctypes.sizeof(Config), ctypes.cast(getattr(self._library, app), ctypes.c_void_p))
        handle = ctypes.c_uint64(0)
        self._check(self._library.cis_open(ctypes.byref(config), ctypes.byref(handle)))
        self._core = handle
        self.messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        # A turn serves all cores, whichever of them has made it. So the library tells each core about its messages.
        self._hint = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: self._loop.call_soon(self._take) and None)
        self._check(self._library.cis_wake(self._core, self._hint, None))
        # All cores have one descriptor, and a loop has one reader for a descriptor.
        self._fd = os.dup(self._check(self._library.cis_fd(self._core)))
        self._loop.add_reader(self._fd, self._turn)

    def send(self, **message: Any) -> None:
        data = json.dumps(message).encode()
        self._check(self._library.cis_send(self._core, data, ctypes.c_size_t(len(data))))

    async def next(self, kind: str) -> dict[str, Any]:
        """The next message of a type. States are acknowledged on the way."""
        while True:
            message = await asyncio.wait_for(self.messages.get(), 10)
            if message["type"] in ("state", "patch"):
                self.send(type="ack", scene=message["scene"], rev=message["rev"])
            if message["type"] == kind:
                return message

    def close(self) -> None:
        self._loop.remove_reader(self._fd)
        os.close(self._fd)
        self._check(self._library.cis_close(self._core))

    def turn_elsewhere(self) -> int:
        """What a turn returns on another thread."""
        result: list[int] = []
        thread = threading.Thread(target=lambda: result.append(self._library.cis_turn(self._core)))
        thread.start()
        thread.join()
        return result[0]

    def _turn(self) -> None:
        self._check(self._library.cis_turn(self._core))

    def _take(self) -> None:
        message = Message()
        while self._library.cis_next(self._core, ctypes.byref(message)) == 1:
            text = ctypes.string_at(message.bytes, message.count)
            self._library.cis_release(ctypes.byref(message))
            self.messages.put_nowait(json.loads(text))

    def _check(self, status: int) -> int:
        if status < 0:
            raise RuntimeError(f"{status}: {self._library.cis_text(status).decode()}")
        return status


def load_elsewhere(path: str, app: str) -> list[int]:
    """What `cis_open` returns if another thread loads the library: there, on a third, and on the process's first."""
    loaded: list[ctypes.CDLL] = []
    statuses: list[int] = []

    def open_core() -> None:
        config = Config(ctypes.sizeof(Config), ctypes.cast(getattr(loaded[0], app), ctypes.c_void_p))
        statuses.append(loaded[0].cis_open(ctypes.byref(config), ctypes.byref(ctypes.c_uint64(0))))

    def run(work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    def load_and_open() -> None:
        loaded.append(ctypes.CDLL(path))
        open_core()
        # While this thread is there: a later one may get its number.
        run(open_core)

    run(load_and_open)
    open_core()
    return statuses


async def drive(core: Core) -> None:
    core.send(type="hello", v=[1, 1], client="python")
    core.send(type="open", ref=1, scene="todo")
    opened = await core.next("opened")
    assert opened["state"]["items"] == [], opened
    for number in range(1, 101):
        core.send(type="act", ref=number, scene=1, n=number, action={"add": {"title": f"할 일 {number} 🎈"}})
    while (await core.next("done"))["ref"] < 100:
        pass
    core.send(type="sync", scene=1)
    items = (await core.next("state"))["full"]["items"]
    assert [item["title"] for item in items] == [f"할 일 {number} 🎈" for number in range(1, 101)], items
    assert core.turn_elsewhere() == -1


async def main(path: str, copy: str | None) -> None:
    cores = [Core(path, "todo_app") for _ in range(3)]
    await asyncio.gather(*map(drive, cores))
    # The others go on when one has left.
    cores[2].close()
    cores[0].send(type="open", ref=1, scene="todo")
    assert (await cores[0].next("opened"))["scene"] == 2
    cores[1].close()
    cores[0].close()
    print("python: 100 actions through the library, of three cores each")
    # In a process of its own, because a library is loaded once.
    other = subprocess.run([sys.executable, __file__, "--elsewhere", path], capture_output=True, text=True)
    assert (other.returncode, other.stdout) == (0, "[-13, -1, -13]\n"), other
    if copy is not None:
        try:
            Core(copy, "todo_app")
            raise SystemExit("a second copy of the library was not refused")
        except RuntimeError as error:
            print(f"a second copy of the library: {error}")


if __name__ == "__main__":
    if sys.argv[1] == "--elsewhere":
        print(load_elsewhere(sys.argv[2], "todo_app"))
    else:
        asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))
