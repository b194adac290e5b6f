#define _GNU_SOURCE
#include "Directory.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Path.h"

int32_t belfry_directory_open(const uint8_t *text, size_t length) {
  char path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, text, length);
  if (status < 0) return status;
  if (mkdir(path, 0700) < 0 && errno != EEXIST) return -errno;
  int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return -errno;
  if (flock(directory, LOCK_EX | LOCK_NB) == 0) return directory;
  status = errno == EWOULDBLOCK ? -EBUSY : -errno;
  close(directory);
  return status;
}

int32_t belfry_directory_read(int32_t directory, const char *name) {
  int descriptor = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  return descriptor < 0 ? -errno : descriptor;
}

int32_t belfry_directory_create(int32_t directory, const char *name) {
  int descriptor = openat(directory, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  return descriptor < 0 ? -errno : descriptor;
}

int32_t belfry_directory_rename(int32_t directory, const char *name, const char *newName) {
  return renameat(directory, name, directory, newName) < 0 ? -errno : 0;
}

int32_t belfry_directory_remove(int32_t directory, const char *name) {
  return unlinkat(directory, name, 0) < 0 ? -errno : 0;
}

bool belfry_directory_contains(int32_t directory, const char *name) {
  struct stat status;
  return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

int32_t belfry_synchronize(int32_t descriptor) {
  int status;
  do {
    status = fsync(descriptor);
  } while (status < 0 && errno == EINTR);
  // EINVAL: a file system that has no such thing for this kind of file.
  return status < 0 && errno != EINVAL ? -errno : 0;
}
