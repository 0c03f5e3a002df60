"""From registering to the stored score, by keys."""
from app import LOADING, Played


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
        app.expect("Are you sure you want to end the gather?", "▸ [ Cancel ]")
        app.keys("Enter")
        app.expect("Gather in progress", absent=["Are you sure"])
        app.keys("e")
        app.expect("Are you sure you want to end the gather?")
        app.keys("Right", "Enter")
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

    def test_fg_list_03_d20_a_search_is_seen_also_when_a_deletion_has_made_the_list_short(self):
        app = self.registered(*[f"Player {number:02}" for number in range(1, 12)], rows=40)
        app.keys("End", "Up", "Up", "Up")
        app.type("03")
        app.expect("Player 03", absent=["Player 04"])
        app.keys("Up")
        app.expect("▸ Player 03")
        app.type("d")
        app.expect("Delete player", "Are you sure")
        app.keys("Right", "Enter")
        app.expect("Search players", "No player’s name contains “03”.", absent=[LOADING, "Delete player"])
        app.keys("Home", "Down", "Up", "BSpace", "BSpace")
        app.expect("Player 01", "Player 11", absent=["Search players"])

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
