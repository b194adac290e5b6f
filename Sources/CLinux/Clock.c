#define _GNU_SOURCE
#include "Clock.h"

#include <stdlib.h>
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
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)(now.tv_nsec / 1000);
}

int64_t belfry_wall_microseconds(void) {
  struct kernel_time now = {0};
  syscall(CLOCK_GETTIME, CLOCK_REALTIME, &now);
  return now.seconds * 1000000 + now.nanoseconds / 1000;
}

const char *belfry_time_zone(void) {
  return getenv("TZ");
}
