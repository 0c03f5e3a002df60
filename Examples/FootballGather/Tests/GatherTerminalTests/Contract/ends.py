"""The terminal is as before after every end."""
import fcntl
import os
import pathlib
import select
import signal
import socket
import subprocess

from app import LOADING, App, Played


class Ends(Played):
    """The terminal has its former state, however the program ends."""

    LEFT = b"\x1b[?25h\x1b[?1049l"

    def test_control_c_and_every_signal_give_the_terminal_back_and_forget_the_token(self):
        for end, status in [("C-c", 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]:
            with self.subTest(end=end):
                app = self.app(XDG_DATA_HOME=f"{self.folder}/data/{status}")
                app.expect("Enter username")
                app.type(f"user {status}")
                app.keys("Enter")
                app.type("secret")
                app.keys("Down", "Down", "Down", "Enter")
                app.expect("There aren't any players for your user.", absent=[LOADING])
                self.assertTrue(self.stored_token())
                if isinstance(end, str):
                    app.keys(end)
                else:
                    os.kill(self.pid(app), end)
                self.assertEqual(app.status(), status)
                self.assertIn(self.LEFT, app.output)
                self.assertFalse(self.stored_token())

    def test_a_terminal_that_is_closed_ends_the_program_and_forgets_the_token(self):
        app = self.registered()
        ended = os.pidfd_open(self.pid(app))
        self.addCleanup(os.close, ended)
        app.tmux("kill-server")
        select.select([ended], [], [])
        self.assertFalse(self.stored_token())

    def pid(self, app):
        terminal = app.tmux("display-message", "-p", "#{pane_tty}").strip().removeprefix("/dev/")
        return int(subprocess.check_output(["pgrep", "-t", terminal, "-x", "football-gather"], text=True))

    def test_the_settings_of_the_terminal_come_back(self):
        command = " ".join(self.command("--server", self.server.address))
        app = self.drive(App(f"stty -g >{self.folder}/before; {command}; stty -g >{self.folder}/after", title="sh"))
        app.expect("Enter username")
        app.keys("C-c")
        self.assertEqual(app.status(), 0)
        before, after = (pathlib.Path(self.folder, name).read_text() for name in ("before", "after"))
        self.assertEqual(before, after)

    def test_what_the_own_server_logs_is_written_when_the_screen_has_gone(self):
        app = self.drive(App(f"{' '.join(self.command())}; read line", title="sh"))
        app.expect("Enter username")
        request = b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self.port(self.pid(app)))) as connection:
            connection.sendall(request)
            self.assertIn(b" 403 ", connection.recv(4096))
        app.type("ada")
        app.expect("│ ada ", absent=["elsewhere.example"])
        app.keys("C-c")
        app.expect("elsewhere.example", absent=["Enter username"])

    def port(self, pid):
        """The port on which a program listens."""
        sockets = set()
        for descriptor in os.listdir(f"/proc/{pid}/fd"):
            sockets.add(os.readlink(f"/proc/{pid}/fd/{descriptor}"))
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            parts = line.split()
            if parts[3] == "0A" and f"socket:[{parts[9]}]" in sockets:
                return int(parts[1].split(":")[1], 16)
        raise AssertionError("it does not listen")

    def test_a_request_that_is_never_answered_does_not_hold_up_the_end(self):
        app = self.app()
        app.expect("Enter username")
        app.type("ada")
        app.keys("Enter")
        app.type("secret")
        self.server.stop()
        app.keys("Enter")
        app.expect(LOADING)
        app.keys("C-c")
        self.assertEqual(app.status(), 0)

    def test_a_program_that_is_stopped_goes_on_where_it_was(self):
        app = self.drive(App("PS1='$ ' bash --norc --noprofile -i", title="bash"))
        app.expect("$")
        app.type(" ".join(self.command("--server", self.server.address)) + "\n")
        app.expect("Enter username")
        app.type("ada")
        app.expect("│ ada ")
        app.keys("C-z")
        app.expect("Stopped", absent=["Enter username"])
        app.type("fg\n")
        app.expect("Enter username", "│ ada ", absent=["Stopped"])
        # A stop that the program does not see leaves its screen to the shell.
        os.kill(self.pid(app), signal.SIGSTOP)
        app.expect("Stopped")
        app.type("fg\n")
        app.expect("Enter username", "│ ada ", absent=["Stopped", "fg"])
        app.type("m")
        app.expect("│ adam ")
        app.keys("C-c")
        app.expect("Stopped", absent=["Enter username"])

    def test_a_program_that_is_killed_goes_on_where_it_was(self):
        app = self.registered("Ann")
        app.keys("a")
        app.expect("Enter name of the player")
        app.type("Ben Smith")
        app.expect("Ben Smith")
        self.kept(b"Ben Smith")
        os.kill(self.pid(app), signal.SIGKILL)
        self.assertEqual(app.status(), 137)
        # FG-ADD-05: the text is there, and so are the token and the screen below.
        app = self.app()
        app.expect("Add Player", "Ben Smith", "[ Done ]")
        app.keys("Enter")
        app.expect("Players", "Ann", "Ben Smith", absent=[LOADING, "Add Player"])
        self.assertEqual(self.server.rows("SELECT name FROM players ORDER BY id"), [("Ann",), ("Ben Smith",)])
        # A program that was left begins anew.
        app.keys("C-c")
        self.assertEqual(app.status(), 0)
        self.app().expect("Enter username", absent=["Ben Smith"])

    def kept(self, text):
        """Waits until a file of the screens contains a text."""
        folder = pathlib.Path(self.folder, "data/football-gather/screens")
        folder.mkdir(exist_ok=True)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGIO])
        descriptor = os.open(folder, os.O_RDONLY)
        self.addCleanup(os.close, descriptor)
        fcntl.fcntl(descriptor, fcntl.F_NOTIFY, fcntl.DN_RENAME | fcntl.DN_CREATE | fcntl.DN_MODIFY | fcntl.DN_MULTISHOT)
        while not any(text in path.read_bytes() for path in folder.glob("[0-9]*")):
            self.assertTrue(signal.sigtimedwait([signal.SIGIO], 60), "the screens are not kept")

    def test_what_a_shell_shows_before_is_there_again(self):
        command = " ".join(self.command("--server", self.server.address))
        app = self.drive(App(f"echo BEFORE; {command}; echo AFTER; read line", title="sh"))
        app.expect("Enter username", absent=["BEFORE"])
        app.keys("C-c")
        app.expect("BEFORE", "AFTER", absent=["Enter username"])
