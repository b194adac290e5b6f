#define _GNU_SOURCE
#include "Clock.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/// The kernel's own time, whatever the C library's time_t.
struct kernel_time {
  int64_t seconds;
  int64_t nanoseconds;
};

#ifdef SYS_clock_gettime64
#define CLOCK_GETTIME SYS_clock_gettime64
#else
#define CLOCK_GETTIME SYS_clock_gettime
#endif

uint64_t belfry_monotonic_microseconds(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)(now.tv_nsec / 1000);
}

int64_t belfry_wall_microseconds(void) {
  struct kernel_time now = {0};
  syscall(CLOCK_GETTIME, CLOCK_REALTIME, &now);
  return now.seconds * 1000000 + now.nanoseconds / 1000;
}

int32_t belfry_utc_offset(int64_t seconds) {
  // Where time_t ends in 2038, a later year has the rules of the one 28 years before: from 1901 to 2099 the calendar
  // repeats in that many.
  const int64_t cycle = 28LL * 365 * 86400 + 7 * 86400;
  if (sizeof(time_t) == 4) {
    while (seconds > INT32_MAX) seconds -= cycle;
  }
  time_t time = (time_t)seconds;
  struct tm local;
  // `localtime_r` looks for the zone only once; `localtime` would allocate each time.
  return localtime_r(&time, &local) == NULL ? 0 : (int32_t)local.tm_gmtoff;
}
