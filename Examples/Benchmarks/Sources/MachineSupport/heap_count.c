#include "machine_support.h"

// In C, because Swift does not let a function be named `malloc`. Only for the benchmarks: the library has no C.

#if defined(__linux__) && defined(__x86_64__) || defined(__linux__) && defined(__aarch64__)
#include <features.h>
#endif

#if defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// The allocator of glibc, under its second names. The functions below replace those with the usual names in the whole process.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_int is_counting;
static atomic_long allocations, bytes, live_bytes;

static long size_of(void *block) {
    return block ? (long)(malloc_usable_size(block) + sizeof(size_t)) : 0;
}

static void *count(void *block, size_t size) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&bytes, (long)size, memory_order_relaxed);
        atomic_fetch_add_explicit(&live_bytes, size_of(block), memory_order_relaxed);
    }
    return block;
}

static void discount(void *block) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed))
        atomic_fetch_sub_explicit(&live_bytes, size_of(block), memory_order_relaxed);
}

void *malloc(size_t size) { return count(__libc_malloc(size), size); }
void *calloc(size_t number, size_t size) { return count(__libc_calloc(number, size), number * size); }
void *memalign(size_t alignment, size_t size) { return count(__libc_memalign(alignment, size), size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

void *realloc(void *block, size_t size) {
    discount(block);
    return count(__libc_realloc(block, size), size);
}

void free(void *block) {
    discount(block);
    __libc_free(block);
}

int heap_count_is_available(void) { return 1; }

void heap_count_begin(void) {
    atomic_store(&allocations, 0);
    atomic_store(&bytes, 0);
    atomic_store(&live_bytes, 0);
    atomic_store(&is_counting, 1);
}

struct heap_use heap_count_end(void) {
    atomic_store(&is_counting, 0);
    struct heap_use use = {atomic_load(&allocations), atomic_load(&bytes), atomic_load(&live_bytes)};
    return use;
}
#else
int heap_count_is_available(void) { return 0; }
void heap_count_begin(void) {}
struct heap_use heap_count_end(void) {
    struct heap_use none = {0, 0, 0};
    return none;
}
#endif
