// The clocks. Times are 64-bit here on every board, also where time_t has 32 bits (Debian armel).
#ifndef BELFRY_CLOCK_H
#define BELFRY_CLOCK_H

#include <stdint.h>

/// Microseconds since boot, never set back nor forward. Time that the machine slept counts: what was due meanwhile is
/// due when it wakes.
uint64_t belfry_monotonic_microseconds(void);

/// Microseconds since the start of 1970, UTC: the clock that people set.
int64_t belfry_wall_microseconds(void);

/// The variable TZ; NULL if it is not set.
const char *belfry_time_zone(void);

#endif
