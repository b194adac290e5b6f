#define _GNU_SOURCE
#include "StandardError.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static uint32_t missed_lines;
/// What is written to; -1 before the first line.
static int outlet = -1;
static bool is_socket, is_file;
/// Whether the last line went out in part.
static bool is_cut;

/// Standard error may be shared with other programs, so its description stays as it is. A pipe or a terminal is
/// opened a second time, so that it does not wait; where that is not permitted, `write_now` looks before it writes.
static void open_outlet(void) {
  struct stat status = {0};
  outlet = STDERR_FILENO;
  if (fstat(STDERR_FILENO, &status) < 0) return;
  is_socket = S_ISSOCK(status.st_mode);
  is_file = S_ISREG(status.st_mode);
  if (is_socket || is_file) return;
  int descriptor = open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor >= 0) outlet = descriptor;
}

static ssize_t write_now(const void *octets, size_t count) {
  if (is_socket) return send(outlet, octets, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  struct pollfd waiting = {.fd = outlet, .events = POLLOUT};
  // A pipe that polls as writable takes PIPE_BUF octets without waiting. A file always does.
  if (!is_file && poll(&waiting, 1, 0) <= 0) return 0;
  return write(outlet, octets, count);
}

static bool is_written(const void *octets, size_t count) {
  ssize_t written;
  do {
    written = write_now(octets, count);
  } while (written < 0 && errno == EINTR);
  if (written > 0) is_cut = (size_t)written < count;
  return written == (ssize_t)count;
}

int32_t belfry_say(const uint8_t *line, size_t count) {
  if (outlet < 0) open_outlet();
  if (is_cut && !is_written("\n", 1)) return -EAGAIN;
  return is_written(line, count) ? 0 : -EAGAIN;
}

uint32_t belfry_missed_lines(void) {
  return missed_lines;
}

void belfry_set_missed_lines(uint32_t count) {
  missed_lines = count;
}
