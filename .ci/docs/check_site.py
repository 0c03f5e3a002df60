"""Opens the website in Chromium, without a window, at 1280 and 400 px: check_site.py SITE. Fails for an error on the console, a page
that scrolls sideways, code that is wider than its column at 1280 px, and a link to a page that is not there."""

import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

SITE = Path(sys.argv[1])
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LOOK = """(() => ({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    wide: [...document.querySelectorAll('.code-listing pre, body > main > pre')]
        .filter(e => (e = e.closest('.container-general') ?? e).scrollWidth > e.clientWidth + 1).map(e => e.innerText.slice(0, 60)),
    links: [...document.querySelectorAll('a[href], img[src]')].map(e => e.href || e.src),
}))()"""
IS_DRAWN = "document.readyState == 'complete' && !!document.querySelector('h1') && !!document.querySelector('main')"


class Browser:
    """Chromium, with which messages are exchanged over two pipes."""

    def __init__(self, profile):
        to_read, self.output = os.pipe()
        self.input, to_write = os.pipe()
        # Scroll bars are hidden as on a phone: the renderer makes tutorials as wide as the window, bar included.
        options = f"--headless --hide-scrollbars --no-sandbox --disable-gpu --remote-debugging-pipe --user-data-dir={profile}"
        command = f'exec "{BROWSER}" {options} 3<&{to_read} 4>&{to_write}'
        self.process = subprocess.Popen(["bash", "-c", command], pass_fds=(to_read, to_write), stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.session, self.problems = b"", 0, {}, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = {"sessionId": self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters, **self.session}
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                if not (more := os.read(self.input, 1 << 20)):
                    sys.exit("Chromium has ended.")
                self.rest += more
            line, _, self.rest = self.rest.partition(b"\0")
            answer = json.loads(line)
            if answer.get("id") == self.number:
                return answer.get("result", answer)
            self.hear(answer.get("method"), answer.get("params", {}))

    def hear(self, event, about):
        level = "error" if event == "Runtime.exceptionThrown" else about.get("type") or about.get("entry", {}).get("level")
        if event in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded") and level == "error":
            self.problems.append(f"an error on the console: {json.dumps(about)[:300]}")

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def open(self, address):
        """Opens a page, and returns what it looks like at 1280 and at 400 px."""
        self.width(1280)
        self.call("Page.navigate", url=address)
        if not self.waits(lambda: self.value(IS_DRAWN)):
            self.problems.append("it was not drawn within 30 seconds")
        return self.look(1280), self.look(400)

    def width(self, width):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 800)

    def look(self, width):
        """What the page looks like. A layout that is still changing has time to end without a problem."""
        self.width(width)
        time.sleep(0.3)
        self.waits(lambda: (look := self.value(LOOK))["sideways"] <= 0 and (width == 400 or not look["wide"]), seconds=5)
        return self.value(LOOK)

    def waits(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not (is_true := condition()) and time.monotonic() < end:
            time.sleep(0.05)
        return is_true


def pages():
    """The addresses of the first pages, of each module's root, and of all articles and tutorials."""
    yield from ("/", "/ko.html", "/documentation/")
    for file in sorted((SITE / "data").rglob("*/*.json")):
        about = json.loads(file.read_text(encoding="utf-8"))["metadata"]
        if about.get("symbolKind") == "module" or about.get("role") in ("article", "overview", "project"):
            yield f"/{file.relative_to(SITE / 'data').with_suffix('')}/"


def main():
    http.server.SimpleHTTPRequestHandler.log_message = lambda *_: None
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=SITE)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = f"http://127.0.0.1:{server.server_port}"
    problems, count = [], 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        for count, page in enumerate(pages(), start=1):
            desk, phone = browser.open(root + page)
            found, browser.problems = browser.problems, []
            found += [f"scrolls sideways at {width} px" for width, look in ((1280, desk), (400, phone)) if look["sideways"] > 0]
            found += [f"a listing is wider than its column: {text!r}" for text in desk["wide"]]
            for link in sorted({link.partition("#")[0] for link in desk["links"] if link.startswith(root)}):
                path = SITE / link.removeprefix(root + "/")
                if not (path.is_file() or (path / "index.html").is_file()):
                    found.append(f"a link leads to nothing: {link.removeprefix(root)}")
            problems += [f"{page}: error: {text}" for text in found]
        browser.call("Browser.close")
        browser.process.wait()
    print("\n".join([*problems, f"{count} pages opened at 1280 and 400 px, {len(problems)} problems"]))
    sys.exit(1 if problems else 0)


if not BROWSER:
    sys.exit(print("The website was not opened: there is no Chromium. On Debian and Ubuntu: apt-get install chromium"))
main()
