#ifndef GATHER_CRYPTO_SHIM_H
#define GATHER_CRYPTO_SHIM_H

#if !__has_include(<openssl/evp.h>)
#error "The app needs OpenSSL: apt-get install libssl-dev (Debian, Ubuntu)"
#else

#include <openssl/evp.h>

#endif
#endif
