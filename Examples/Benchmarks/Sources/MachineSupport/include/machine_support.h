#ifndef MACHINE_SUPPORT_H
#define MACHINE_SUPPORT_H

/// The heap use of the process since `heap_count_begin`, on all threads.
struct heap_use {
    /// Calls of malloc, calloc, realloc and their aligned forms.
    long allocations;
    /// The bytes that these calls requested.
    long bytes;
    /// The change of the bytes in live blocks, including the allocator's word for each block.
    long live_bytes;
};

/// Whether this system can count. Elsewhere all numbers are zero.
int heap_count_is_available(void);
void heap_count_begin(void);
struct heap_use heap_count_end(void);

/// Lets the process use one core only, the first of those that it may use.
///
/// Returns 1 if that changed something. Code that has counted the cores before still finds more.
int use_one_core(void);

#endif
