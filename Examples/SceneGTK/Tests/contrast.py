"""The contrast of what the windows colour themselves, with the colours of GTK's four themes: 4.5:1 for texts, 7:1 with a theme of
high contrast, 3:1 for the ring of the focus. A button is known by its text."""
import ctypes
import pathlib
import re

EXAMPLES = pathlib.Path(__file__).resolve().parents[2]
WINDOWS = ["Movies/Sources/MoviesGTK/Style.swift", "TouristSpots/Sources/WindowFrontEnd/SpotsWindow.swift"]
THEMES = {"Default-light": 4.5, "Default-dark": 4.5, "Default-hc": 7, "Default-hc-dark": 7}


def colours_of(theme):
    """The colours that a theme defines, by their names."""
    library = ctypes.CDLL("libgtk-4.so.1")
    library.gtk_init_check()  # it needs no display for its resources
    library.g_resources_lookup_data.restype = library.g_bytes_get_data.restype = ctypes.c_void_p
    library.g_resources_lookup_data.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
    library.g_bytes_get_data.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    found = library.g_resources_lookup_data(f"/org/gtk/libgtk/theme/Default/{theme}.css".encode(), 0, None)
    css = ctypes.string_at(library.g_bytes_get_data(found, None)).decode()
    return {name: colour(value, {}) for name, value in re.findall(r"@define-color (theme_\w+) (#\w{6}|white|black);", css)}


def colour(text, names):
    """Red, green, blue and opacity, from 0 to 1. `names` has the colours of the theme, and `currentColor`."""
    text = text.strip()
    if call := re.fullmatch(r"(alpha|mix)\((.*)\)", text):
        *parts, amount = re.split(r", *(?![^(]*\))", call[2])
        first, *rest = [colour(part, names) for part in parts]
        if call[1] == "alpha":
            return (*first[:3], first[3] * float(amount))
        return tuple(a + (b - a) * float(amount) for a, b in zip(first, rest[0]))
    if text.startswith("#"):
        return (*[int(text[place : place + 2], 16) / 255 for place in (1, 3, 5)], 1)
    return {"white": (1, 1, 1, 1), "black": (0, 0, 0, 1), **names}[text.removeprefix("@")]


def over(upper, lower):
    return (*[a * upper[3] + b * (1 - upper[3]) for a, b in zip(upper[:3], lower[:3])], 1)


def contrast(one, other):
    def light(found):
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in found[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    less, more = sorted([light(one), light(other)])
    return (more + 0.05) / (less + 0.05)


def ratios(style, text, ground, names):
    """The contrasts in a rule: of its texts, and of its ring."""
    names = {**names, "currentColor": text}
    written = colour(style.get("color", "currentColor"), names)
    behind = over(colour(style["background-color"], names), ground) if "background-color" in style else ground
    written = (*written[:3], written[3] * float(style.get("opacity", 1)))
    if {"color", "opacity", "background-color"} & set(style):
        yield "text", contrast(over(written, behind), behind)
    if ring := re.search(r"(alpha\(.*\)|#\w{6})$", style.get("outline-color", style.get("outline", ""))):
        yield "ring", contrast(over(colour(ring[1], names), behind), behind)


problems, count = [], 0
for window in WINDOWS:
    source = re.sub(r"/\*.*?\*/", "", (EXAMPLES / window).read_text(encoding="utf-8").split('style = """')[1], flags=re.S)
    if not re.search(r"(^|,)\s*:focus-visible \{", source, flags=re.M):
        problems.append(f"{window} has only the theme's ring, which is too faint")
    for theme, least in THEMES.items():
        names = colours_of(theme)
        for selector, body in re.findall(r"([^{}\n][^{}]*?)\s*\{([^}]*)\}", source):
            style = dict(re.split(r":\s*", one.strip(), maxsplit=1) for one in body.split(";") if one.strip())
            # A list has the theme's ground for texts, everything else that of its windows.
            for text, ground in [("theme_text_color", "theme_base_color"), ("theme_fg_color", "theme_bg_color")]:
                for what, found in ratios(style, names[text], names[ground], names):
                    count += 1
                    if found < (3 if what == "ring" else least):
                        problems.append(f"{window}, {theme}: the {what} of {selector.strip()} has {found:.2f}:1 on {ground}")
assert count > 40 and not problems, "\n".join([f"{count} were measured", *problems])
print(f"{count} texts and rings of windows can be seen")
