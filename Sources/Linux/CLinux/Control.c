#define _GNU_SOURCE
#include "Control.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// The number of programs that may wait for a place, or for a refusal, while the watch is busy.
#define BACKLOG 16

static int32_t address_of(struct sockaddr_un *address, const uint8_t *path, size_t length) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (length == 0 || memchr(path, 0, length) != NULL) return -EINVAL;
  if (length >= sizeof address->sun_path) return -ENAMETOOLONG;
  memcpy(address->sun_path, path, length);
  return 0;
}

static int stream_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static bool is_same(const struct stat *one, const struct stat *other) {
  return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/// Whether a program listens: 0 if none does, -EADDRINUSE if one does, or the error of the test.
static int32_t probe(const struct sockaddr_un *address) {
  int descriptor = stream_socket();
  if (descriptor < 0) return -errno;
  int status = connect(descriptor, (const struct sockaddr *)address, sizeof *address);
  int failure = status < 0 ? errno : 0;
  close(descriptor);
  if (failure == ECONNREFUSED) return 0;
  // EAGAIN: the queue of waiting programs is full.
  return failure == 0 || failure == EAGAIN ? -EADDRINUSE : -failure;
}

/// Makes room at a path that is taken.
static int32_t remove_stale(const struct sockaddr_un *address) {
  struct stat found, still;
  // Do not follow a link: a link is not a socket.
  if (lstat(address->sun_path, &found) < 0) return errno == ENOENT ? 0 : -errno;
  if (!S_ISSOCK(found.st_mode)) return -ENOTSOCK;
  int32_t status = probe(address);
  if (status < 0) return status;
  // Another watch may have found it stale as well.
  if (lstat(address->sun_path, &still) < 0) return errno == ENOENT ? 0 : -errno;
  if (!is_same(&found, &still)) return -EADDRINUSE;
  return unlink(address->sun_path) < 0 ? -errno : 0;
}

/// No other user can connect, not even for a moment: Linux creates the file with the mode of the socket. The file mode
/// mask would have the same effect, but applies to the whole process.
static int32_t bind_privately(int descriptor, const struct sockaddr_un *address) {
  if (fchmod(descriptor, 0600) < 0) return -errno;
  return bind(descriptor, (const struct sockaddr *)address, sizeof *address) < 0 ? -errno : 0;
}

static int32_t begin(int descriptor, const struct sockaddr_un *address, struct belfry_file_identity *file) {
  int32_t status = bind_privately(descriptor, address);
  if (status == -EADDRINUSE) {
    status = remove_stale(address);
    if (status == 0) status = bind_privately(descriptor, address);
  }
  if (status < 0) return status;
  struct stat made;
  if (listen(descriptor, BACKLOG) < 0 || lstat(address->sun_path, &made) < 0) {
    status = -errno;
    unlink(address->sun_path);
    return status;
  }
  file->device = made.st_dev;
  file->inode = made.st_ino;
  return 0;
}

int32_t belfry_control_listen(const uint8_t *path, size_t length, struct belfry_file_identity *file) {
  struct sockaddr_un address;
  int32_t status = address_of(&address, path, length);
  if (status < 0) return status;
  int descriptor = stream_socket();
  if (descriptor < 0) return -errno;
  status = begin(descriptor, &address, file);
  if (status == 0) return descriptor;
  close(descriptor);
  return status;
}

int32_t belfry_control_accept(int32_t listener) {
  int descriptor;
  do {
    descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  } while (descriptor < 0 && (errno == EINTR || errno == ECONNABORTED));
  return descriptor < 0 ? -errno : descriptor;
}

void belfry_control_remove(const uint8_t *path, size_t length, uint64_t device, uint64_t inode) {
  struct sockaddr_un address;
  struct stat found;
  if (address_of(&address, path, length) < 0 || lstat(address.sun_path, &found) < 0) return;
  if (found.st_dev == device && found.st_ino == inode) unlink(address.sun_path);
}
