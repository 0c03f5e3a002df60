/* The forecast for tourist spots, in C: prints the state of the scene, and sends it an action for each key. One thread, one loop.
 * Keys, each with a return: r refresh, o open the page, c close, q quit. */
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cis_bridge.h"

void tourist_spots_app(void); /* what the library of the app exports */

static cis_core core;
static int scene, page, acts, done, refs = 1;
static bool has_failed, is_over;

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
    send_message("{\"type\":\"act\",\"ref\":%d,\"scene\":%d,\"n\":%d,\"action\":{\"%s\":{}}}", ++refs, on, ++acts, action);
}

/* Prints the text behind a key, and returns its end; NULL if there is none. Quotes inside of texts are escaped, so a key with
 * its quotes is a key. */
static const char *print_text(const char *from, const char *key) {
    const char *at = from == NULL ? NULL : strstr(from, key);
    if (at == NULL) return NULL;
    for (at += strlen(key); *at != 0 && *at != '"'; at++) putchar(*at == '\\' ? *++at : *at);
    putchar('\n');
    return at;
}

static void show(const char *state) {
    has_failed = strstr(state, "\"failure\":\"") != NULL;
    printf("── 관광지 예보 ── [c] 닫기  [o] 빈 페이지 열기  [r] %s\n", has_failed ? "다시 시도" : "새로 고침");
    const char *row = strstr(state, "\"rows\":[");
    while ((row = print_text(row, "\"course\":\"")) != NULL) {
        row = print_text(print_text(row, "\"spot\":\""), "\"sky\":\"");
        row = print_text(print_text(row, "\"details\":\""), "\"forecast\":\"");
        putchar('\n');
    }
    print_text(state, "\"failure\":\"");
    puts(strstr(state, "\"progress\":\"pulled\"") ? "↻ 불러오는 중…"
        : strstr(state, "\"progress\":\"centred\"") ? "◌ 불러오는 중…" : "──");
}

/* Instead of applying a patch, it requests the whole state, because it uses no JSON library. */
static void take(const char *text) {
    int id, revision;
    if (sscanf(text, "{\"type\":\"opened\",\"ref\":1,\"scene\":%d", &scene) == 1) {
        act(scene, "appeared");
    } else if (sscanf(text, "{\"type\":\"opened\",\"scene\":%d", &page) == 1) {
        puts("── 빈 페이지 ── [c] 닫기");
    } else if (strstr(text, "{\"type\":\"closed\"")) {
        page = 0;
        send_message("{\"type\":\"sync\",\"scene\":%d}", scene);
    } else if (sscanf(text, "{\"type\":\"patch\",\"scene\":%d", &id) == 1) {
        send_message("{\"type\":\"sync\",\"scene\":%d}", id);
    } else if (sscanf(text, "{\"type\":\"state\",\"scene\":%d,\"rev\":%d", &id, &revision) == 2) {
        if (page == 0) show(text);
        send_message("{\"type\":\"ack\",\"scene\":%d,\"rev\":%d}", id, revision);
    } else if (strstr(text, "{\"type\":\"done\"")) {
        done++;
    } else if (sscanf(text, "{\"type\":\"error\",\"ref\":%d", &id) == 1 && id > 1) {
        acts--; /* a refused action does not use its number up */
    } else if (strstr(text, "{\"type\":\"output\"")) {
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
    int status;
    for (cis_message message; (status = cis_next(core, &message)) == 1; cis_release(&message)) take((const char *)message.bytes);
    fflush(stdout);
    return status != CIS_FINISHED && checked(status, "next") == CIS_OK;
}

int main(void) {
    cis_config config = { .size = sizeof config, .app = tourist_spots_app };
    checked(cis_open(&config, &core), "open");
    send_message("{\"type\":\"hello\",\"v\":[1,1],\"client\":\"c\"}");
    send_message("{\"type\":\"open\",\"ref\":1,\"scene\":\"touristSpots\"}");
    struct pollfd waiting[] = { { checked(cis_fd(core), "fd"), POLLIN, 0 }, { STDIN_FILENO, POLLIN, 0 } };
    while (take_all() && !is_over && (waiting[1].fd >= 0 || acts == 0 || done < acts)) {
        poll(waiting, 2, -1);
        char keys[64];
        ssize_t count = waiting[1].revents != 0 ? read(STDIN_FILENO, keys, sizeof keys) : -1;
        for (ssize_t index = 0; index < count; index++) press(keys[index]);
        if (count == 0) waiting[1].fd = -1; /* all is typed, and poll leaves it out */
        checked(cis_turn(core), "turn");
    }
    send_message("{\"type\":\"bye\"}"); /* then the session ends, and says its last */
    for (; take_all(); checked(cis_turn(core), "turn")) poll(waiting, 1, -1);
    return checked(cis_close(core), "close");
}
