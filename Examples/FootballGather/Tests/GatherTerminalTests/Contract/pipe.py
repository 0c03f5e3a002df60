"""Scripts use the app in a pipe."""
import subprocess

from app import LOADING, Played


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
        app.expect("Changed meanwhile", "Name: Anna", "Age: –", "You typed: 31", "▸ [ Keep Theirs ]", "[ Save Mine ]",
                   absent=[LOADING])
        app.keys("Right", "Enter")
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
            (["username a\0b"], "line 1: “username ab” contains U+0000, which no text may. Leave it out."),
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
