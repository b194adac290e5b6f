// The clocks. Times are 64-bit here on every board, also where time_t has 32 bits (Debian armel).
#ifndef BELFRY_CLOCK_H
#define BELFRY_CLOCK_H

#include <stdint.h>

/// Microseconds since boot, never set back.
uint64_t belfry_monotonic_microseconds(void);

/// Microseconds since the start of 1970, UTC: the clock that people set.
int64_t belfry_wall_microseconds(void);

/// How many seconds local time is ahead of UTC at a time, in seconds since 1970.
///
/// The first call reads the zone's file and allocates; later calls do not.
int32_t belfry_utc_offset(int64_t seconds);

#endif
