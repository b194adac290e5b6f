#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "init.h"

static int log_number = STDERR_FILENO;

void open_log(bool is_simulated) {
  if (is_simulated) return;
  int number = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);
  if (number >= 0) log_number = number;
}

void say(const char *format, ...) {
  char line[480] = "belfry-init: ";
  size_t start = strlen(line);
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line + start, sizeof line - start - 1, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  size_t end = strlen(line);
  line[end] = '\n';
  // One write is one line of the kernel's log. An error in the log cannot be reported.
  if (write(log_number, line, end + 1) < 0) return;
}

int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
