#ifndef GATHER_PQ_SHIM_H
#define GATHER_PQ_SHIM_H

#if !__has_include(<libpq-fe.h>)
#error "The server needs libpq: apt-get install libpq-dev (Debian, Ubuntu)"
#else

#include <libpq-fe.h>

/* Swift does not import characters as codes: PG_DIAG_SQLSTATE. */
static inline const char *_Nullable gather_sqlstate(const PGresult *_Nullable result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

#endif
#endif
