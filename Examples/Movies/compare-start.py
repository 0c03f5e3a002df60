#!/usr/bin/env python3
"""Compares the start of movies-gtk with that of a program in C that shows an empty window of GTK.

    ./compare-start.py FOLDER [RUNS]     of the built programs, such as .build/release

Both run on the same virtual display, one after the other. The time is from the start of the process to its first frame, and the
work is that of all processors. Needs Xvfb, a C compiler and libgtk-4-dev."""
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

EMPTY = r"""
#include <gtk/gtk.h>
#include <stdio.h>
#include <time.h>

static void drawn(GdkFrameClock *clock, gpointer data) {
    struct timespec work;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &work);
    printf("start: %ld ms of work\n", work.tv_sec * 1000 + work.tv_nsec / 1000000);
    fflush(stdout);
}

static void activate(GtkApplication *application, gpointer data) {
    GtkWidget *window = gtk_application_window_new(application);
    gtk_window_set_default_size(GTK_WINDOW(window), 480, 720);
    gtk_window_present(GTK_WINDOW(window));
    g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(drawn), NULL);
}

int main(int count, char **words) {
    GtkApplication *application = gtk_application_new("org.example.empty", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    return g_application_run(G_APPLICATION(application), count, words);
}
"""


def start(command, environment):
    """Starts a program, and returns the time to its first frame, its work, and the line that it prints then."""
    begun = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        line = process.stdout.readline()
        taken = (time.monotonic() - begun) * 1000
        process.kill()
    return taken, int(re.search(r"(\d+) ms of work", line)[1]), line.strip()


def main(folder, runs):
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "empty.c").write_text(EMPTY)
        libraries = shlex.split(subprocess.run(
            ["pkg-config", "--cflags", "--libs", "gtk4"], check=True, capture_output=True, text=True).stdout)
        subprocess.run(["cc", "-O2", "-o", scratch / "empty", scratch / "empty.c", *libraries], check=True)
        ready, number = os.pipe()
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(number), "-noreset", "-screen", "0", "1400x1000x24"], pass_fds=[number],
            stderr=subprocess.DEVNULL)
        os.close(number)
        try:
            with os.fdopen(ready) as pipe:
                environment = {
                    **os.environ, "DISPLAY": ":" + pipe.readline().strip(), "DBUS_SESSION_BUS_ADDRESS": "disabled:",
                    "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory"}
            programs = {
                "empty window in C": [scratch / "empty"],
                "movies-gtk": [folder / "movies-gtk", "--stats", "--store", scratch / "store"],
            }
            for renderer in ["cairo", "gl"]:
                environment["GSK_RENDERER"] = renderer
                starts = {name: [] for name in programs}
                # The first start reads the programs and libraries from the disk.
                for run in range(runs + 1):
                    for name, command in programs.items():
                        taken = start(command, environment)
                        if run: starts[name].append(taken)
                for name, taken in starts.items():
                    clock, work = sorted(each[0] for each in taken), [each[1] for each in taken]
                    print(f"{renderer}, {name}: {clock[0]:.0f} to {clock[-1]:.0f} ms, median "
                          f"{statistics.median(clock):.0f}; {statistics.median(work):.0f} ms of work")
                print("   ", min(starts["movies-gtk"])[2])
        finally:
            server.kill()
            server.wait()


main(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20)
