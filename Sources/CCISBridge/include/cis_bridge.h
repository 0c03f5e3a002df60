/*
 * Runs scenes in a program in another language: messages in, messages out, on the program's own main loop.
 *
 *     cis_config config = { sizeof(cis_config), todo_app };        // todo_app: the function that the app's library exports
 *     cis_core core = 0;
 *     int status = cis_open(&config, &core);
 *     …
 *     on every readiness of cis_fd(core), for each core that is open:
 *         cis_turn(core);
 *         cis_message message;
 *         while (cis_next(core, &message) == 1) { use(message.bytes, message.count); cis_release(&message); }
 *
 * The messages are JSON objects; the page "The wire" describes them. The first message that you send must be `hello`.
 *
 * Data that you pass is copied before the call returns. A message that you receive is borrowed until `cis_release`. No function
 * traps: misuse returns a negative status, and `cis_text` describes it in a sentence.
 *
 * "The loop's thread" is the first thread of the process. It runs your loop, and in `cis_turn` it runs the app. On Linux, the
 * library must be loaded on this thread. Otherwise cis_open fails with CIS_LOADED_ELSEWHERE. (Precisely, Foundation must be loaded
 * on this thread. It is usually loaded with the library, but a program may have loaded it before.)
 * "Any thread" is any thread that is not inside of a hint (see cis_wake). Inside of a hint, functions return CIS_IN_HINT.
 *
 * After cis_open, do not fork without exec.
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

/* The version of this header: major << 16 | minor. It works with libraries of the same major version. */
#define CIS_ABI 0x00010001u

/* The result of a call. If it is negative, the call had no effect. */
enum {
    CIS_OK = 0,
    /* The call belongs on the loop's thread. */
    CIS_WRONG_THREAD = -1,
    /* The handle is 0, was closed, or was never one. */
    CIS_NO_CORE = -2,
    /* A pointer is NULL, or the size of the configuration is not known. */
    CIS_BAD_ARGUMENT = -3,
    /* A hint must not call the library. */
    CIS_IN_HINT = -4,
    /* The app is running: a turn, or the opening or closing of a core, has not ended. */
    CIS_NESTED = -5,
    /* The last message of this core was not released. */
    CIS_NOT_RELEASED = -6,
    /* Too many bytes wait to be handled. Call cis_turn, then send again. */
    CIS_BUSY = -7,
    /* No more messages will come: the host has said `bye`, was refused, or read too slowly. */
    CIS_FINISHED = -8,
    /* The main actor ran nothing within a second: other code runs the main queue, or the caller is a block of the main queue. */
    CIS_STALLED = -9,
    /* The process has another copy of the library, whose cis_open was called before. Put all scenes into one library. */
    CIS_SECOND_COPY = -10,
    /* There is nothing to poll on this system. Run the main run loop, or call cis_turn from your loop. */
    CIS_NO_DESCRIPTOR = -11,
    /* The function in the configuration has offered no app. */
    CIS_NO_APP = -12,
    /* The library was not loaded on the first thread of the process, so no thread can run it. Since 1.1. */
    CIS_LOADED_ELSEWHERE = -13
};

/* The handle of a core. A core is one connection to an app. The handle is never 0, and no value is used twice. */
typedef uint64_t cis_core;

typedef struct cis_config {
    /* sizeof(cis_config). With it, a newer library recognizes an older program. */
    size_t size;
    /* The function that the app's library exports. cis_open calls it. */
    void (*CIS_NULLABLE app)(void);
} cis_config;

typedef struct cis_message {
    /* The message, without a line end. It is followed by a 0, which `count` does not include. */
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
 * Connects to the app of a library. It proves that the main actor runs on this thread, and fails if it does not within a second.
 * Several cores may be open at once, of one app or of several. As cis_turn and cis_close, it runs the app: afterwards, messages may
 * wait for each of them.
 * Thread: the loop's. Ownership: the configuration is copied.
 * Returns CIS_OK and sets *core; or CIS_BAD_ARGUMENT, CIS_WRONG_THREAD, CIS_LOADED_ELSEWHERE, CIS_IN_HINT, CIS_NESTED,
 * CIS_SECOND_COPY, CIS_STALLED, CIS_NO_APP, and sets *core to 0.
 */
int cis_open(const cis_config *CIS_NULLABLE config, cis_core *CIS_NULLABLE core);

/*
 * Sends one message. It does not run code of the app; cis_turn does.
 * Thread: any. Ownership: the bytes are copied.
 * Returns CIS_OK, CIS_NO_CORE, CIS_BAD_ARGUMENT, CIS_BUSY or CIS_IN_HINT. Invalid bytes also return CIS_OK, and are answered with an
 * `error` message. After the end of the connection, messages are dropped with CIS_OK, and cis_next returns CIS_FINISHED.
 */
int cis_send(cis_core core, const uint8_t *CIS_NULLABLE bytes, size_t count);

/*
 * The descriptor that is readable when cis_turn should be called: for poll, epoll, GLib, asyncio, Qt or libuv. Do not read, write or
 * close it. All cores of a process have the same descriptor.
 * Thread: any.
 * Returns the descriptor, or CIS_NO_CORE, CIS_IN_HINT; on Apple systems CIS_NO_DESCRIPTOR.
 */
int cis_fd(cis_core core);

/*
 * Runs one limited batch of the app's work, for all cores of the process. Never blocks. If more work remains, the descriptor is
 * readable again. Take the messages of all cores afterwards, or let cis_wake tell which have some.
 * Thread: the loop's.
 * Returns CIS_OK, or CIS_NO_CORE, CIS_WRONG_THREAD, CIS_IN_HINT, CIS_NESTED.
 */
int cis_turn(cis_core core);

/*
 * Takes the next message. A core lends one message at a time.
 * Thread: any. Ownership: the bytes are borrowed until cis_release, even if the core is closed before.
 * Returns 1 and sets *message; 0 if there is no message now; or CIS_NO_CORE, CIS_BAD_ARGUMENT, CIS_NOT_RELEASED, CIS_FINISHED,
 * CIS_IN_HINT. CIS_NOT_RELEASED and CIS_IN_HINT do not change *message, so that you can still release a message that you have
 * forgotten to release. The other results, except 1, set *message to 0.
 */
int cis_next(cis_core core, cis_message *CIS_NULLABLE message);

/*
 * Releases a message, and sets it to 0. NULL, a message that is 0, and a message that was released are ignored.
 * Thread: any, even inside of a hint.
 */
void cis_release(cis_message *CIS_NULLABLE message);

/*
 * Sets a hint, which is called when messages wait or no more will come. If this is already so, it is called at once. Use it if
 * messages are not taken where cis_turn is called, if there are many cores, or if the main run loop runs the app. The hint is called
 * on the loop's thread, inside of cis_wake, cis_turn, cis_open or cis_close. It must only wake other code, and must not call the
 * library except for cis_release. NULL removes the hint. It is not called after cis_close.
 * Thread: the loop's. Ownership: data stays yours.
 * Returns CIS_OK, or CIS_NO_CORE, CIS_WRONG_THREAD, CIS_IN_HINT.
 */
int cis_wake(cis_core core, void (*CIS_NULLABLE hint)(void *CIS_NULLABLE data), void *CIS_NULLABLE data);

/*
 * Ends the connection, after the app has handled what was sent before. The app keeps the session for its retention time, as long as
 * the app itself is kept. To end the session at once, send `bye` before.
 * Thread: the loop's.
 * Returns CIS_OK, or CIS_NO_CORE, CIS_WRONG_THREAD, CIS_IN_HINT, CIS_NESTED.
 */
int cis_close(cis_core core);

/*
 * Describes a status in an English sentence. Never NULL.
 * Thread: any. Ownership: the text lives as long as the library.
 */
const char *CIS_NONNULL cis_text(int status);

#ifdef __cplusplus
}
#endif

#endif
