// Not for Swift: a path as the system calls want it.
#ifndef BELFRY_PATH_H
#define BELFRY_PATH_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Room for a path and the zero that ends it.
#define BELFRY_PATH_CAPACITY 256

/// Copies text and ends it with a zero. Returns 0, -ENAMETOOLONG, or -EINVAL for text that is empty or holds a zero.
static inline int32_t belfry_path(char path[BELFRY_PATH_CAPACITY], const uint8_t *text, size_t length) {
  if (length == 0 || memchr(text, 0, length) != NULL) return -EINVAL;
  if (length >= BELFRY_PATH_CAPACITY) return -ENAMETOOLONG;
  memcpy(path, text, length);
  path[length] = 0;
  return 0;
}

#endif
