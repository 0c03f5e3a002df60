"""Pictures of text, drawn by Chromium: what a terminal shows, and several pictures beside each other."""
import base64
import html
import pathlib
import re
import tempfile

import pages

# What the terminal writes: bold, and colours by their numbers.
STYLES = {
    "1": "font-weight: bold", "31": "color: #ff6b61", "36": "color: #5ac8d8", "2": "color: #9a9aa0",
    "38;5;208": "color: #ff9f0a",
}
PAGE = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #d9dbe0; }
main { display: inline-flex; gap: 24px; padding: 24px; align-items: start; }
figure { margin: 0; border-radius: 10px; overflow: hidden; box-shadow: 0 6px 24px #0004; background: #fff; }
figure.terminal { background: #1b1c1f; color: #e6e6e6; }
figcaption { padding: 8px 14px; font: 13px/1.4 "Noto Sans CJK KR", sans-serif; color: #c8c8cc; background: #2c2d31; }
pre { margin: 0; padding: 10px 14px 14px; font: 14px/1.45 "Noto Sans Mono CJK KR", monospace; }
img { display: block; }
p { margin: 0; font-size: 0; }
</style><main>%s</main><p>%s</p>"""
READY = "all of it is there"


def terminal(text, title):
    """What tmux has captured, with its colours, in a window with a title."""
    parts, style = [], {}
    for part in re.split(r"(\x1b\[[0-9;]*m)", text.rstrip()):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if not code:
            css = "; ".join(style.values())
            parts.append(f'<span style="{css}">{html.escape(part)}</span>' if css else html.escape(part))
        elif code[1] in ("", "0"):
            style = {}
        elif code[1] in ("39", "49"):
            style.pop("colour", None)  # the background is always that of the terminal
        else:
            style["weight" if code[1] == "1" else "colour"] = STYLES[code[1]]
    return f'<figure class="terminal"><figcaption>{html.escape(title)}</figcaption><pre>{"".join(parts)}</pre></figure>'


def image(picture, title):
    """A picture, in a window with a title."""
    data = base64.b64encode(picture).decode()
    return f'<figure><figcaption>{html.escape(title)}</figcaption><img src="data:image/png;base64,{data}"></figure>'


def draw(*parts):
    """A picture of parts beside each other."""
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(PAGE % ("".join(parts), READY))
        file.flush()
        page = pages.Page(pathlib.Path(file.name).as_uri())
        try:
            page.expect(READY)
            page.run("Promise.all([...document.images].map(image => image.decode()))")
            size = page.run("(({ width, height }) => [width, height])(document.querySelector('main').getBoundingClientRect())")
            page.fits(round(size[0]), round(size[1]), "light")
            return page.capture()
        finally:
            page.close()
