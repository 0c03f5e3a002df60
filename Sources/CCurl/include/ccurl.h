// The functions of the system's libcurl, and of zlib, that CISWorkers uses, found while the program runs.
//
// The declarations are our own, so that nothing has to be installed to build the library. They describe the part of
// libcurl's binary interface that has been the same since version 7.68. Swift cannot call functions with a variable
// number of arguments, so there is a function for each type of argument.
#ifndef CCURL_H
#define CCURL_H

#if defined(__linux__)

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#pragma clang assume_nonnull begin

struct ccurl_list;

// The functions of a libcurl that was opened.
struct ccurl {
    int (*global_init)(long flags);
    const char *_Nonnull (*_Nonnull easy_strerror)(int code);

    void *_Nullable (*_Nonnull easy_init)(void);
    void (*easy_cleanup)(void *easy);
    int (*easy_setopt)(void *easy, int option, ...);
    int (*easy_getinfo)(void *easy, int info, ...);
    int (*easy_pause)(void *easy, int mask);

    void *_Nullable (*_Nonnull multi_init)(void);
    int (*multi_cleanup)(void *multi);
    int (*multi_setopt)(void *multi, int option, ...);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_perform)(void *multi, int *running);
    int (*multi_poll)(void *multi, void *_Nullable descriptors, unsigned count, int milliseconds, int *_Nullable ready);
    int (*multi_wakeup)(void *multi);
    struct ccurl_message *_Nullable (*_Nonnull multi_info_read)(void *multi, int *left);

    struct ccurl_list *_Nullable (*_Nonnull slist_append)(struct ccurl_list *_Nullable list, const char *text);
    void (*slist_free_all)(struct ccurl_list *_Nullable list);
};

// The beginning of what `curl_version_info` returns.
struct ccurl_version {
    int age;
    const char *text;
    unsigned number;
};

struct ccurl_message {
    int kind;
    void *easy;
    union {
        void *_Nullable pointer;
        int result;
    } data;
};

// MARK: Opening

// Returns the version of an opened libcurl. NULL if the library is another one.
static inline const struct ccurl_version *_Nullable ccurl_version_of(void *library) {
    const struct ccurl_version *(*version)(int age) = (const struct ccurl_version *(*)(int))dlsym(library, "curl_version_info");
    return version == NULL ? NULL : version(0);
}

// Returns the functions of an opened libcurl. NULL if one of them is missing. The caller frees the result.
static inline const struct ccurl *_Nullable ccurl_functions_of(void *library) {
    struct ccurl *found = (struct ccurl *)calloc(1, sizeof(struct ccurl));
    if (found == NULL) return NULL;
#define CCURL_FIND(name) \
    if ((*(void **)&found->name = dlsym(library, "curl_" #name)) == NULL) { free(found); return NULL; }
    CCURL_FIND(global_init)
    CCURL_FIND(easy_strerror)
    CCURL_FIND(easy_init)
    CCURL_FIND(easy_cleanup)
    CCURL_FIND(easy_setopt)
    CCURL_FIND(easy_getinfo)
    CCURL_FIND(easy_pause)
    CCURL_FIND(multi_init)
    CCURL_FIND(multi_cleanup)
    CCURL_FIND(multi_setopt)
    CCURL_FIND(multi_add_handle)
    CCURL_FIND(multi_remove_handle)
    CCURL_FIND(multi_perform)
    CCURL_FIND(multi_poll)
    CCURL_FIND(multi_wakeup)
    CCURL_FIND(multi_info_read)
    CCURL_FIND(slist_append)
    CCURL_FIND(slist_free_all)
#undef CCURL_FIND
    return found;
}

// MARK: Options of a request

static inline int ccurl_set_number(const struct ccurl *curl, void *easy, int option, long value) {
    return curl->easy_setopt(easy, option, value);
}

static inline int ccurl_set_size(const struct ccurl *curl, void *easy, int option, int64_t value) {
    return curl->easy_setopt(easy, option, value);
}

// libcurl copies the text.
static inline int ccurl_set_text(const struct ccurl *curl, void *easy, int option, const char *_Nullable value) {
    return curl->easy_setopt(easy, option, value);
}

static inline int ccurl_set_pointer(const struct ccurl *curl, void *easy, int option, void *_Nullable value) {
    return curl->easy_setopt(easy, option, value);
}

typedef size_t (*ccurl_bytes_function)(char *bytes, size_t size, size_t count, void *context);

static inline int ccurl_set_bytes_function(
    const struct ccurl *curl, void *easy, int option, ccurl_bytes_function function) {
    return curl->easy_setopt(easy, option, function);
}

typedef int (*ccurl_seek_function)(void *context, int64_t position, int origin);

static inline int ccurl_set_seek_function(
    const struct ccurl *curl, void *easy, int option, ccurl_seek_function function) {
    return curl->easy_setopt(easy, option, function);
}

typedef int (*ccurl_progress_function)(
    void *context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);

static inline int ccurl_set_progress_function(
    const struct ccurl *curl, void *easy, int option, ccurl_progress_function function) {
    return curl->easy_setopt(easy, option, function);
}

// Called before a request is sent over a connection, also when libcurl sends it again. If it returns a value other than
// 0, the request is not sent.
typedef int (*ccurl_before_sending_function)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);

static inline int ccurl_set_before_sending_function(
    const struct ccurl *curl, void *easy, int option, ccurl_before_sending_function function) {
    return curl->easy_setopt(easy, option, function);
}

// MARK: The result of a request

static inline long ccurl_number(const struct ccurl *curl, void *easy, int info) {
    long value = 0;
    curl->easy_getinfo(easy, info, &value);
    return value;
}

static inline void *_Nullable ccurl_pointer(const struct ccurl *curl, void *easy, int info) {
    void *value = NULL;
    curl->easy_getinfo(easy, info, &value);
    return value;
}

// MARK: All requests

static inline int ccurl_multi_set_number(const struct ccurl *curl, void *multi, int option, long value) {
    return curl->multi_setopt(multi, option, value);
}

// Returns the next request that has ended, and its result. NULL if there is none.
static inline void *_Nullable ccurl_next_done(const struct ccurl *curl, void *multi, int *result) {
    int left = 0;
    struct ccurl_message *message;
    while ((message = curl->multi_info_read(multi, &left)) != NULL) {
        // The only kind that exists.
        if (message->kind == 1) {
            *result = message->data.result;
            return message->easy;
        }
    }
    return NULL;
}

// MARK: zlib, which decompresses content

// libcurl uses the same library.
struct czlib_stream {
    const unsigned char *_Nullable input;
    unsigned input_size;
    unsigned long total_input;
    unsigned char *_Nullable output;
    unsigned output_size;
    unsigned long total_output;
    const char *_Nullable message;
    void *_Nullable state;
    void *_Nullable allocate;
    void *_Nullable free;
    void *_Nullable context;
    int kind;
    unsigned long checksum;
    unsigned long reserved;
};

struct czlib {
    int (*inflateInit2_)(struct czlib_stream *stream, int window, const char *version, int size);
    int (*inflate)(struct czlib_stream *stream, int flush);
    int (*inflateReset)(struct czlib_stream *stream);
    int (*inflateEnd)(struct czlib_stream *stream);
};

// Returns the functions of an opened zlib. NULL if one of them is missing. The caller frees the result.
static inline const struct czlib *_Nullable czlib_functions_of(void *library) {
    struct czlib *found = (struct czlib *)calloc(1, sizeof(struct czlib));
    if (found == NULL) return NULL;
#define CZLIB_FIND(name) \
    if ((*(void **)&found->name = dlsym(library, #name)) == NULL) { free(found); return NULL; }
    CZLIB_FIND(inflateInit2_)
    CZLIB_FIND(inflate)
    CZLIB_FIND(inflateReset)
    CZLIB_FIND(inflateEnd)
#undef CZLIB_FIND
    return found;
}

#pragma clang assume_nonnull end

#endif
#endif
