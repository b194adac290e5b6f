// Counts what the benchmarks' program takes from the heap.
#ifndef BELFRY_CALLOCATIONS_H
#define BELFRY_CALLOCATIONS_H

#include <stdint.h>

/// How many times this thread has taken memory, or changed the size of what it had.
uint64_t belfry_allocation_count(void);

#endif
