#ifndef GATHER_SQLITE_SHIM_H
#define GATHER_SQLITE_SHIM_H

#if !__has_include(<sqlite3.h>)
#error "The server needs SQLite: apt-get install libsqlite3-dev (Debian, Ubuntu)"
#else

#include <sqlite3.h>

/* Swift does not import SQLITE_TRANSIENT, which is a cast: SQLite keeps a copy of the text. */
static inline int gather_bind_text(sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

#endif
#endif
