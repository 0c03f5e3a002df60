"""Every screen fits every width."""
import os
import pathlib
import signal
import unicodedata

from app import LOADING, App, Played


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
        self.shows(app, "1-login", "Enter username", "[ Register ]", "─" * min(columns, 96))
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
        app.keys("Right", "Enter")
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

    def test_a_question_in_a_small_terminal_keeps_its_buttons(self):
        app = self.registered(self.NAMES[2], rows=30, columns=120)
        app.keys("Home", "d")
        app.expect("Are you sure", "[ Delete ]")
        app.tmux("resize-window", "-x", 24, "-y", 10)
        app.expect("Delete player", "[ Cancel ]", "[ Delete ]", absent=["Hohenstein"])
        app.keys("Escape")
        app.expect("Players", absent=["[ Delete ]"])

    def test_colours_are_for_a_terminal_that_wants_them(self):
        def output(app):
            app.expect("Enter username")
            app.keys("C-c")
            self.assertEqual(app.status(), 0)
            return app.output

        colours = (b"\x1b[36m", b"\x1b[2m", b"\x1b[1m")
        coloured = output(self.app())
        plain = output(self.drive(App(
            " ".join(["NO_COLOR=1"] + self.command("--server", self.server.address)[3:]))))
        for colour in colours:
            self.assertIn(colour, coloured)
            self.assertNotIn(colour, plain)
