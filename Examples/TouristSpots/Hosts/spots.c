/* The forecast for tourist spots, in C: prints what the scene shows, sends it what is typed. One thread, one loop.
 * Keys, each with a return: r refresh, o open the page, c close, q quit. */
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cis_bridge.h"

/* What the library of the app exports. */
void tourist_spots_app(void);

static cis_core core;
static int scene, page, acts, done, refs = 1;
static bool has_failed, is_over, has_typed_all;

static int checked(int status, const char *what) {
    if (status >= 0) return status;
    fprintf(stderr, "%s: %s\n", what, cis_text(status));
    exit(1);
}

static void send_message(const char *format, ...) {
    char text[256];
    va_list values;
    va_start(values, format);
    int count = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    checked(cis_send(core, (const uint8_t *)text, (size_t)count), "send");
}

static void act(int on, const char *action) {
    acts++;
    send_message("{\"type\":\"act\",\"ref\":%d,\"scene\":%d,\"n\":%d,\"action\":{\"%s\":{}}}", ++refs, on, acts, action);
}

static bool has(const char *text, const char *part) { return strstr(text, part) != NULL; }

/* Prints the text behind a key, and returns its end; NULL if there is none. Quotes inside of texts are escaped, so a key with
 * its quotes is a key. */
static const char *print_text(const char *from, const char *key) {
    const char *at = from == NULL ? NULL : strstr(from, key);
    if (at == NULL) return NULL;
    for (at += strlen(key); *at != 0 && *at != '"'; at++) {
        if (*at == '\\') at++;
        putchar(*at);
    }
    putchar('\n');
    return at;
}

static void show(const char *state) {
    has_failed = has(state, "\"failure\":\"");
    printf("── 관광지 예보 ── [c] 닫기  [o] 빈 페이지 열기  [r] %s\n", has_failed ? "다시 시도" : "새로 고침");
    const char *row = strstr(state, "\"rows\":[");
    while ((row = print_text(row, "\"course\":\"")) != NULL) {
        row = print_text(row, "\"spot\":\"");
        row = print_text(row, "\"details\":\"");
        row = print_text(row, "\"forecast\":\"");
        putchar('\n');
    }
    print_text(state, "\"failure\":\"");
    puts(has(state, "\"progress\":\"pulled\"") ? "↻ 불러오는 중…" : has(state, "\"progress\":\"centred\"") ? "◌ 불러오는 중…" : "──");
    fflush(stdout);
}

/* For a patch the whole state is asked for: a program without a JSON library need not apply it. */
static void take(const char *text) {
    int id, revision;
    if (sscanf(text, "{\"type\":\"opened\",\"ref\":1,\"scene\":%d", &scene) == 1) {
        show(text);
        act(scene, "appeared");
    } else if (sscanf(text, "{\"type\":\"opened\",\"scene\":%d", &page) == 1) {
        puts("── 빈 페이지 ── [c] 닫기");
        fflush(stdout);
    } else if (has(text, "{\"type\":\"closed\"")) {
        page = 0;
        send_message("{\"type\":\"sync\",\"scene\":%d}", scene);
    } else if (sscanf(text, "{\"type\":\"patch\",\"scene\":%d", &id) == 1) {
        send_message("{\"type\":\"sync\",\"scene\":%d}", id);
    } else if (sscanf(text, "{\"type\":\"state\",\"scene\":%d,\"rev\":%d", &id, &revision) == 2) {
        if (page == 0) show(text);
        send_message("{\"type\":\"ack\",\"scene\":%d,\"rev\":%d}", id, revision);
    } else if (has(text, "{\"type\":\"done\"")) {
        done++;
    } else if (sscanf(text, "{\"type\":\"error\",\"ref\":%d", &id) == 1 && id > 1) {
        acts--; /* a refused action does not use its number up */
    } else if (has(text, "{\"type\":\"output\"")) {
        is_over = true; /* closed */
    }
}

/* Each key is the button that is printed with it. */
static void press(char key) {
    if (key == 'q') is_over = true;
    else if (key == 'c') act(page != 0 ? page : scene, "closeTapped");
    else if (key == 'o' && page == 0) act(scene, "emptyPageTapped");
    else if (key == 'r' && page == 0) act(scene, has_failed ? "retryTapped" : "refreshPulled");
}

/* Takes all messages. Returns whether more may come. */
static bool take_all(void) {
    cis_message message;
    int status;
    while ((status = cis_next(core, &message)) == 1) {
        take((const char *)message.bytes);
        cis_release(&message);
    }
    if (status == CIS_FINISHED) return false;
    checked(status, "next");
    return true;
}

int main(void) {
    cis_config config = { .size = sizeof config, .app = tourist_spots_app };
    checked(cis_open(&config, &core), "open");
    send_message("{\"type\":\"hello\",\"v\":[1,1],\"client\":\"c\"}");
    send_message("{\"type\":\"open\",\"ref\":1,\"scene\":\"touristSpots\"}");
    struct pollfd waiting[2] = { { .fd = checked(cis_fd(core), "fd"), .events = POLLIN }, { .fd = STDIN_FILENO, .events = POLLIN } };
    while (take_all() && !is_over && !(has_typed_all && acts > 0 && done == acts)) {
        if (has_typed_all) waiting[1].fd = -1;
        poll(waiting, 2, -1);
        char keys[64];
        ssize_t count = waiting[1].revents != 0 ? read(STDIN_FILENO, keys, sizeof keys) : -1;
        for (ssize_t index = 0; index < count; index++) press(keys[index]);
        if (count == 0) has_typed_all = true;
        checked(cis_turn(core), "turn");
    }
    send_message("{\"type\":\"bye\"}");
    while (take_all()) {
        poll(waiting, 1, -1);
        checked(cis_turn(core), "turn");
    }
    return checked(cis_close(core), "close");
}
