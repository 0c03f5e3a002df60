/* A program in C that drives a scene: one thread, one loop. Ends with 0 if all went as it should. */
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cis_bridge.h"

/* What the library of the app exports. */
void todo_app(void);

static void check(int status, const char *what) {
    if (status >= 0) return;
    fprintf(stderr, "%s: %s\n", what, cis_text(status));
    exit(1);
}

static void send_text(cis_core core, const char *text) {
    check(cis_send(core, (const uint8_t *)text, strlen(text)), "send");
}

static bool is_readable(cis_core core, int milliseconds) {
    struct pollfd waiting = { .fd = cis_fd(core), .events = POLLIN };
    check(waiting.fd, "fd");
    return poll(&waiting, 1, milliseconds) > 0;
}

/* Takes the messages that wait, and prints them. Acknowledges states, so that newer ones follow. Returns whether a message
 * contained the awaited text. */
static bool is_quiet = false;
static bool take(cis_core core, const char *awaited) {
    cis_message message;
    bool has_come = false;
    int status;
    while ((status = cis_next(core, &message)) == 1) {
        const char *text = (const char *)message.bytes;
        int scene, base, revision;
        if (awaited[0] != 0 && !is_quiet) puts(text);
        has_come = has_come || strstr(text, awaited) != NULL;
        if (sscanf(text, "{\"type\":\"patch\",\"scene\":%d,\"base\":%d,\"rev\":%d", &scene, &base, &revision) == 3
            || sscanf(text, "{\"type\":\"state\",\"scene\":%d,\"rev\":%d", &scene, &revision) == 2) {
            char answer[80];
            snprintf(answer, sizeof answer, "{\"type\":\"ack\",\"scene\":%d,\"rev\":%d}", scene, revision);
            send_text(core, answer);
        }
        cis_release(&message);
    }
    if (status != CIS_FINISHED) check(status, "next");
    return has_come || (status == CIS_FINISHED && awaited[0] == 0);
}

/* Runs the loop until a message with the text has come. */
static void run_until(cis_core core, const char *awaited) {
    while (!take(core, awaited)) {
        if (!is_readable(core, 10000)) {
            fprintf(stderr, "no %s within ten seconds\n", awaited);
            exit(1);
        }
        check(cis_turn(core), "turn");
    }
}

static cis_core open_core(void) {
    cis_config config = { .size = sizeof config, .app = todo_app };
    cis_core core;
    check(cis_open(&config, &core), "open");
    return core;
}

/* One turn serves all cores. Sessions without work need no turn: nothing may wake the loop for the given time. */
static void check_many(int count, int milliseconds) {
    cis_core cores[100];
    is_quiet = true;
    for (int index = 0; index < count; index++) {
        cores[index] = open_core();
        send_text(cores[index], "{\"type\":\"hello\",\"v\":[1,1]}");
        send_text(cores[index], "{\"type\":\"open\",\"ref\":1,\"scene\":\"todo\"}");
        send_text(cores[index], "{\"type\":\"act\",\"ref\":2,\"scene\":1,\"n\":1,\"action\":{\"add\":{\"title\":\"one\"}}}");
    }
    while (is_readable(cores[0], 0)) check(cis_turn(cores[0]), "turn");
    for (int index = count - 1; index >= 0; index--) {
        if (take(cores[index], "\"end\":\"finished\"")) continue;
        fprintf(stderr, "the action of core %d has not ended\n", index);
        exit(1);
    }
    while (is_readable(cores[0], 0)) check(cis_turn(cores[0]), "turn");
    if (is_readable(cores[0], milliseconds)) {
        fprintf(stderr, "a turn is needed while nothing happens\n");
        exit(1);
    }
    for (int index = 0; index < count; index++) {
        send_text(cores[index], "{\"type\":\"bye\"}");
        run_until(cores[index], "");
        check(cis_close(cores[index]), "close");
    }
    printf("%d sessions: no turn in %d ms\n", count, milliseconds);
}

int main(int count, char **arguments) {
    cis_core core = open_core();
    send_text(core, "{\"type\":\"hello\",\"v\":[1,1]}");
    send_text(core, "{\"type\":\"open\",\"ref\":1,\"scene\":\"todo\"}");
    run_until(core, "\"opened\"");
    send_text(core, "{\"type\":\"act\",\"ref\":2,\"scene\":1,\"n\":1,\"action\":{\"add\":{\"title\":\"read the header\"}}}");
    send_text(core, "{\"type\":\"act\",\"ref\":3,\"scene\":1,\"n\":2,\"action\":{\"toggle\":{\"id\":1}}}");
    run_until(core, "\"ref\":3,\"end\":\"finished\"");
    /* Misuse is a status, and nothing happens. */
    if (cis_turn(0) != CIS_NO_CORE || cis_send(core + 1, NULL, 0) != CIS_NO_CORE) return 1;
    send_text(core, "{\"type\":\"bye\"}");
    run_until(core, "");
    check(cis_close(core), "close");
    if (cis_turn(core) != CIS_NO_CORE) return 1;
    if (count > 2) check_many(atoi(arguments[1]), atoi(arguments[2]));
    return 0;
}
