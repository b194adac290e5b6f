#define _GNU_SOURCE
#include "RegularFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Errors.h"
#include "Path.h"

static int32_t refuse(int32_t descriptor, int32_t status) {
  close(descriptor);
  return status;
}

int32_t belfry_regular(int32_t descriptor) {
  struct stat file;
  if (fstat(descriptor, &file) < 0) return refuse(descriptor, -errno);
  return S_ISREG(file.st_mode) ? descriptor : refuse(descriptor, -BELFRY_ENOTREGULAR);
}

int32_t belfry_open_regular(const uint8_t *text, size_t length, size_t limit) {
  char path[BELFRY_PATH_CAPACITY];
  int32_t status = belfry_path(path, text, length);
  if (status < 0) return status;
  int32_t descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  // ENXIO: a socket, or a device without a driver.
  if (descriptor < 0) return errno == ENXIO ? -BELFRY_ENOTREGULAR : -errno;
  descriptor = belfry_regular(descriptor);
  if (descriptor < 0) return descriptor;
  struct stat file;
  if (fstat(descriptor, &file) < 0) return refuse(descriptor, -errno);
  return file.st_size > (off_t)limit ? refuse(descriptor, -EFBIG) : descriptor;
}
