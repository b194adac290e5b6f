// The clocks. Times are 64-bit here on every board, also where time_t has 32 bits (Debian armel).
#ifndef BELFRY_CLOCK_H
#define BELFRY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/// Microseconds since boot, never set back nor forward. Time that the machine slept counts: what was due meanwhile is
/// due when it wakes.
uint64_t belfry_monotonic_microseconds(void);

/// Microseconds since the start of 1970, UTC: the clock that people set.
int64_t belfry_wall_microseconds(void);

/// Sets that clock; needs CAP_SYS_TIME. Returns 0 or a negative errno: -EPERM if that is not permitted, -EINVAL for a
/// time that the rest of the system cannot tell, before 1970 or, where its time_t has 32 bits, after 2037.
int32_t belfry_set_wall_microseconds(int64_t microseconds);

/// Whether the kernel says that something keeps that clock right: a time server's client, a receiver.
bool belfry_is_wall_clock_synchronised(void);

/// Whether the kernel set that clock by one with a battery when it started.
bool belfry_has_clock_battery(void);

/// The variable TZ; NULL if it is not set.
const char *belfry_time_zone(void);

#endif
