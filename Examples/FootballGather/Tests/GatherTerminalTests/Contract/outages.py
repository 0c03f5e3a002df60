"""The server is killed in each step."""
from app import LOADING, Played
from proxy import LossyProxy


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
        self.interrupt(app, "Right", "Enter", alert="Unable to end gather. Please try again.")
        app.expect("◂      2 ▸", "Gather in progress")
        self.assertEqual(self.server.rows("SELECT score FROM gathers"), [(None,)])
        app.keys("e")
        app.expect("Are you sure")
        app.keys("Right", "Enter")
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
