// The processor time of this process.
#ifndef BELFRY_CSTOPWATCH_H
#define BELFRY_CSTOPWATCH_H

#include <stdint.h>

/// The time in nanoseconds. Other processes affect it only through the caches.
uint64_t belfry_stopwatch_nanoseconds(void);

#endif
