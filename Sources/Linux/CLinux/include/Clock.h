// The clocks. Times are 64-bit here on every board, also where time_t has 32 bits (Debian armel).
#ifndef BELFRY_CLOCK_H
#define BELFRY_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Microseconds since boot, never set back or forward. Sleep of the machine counts: deadlines during the sleep are
/// reached when it wakes.
uint64_t belfry_monotonic_microseconds(void);

/// The same for a time of CLOCK_MONOTONIC, which stops while the machine sleeps. The kernel gives an edge on a line
/// such a time. The edge must not be older than the last sleep.
uint64_t belfry_microseconds_of_monotonic(uint64_t microseconds);

/// Microseconds since the start of 1970, UTC: the clock that people set.
int64_t belfry_wall_microseconds(void);

/// Sets that clock; needs CAP_SYS_TIME. Returns 0 or a negative errno: -EPERM if that is not permitted.
int32_t belfry_set_wall_microseconds(int64_t microseconds);

/// The kernel's status bits of that clock, `STA_…` of adjtimex(2), or a negative errno.
int32_t belfry_wall_clock_status(void);

/// Whether systemd-timesyncd has set the clock since the start: it then writes a file.
bool belfry_has_time_sync_file(void);

/// The octets of the system's time_t: 4 or 8.
size_t belfry_time_size(void);

/// Whether the kernel set that clock by one with a battery when it started.
bool belfry_has_clock_battery(void);

/// The variable TZ; NULL if it is not set.
const char *belfry_time_zone(void);

#endif
