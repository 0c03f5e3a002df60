/*
 * Scenes in a program of another language: messages in, messages out, on the program's own main loop.
 *
 *     cis_config config = { sizeof(cis_config), todo_app };        // todo_app: what the library of the app exports
 *     cis_core core = 0;
 *     int status = cis_open(&config, &core);
 *     …
 *     on every readiness of cis_fd(core):
 *         cis_turn(core);
 *         cis_message message;
 *         while (cis_next(core, &message) == 1) { use(message.bytes, message.count); cis_release(&message); }
 *
 * The messages are JSON objects, as the page "The wire" says. The first that is sent must be `hello`.
 *
 * What you pass is copied before the call returns. What you get is borrowed until `cis_release`. No function traps: misuse is a
 * negative status, and `cis_text` says it in a sentence.
 *
 * "The loop's thread" is the first thread of the process, and on Linux the library must be loaded on it. It runs your loop, and in
 * `cis_turn` it runs the app. A library that was loaded on another thread opens no core: CIS_LOADED_ELSEWHERE. (Precisely, the
 * thread counts that has loaded Foundation: usually with the library, but a program may have loaded it before.)
 * "Any thread" is any but a thread that is inside of a hint, which gets CIS_IN_HINT from everything.
 *
 * Do not fork without exec behind cis_open.
 */
#ifndef CIS_BRIDGE_H
#define CIS_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__clang__)
#define CIS_NULLABLE _Nullable
#define CIS_NONNULL _Nonnull
#else
#define CIS_NULLABLE
#define CIS_NONNULL
#endif

/* The version of this header: major << 16 | minor. Libraries with the same major serve it. */
#define CIS_ABI 0x00010001u

/* What a call returns. Negative: it had no effect. */
enum {
    CIS_OK = 0,
    /* The call belongs on the loop's thread. */
    CIS_WRONG_THREAD = -1,
    /* The handle is 0, was closed, or was never one. */
    CIS_NO_CORE = -2,
    /* A pointer is NULL, or the size of the configuration is not known. */
    CIS_BAD_ARGUMENT = -3,
    /* A hint may call nothing of the library. */
    CIS_IN_HINT = -4,
    /* The app is running: a turn, or the opening or closing of a core, is not over. */
    CIS_NESTED = -5,
    /* The last message of this core was not released. */
    CIS_NOT_RELEASED = -6,
    /* Too many bytes wait to be handled. Call cis_turn, then send again. */
    CIS_BUSY = -7,
    /* No more messages will come: the host has said `bye`, was refused, or read too slowly. */
    CIS_FINISHED = -8,
    /* The main actor ran nothing within a second: something else runs the main queue, or this is called by one of its blocks. */
    CIS_STALLED = -9,
    /* The process has another copy of the library, which was asked for a core before, in vain or not. Put all scenes into one library. */
    CIS_SECOND_COPY = -10,
    /* There is nothing to poll on this system. Run the main run loop, or call cis_turn from your loop. */
    CIS_NO_DESCRIPTOR = -11,
    /* The function in the configuration has offered no app. */
    CIS_NO_APP = -12,
    /* The library was not loaded on the first thread of the process, which alone can run it. Since 1.1. */
    CIS_LOADED_ELSEWHERE = -13
};

/* A core: one connection to an app. Never 0, never used again. */
typedef uint64_t cis_core;

typedef struct cis_config {
    /* sizeof(cis_config): newer libraries serve older programs. */
    size_t size;
    /* What the library of the app exports. Called by cis_open. */
    void (*CIS_NULLABLE app)(void);
} cis_config;

typedef struct cis_message {
    /* The message, without the end of a line; a 0 follows, which does not count. */
    const uint8_t *CIS_NULLABLE bytes;
    size_t count;
    /* For cis_release. */
    uint64_t loan;
} cis_message;

/*
 * The version of the library: major << 16 | minor.
 * Thread: any.
 */
uint32_t cis_abi(void);

/*
 * Connects to the app of a library, and proves that the main actor runs on this thread: within a second, or it is an error.
 * Several cores may be open at once, of one app or of several.
 * Thread: the loop's. Ownership: the configuration is copied.
 * Returns CIS_OK and sets *core; or CIS_BAD_ARGUMENT, CIS_WRONG_THREAD, CIS_LOADED_ELSEWHERE, CIS_IN_HINT, CIS_NESTED,
 * CIS_SECOND_COPY, CIS_STALLED, CIS_NO_APP, and sets *core to 0.
 */
int cis_open(const cis_config *CIS_NULLABLE config, cis_core *CIS_NULLABLE core);

/*
 * Sends one message. Runs no code of the app: cis_turn does.
 * Thread: any. Ownership: the bytes are copied.
 * Returns CIS_OK, also for bytes that are no message: the answer is an `error` message; and for messages behind the end of the
 * connection, which are dropped: cis_next says CIS_FINISHED then. Or CIS_NO_CORE, CIS_BAD_ARGUMENT,
 * CIS_BUSY, CIS_IN_HINT.
 */
int cis_send(cis_core core, const uint8_t *CIS_NULLABLE bytes, size_t count);

/*
 * The descriptor that is readable when cis_turn should be called: for poll, epoll, GLib, asyncio, Qt or libuv. Do not read, write or
 * close it. All cores of a process have the same.
 * Thread: any.
 * Returns the descriptor, or CIS_NO_CORE, CIS_IN_HINT; on Apple systems CIS_NO_DESCRIPTOR.
 */
int cis_fd(cis_core core);

/*
 * Runs what the app has to do: one bounded batch, for all cores of the process. Never blocks. If more is to do, the descriptor is
 * readable again. Take the messages afterwards.
 * Thread: the loop's.
 * Returns CIS_OK, or CIS_NO_CORE, CIS_WRONG_THREAD, CIS_IN_HINT, CIS_NESTED.
 */
int cis_turn(cis_core core);

/*
 * Takes the next message. A core lends one message at a time.
 * Thread: any. Ownership: the bytes are borrowed until cis_release, also if the core is closed before.
 * Returns 1 and sets *message; 0 if there is none now; or CIS_NO_CORE, CIS_BAD_ARGUMENT, CIS_NOT_RELEASED, CIS_FINISHED,
 * CIS_IN_HINT. If it is not 1, *message is all 0, but for CIS_NOT_RELEASED and CIS_IN_HINT, which leave it as it is: so a message
 * that you have forgotten to release is still there to be released.
 */
int cis_next(cis_core core, cis_message *CIS_NULLABLE message);

/*
 * Gives a message back, and sets it to 0. NULL, a message that is 0, and one that was given back are ignored.
 * Thread: any, also inside of a hint.
 */
void cis_release(cis_message *CIS_NULLABLE message);

/*
 * Sets what is called when messages wait, or none will come any more; at once if that is so already. For a host that takes
 * messages elsewhere than where it calls cis_turn, or whose main run loop runs the app. The hint is called on the loop's thread,
 * inside of cis_wake or cis_turn. It must only wake somebody, and may call nothing of the library but cis_release. NULL removes
 * it. Behind cis_close it is not called any more.
 * Thread: the loop's. Ownership: data stays yours.
 * Returns CIS_OK, or CIS_NO_CORE, CIS_WRONG_THREAD, CIS_IN_HINT.
 */
int cis_wake(cis_core core, void (*CIS_NULLABLE hint)(void *CIS_NULLABLE data), void *CIS_NULLABLE data);

/*
 * Ends the connection. The app keeps the session for its retention time, if something keeps the app. Send `bye` and call cis_turn
 * before to end the session at once.
 * Thread: the loop's.
 * Returns CIS_OK, or CIS_NO_CORE, CIS_WRONG_THREAD, CIS_IN_HINT, CIS_NESTED.
 */
int cis_close(cis_core core);

/*
 * What a status means: a sentence in English. Never NULL.
 * Thread: any. Ownership: the text lives as long as the library.
 */
const char *CIS_NONNULL cis_text(int status);

#ifdef __cplusplus
}
#endif

#endif
