#define _GNU_SOURCE
#include "ResetRequest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Writes `round` in decimal. Returns its length.
static size_t put_decimal(char text[3], uint8_t round) {
  size_t length = 0;
  if (round >= 100) text[length++] = (char)('0' + round / 100);
  if (round >= 10) text[length++] = (char)('0' + round / 10 % 10);
  text[length++] = (char)('0' + round % 10);
  return length;
}

int32_t belfry_reset_request(uint8_t round) {
  const char *path = getenv("RUNTIME_DIRECTORY");
  if (path == NULL || path[0] != '/' || strchr(path, ':') != NULL) return -ENOENT;
  int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -errno;
  int file = openat(folder, "reset-radio", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  int32_t status = file < 0 ? -errno : 0;
  close(folder);
  if (status < 0) return status;
  char text[3];
  size_t length = put_decimal(text, round);
  if (write(file, text, length) != (ssize_t)length) status = -EIO;
  close(file);
  return status;
}
