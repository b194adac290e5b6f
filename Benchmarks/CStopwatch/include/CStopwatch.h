// The time that this process has spent on a processor.
#ifndef BELFRY_CSTOPWATCH_H
#define BELFRY_CSTOPWATCH_H

#include <stdint.h>

/// In nanoseconds. What others did meanwhile does not count, only what they did to the caches.
uint64_t belfry_stopwatch_nanoseconds(void);

#endif
