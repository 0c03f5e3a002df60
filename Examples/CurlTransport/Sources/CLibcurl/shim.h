// libcurl for Swift: its own functions, and a wrapper for each type of argument of those that take any type.
#ifndef CLIBCURL_SHIM_H
#define CLIBCURL_SHIM_H

#if !__has_include(<curl/curl.h>)
#error "CurlTransport needs libcurl: apt-get install libcurl4-openssl-dev (Debian, Ubuntu) or brew install curl (macOS)"
#else

#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x074C00
#error "libcurl is too old: 7.76 or newer is needed."
#endif

// MARK: Options of a request

static inline CURLcode shim_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode shim_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

// libcurl copies the text.
static inline CURLcode shim_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode shim_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode shim_set_header_list(CURL *easy, struct curl_slist *list) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

typedef size_t (*shim_bytes_function)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode shim_set_bytes_function(CURL *easy, CURLoption option, shim_bytes_function function) {
    return curl_easy_setopt(easy, option, function);
}

static inline CURLcode shim_set_seek_function(CURL *easy, curl_seek_callback function) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode shim_set_progress_function(CURL *easy, curl_xferinfo_callback function) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, function);
}

// The function is called before a request is sent over a connection, also when libcurl sends it again. If it returns a value
// other than 0, the request is not sent. Returns 0 if this libcurl cannot call it.
typedef int (*shim_before_sending_function)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);

static inline int shim_set_before_sending_function(CURL *easy, shim_before_sending_function function, void *context) {
#if LIBCURL_VERSION_NUM >= 0x075000
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_PREREQDATA, context) == CURLE_OK;
#else
    return 0;
#endif
}

// If a request is cancelled while its host name is looked up, it does not wait for the answer, and so delays no other request.
static inline void shim_set_leaves_lookup_behind(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}

// MARK: The result of a request

static inline long shim_number(CURL *easy, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

static inline void *shim_context(CURL *easy) {
    char *context = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
    return context;
}

// MARK: All requests

static inline CURLMcode shim_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// Returns the next request that has ended, and its result. NULL if there is none.
static inline CURL *shim_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

#endif
#endif
