from __future__ import annotations

import sys

if sys.version_info < (3, 9):
    raise ImportError(f"this client needs Python 3.9 or newer, and this is Python {sys.version.split()[0]}")

import asyncio
import collections
import ctypes
import json
import os
import struct
import typing
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Deque, Dict, Generic, List, Literal, Optional, Protocol, TypedDict, TypeVar, Union, cast

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif typing.TYPE_CHECKING:
    from typing_extensions import NotRequired

State = TypeVar("State")
Action = TypeVar("Action")
Output = TypeVar("Output")
Message = Dict[str, Any]


class BridgeError(Exception):
    """An error that the app has sent: the place in the message, the expected and the received value."""

    def __init__(self, message: Message) -> None:
        super().__init__(f"{message['code']} at {message['at']!r}: expected {message['expected']}, got {message['got']}")
        self.code: str = message["code"]
        self.at: str = message["at"]
        self.expected: str = message["expected"]
        self.got: str = message["got"]
        self.differences: List[Dict[str, str]] = message.get("differences", [])


class Transport(Protocol):
    """Transports messages. `receive` is called with each message, and with None at the end."""

    async def start(self, receive: Callable[[Optional[Message]], None]) -> None: ...
    def send(self, message: bytes) -> None: ...
    async def stop(self) -> None: ...


def _take(receive: Callable[[Optional[Message]], None], text: bytes) -> None:
    """Passes a message on. An exception in `receive` must not keep later messages from being handled."""
    try:
        receive(json.loads(text))
    except Exception as error:
        asyncio.get_running_loop().call_exception_handler({"message": "a message was not handled", "exception": error})


# How many outputs, children or errors wait for a program that perhaps never reads them: the newest.
_most = 10_000


def _put(queue: asyncio.Queue[Any], element: Any) -> None:
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(element)


class _Lines:
    """Transports one message per line."""

    # The limit is high, because a state may be a long line.
    _longest = 1 << 30
    # For how many seconds the end of an app is waited for.
    _patience = 10

    _has_ended = False
    _reader: asyncio.StreamReader
    _writer: asyncio.StreamWriter

    def _begin(self, receive: Callable[[Optional[Message]], None]) -> None:
        self._reading = asyncio.get_running_loop().create_task(self._read(receive))

    async def _read(self, receive: Callable[[Optional[Message]], None]) -> None:
        try:
            async for line in self._reader:
                _take(receive, line)
        except ConnectionError:
            pass
        finally:
            receive(None)

    def send(self, message: bytes) -> None:
        # A worker may still answer while the connection ends.
        if not self._has_ended:
            self._writer.write(message + b"\n")

    async def stop(self) -> None:
        self._has_ended = True
        if self._writer.can_write_eof():
            self._writer.write_eof()
        try:
            await asyncio.wait_for(self._reading, self._patience)
        except asyncio.TimeoutError:
            pass  # The app hangs.
        self._writer.close()


class Program(_Lines):
    """Connects to an app that is a program of its own and serves standard input and output. If the program does not end when the
    client is left, it is killed."""

    def __init__(self, *command: str) -> None:
        self._command = command

    async def start(self, receive: Callable[[Optional[Message]], None]) -> None:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe, limit=self._longest)
        assert self._process.stdin and self._process.stdout
        self._reader, self._writer = self._process.stdout, self._process.stdin
        self._begin(receive)

    async def stop(self) -> None:
        await super().stop()
        try:
            await asyncio.wait_for(self._process.wait(), self._patience)
        except asyncio.TimeoutError:
            self._process.kill()
            await self._process.wait()


class Socket(_Lines):
    """Connects to an app that listens on a Unix socket."""

    def __init__(self, path: str) -> None:
        self._path = path

    async def start(self, receive: Callable[[Optional[Message]], None]) -> None:
        self._reader, self._writer = await asyncio.open_unix_connection(self._path, limit=self._longest)
        self._begin(receive)


class _Config(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("app", ctypes.c_void_p)]


class _Message(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_void_p), ("count", ctypes.c_size_t), ("loan", ctypes.c_uint64)]


class Library:
    """Connects to an app in a dynamic library. The loop of asyncio runs the app. Run the loop on the thread that has created this
    object, because that thread has loaded the library. Any number of them can be open at once, also for one app."""

    _busy = -7  # CIS_BUSY of cis_bridge.h

    def __init__(self, path: str, app: str) -> None:
        self._library = ctypes.CDLL(path)
        self._library.cis_text.restype = ctypes.c_char_p
        self._app = app
        self._backlog: Deque[bytes] = collections.deque()
        self._is_taking = False
        self._is_open = False

    async def start(self, receive: Callable[[Optional[Message]], None]) -> None:
        self._receive = receive
        self._loop = asyncio.get_running_loop()
        config = _Config(ctypes.sizeof(_Config), ctypes.cast(getattr(self._library, self._app), ctypes.c_void_p))
        self._core = ctypes.c_uint64(0)
        self._check(self._library.cis_open(ctypes.byref(config), ctypes.byref(self._core)))
        self._is_open = True
        # A turn serves all cores of the process, whoever has made it. So the library tells each core about its messages.
        self._hint = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self._hinted)
        self._check(self._library.cis_wake(self._core, self._hint, None))
        # All cores have one descriptor, and a loop has one reader for a descriptor.
        self._descriptor = os.dup(self._check(self._library.cis_fd(self._core)))
        self._loop.add_reader(self._descriptor, self._turn)

    def send(self, message: bytes) -> None:
        # A worker may still answer after the end.
        if self._is_open:
            self._backlog.append(message)
            self._send_backlog()

    def _send_backlog(self) -> None:
        while self._backlog:
            message = self._backlog[0]
            status = self._library.cis_send(self._core, message, ctypes.c_size_t(len(message)))
            # The rest is sent after the next turn, in which the app handles messages.
            if status == self._busy:
                return
            self._backlog.popleft()
            self._check(status)

    async def stop(self) -> None:
        if not self._is_open:
            return
        # The app handles what was sent.
        while self._backlog:
            self._turn()
        self._is_open = False
        self._loop.remove_reader(self._descriptor)
        os.close(self._descriptor)
        self._check(self._library.cis_close(self._core))

    def _turn(self) -> None:
        self._check(self._library.cis_turn(self._core))
        self._send_backlog()

    def _hinted(self, _: Any) -> None:
        # Inside of a hint, the library must not be called.
        if not self._is_taking:
            self._is_taking = True
            self._loop.call_soon(self._take_all)

    def _take_all(self) -> None:
        self._is_taking = False
        message = _Message()
        while self._is_open:
            status = self._library.cis_next(self._core, ctypes.byref(message))
            if status == 0:
                return
            if status < 0:
                self._backlog.clear()
                return self._receive(None)
            text = ctypes.string_at(message.bytes, message.count)
            self._library.cis_release(ctypes.byref(message))
            _take(self._receive, text)

    def _check(self, status: int) -> int:
        if status < 0:
            raise RuntimeError(self._library.cis_text(status).decode())
        return status


class Scene(Generic[State, Action, Output]):
    """A scene of the app: its newest state, its actions and outputs."""

    def __init__(self, client: Client, message: Message) -> None:
        self._client = client
        self.id: int = message["scene"]
        self.name: str = message["name"]
        self.parent: Optional[int] = message.get("parent")
        self.revision: int = message["rev"]
        self.state: State = message["state"]
        self.is_open = True
        # Whether the whole state was requested, because a patch did not fit.
        self._is_lost = False
        # The app's answer to that request, if it cannot encode the state.
        self._problem: Optional[BridgeError] = None
        self.outputs: asyncio.Queue[Output] = asyncio.Queue(_most)
        # How often the state has changed, and the number that `changed` has returned last.
        self._changes = 0
        self._seen = 0
        # Set at the next change.
        self._next = asyncio.Event()

    async def act(self, action: Action) -> Message:
        """Executes an action and waits for its end. After that, `state` contains its changes. Returns the message `done`. Raises a
        `BridgeError` if the app refuses the action, or if the action has run, but the app cannot encode the state. If the waiting
        task is cancelled, the action is cancelled, too."""
        return await self._client._act(self.id, action)

    async def states(self) -> AsyncIterator[State]:
        """The state, now and whenever it has changed, until the scene is closed. A loop that is slow skips states, and gets the
        newest. Any number of loops may read."""
        seen = -1
        while self.is_open or seen != self._changes:
            if seen == self._changes:
                await self._next.wait()
            else:
                seen = self._changes
                yield self.state

    async def changed(self) -> State:
        """Waits until the state has changed since `changed` has returned it, or since the scene was opened. Does not wait if the
        scene is closed, or if the app has gone. For one reader; others use `states`."""
        while self.is_open and self._seen == self._changes:
            await self._next.wait()
        self._seen = self._changes
        return self.state

    def close(self) -> None:
        """Closes a scene that this program has opened. Children are closed by the state of their parent."""
        self._client._send(type="close", scene=self.id)

    def _closed(self) -> None:
        self.is_open = False
        self._wake()

    def _wake(self) -> None:
        self._next.set()
        self._next = asyncio.Event()

    def _take(self, message: Message) -> None:
        if message["type"] == "state":
            self.state = message["full"]
        elif not self._patch(message):
            self._is_lost, self._problem = True, None
            return self._client._send(type="sync", scene=self.id)
        self._is_lost = False
        self.revision = message["rev"]
        self._client._send(type="ack", scene=self.id, rev=self.revision)
        self._changes += 1
        self._wake()

    def _patch(self, message: Message) -> bool:
        """Applies a patch. Returns whether the state now equals the app's. If not, it is wrong until the whole state arrives."""
        if message["base"] != self.revision or self._is_lost:
            return False
        try:
            self.state = _patched(self.state, message["ops"])
            return "sum" not in message or message["sum"] == _checksum(self.state)
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
            return False


def _patched(state: Any, operations: List[Message]) -> Any:
    """Applies the steps of a patch (RFC 6902: add, remove, replace, move)."""
    root: List[Any] = [state]

    def parent(path: str, may_be_new: bool = False) -> tuple[Any, Any]:
        steps = [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]
        at: Any = root
        key: Any = 0
        for step in steps:
            at = at[key]
            key = step
            if isinstance(at, list):
                key = len(at) if step == "-" else int(step)
                # Python would also read `-1`, `01` and a place behind the end.
                if key < 0 or key > len(at) or step not in ("-", str(key)):
                    raise LookupError(path)
        if not may_be_new:
            at[key]  # Raises an error if nothing is there.
        return at, key

    def add(path: str, value: Any) -> None:
        at, key = parent(path, may_be_new=True)
        if isinstance(at, list) and at is not root:
            at.insert(key, value)
        else:
            at[key] = value

    for operation in operations:
        kind, path = operation["op"], operation["path"]
        if kind == "add":
            add(path, operation["value"])
        elif kind == "move":
            at, key = parent(operation["from"])
            add(path, at.pop(key))
        elif kind in ("remove", "replace"):
            at, key = parent(path)
            if kind == "remove":
                at.pop(key)
            else:
                at[key] = operation["value"]
        else:
            raise ValueError(kind)
    return root[0]


def _checksum(tree: Any) -> int:
    """The checksum that debug builds of an app send with a state: FNV-1a over a canonical form."""
    checksum = 0x811C9DC5
    for byte in _canonical(tree):
        checksum = (checksum ^ byte) * 0x01000193 & 0xFFFFFFFF
    return checksum


def _canonical(tree: Any) -> bytes:
    if tree is None:
        return b"n"
    if isinstance(tree, bool):
        return b"t" if tree else b"f"
    if isinstance(tree, (int, float)):
        return b"d" + struct.pack(">d", tree)
    if isinstance(tree, str):
        text = tree.encode("utf-8", "surrogatepass")
        return b"s%d:%b" % (len(text), text)
    if isinstance(tree, list):
        return b"[%b]" % b"".join(map(_canonical, tree))
    members = sorted(tree.items(), key=lambda member: str(member[0]).encode("utf-8", "surrogatepass"))
    return b"{%b}" % b"".join(_canonical(key) + _canonical(value) for key, value in members)


class Call:
    """A call of a worker that this program implements."""

    def __init__(self, client: Client, message: Message) -> None:
        self._client = client
        self._id: int = message["call"]
        self.method: str = message["method"]
        self.arguments: Any = message["arguments"]
        # How many answers were sent, and how many the app has room for.
        self._count = 0
        self._room: float = client.welcome.get("answers", float("inf"))
        self._waiting: Deque[tuple[bytes, asyncio.Future[None]]] = collections.deque()
        self._has_ended = False

    def more(self, answer: Any) -> Awaitable[None]:
        """Sends an element of a stream. The value that the worker returns is the last element. Await the result, so that a stream
        does not fill the memory while the app is slower. The wait is cancelled if the call ends before."""
        return self._answer(answer, {"more": True})

    def _answer(self, answer: Any, more: Dict[str, bool]) -> asyncio.Future[None]:
        text = _encoded({"type": "reply", "call": self._id, "ok": answer, **more})
        self._client._check_length(text)
        sent: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((text, sent))
        self._send()
        if self._has_ended:
            self._drop_waiting()
        return sent

    def _has_room(self, room: int) -> None:
        self._room = max(self._room, room)
        self._send()

    def _send(self) -> None:
        while self._waiting and self._count < self._room and not self._has_ended:
            text, sent = self._waiting.popleft()
            self._count += 1
            self._client._transport.send(text)
            if not sent.done():
                sent.set_result(None)

    def _drop_waiting(self) -> None:
        """Cancels what waits for room that will not come, also in other tasks than that of the worker."""
        for _, sent in self._waiting:
            sent.cancel()
        self._waiting.clear()

    async def _run(self, worker: Optional[Worker], name: str) -> None:
        """Calls the worker and sends its answer, or an error instead: the app waits for one of them."""
        try:
            if worker is None:
                raise LookupError(f"no worker {name}")
            await self._answer(await worker(self), {})
        except BaseException as error:
            self._fail(error)
            if not isinstance(error, (Exception, asyncio.CancelledError)):
                raise
        finally:
            self._client._calls.pop(self._id, None)

    def _fail(self, error: BaseException) -> None:
        # If the app has cancelled the call, it needs no answer.
        if self._has_ended:
            return
        self._drop_waiting()
        words = _in_words(error)
        while True:
            # Without half characters, and short enough for any app.
            text = _encoded({"type": "reply", "call": self._id, "err": words.encode(errors="replace").decode()})
            if len(text) <= min(self._client.welcome["limits"]["message"], 1 << 14) or not words:
                return self._client._transport.send(text)
            words = words[: len(words) // 2]


def _in_words(error: BaseException) -> str:
    """The text of an error, cut to a reasonable length. The text of an error can fail, too."""
    try:
        return str(error)[:4_096] or type(error).__name__
    except Exception:
        return type(error).__name__


Worker = Callable[[Call], Awaitable[Any]]


class _Act:
    """An action that was sent and has not ended."""

    def __init__(self, scene: int, action: bytes, answer: asyncio.Future[Message]) -> None:
        self.scene, self.action, self.answer = scene, action, answer
        self.number = 0


def _encoded(value: Any) -> bytes:
    """Encodes a value as JSON. Raises TypeError or ValueError for values without a JSON form, such as bytes or lone surrogates.
    Numbers that are not finite are "NaN", "Infinity" and "-Infinity" for the app."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


class Client:
    """A session with the app. Use it with `async with`."""

    def __init__(self, transport: Transport, workers: Optional[Dict[str, Worker]] = None) -> None:
        self._transport = transport
        self._workers = workers or {}
        self._waiting: Dict[int, asyncio.Future[Any]] = {}
        self._calls: Dict[int, tuple[Call, asyncio.Task[None]]] = {}
        self._last_ref = 0
        self._last_number = 0
        # Actions that wait to be sent, and actions in flight by their references.
        self._queue: List[_Act] = []
        self._acts: Dict[int, _Act] = {}
        # Errors without a reference. The app could not read the reference of the message.
        self._nameless: List[BridgeError] = []
        # For the action that `_ask` has sent: its reference, and the last number that was sent before it.
        self._question: Optional[tuple[int, int]] = None
        self._has_ended = False
        # `done` messages of actions whose scene waits for its whole state.
        self._held: List[Message] = []
        self.scenes: Dict[int, Scene[Any, Any, Any]] = {}

    async def __aenter__(self: _Self) -> _Self:
        # Errors that belong to no call of this program, and children that were opened. Made here, because before Python 3.10 a
        # queue belongs to the loop that runs where it is made.
        self.errors: asyncio.Queue[BridgeError] = asyncio.Queue(_most)
        self.children: asyncio.Queue[Scene[Any, Any, Any]] = asyncio.Queue(_most)
        await self._transport.start(self._receive)
        try:
            welcome: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
            self._waiting[0] = welcome
            self._send(type="hello", v=[1, 1], client="python", schema=SCHEMA, types=json.loads(TYPES))
            self.welcome = await welcome
        except BaseException:
            await self._transport.stop()
            self._end()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            if not self._has_ended:
                self._send(type="bye")
        finally:
            await self._transport.stop()
            self._end()

    async def open(self, name: str, input: Any = None) -> Scene[Any, Any, Any]:
        """Opens a scene by its name."""
        message = {"type": "open", "scene": name}
        if input is not None:
            message["input"] = input
        return cast("Scene[Any, Any, Any]", await self._request(message))

    async def _act(self, scene: int, action: Any) -> Message:
        self._check_end()
        act = _Act(scene, _encoded(action), asyncio.get_running_loop().create_future())
        self._check_length(act.action)
        self._queue.append(act)
        try:
            self._send_acts()
        except BaseException:
            if act in self._queue:
                self._queue.remove(act)
            raise
        try:
            return await act.answer
        except asyncio.CancelledError:
            self._cancel(act)
            raise

    def _cancel(self, act: _Act) -> None:
        if act in self._queue:
            self._queue.remove(act)
        for ref, sent in self._acts.items():
            if sent is act and not self._has_ended:
                self._send(type="cancel", ref=ref)

    def _send_acts(self) -> None:
        """Sends as many waiting actions as the app accepts."""
        while self._queue and len(self._acts) < self.welcome["limits"]["inFlight"]:
            self._send_act(self._queue[0])
            self._queue.pop(0)

    def _send_act(self, act: _Act) -> None:
        self._last_ref += 1
        number = self._last_number + 1
        self._transport.send(
            f'{{"type":"act","ref":{self._last_ref},"scene":{act.scene},"n":{number},"action":'.encode()
            + act.action + b"}")
        # Assigned only now, because a number that was not sent can be used again.
        self._last_number = act.number = number
        self._acts[self._last_ref] = act

    def _refuse(self, refused: _Act, error: BridgeError) -> None:
        """Handles the refusal of an action. Its number was not used, so the app refuses the actions after it, too. They are sent
        again with other numbers, unless they were cancelled in the meantime."""
        behind = [act for act in self._acts.values() if act.number > refused.number and not act.answer.done()]
        self._acts = {ref: act for ref, act in self._acts.items() if act.number < refused.number}
        self._last_number = refused.number - 1
        self._question = None
        if not refused.answer.done():
            refused.answer.set_exception(error)
        self._queue = behind + self._queue
        self._send_acts()

    def _ask(self, error: BridgeError) -> None:
        """Handles an error without a reference, which may belong to an action. To find out, an action with an impossible number
        is sent. It never runs, and its error contains the number that the app expects."""
        self._nameless.append(error)
        self._last_ref += 1
        self._question = (self._last_ref, self._last_number)
        self._send(type="act", ref=self._last_ref, scene=0, n=(1 << 53) - 1, action=None)

    def _skipped(self, ref: int, error: BridgeError) -> None:
        """Handles the error `skippedNumber`. If the number that the app expects is that of an action that was sent before, the app
        could not read that action, and it is refused. An error with an unknown reference is ignored: it answers an action that
        was sent after a refused one and is sent again."""
        asked = self._question is not None and self._question[0] == ref
        last = self._question[1] if self._question and asked else self._acts[ref].number - 1 if ref in self._acts else 0
        for act in list(self._acts.values()):
            if str(act.number) == error.expected and act.number <= last:
                reason = self._nameless[0] if self._nameless else error
                # Later actions are sent again, and may be refused again.
                self._nameless = []
                return self._refuse(act, reason)
        if asked:
            self._question = None
            for waiting in self._nameless:
                _put(self.errors, waiting)
            self._nameless = []
        elif ref in self._acts:
            self._refuse(self._acts[ref], error)

    def _check_end(self) -> None:
        if self._has_ended:
            raise ConnectionError("the app has gone")

    async def _request(self, message: Message) -> Any:
        self._check_end()
        self._last_ref += 1
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        text = _encoded({"ref": self._last_ref, **message})
        self._check_length(text)
        self._transport.send(text)
        self._waiting[self._last_ref] = answer
        return await answer

    def _send(self, **message: Any) -> None:
        self._transport.send(_encoded(message))

    def _check_length(self, text: bytes) -> None:
        """Raises an error if the app would refuse a message with this text, because it is too long."""
        longest = self.welcome["limits"]["message"]
        if len(text) + 100 > longest:
            got = f"{len(text) + 100} bytes"
            raise BridgeError({"code": "tooLong", "at": "", "expected": f"at most {longest} bytes", "got": got})

    def _receive(self, message: Optional[Message]) -> None:
        if message is None:
            return self._end()
        kind = message["type"]
        scene = self.scenes.get(message.get("scene", 0))
        if kind == "welcome":
            self._answer(0, message)
        elif kind == "opened":
            opened: Scene[Any, Any, Any] = Scene(self, message)
            self.scenes[opened.id] = opened
            if "ref" in message:
                # The task that has requested the scene may have been cancelled.
                if not self._answer(message["ref"], opened):
                    opened.close()
            else:
                _put(self.children, opened)
        elif kind in ("state", "patch") and scene:
            scene._take(message)
            self._release()
        elif kind == "done":
            self._done(message)
        elif kind == "output" and scene:
            _put(scene.outputs, message["value"])
        elif kind == "closed" and scene:
            del self.scenes[scene.id]
            scene._closed()
            self._release()
        elif kind == "error":
            self._fail(message)
        elif kind == "call":
            call = Call(self, message)
            run = call._run(self._workers.get(message["worker"]), message["worker"])
            self._calls[message["call"]] = (call, asyncio.get_running_loop().create_task(run))
        elif kind == "uncall" and message["call"] in self._calls:
            self._cancel_call(message["call"])
        elif kind == "room" and message["call"] in self._calls:
            self._calls[message["call"]][0]._has_room(message["n"])

    def _answer(self, ref: int, answer: Any) -> bool:
        """Passes an answer to the code that waits for it. Returns whether any code was waiting."""
        waiting = self._waiting.pop(ref, None)
        if waiting is None or waiting.done():
            return False
        waiting.set_result(answer)
        return True

    def _fail(self, message: Message) -> None:
        ref = message.get("ref", 0)
        waiting = self._waiting.pop(ref, None)
        error = BridgeError(message)
        scene = self.scenes.get(message.get("scene", 0))
        if scene and scene._is_lost:
            scene._problem = error
            self._release()
        if waiting and not waiting.done():
            waiting.set_exception(error)
        elif error.code == "skippedNumber":
            self._skipped(ref, error)
        elif ref in self._acts:
            self._refuse(self._acts[ref], error)
        elif ref == 0 and self._acts and error.code in ("badJSON", "tooLong", "tooDeep", "duplicateKey"):
            self._ask(error)
        elif error.code not in ("closedCall", "closedScene", "unknownRef"):
            # These three answer messages about calls, scenes and actions that had ended before the app read the messages.
            _put(self.errors, error)

    def _done(self, message: Message) -> None:
        act = self._acts.get(message["ref"])
        if act is None:
            return
        scene = self.scenes.get(act.scene)
        problem = scene._problem if scene and scene._is_lost else None
        # Its state has not arrived yet.
        if scene and scene._is_lost and not problem:
            return self._held.append(message)
        del self._acts[message["ref"]]
        if not act.answer.done():
            if problem and message["end"] == "finished":
                act.answer.set_exception(problem)
            else:
                act.answer.set_result(message)
        self._send_acts()

    def _release(self) -> None:
        held, self._held = self._held, []
        for message in held:
            self._done(message)

    def _end(self) -> None:
        """Ends all waiting, because no more messages will come."""
        self._has_ended = True
        acts = [*self._acts.values(), *self._queue]
        for waiting in [*self._waiting.values(), *(act.answer for act in acts)]:
            if not waiting.done():
                waiting.set_exception(ConnectionError("the app has gone"))
        self._waiting, self._acts, self._queue = {}, {}, []
        for scene in self.scenes.values():
            scene._closed()
        for id in list(self._calls):
            self._cancel_call(id)

    def _cancel_call(self, id: int) -> None:
        call, task = self._calls.pop(id)
        call._has_ended = True
        call._drop_waiting()
        task.cancel()


_Self = TypeVar("_Self", bound=Client)
