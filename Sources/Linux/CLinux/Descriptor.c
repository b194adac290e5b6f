#define _GNU_SOURCE
#include "Descriptor.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Errors.h"
#include "Path.h"

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

/// Whether a path names a descriptor that the program was started with: a link of the kernel's, which is followed.
static bool names_descriptor(const char *path) {
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  if (strcmp(path, "/dev/stdout") == 0 || strcmp(path, "/dev/stderr") == 0) return true;
  for (size_t index = 0; index < sizeof folders / sizeof folders[0]; index += 1) {
    size_t length = strlen(folders[index]);
    if (strncmp(path, folders[index], length) != 0) continue;
    return path[length] != 0 && path[length + strspn(path + length, "0123456789")] == 0;
  }
  return false;
}

/// Whether the owner and the mode decide who may use it: a file or a FIFO. The system decides for devices.
static bool has_owner(const struct stat *status) {
  return S_ISREG(status->st_mode) || S_ISFIFO(status->st_mode);
}

/// Has a file or a FIFO be for its user alone, who is this program's: events and captures hold messages and keys. The
/// owner could read it whatever its mode.
static int32_t make_private(int descriptor, const struct stat *status) {
  if (!has_owner(status)) return 0;
  if (status->st_uid != geteuid()) {
    // Root has chosen the group that may use root's FIFO. Only root can close it to all others.
    bool is_closed = S_ISFIFO(status->st_mode) && status->st_uid == 0 && (status->st_mode & 0007) == 0;
    return is_closed ? 0 : -BELFRY_EFOREIGN;
  }
  if ((status->st_mode & 07777) == 0600) return 0;
  // If a file system has no modes, its mount options decide.
  return fchmod(descriptor, 0600) == 0 || errno == EPERM ? 0 : -errno;
}

static int32_t prepare_output(int descriptor, bool is_inherited, bool replaces) {
  struct stat status;
  if (fstat(descriptor, &status) < 0) return -errno;
  int32_t failure = is_inherited ? 0 : make_private(descriptor, &status);
  if (failure < 0 || !replaces || !S_ISREG(status.st_mode)) return failure;
  return ftruncate(descriptor, 0) < 0 ? -errno : 0;
}

/// Opens a file for the output of the program. A link may lead to any file, so it is refused.
static int32_t open_output(const char *path, bool replaces) {
  bool is_inherited = names_descriptor(path);
  struct stat found;
  bool is_there = (is_inherited ? stat(path, &found) : lstat(path, &found)) == 0;
  bool is_pipe = is_there && S_ISFIFO(found.st_mode);
  // A file that is continued is read as well: its last octet.
  bool is_read = is_pipe || (is_there && !replaces && !is_inherited && S_ISREG(found.st_mode));
  int flags = (is_read ? O_RDWR : O_WRONLY) | (is_pipe ? 0 : O_CREAT);
  int32_t descriptor = opened(path, flags | (replaces ? 0 : O_APPEND) | (is_inherited ? 0 : O_NOFOLLOW));
  if (descriptor < 0) return descriptor;
  int32_t failure = prepare_output(descriptor, is_inherited, replaces);
  if (failure == 0) return descriptor;
  close(descriptor);
  return failure;
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
    return open_output(path, true);
  case BELFRY_OPEN_APPEND:
    return open_output(path, false);
  default:
    return -EINVAL;
  }
}

int32_t belfry_end_last_line(int32_t descriptor) {
  struct stat status;
  char last;
  if (fstat(descriptor, &status) < 0) return -errno;
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return 0;
  // A descriptor that the caller has left may not be readable. Its last line is the caller's.
  if (pread(descriptor, &last, 1, status.st_size - 1) != 1 || last == '\n') return 0;
  int32_t written = belfry_write(descriptor, (const uint8_t *)"\n", 1);
  if (written == -ENOSPC || written == -EDQUOT || written == -EFBIG) return 1;
  return written < 0 ? written : 0;
}

/// Refuses a file or a FIFO that another user could have written, or can write.
static int32_t check_script(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) < 0) return -errno;
  if (!has_owner(&status)) return 0;
  if (status.st_uid != geteuid() && status.st_uid != 0) return -BELFRY_EFOREIGN;
  return (status.st_mode & 0022) == 0 ? 0 : -BELFRY_ESHARED;
}

int32_t belfry_open_script(const uint8_t *text, size_t length) {
  char path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, text, length);
  if (status < 0) return status;
  int32_t descriptor = opened(path, is_fifo(path) ? O_RDWR : O_RDONLY);
  bool is_inherited = names_descriptor(path) || strcmp(path, "/dev/stdin") == 0;
  if (descriptor < 0 || is_inherited) return descriptor;
  int32_t failure = check_script(descriptor);
  if (failure == 0) return descriptor;
  close(descriptor);
  return failure;
}

int32_t belfry_open_standard_output(void) {
  struct stat status;
  // A file keeps the position that it shares with standard error. A pipe or a terminal is opened again, so that it can
  // be set to non-blocking without a change for the other programs that use it.
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
