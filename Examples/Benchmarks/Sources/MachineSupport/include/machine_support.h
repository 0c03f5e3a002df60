#ifndef MACHINE_SUPPORT_H
#define MACHINE_SUPPORT_H

/// What the process has asked of the heap since `heap_count_begin`, on all threads.
struct heap_use {
    /// Calls of malloc, calloc, realloc and their aligned forms.
    long allocations;
    /// Bytes that those asked for.
    long bytes;
    /// Bytes that live blocks take, with the allocator's own word for each: what was added less what was freed.
    long live_bytes;
};

/// Whether this system can count. Elsewhere all numbers are zero.
int heap_count_is_available(void);
void heap_count_begin(void);
struct heap_use heap_count_end(void);

/// Lets the process use one core only, the first of those that it may use.
///
/// Returns 1 if that changed something. What had been counted before still says that there are more.
int use_one_core(void);

#endif
