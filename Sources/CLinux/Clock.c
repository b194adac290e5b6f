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

int32_t belfry_set_wall_microseconds(int64_t microseconds) {
  // Where the rest of the system counts in 32 bits, its time must not end today.
  if (microseconds < 0 || (sizeof(time_t) == 4 && microseconds / 1000000 > INT32_MAX)) return -EINVAL;
  struct kernel_time time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  return syscall(CLOCK_SETTIME, CLOCK_REALTIME, &time) == 0 ? 0 : -errno;
}

bool belfry_is_wall_clock_synchronised(void) {
  struct timex state = {0};
  if (adjtimex(&state) != -1) return (state.status & STA_UNSYNC) == 0;
  // A sandbox without that call, as the package's service has: systemd-timesyncd has told by a file since the start.
  return errno == EPERM && access("/run/systemd/timesync/synchronized", F_OK) == 0;
}

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
