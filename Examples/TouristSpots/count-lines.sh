#!/usr/bin/env bash
# Counts the lines of each front end, without blank ones and comments, and checks the README's table and the limit of 150.
set -euo pipefail
cd "$(dirname "$0")"
failed=0

# front_end NAME FILE…
front_end() {
    local name="$1" lines
    shift
    lines=$(cat "$@" | grep -cvE '^[[:space:]]*(//|#[ !]|/?\*|"""|<!--|$)')
    echo "$name: $lines"
    grep -qE "^\| \[?$name.*\| $lines \|$" README.md || { echo "  The README's table says otherwise."; failed=1; }
    [ "$lines" -le 150 ] || { echo "  More than 150."; failed=1; }
}

front_end "Terminal" Sources/tourist-spots/Program.swift Sources/TerminalFrontEnd/*.swift
front_end "GTK 4" Sources/tourist-spots-gtk/main.swift Sources/WindowFrontEnd/*.swift
front_end "Python" Hosts/spots.py
front_end "Page" Sources/PageFrontEnd/{WebPage.swift,Page/index.html,Page/page.js,Page/page.css}
front_end "C" Hosts/spots.c
front_end "SwiftUI" Apple/TouristSpotsView.swift
front_end "UIKit" Apple/TouristSpotsViewController.swift
front_end "Gallery" Sources/tourist-spots-gallery/*.swift
front_end "Followed scene" Sources/FollowedScene/*.swift
exit "$failed"
