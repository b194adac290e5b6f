#define _GNU_SOURCE
#include "Clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

/// The kernel's own time, whatever the C library's time_t.
struct kernel_time {
  int64_t seconds;
  int64_t nanoseconds;
};

#ifdef SYS_clock_gettime64
#define CLOCK_GETTIME SYS_clock_gettime64
#define CLOCK_SETTIME SYS_clock_settime64
#else
#define CLOCK_GETTIME SYS_clock_gettime
#define CLOCK_SETTIME SYS_clock_settime
#endif

static uint64_t microseconds_of(clockid_t clock) {
  struct timespec now = {0};
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)(now.tv_nsec / 1000);
}

uint64_t belfry_monotonic_microseconds(void) { return microseconds_of(CLOCK_BOOTTIME); }

uint64_t belfry_microseconds_of_monotonic(uint64_t microseconds) {
  uint64_t monotonic = microseconds_of(CLOCK_MONOTONIC);
  return microseconds + (microseconds_of(CLOCK_BOOTTIME) - monotonic);
}

int64_t belfry_wall_microseconds(void) {
  struct kernel_time now = {0};
  syscall(CLOCK_GETTIME, CLOCK_REALTIME, &now);
  return now.seconds * 1000000 + now.nanoseconds / 1000;
}

int32_t belfry_set_wall_microseconds(int64_t microseconds) {
  struct kernel_time time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  return syscall(CLOCK_SETTIME, CLOCK_REALTIME, &time) == 0 ? 0 : -errno;
}

int32_t belfry_wall_clock_status(void) {
  struct timex state = {0};
  return adjtimex(&state) == -1 ? -errno : state.status;
}

bool belfry_has_time_sync_file(void) { return access("/run/systemd/timesync/synchronized", F_OK) == 0; }

size_t belfry_time_size(void) { return sizeof(time_t); }

bool belfry_has_clock_battery(void) {
  int file = open("/sys/class/rtc/rtc0/hctosys", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char answer = '0';
  bool is_set = read(file, &answer, 1) == 1 && answer == '1';
  close(file);
  return is_set;
}

const char *belfry_time_zone(void) {
  return getenv("TZ");
}
