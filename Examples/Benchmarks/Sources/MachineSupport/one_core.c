#if defined(__linux__)
// The C library shows these functions only on request, and so not to Swift.
#define _GNU_SOURCE
#endif

#include "machine_support.h"

#if defined(__linux__)
#include <sched.h>

int use_one_core(void) {
    cpu_set_t cores, one;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0 || CPU_COUNT(&cores) < 2) return 0;
    int first = 0;
    while (!CPU_ISSET(first, &cores)) first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}
#else
int use_one_core(void) { return 0; }
#endif
