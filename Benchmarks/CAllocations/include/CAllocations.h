// Counts the heap allocations of the benchmark program.
#ifndef BELFRY_CALLOCATIONS_H
#define BELFRY_CALLOCATIONS_H

#include <stdint.h>

/// The number of allocations and reallocations by this thread.
uint64_t belfry_allocation_count(void);

#endif
