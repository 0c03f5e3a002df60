#ifndef MOVIES_SQLITE_SHIM_H
#define MOVIES_SQLITE_SHIM_H

#if !__has_include(<sqlite3.h>)
#error "The comparison needs SQLite: apt-get install libsqlite3-dev (Debian, Ubuntu) or brew install sqlite (macOS)"
#endif

#include <sqlite3.h>

/* Swift does not import SQLITE_TRANSIENT, which is a cast: SQLite keeps a copy of what is bound. */
static inline int movies_bind_text(sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull text) {
    return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}

static inline int movies_bind_bytes(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
