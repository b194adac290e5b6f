#define _GNU_SOURCE
#include "Descriptor.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Path.h"

/// What it makes is for its user alone: events and captures hold messages and keys.
static int32_t opened(const char *path, int flags) {
  int descriptor;
  do {
    descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor < 0 ? -errno : descriptor;
}

static bool is_fifo(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISFIFO(status.st_mode);
}

int32_t belfry_open(const uint8_t *text, size_t length, int32_t mode) {
  char path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, text, length);
  if (status < 0) return status;
  switch (mode) {
  case BELFRY_OPEN_READ:
    return opened(path, O_RDONLY);
  case BELFRY_OPEN_READ_WRITE:
    return opened(path, O_RDWR);
  case BELFRY_OPEN_REPLACE:
    return opened(path, is_fifo(path) ? O_RDWR : O_WRONLY | O_CREAT | O_TRUNC);
  case BELFRY_OPEN_APPEND:
    return opened(path, is_fifo(path) ? O_RDWR : O_WRONLY | O_CREAT | O_APPEND);
  default:
    return -EINVAL;
  }
}

int32_t belfry_open_script(const uint8_t *text, size_t length) {
  char path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, text, length);
  if (status < 0) return status;
  return opened(path, is_fifo(path) ? O_RDWR : O_RDONLY);
}

int32_t belfry_open_standard_output(void) {
  struct stat status;
  // A file keeps the position it shares with standard error; a pipe or a terminal, opened anew, can be told not to wait
  // without changing that for the other programs that use it.
  if (fstat(STDOUT_FILENO, &status) < 0) return -errno;
  if (!S_ISREG(status.st_mode)) {
    int32_t descriptor = opened("/proc/self/fd/1", O_WRONLY);
    if (descriptor >= 0) return descriptor;
  }
  int copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  return copy < 0 ? -errno : copy;
}

int32_t belfry_open_standard_input(void) {
  int copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  return copy < 0 ? -errno : copy;
}

void belfry_close(int32_t descriptor) {
  close(descriptor);
}

int32_t belfry_read(int32_t descriptor, uint8_t *octets, size_t capacity) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
  ssize_t count;
  do {
    if (poll(&waiting, 1, 0) == 0) return -EAGAIN;
    count = read(descriptor, octets, capacity);
  } while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : (int32_t)count;
}

int32_t belfry_write(int32_t descriptor, const uint8_t *octets, size_t count) {
  ssize_t written;
  do {
    written = write(descriptor, octets, count);
  } while (written < 0 && errno == EINTR);
  return written < 0 ? -errno : (int32_t)written;
}

int32_t belfry_write_now(int32_t descriptor, const uint8_t *octets, size_t count) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLOUT};
  if (poll(&waiting, 1, 0) == 0) return -EAGAIN;
  // A pipe that polls as writable takes PIPE_BUF octets without waiting, but perhaps no more.
  return belfry_write(descriptor, octets, count < PIPE_BUF ? count : PIPE_BUF);
}
