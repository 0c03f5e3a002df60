#ifndef SCENEWEB_SHIM_H
#define SCENEWEB_SHIM_H

#if !__has_include(<microhttpd.h>)
#error "SceneWeb needs libmicrohttpd: apt-get install libmicrohttpd-dev (Debian, Ubuntu) or brew install libmicrohttpd (macOS)"
#else

#include <microhttpd.h>
#include <stdarg.h>

/* Swift cannot call functions with a variable number of arguments. */

typedef void *_Nullable (*sceneweb_began)(void *_Nullable cls, const char *_Nonnull uri,
                                          struct MHD_Connection *_Nonnull connection);

static inline void sceneweb_log_nothing(void *cls, const char *format, va_list arguments) {
    (void)cls;
    (void)format;
    (void)arguments;
}

/* Starts a server on a thread of its own, or on as many threads as `threads` says. NULL if the address cannot be used. */
static inline struct MHD_Daemon *_Nullable sceneweb_start(
    const struct sockaddr *_Nonnull address, int is_ipv6, unsigned int threads, unsigned int connections,
    unsigned int seconds_idle, size_t connection_memory, MHD_AccessHandlerCallback handle, sceneweb_began began,
    MHD_RequestCompletedCallback completed, void *_Nullable cls) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
#ifndef __linux__
    flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
    threads = 1;
#endif
    if (is_ipv6) flags |= MHD_USE_IPv6;
    struct MHD_OptionItem pool[] = {
        {threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handle, cls,
        MHD_OPTION_EXTERNAL_LOGGER, sceneweb_log_nothing, NULL,
        MHD_OPTION_SOCK_ADDR, address,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, seconds_idle,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_URI_LOG_CALLBACK, began, cls,
        MHD_OPTION_NOTIFY_COMPLETED, completed, cls,
        MHD_OPTION_ARRAY, pool,
        MHD_OPTION_END);
}

static inline unsigned int sceneweb_port(struct MHD_Daemon *_Nonnull daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

static inline int sceneweb_socket(struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

#endif
#endif
