#ifndef GATHER_CRYPT_SHIM_H
#define GATHER_CRYPT_SHIM_H

#if !__has_include(<crypt.h>)
#error "The server needs libxcrypt: apt-get install libcrypt-dev (Debian, Ubuntu)"
#else

#include <crypt.h>
#include <stdlib.h>
#include <string.h>

/* Its working memory has 32 KiB, too much for Swift's fixed-size arrays, and is wiped.
 * Writes the hash, at most `size` bytes with the zero at the end. Returns 0 if there is none. */
static inline int gather_crypt(const char *_Nonnull phrase, const char *_Nonnull setting, char *_Nonnull hash, size_t size) {
    struct crypt_data *data = (struct crypt_data *)calloc(1, sizeof *data);
    if (data == NULL) return 0;
    const char *made = crypt_r(phrase, setting, data);
    /* A hash that begins with an asterisk says that something failed. */
    int is_made = made != NULL && made[0] != '*' && strlen(made) < size;
    if (is_made) memcpy(hash, made, strlen(made) + 1);
    explicit_bzero(data, sizeof *data);
    free(data);
    return is_made;
}

#endif
#endif
