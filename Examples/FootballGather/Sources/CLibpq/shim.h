#ifndef GATHER_PQ_SHIM_H
#define GATHER_PQ_SHIM_H

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
/* The place of Debian's package. SwiftPM asks pkg-config for the folder when it plans the build, so this is needed if
 * libpq was installed later. */
#include <postgresql/libpq-fe.h>
#else
#error "The server needs libpq: apt-get install libpq-dev (Debian, Ubuntu)"
#endif

/* Swift does not import characters as codes: PG_DIAG_SQLSTATE. */
static inline const char *_Nullable gather_sqlstate(const PGresult *_Nullable result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

#endif
