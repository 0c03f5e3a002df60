"""Opens the website in Chromium, without a window, at 1280 and 400 px: check_site.py SITE. Fails for an error on the console, a page
that scrolls sideways, code that is wider than its column at 1280 px, a link to a page that is not there, and a
link that would not be shown."""

import functools
import http.server
import json
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import browser

SITE = Path(sys.argv[1])
LOOK = """(() => ({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    wide: [...document.querySelectorAll('.code-listing pre, body > main > pre')]
        .filter(e => (e = e.closest('.container-general') ?? e).scrollWidth > e.clientWidth + 1).map(e => e.innerText.slice(0, 60)),
    links: [...document.querySelectorAll('a[href], img[src]')].map(e => e.href || e.src),
}))()"""
IS_DRAWN = "document.readyState == 'complete' && !!document.querySelector('h1') && !!document.querySelector('main')"


class Site(browser.Browser):
    """The browser, with the pages of the website."""

    def open(self, address):
        """Opens a page, and returns what it looks like at 1280 and at 400 px."""
        self.width(1280)
        self.call("Page.navigate", url=address)
        if not self.waits(lambda: self.value(IS_DRAWN)):
            self.problems.append("it was not drawn within 30 seconds")
        return self.look(1280), self.look(400)

    def look(self, width):
        """What the page looks like. A layout that is still changing has time to end without a problem."""
        self.width(width)
        time.sleep(0.3)
        self.waits(lambda: (look := self.value(LOOK))["sideways"] <= 0 and (width == 400 or not look["wide"]), seconds=5)
        return self.value(LOOK)


def pages():
    """The addresses of the first pages, of each module's root, and of all articles and tutorials."""
    yield from ("/", "/ko.html", "/documentation/")
    for file in sorted((SITE / "data").rglob("*/*.json")):
        about = json.loads(file.read_text(encoding="utf-8"))["metadata"]
        if about.get("symbolKind") == "module" or about.get("role") in ("article", "overview", "project"):
            yield f"/{file.relative_to(SITE / 'data').with_suffix('')}/"


def unresolved(node, references):
    """The links in a page's content that it has no entry for: the browser would leave out their words."""
    if isinstance(node, dict):
        if node.get("type") == "reference" and node["identifier"] not in references:
            yield node["identifier"]
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from unresolved(part, references)


def lost_links():
    """Reports the links of all pages whose words nobody would see."""
    for file in sorted((SITE / "data").rglob("*.json")):
        page = json.loads(file.read_text(encoding="utf-8"))
        references = page.pop("references", {})
        for link in unresolved(page, references):
            yield f"/{file.relative_to(SITE / 'data').with_suffix('')}/: error: a link is not shown: {link}"


def main():
    http.server.SimpleHTTPRequestHandler.log_message = lambda *_: None
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=SITE)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = f"http://127.0.0.1:{server.server_port}"
    problems, count = list(lost_links()), 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        site = Site(profile)
        for count, page in enumerate(pages(), start=1):
            desk, phone = site.open(root + page)
            found, site.problems = site.problems, []
            found += [f"scrolls sideways at {width} px" for width, look in ((1280, desk), (400, phone)) if look["sideways"] > 0]
            found += [f"a listing is wider than its column: {text!r}" for text in desk["wide"]]
            for link in sorted({link.partition("#")[0] for link in desk["links"] if link.startswith(root)}):
                path = SITE / link.removeprefix(root + "/")
                if not (path.is_file() or (path / "index.html").is_file()):
                    found.append(f"a link leads to nothing: {link.removeprefix(root)}")
            problems += [f"{page}: error: {text}" for text in found]
        site.call("Browser.close")
        site.process.wait()
    print("\n".join([*problems, f"{count} pages opened at 1280 and 400 px, {len(problems)} problems"]))
    sys.exit(1 if problems else 0)


if not browser.PROGRAM:
    print("The website was not opened: there is no Chromium. On Debian and Ubuntu: apt-get install chromium")
    sys.exit(3)
main()
