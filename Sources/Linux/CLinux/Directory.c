#define _GNU_SOURCE
#include "Directory.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "Errors.h"
#include "Path.h"
#include "RegularFile.h"

/// Two seconds of 20 ms each.
#define LOCK_TRIES 100

/// The helper of a watch that was killed holds the directory until its last system call ends, so that two never write
/// at the same time.
static int32_t lock(int directory) {
  const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
  for (int32_t tries = 0; flock(directory, LOCK_EX | LOCK_NB) < 0; tries += 1) {
    if (errno != EWOULDBLOCK) return -errno;
    if (tries == LOCK_TRIES) return -EBUSY;
    nanosleep(&pause, NULL);
  }
  return 0;
}

/// Whether only root can change the directory above, so that root has chosen the owner of this one, a service's user.
static bool is_chosen_by_root(int directory) {
  struct stat above;
  return fstatat(directory, "..", &above, 0) == 0 && above.st_uid == 0 && (above.st_mode & 0022) == 0;
}

/// Refuses a directory in which another user could have made the files, or can replace them.
static int32_t check_owner(int directory) {
  struct stat status;
  if (fstat(directory, &status) < 0) return -errno;
  bool is_own = status.st_uid == geteuid() || (geteuid() == 0 && is_chosen_by_root(directory));
  if (!is_own) return -BELFRY_EFOREIGN;
  return (status.st_mode & 0022) == 0 ? 0 : -BELFRY_ESHARED;
}

int32_t belfry_directory_open(const uint8_t *text, size_t length) {
  char path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, text, length);
  if (status < 0) return status;
  if (mkdir(path, 0700) < 0 && errno != EEXIST) return -errno;
  int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return -errno;
  status = check_owner(directory);
  if (status == 0) status = lock(directory);
  if (status == 0) return directory;
  close(directory);
  return status;
}

int32_t belfry_directory_read(int32_t directory, const uint8_t *name, size_t length) {
  char path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, name, length);
  if (status < 0) return status;
  // Without O_NONBLOCK, opening a FIFO without a writer would block.
  int descriptor = openat(directory, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  return descriptor < 0 ? -errno : belfry_regular(descriptor);
}

/// A run by hand, as root, must not take the files from the service whose directory this is.
static int32_t hand_over(int file, int32_t directory) {
  struct stat owner;
  if (geteuid() != 0 || fstat(directory, &owner) < 0 || owner.st_uid == 0) return 0;
  return fchown(file, owner.st_uid, owner.st_gid) < 0 ? -errno : 0;
}

int32_t belfry_directory_create(int32_t directory, const uint8_t *name, size_t length) {
  char path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, name, length);
  if (status < 0) return status;
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  int descriptor = openat(directory, path, flags, 0600);
  // ENXIO: a FIFO without a reader, or a socket.
  if (descriptor < 0) return errno == ENXIO || errno == EISDIR ? -BELFRY_ENOTREGULAR : -errno;
  descriptor = belfry_regular(descriptor);
  if (descriptor < 0) return descriptor;
  status = hand_over(descriptor, directory);
  if (status == 0) return descriptor;
  close(descriptor);
  return status;
}

int32_t belfry_directory_rename(
  int32_t directory, const uint8_t *name, size_t length, const uint8_t *new_name, size_t new_length) {
  char path[BELFRY_PATH_CAPACITY], new_path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, name, length);
  if (status == 0) status = belfry_path(new_path, new_name, new_length);
  if (status < 0) return status;
  return renameat(directory, path, directory, new_path) < 0 ? -errno : 0;
}

int32_t belfry_directory_remove(int32_t directory, const uint8_t *name, size_t length) {
  char path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, name, length);
  if (status < 0) return status;
  return unlinkat(directory, path, 0) < 0 ? -errno : 0;
}

int32_t belfry_directory_find(int32_t directory, const uint8_t *name, size_t length) {
  char path[BELFRY_PATH_CAPACITY];
  struct stat file;
  int32_t status = belfry_path(path, name, length);
  if (status < 0) return status;
  return fstatat(directory, path, &file, AT_SYMLINK_NOFOLLOW) < 0 ? -errno : 0;
}

int32_t belfry_synchronize(int32_t descriptor) {
  int status;
  do {
    status = fsync(descriptor);
  } while (status < 0 && errno == EINTR);
  // EINVAL: a file system that has no such thing for this kind of file.
  return status < 0 && errno != EINVAL ? -errno : 0;
}
