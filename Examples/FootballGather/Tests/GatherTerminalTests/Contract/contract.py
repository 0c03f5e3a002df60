#!/usr/bin/env python3
"""The program `football-gather` in a terminal, from outside: by its keys, and by what it shows.

    python3 contract.py GROUP FOLDER     of the built programs; GROUP is evening, outages, ends, sizes or pipe

Waits for nothing but what the program writes: each wait ends with the text that is waited for, or after a minute. SCREENS names
a folder that gets every screen as text."""
import fcntl
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import unicodedata
import unittest

sys.dont_write_bytecode = True  # beside the sources
# The driver of a terminal is that of the tourist spots.
EXAMPLES = pathlib.Path(__file__).resolve().parents[4]
sys.path.append(str(EXAMPLES / "TouristSpots/Tests/FrontEndTests/Contract"))

from app import LOADING, App, Played
from proxy import LossyProxy


class Evening(Played):
    """FG-LOGIN, FG-LIST, FG-ADD, FG-DETAIL, FG-EDIT, FG-CONFIRM, FG-GATHER: from the first start to the end of a gather."""

    def test_a_whole_evening_by_keys(self):
        app = self.registered("Ann", "Ben", "Cem")
        # FG-DETAIL-03, FG-EDIT-02: the position and the age of the first player.
        app.keys("Home", "Enter")
        app.expect("PERSONAL", "Preferred position")
        app.keys("Down", "Down", "Enter")
        app.expect("Goalkeeper", "Striker")
        app.keys("Up", "Enter")
        app.expect("[x] Striker", "[ Done ]")
        app.keys("Down", "Enter")
        app.expect("PERSONAL", "Striker", absent=["Goalkeeper", LOADING])
        app.keys("Up", "Enter")
        app.expect("Age", "( Done )")
        app.type("3x")
        app.keys("BSpace")
        app.type("1")
        app.expect("31", "[ Done ]")
        app.keys("Enter")
        app.expect("PERSONAL", "31", absent=[LOADING])
        app.keys("Escape")
        app.expect("Players", "Position: Striker")
        # FG-LIST-08, FG-LIST-11: all three play.
        app.keys("s")
        app.expect("0 selected", "( Confirm players )", "[ ] Ann")
        app.keys("Home", "Space", "Down", "Space")
        app.expect("2 selected", "[ Confirm players ]")
        app.keys("Down", "Space")
        app.expect("3 selected")
        app.keys("c")
        app.expect("Confirm Players", "( Start Gather )", "ST")
        # FG-CONFIRM-02, by arrows and by letters; Cem stays on the bench.
        app.keys("Home", "Right")
        app.expect("( Start Gather )")
        app.keys("Home")
        app.type("b")
        app.expect("[ Start Gather ]")
        app.keys("s")
        app.expect("Gather in progress", "Team A", "Ann", "Ben", absent=[LOADING, "Cem"])
        # FG-GATHER-03, FG-GATHER-04.
        app.keys("Home", "Right", "Right", "Right", "Down", "Right")
        app.expect("TEAM A      ◂      3 ▸", "TEAM B      ◂      1 ▸")
        app.keys("e")
        app.expect("Are you sure you want to end the gather?")
        app.keys("Escape")
        app.expect("Gather in progress", absent=["Are you sure"])
        app.keys("e")
        app.expect("Are you sure you want to end the gather?")
        app.keys("Enter")
        app.expect("Players", "[ Add player ]", absent=[LOADING, "Gather"])
        self.assertEqual(self.server.rows("SELECT score, winner_team FROM gathers"), [("3-1", "Team A")])
        self.assertEqual(
            self.server.rows("SELECT p.name, p.age, p.position, g.team FROM players p JOIN gather_players g"
                             " ON g.player_id = p.id ORDER BY p.id"),
            [("Ann", 31, "striker", "Team A"), ("Ben", None, None, "Team B")])
        # FG-LIST-12, FG-LIST-13.
        app.keys("End", "Up", "Up", "Up")
        app.type("d")
        app.expect("Delete player", "Are you sure")
        app.keys("Right", "Enter")
        app.expect("Ann", "Ben", absent=["Cem", LOADING, "Delete player"])
        self.assertEqual(self.server.rows("SELECT name FROM players ORDER BY id"), [("Ann",), ("Ben",)])
        app.keys("C-c")
        self.assertEqual(app.status(), 0)

    def test_fg_login_01_the_next_start_knows_the_user_and_not_the_password(self):
        app = self.registered()
        self.assertTrue(self.stored_token())
        app.keys("C-c")
        self.assertEqual(app.status(), 0)
        self.assertFalse(self.stored_token(), "FG-STORE-04")
        app = self.app("players/add")
        app.expect("ada", "[x] Remember Me", "Enter password")
        app.type("secret")
        app.keys("Enter")
        app.expect("Add Player", "Enter name of the player", absent=[LOADING])
        app.keys("Escape")
        app.expect("There aren't any players for your user.")
        app.keys("C-c")
        self.assertEqual(app.status(), 0)
        self.assertNotIn(b"secret", app.output)


    def test_fg_confirm_02_players_move_between_sections_and_in_them(self):
        app = self.registered("Ann", "Bob", "Cem")

        def order(*texts):
            """Waits until the sections and the players are in this order."""
            def holds(screen):
                places = [screen.find(text) for text in texts]
                return -1 not in places and places == sorted(places)
            app.waits_for = texts
            app.until(holds)

        app.keys("s")
        app.expect("0 selected")
        app.keys("Home", "Space", "Down", "Space", "Down", "Space")
        app.expect("3 selected")
        app.keys("c")
        order("Bench", "Ann", "Bob", "Cem", "Team A", "Team B")
        app.keys("Home", "S-Down")
        order("Bench", "Bob", "▸ Ann", "Cem", "Team A", "Team B")
        app.keys("J", "K", "S-Up")
        order("Bench", "▸ Ann", "Bob", "Cem", "Team A", "Team B")
        app.keys("Right", "Right")
        order("Bench", "Bob", "Cem", "Team A", "Team B", "▸ Ann", "( Start Gather )")
        app.keys("Left")
        order("Bench", "Bob", "Cem", "Team A", "▸ Ann", "Team B")
        app.keys("b", "Home", "a")
        order("Bench", "Cem", "Team A", "▸ Bob", "Team B", "Ann", "[ Start Gather ]")
        app.keys("n")
        order("Bench", "Cem", "▸ Bob", "Team A", "Team B", "Ann", "( Start Gather )")

    def test_fg_api_21_a_session_that_ends_costs_a_login_and_nothing_else(self):
        app = self.registered("Ann")
        app.keys("a")
        app.expect("Enter name of the player")
        app.type("Ben")
        self.server.change("DELETE FROM tokens")
        app.keys("Enter")
        app.expect("Your session has ended.", "Enter username", "ada", "[ Login ]", absent=[LOADING, "Add Player"])
        app.type("secret")
        app.keys("Enter")
        app.expect("Add Player", "Ben", "[ Done ]", absent=[LOADING])
        app.keys("Enter")
        app.expect("Players", "Ann", "Ben", absent=[LOADING, "Add Player"])
        self.assertEqual(self.server.rows("SELECT name FROM players ORDER BY id"), [("Ann",), ("Ben",)])


class Outages(Played):
    """The server is killed in the middle of each step, and started again. There is a clear message, nothing is lost, and nothing
    happens twice."""

    def interrupt(self, app, *keys, during=(LOADING,), absent=(), alert):
        """Presses keys that send a request, kills the server before it answers, and starts it again."""
        self.server.stop()
        app.keys(*keys)
        app.expect(*during, absent=absent)
        self.server.kill()
        # Not started before: a request that may be repeated is sent again when its connection breaks.
        app.expect(alert, "[ OK ]")
        self.server.start()
        app.keys("Enter")
        app.expect(absent=[alert, LOADING])

    def make_teams(self, app):
        """Selects the first two players, and puts each into a team."""
        app.keys("s")
        app.expect("0 selected")
        app.keys("Home", "Space", "Down", "Space")
        app.expect("2 selected")
        app.keys("c")
        app.expect("Confirm Players")
        app.keys("Home", "a", "Home", "b")
        app.expect("[ Start Gather ]")

    def count(self, table):
        return self.server.rows(f"SELECT count(*) FROM {table}")[0][0]

    def test_registering_and_logging_in(self):
        app = self.app()
        app.expect("Enter username")
        app.type("ada")
        app.keys("Enter")
        app.type("secret")
        app.keys("Down", "Down", "Down")
        self.interrupt(app, "Enter", alert="Error")
        self.assertEqual(self.count("users"), 0)
        app.expect("ada", "••••••")
        app.keys("Enter")
        app.expect("There aren't any players for your user.", absent=[LOADING])
        self.assertEqual(self.count("users"), 1)
        app.keys("Escape")
        app.expect("Enter username", absent=["Players"])
        app.keys("Home", "Down")
        app.type("secret")
        self.interrupt(app, "Enter", alert="Error")
        app.expect("ada", "••••••")
        app.keys("Enter")
        app.expect("There aren't any players for your user.", absent=[LOADING])

    def test_adding_editing_and_deleting(self):
        app = self.registered()
        app.keys("a")
        app.expect("Enter name of the player")
        app.type("Ann")
        self.interrupt(app, "Enter", alert="Unable to create player. Please try again.")
        self.assertEqual(self.count("players"), 0)
        app.expect("Ann", "[ Done ]")
        app.keys("Enter")
        app.expect("Players", "Ann", "Position: unknown", absent=[LOADING])
        self.assertEqual(self.count("players"), 1)
        app.keys("Home", "Enter")
        app.expect("PERSONAL")
        app.keys("Down", "Enter")
        app.expect("( Done )")
        app.type("31")
        self.interrupt(app, "Enter", alert="Unable to update player. Please try again.")
        self.assertEqual(self.server.rows("SELECT age FROM players"), [(None,)])
        app.keys("Enter")
        app.expect("PERSONAL", "31", absent=[LOADING])
        self.assertEqual(self.server.rows("SELECT age FROM players"), [(31,)])
        app.keys("Escape")
        app.expect("Players", "Position: unknown")
        app.type("d")
        app.expect("Delete player")
        app.keys("Right")
        self.interrupt(app, "Enter", alert="Error")
        app.expect("Ann")
        self.assertEqual(self.count("players"), 1)
        app.type("d")
        app.expect("Delete player")
        app.keys("Right", "Enter")
        app.expect("There aren't any players for your user.", absent=[LOADING])
        self.assertEqual(self.count("players"), 0)

    def test_loading_the_list(self):
        app = self.registered()
        # No overlay shows that the list is being loaded, but the button is not shown.
        self.interrupt(app, "r", during=["Players"], absent=["Retry"], alert="Error")
        app.expect("The players could not be loaded.", "[ Retry ]")
        app.keys("r")
        app.expect("There aren't any players for your user.")

    def test_starting_and_ending_a_gather(self):
        app = self.registered("Ann", "Ben")
        self.make_teams(app)
        self.interrupt(app, "s", alert="Unable to create gather.")
        self.assertEqual(self.count("gathers"), 0)
        app.expect("[ Start Gather ]")
        app.keys("s")
        app.expect("Gather in progress", absent=[LOADING])
        self.assertEqual((self.count("gathers"), self.count("gather_players")), (1, 2))
        app.keys("Home", "Right", "Right")
        app.expect("◂      2 ▸")
        app.keys("e")
        app.expect("Are you sure")
        self.interrupt(app, "Enter", alert="Unable to end gather. Please try again.")
        app.expect("◂      2 ▸", "Gather in progress")
        self.assertEqual(self.server.rows("SELECT score FROM gathers"), [(None,)])
        app.keys("e")
        app.expect("Are you sure")
        app.keys("Enter")
        app.expect("Players", "[ Add player ]", absent=[LOADING])
        self.assertEqual(self.server.rows("SELECT score, winner_team FROM gathers"), [("2-0", "Team A")])

    def lose(self, app, *keys, alert):
        """Presses keys that send a request, kills the server after it has stored something, and starts it again."""
        self.proxy.lose_next_answer(self.server.kill)
        app.keys(*keys)
        app.expect(alert, "[ OK ]")
        self.server.start()
        app.keys("Enter")
        app.expect(absent=[alert, LOADING])

    def test_what_was_stored_before_the_answer_was_lost_is_there_once(self):
        self.proxy = LossyProxy(self.server.port)
        self.addCleanup(self.proxy.close)
        self.server.address = self.proxy.address
        app = self.registered("Ann")
        app.keys("a")
        app.expect("Enter name of the player")
        app.type("Ben")
        self.lose(app, "Enter", alert="Unable to create player. Please try again.")
        self.assertEqual(self.count("players"), 2)
        app.expect("Ben", "[ Done ]")
        app.keys("Enter")
        app.expect("Players", "Ann", "Ben", "Position: unknown", absent=[LOADING, "Enter name"])
        self.assertEqual(self.count("players"), 2)
        self.make_teams(app)
        self.lose(app, "s", alert="Unable to create gather.")
        self.assertEqual(self.count("gathers"), 1)
        app.expect("[ Start Gather ]")
        app.keys("s")
        app.expect("Gather in progress", absent=[LOADING])
        self.assertEqual((self.count("gathers"), self.count("gather_players")), (1, 2))


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


class Sizes(Played):
    """Every screen in narrow, usual and wide terminals."""

    NAMES = ("Ann", "김민준 골키퍼", "Maximiliane von und zu Hohenstein-Ravensberg")

    def keep(self, app, name):
        """Keeps what is shown, if SCREENS names a folder. No line is cut by the terminal."""
        if "SCREENS" in os.environ:
            folder = pathlib.Path(os.environ["SCREENS"])
            folder.mkdir(parents=True, exist_ok=True)
            folder.joinpath(name + ".txt").write_text(app.screen())
            folder.joinpath(name + ".ansi").write_text(app.tmux("capture-pane", "-p", "-e"))

    def shows(self, app, name, *texts, absent=()):
        app.expect(*texts, absent=[LOADING, *absent])
        self.keep(app, f"{self.columns}-{name}")

    def column(self, line, text):
        """The column in which a text begins. Wide letters take two."""
        before = line[:line.index(text)]
        return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in before)

    def walk(self, columns, rows):
        self.columns = columns
        app = self.app(columns=columns, rows=rows)
        self.shows(app, "1-login", "Enter username", "[ Register ]")
        app.type("ada")
        app.keys("Enter")
        app.keys("Enter")
        self.shows(app, "1-login-alert", "Both fields are mandatory.", "[ OK ]")
        app.keys("Enter")
        app.expect("Login", absent=["mandatory"])
        app.type("secret")
        app.keys("Down", "Down", "Down", "Enter")
        self.shows(app, "2-list-empty", "There aren't any players", "[ Retry ]", "( Select )")
        for name in self.NAMES:
            app.keys("a")
            app.expect("Enter name of the player")
            app.type(name)
            app.expect(name[-8:])
            if name == "Ann":
                self.keep(app, f"{columns}-3-add")
            app.keys("Enter")
            app.expect("Players", name[:12], "Position", absent=[LOADING])
        self.shows(app, "2-list", "Ann", "김민준", "[ Select ]")
        lines = [line for line in app.screen().split("\n") if "Position" in line]
        self.assertEqual(len({self.column(line, "Position") for line in lines}), 1, lines)
        app.keys("Home", "d")
        self.shows(app, "2-list-delete", "Are you sure", "[ Delete ]")
        app.keys("Escape")
        app.expect("Ann", absent=["Delete player"])
        app.keys("Enter")
        self.shows(app, "4-detail", "PERSONAL", "Favourite team")
        app.keys("Enter")
        self.shows(app, "5-edit-text", "Ann", "( Done )")
        app.keys("Escape")
        app.expect("PERSONAL")
        app.keys("Down", "Down", "Enter")
        self.shows(app, "5-edit-options", "Midfielder", "( Done )")
        app.keys("Escape")
        app.expect("PERSONAL")
        app.keys("Escape")
        app.expect("Players")
        app.keys("s")
        app.expect("0 selected")
        app.keys("Home", "Space", "Down", "Space", "Down", "Space")
        self.shows(app, "2-list-selection", "3 selected", "[ Confirm players ]")
        app.keys("c")
        app.expect("Confirm Players")
        app.keys("Home", "a", "Home", "b")
        self.shows(app, "6-confirm", "Team A", "[ Start Gather ]")
        self.server.stop()
        app.keys("s")
        app.expect(LOADING)
        self.keep(app, f"{columns}-6-confirm-loading")
        self.server.process.send_signal(signal.SIGCONT)
        app.expect("Gather in progress", absent=[LOADING])
        app.keys("Home", "Right", "Right")
        self.shows(app, "7-gather", "Gather in progress", "◂      2 ▸", "[ End Gather ]")
        app.keys("t")
        self.shows(app, "7-gather-picker", "10 min", "0 sec", "[ Done ]")
        app.keys("Escape")
        app.expect("Gather in progress", absent=["10 min"])
        app.keys("e")
        self.shows(app, "7-gather-end", "Are you sure", "[ Yes ]")
        app.keys("Enter")
        app.expect("Players", absent=["Gather", LOADING])
        app.keys("C-c")
        self.assertEqual(app.status(), 0)

    def test_40_columns(self):
        self.walk(40, 24)

    def test_80_columns(self):
        self.walk(80, 24)

    def test_200_columns(self):
        self.walk(200, 50)

    def test_a_terminal_that_becomes_small_and_large_again(self):
        app = self.registered(*[f"Player {number:02}" for number in range(1, 16)], rows=30)
        app.keys("Home")
        app.tmux("resize-window", "-x", 40, "-y", 12)
        app.expect("▸ Player 01", "▼", absent=["Player 05"])
        app.keys("Down", "Down", "Down", "Down", "Down")
        app.expect("▸ Player 06", "▲", absent=["Player 01"])
        app.tmux("resize-window", "-x", 9, "-y", 4)
        app.expect("‹ Play", absent=["Position"])
        app.tmux("resize-window", "-x", 80, "-y", 40)
        app.expect("Player 01", "▸ Player 06", "Player 15", absent=["▼"])

    def test_colours_are_for_a_terminal_that_wants_them(self):
        def output(app):
            app.expect("Enter username")
            app.keys("C-c")
            self.assertEqual(app.status(), 0)
            return app.output

        colours = (b"\x1b[36m", b"\x1b[90m", b"\x1b[1m")
        coloured = output(self.app())
        plain = output(self.drive(App(
            " ".join(["NO_COLOR=1"] + self.command("--server", self.server.address)[3:]))))
        for colour in colours:
            self.assertIn(colour, coloured)
            self.assertNotIn(colour, plain)


class Pipe(Played):
    """Lines in, plain text out."""

    LOGIN = ["username ada", "password secret", "register"]

    def test_a_script_plays_a_whole_evening(self):
        teams = ["select", "1", "2", "confirm", "a 1", "b 1", "start"]
        ended = self.piped([
            *self.LOGIN, "# two players", "add", "name Ann  Lee", "done", "add", "name Ben", "done", "2", "position", "5", "done",
            "age", "age 31", "done", "back", *teams, "a 3", "b 1", "set", "minutes 45", "seconds 30", "done", "end", "yes"])
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)
        self.assertNotIn("\x1b", ended.stdout)
        self.assertNotIn("secret", ended.stdout)
        self.assertIn("    45:30\n", ended.stdout)
        self.assertEqual(self.server.rows("SELECT score, winner_team FROM gathers"), [("3-1", "Team A")])
        self.assertEqual(
            self.server.rows("SELECT name, age, position FROM players ORDER BY id"),
            [("Ann  Lee", None, None), ("Ben", 31, "striker")])
        self.assertFalse(self.stored_token(), "FG-STORE-04")

    def test_d18_log_out_revokes_the_token(self):
        ended = self.piped([*self.LOGIN, "back", "password secret", "login", "back"])
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)
        self.assertEqual(self.server.rows("SELECT count(*) FROM tokens"), [(0,)])

    def test_d17_a_match_that_is_left_asks(self):
        teams = [*self.LOGIN, "add", "name Ann", "done", "add", "name Ben", "done", "select", "1", "2", "confirm", "a 1", "b 1",
                 "start"]
        ended = self.piped([*teams, "a 3", "back", "stay", "b 1", "back", "leave", "start", "back", "start", "a 2", "end", "yes"])
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)
        self.assertIn("The score and the time would be lost.", ended.stdout)
        self.assertEqual(self.server.rows("SELECT score FROM gathers"), [("2-0",)])

    def test_d19_a_change_elsewhere_is_shown_before_an_older_copy_replaces_it(self):
        app = self.registered("Ann")
        self.server.change("UPDATE players SET name = 'Anna', version = version + 1")
        app.keys("Home", "Enter")
        app.expect("PERSONAL")
        app.keys("Down", "Enter")
        app.expect("( Done )")
        app.type("31")
        app.keys("Enter")
        app.expect("Changed meanwhile", "Name: Anna", "Age: –", "You typed: 31", "[ Save Mine ]", absent=[LOADING])
        app.keys("Enter")
        app.expect("PERSONAL", "Anna", "31", absent=[LOADING])
        self.assertEqual(self.server.rows("SELECT name, age FROM players"), [("Anna", 31)])

    def test_a_link_opens_its_screen_after_the_login(self):
        ended = self.piped([*self.LOGIN, "name Ann", "done"], "players/add")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertEqual(self.server.rows("SELECT name FROM players"), [("Ann",)])
        ended = self.piped(["password secret", "login"], "players/7/age")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("There is no such player.", ended.stdout)
        self.assertIn("The input has ended with this on the screen: Error: There is no such player.", ended.stderr)

    def test_what_is_no_command_names_the_line_and_the_commands_that_there_are(self):
        for lines, message in [
            (["# first", "nonsense"], "line 2: “nonsense” is not on the screen. There are: username, password"),
            (["login", "username ada"], "line 2: “username ada” is not on the screen. There are: ok, show, help, quit."),
            (["remember maybe"], "line 1: “remember maybe”: “remember” takes on or off."),
            (["login now"], "line 1: “login now”: nothing can follow “login”. Leave it out."),
            ([*self.LOGIN, "select"], "line 4: “select” cannot be used now. There are: retry, add, reload, back"),
        ]:
            ended = self.piped(lines)
            self.assertEqual(ended.returncode, 64, lines)
            self.assertIn(f"football-gather: {message}", ended.stderr)

    def test_a_name_cannot_send_commands_to_the_terminal(self):
        ended = self.piped([*self.LOGIN, "add", "name A\x1b[2Jnn", "done"])
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertEqual(self.server.rows("SELECT name FROM players"), [("A\x1b[2Jnn",)])
        self.assertNotIn("\x1b", ended.stdout)
        self.assertIn("A[2Jnn", ended.stdout)

    def test_a_password_that_is_no_text_is_not_repeated(self):
        ended = subprocess.run(
            self.command("--server", self.server.address), input=b"password s3cr3t\xff\n", capture_output=True)
        self.assertEqual(ended.returncode, 64)
        self.assertIn("line 1: “password” is no UTF-8 text. Give it in UTF-8.", ended.stderr.decode())
        self.assertNotIn(b"s3cr3t", ended.stdout + ended.stderr)

    def test_an_alert_at_the_end_of_a_script_is_a_failure(self):
        self.server.kill()
        ended = self.piped(["username ada", "password secret", "login"])
        self.server.start()
        self.assertEqual(ended.returncode, 1)
        self.assertIn("football-gather: The input has ended with this on the screen: Error: ", ended.stderr)
        self.assertNotIn("secret", ended.stdout + ended.stderr)

    def test_wrong_arguments_name_the_value_and_the_remedy(self):
        for words, message in [
            (["--colour"], "“--colour” is no option. --help lists them."),
            (["players/x"], "“players/x” names no screen."),
            (["--server", "nowhere"], "--server cannot be “nowhere”."),
        ]:
            ended = subprocess.run(self.command(*words), capture_output=True, text=True, stdin=subprocess.DEVNULL)
            self.assertEqual((ended.returncode, ended.stdout), (64, ""))
            self.assertIn(f"football-gather: {message}", ended.stderr)

    def test_a_reader_that_goes_away_ends_nothing_but_the_reading(self):
        command = subprocess.list2cmdline(self.command("--server", self.server.address))
        ended = subprocess.run(
            ["bash", "-c", f"printf '%s\\n' 'username ada' 'password secret' register add 'name Ann' done | {command} | head -1;"
             " echo ${PIPESTATUS[1]}"], capture_output=True, text=True)
        self.assertEqual(ended.stdout.splitlines()[-1], "0", ended.stderr)
        self.assertEqual(self.server.rows("SELECT name FROM players"), [("Ann",)])

    def test_without_a_server_the_program_has_its_own_which_keeps_everything(self):
        def run(*lines):
            return subprocess.run(self.command(), input="\n".join(lines), capture_output=True, text=True)

        ended = run(*self.LOGIN, "add", "name Ann", "done")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)
        ended = run("password secret", "login")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)
        self.assertIn("1           Ann   Position: unknown   Skill: unknown\n", ended.stdout)

    def test_a_terminal_without_a_screen_gets_lines(self):
        app = self.app(TERM="dumb")
        app.expect("━━━ Football Gather ━━━", "username")
        app.type("nonsense\n")
        app.expect("“nonsense” is not on the screen.")
        app.type("username ada\n")
        app.expect("username    ada")
        app.type("password\n")
        app.expect("The next line is the password. It is not shown.")
        app.type("secret\n")
        app.expect("password    ••••••\n", absent=["secret"])
        app.type("password\n")
        app.type("quit\n")
        app.expect("password    ••••\n")
        app.type("quit\n")
        self.assertEqual(app.status(), 0)
        self.assertNotIn(b"\x1b[?1049h", app.output)


if __name__ == "__main__":
    # `swift test` blocks signals, and child processes inherit this. Without signals, no process here could be ended.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    group, folder = sys.argv[1:3]
    Played.program = f"{folder}/football-gather"
    Played.server_program = f"{folder}/gather-server"
    suite = {"evening": Evening, "outages": Outages, "ends": Ends, "sizes": Sizes, "pipe": Pipe}[group]
    loader = unittest.defaultTestLoader
    loader.testNamePatterns = [f"*{name}*" for name in sys.argv[3:]] or None
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(loader.loadTestsFromTestCase(suite)).wasSuccessful())
