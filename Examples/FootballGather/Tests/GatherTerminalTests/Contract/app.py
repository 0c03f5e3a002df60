"""The program in a terminal, and a server that can be stopped, killed and started again."""
import os
import pathlib
import shlex
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile

from front_ends import Driven
from programs import Terminal

LOADING = "Loading..."


class Server:
    """`gather-server` on a port that stays the same."""

    def __init__(self, program, folder):
        self.program, self.database = program, pathlib.Path(folder, "gather.sqlite")
        # While the server is away, the system gives a port to nobody else to which a socket is bound.
        self.reserved = socket.socket()
        self.reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.reserved.bind(("127.0.0.1", 0))
        self.port = self.reserved.getsockname()[1]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "--port", str(self.port), "--database", self.database], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("http://"), "the server has not started"
        self.address = line.strip()

    def stop(self):
        """Stops the server: from now on it accepts requests, but does not handle them."""
        self.process.send_signal(signal.SIGSTOP)
        # Until all of its threads have stopped, one of them may take a request.
        os.waitpid(self.process.pid, os.WUNTRACED)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def end(self):
        self.kill()
        self.reserved.close()

    def change(self, statement):
        """Changes the file, while the server uses it."""
        connection = sqlite3.connect(self.database)
        with connection:
            connection.execute(statement)
        connection.close()

    def rows(self, statement):
        """Returns the result of a statement in the file."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        try:
            return connection.execute(statement).fetchall()
        finally:
            connection.close()


class App(Terminal):
    """`football-gather` in a terminal."""

    def keys(self, *names):
        """Presses keys by their names in tmux."""
        self.tmux("send-keys", *names)

    def type(self, text):
        """Types letters."""
        self.tmux("send-keys", "-l", text)


class Played(Driven):
    """Tests of the app. Each has a folder for the user's data, and a server."""

    program = None
    server_program = None

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)  # A program may still be ending.
        self.server = Server(self.server_program, self.folder)
        self.addCleanup(self.server.end)

    def environment(self, **more):
        """The environment, without the data and the settings of the user who runs the tests."""
        return {"HOME": self.folder, "XDG_DATA_HOME": f"{self.folder}/data", **more}

    def command(self, *words, **environment):
        variables = [f"{name}={value}" for name, value in self.environment(**environment).items()]
        return ["env", "-u", "NO_COLOR", *variables, self.program, *words]

    def app(self, *words, columns=80, rows=24, **environment):
        command = shlex.join(self.command("--server", self.server.address, *words, **environment))
        return self.drive(App(command, columns=columns, rows=rows, title="football-gather"))

    def piped(self, lines, *words, **environment):
        """Runs the program in a pipe, with these commands."""
        return subprocess.run(
            self.command("--server", self.server.address, *words, **environment), input="\n".join(lines),
            capture_output=True, text=True, timeout=50)

    def registered(self, *names, **options):
        """Shows the list of a new user with these players."""
        app = self.app(**options)
        app.expect("Enter username")
        app.type("ada")
        app.keys("Enter")
        app.type("secret")
        app.expect("••••••")
        app.keys("Down", "Down", "Down", "Enter")
        app.expect("There aren't any players for your user.", absent=[LOADING])
        for name in names:
            self.add(app, name)
        return app

    def add(self, app, name):
        app.keys("a")
        app.expect("Enter name of the player")
        app.type(name)
        app.keys("Enter")
        app.expect("Players", f"{name} ", "Position", absent=[LOADING, "Enter name"])

    def stored_token(self):
        """Returns whether a file of the user contains a token."""
        files = [path for path in pathlib.Path(self.folder, "data").rglob("*") if path.is_file()]
        return any(b"footballgather_token" in path.read_bytes() for path in files)
