/* Sends every specimen to the app, with the names that were generated: specimens_host LINES. Ends with 0 if all have arrived. */
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cis_bridge.h"
#include "specimens.h"

void specimens_app(void);

/* All cases, by the names that the header has. */
static const char *const cases[] = {
    SPECIMEN_PLAIN, SPECIMEN_UNLABELLED, SPECIMEN_LABELLED, SPECIMEN_AGAIN, SPECIMEN_INTEGERS, SPECIMEN_NUMBERS,
    SPECIMEN_TEXTS, SPECIMEN_OPTIONALS, SPECIMEN_CHOICES, SPECIMEN_COLLECTIONS, SPECIMEN_FOUNDATION, SPECIMEN_GENERIC,
    SPECIMEN_KEYED, SPECIMEN_NODE, SPECIMEN_CODED, SPECIMEN_AWKWARD,
};
enum { case_count = sizeof cases / sizeof cases[0], room = 1 << 16 };

static char message[room + 256], expected[room];

static void check(int status, const char *what) {
    if (status >= 0) return;
    fprintf(stderr, "%s: %s\n", what, cis_text(status));
    exit(1);
}

static void send_text(cis_core core, const char *text) {
    check(cis_send(core, (const uint8_t *)text, strlen(text)), "send");
}

/* Runs the loop until a message that contains `awaited` has arrived. It must also contain `also`. An error ends the program. */
static void run_until(cis_core core, const char *awaited, const char *also) {
    for (;;) {
        cis_message next;
        while (cis_next(core, &next) == 1) {
            const char *text = (const char *)next.bytes;
            if (strncmp(text, "{\"type\":\"error\"", 15) == 0) { fprintf(stderr, "%s\n", text); exit(1); }
            bool has_come = strstr(text, awaited) != NULL;
            if (has_come && strstr(text, also) == NULL) { fprintf(stderr, "no %s in %s\n", also, text); exit(1); }
            cis_release(&next);
            if (has_come) return;
        }
        struct pollfd waiting = { .fd = cis_fd(core), .events = POLLIN };
        if (poll(&waiting, 1, 10000) <= 0) { fprintf(stderr, "no %s within ten seconds\n", awaited); exit(1); }
        check(cis_turn(core), "turn");
    }
}

int main(int count, char **arguments) {
    FILE *lines = fopen(count > 1 ? arguments[1] : "specimens.jsonl", "r");
    if (lines == NULL) { perror("the specimens"); return 1; }
    cis_config config = { .size = sizeof config, .app = specimens_app };
    cis_core core;
    check(cis_open(&config, &core), "open");
    send_text(core, "{\"type\":\"hello\",\"v\":[1,1],\"schema\":\"" CIS_SCHEMA "\"}");
    send_text(core, "{\"type\":\"open\",\"ref\":1,\"scene\":\"" SCENE_SPECIMENS "\"}");
    run_until(core, "\"opened\"", "\"" SPECIMENS_STATE_RIGHT "\":[]");
    bool seen[case_count] = { false };
    static char line[room];
    int number = 0;
    for (; fgets(line, room, lines) != NULL; number++) {
        line[strcspn(line, "\n")] = 0;
        for (int index = 0; index < case_count; index++) {
            size_t length = strlen(cases[index]);
            if (strncmp(line + 2, cases[index], length) == 0 && line[length + 2] == '"') seen[index] = true;
        }
        snprintf(message, sizeof message,
            "{\"type\":\"act\",\"ref\":%d,\"scene\":1,\"n\":%d,\"action\":{\"" SPECIMENS_ACTION_SAME "\":{\""
            SPECIMENS_ACTION_SAME_INDEX "\":%d,\"" SPECIMENS_ACTION_SAME_VALUE "\":%s}}}",
            number + 2, number + 1, number, line);
        send_text(core, message);
        size_t used = strlen(expected);
        snprintf(expected + used, sizeof expected - used, "%s%d", number == 0 ? "\"" SPECIMENS_STATE_RIGHT "\":[" : ",", number);
    }
    fclose(lines);
    strcat(expected, "]");
    for (int index = 0; index < case_count; index++) {
        if (!seen[index]) { fprintf(stderr, "no specimen of %s\n", cases[index]); return 1; }
    }
    send_text(core, "{\"type\":\"sync\",\"scene\":1}");
    run_until(core, "\"type\":\"state\"", expected);
    check(cis_close(core), "close");
    printf("c: %d specimens there\n", number);
    return 0;
}
