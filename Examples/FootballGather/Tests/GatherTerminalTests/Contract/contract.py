#!/usr/bin/env python3
"""The program `football-gather` in a terminal, from outside: by its keys, and by what it shows.

    python3 contract.py GROUP FOLDER     of the built programs; GROUP is evening, outages, ends, sizes or pipe

Waits for nothing but what the program writes: each wait ends with the text that is waited for, or after a minute. SCREENS names
a folder that gets every screen as text."""
import pathlib
import signal
import sys
import unittest

sys.dont_write_bytecode = True  # beside the sources
# The driver of a terminal is that of the tourist spots.
EXAMPLES = pathlib.Path(__file__).resolve().parents[4]
sys.path.append(str(EXAMPLES / "TouristSpots/Tests/FrontEndTests/Contract"))

from app import Played
from ends import Ends
from evening import Evening
from outages import Outages
from pipe import Pipe
from sizes import Sizes

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
