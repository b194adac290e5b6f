#define _GNU_SOURCE
#include "Battery.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "Path.h"

/// Whether a file of a power supply holds this word and a line feed.
static bool holds(int folder, const char *name, const char *file, const char *word) {
  char path[BELFRY_PATH_CAPACITY + 16], text[16];
  snprintf(path, sizeof path, "%s/%s", name, file);
  int descriptor = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return false;
  ssize_t count = read(descriptor, text, sizeof text);
  close(descriptor);
  const size_t length = strlen(word);
  return count >= (ssize_t)length && memcmp(text, word, length) == 0 &&
         (count == (ssize_t)length || text[length] == '\n');
}

static bool is_battery(int folder, const char *name) {
  return holds(folder, name, "type", "Battery") && !holds(folder, name, "scope", "Device");
}

/// Finds the first battery by name. `getdents64` needs no memory of the heap, as `opendir` does.
static void find(int folder, char first[BELFRY_PATH_CAPACITY]) {
  _Alignas(struct dirent64) char entries[2048];
  ssize_t count;
  first[0] = 0;
  while ((count = getdents64(folder, entries, sizeof entries)) > 0) {
    for (ssize_t offset = 0; offset < count;) {
      const struct dirent64 *entry = (const struct dirent64 *)(const void *)(entries + offset);
      offset += entry->d_reclen;
      if (entry->d_name[0] == '.' || strlen(entry->d_name) >= BELFRY_PATH_CAPACITY) continue;
      if (first[0] != 0 && strcmp(entry->d_name, first) > 0) continue;
      if (is_battery(folder, entry->d_name)) strcpy(first, entry->d_name);
    }
  }
}

int32_t belfry_battery_open(const uint8_t *text, size_t length) {
  char path[BELFRY_PATH_CAPACITY], first[BELFRY_PATH_CAPACITY], file[BELFRY_PATH_CAPACITY + 16];
  int32_t status = belfry_path(path, text, length);
  if (status < 0) return status;
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -errno;
  find(folder, first);
  snprintf(file, sizeof file, "%s/capacity", first);
  int descriptor = first[0] == 0 ? -1 : openat(folder, file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  status = descriptor >= 0 ? descriptor : first[0] == 0 ? -ENOENT : -errno;
  close(folder);
  return status;
}
