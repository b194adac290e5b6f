#include <bearssl.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "init.h"

bool join(char *path, const char *folder, const char *name) {
  int length = snprintf(path, PATH_ROOM, "%s/%s", folder, name);
  return length > 0 && length < PATH_ROOM;
}

long read_text(const char *path, char *text, size_t room) {
  text[0] = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  size_t count = 0;
  ssize_t octets;
  while (count < room && (octets = read(file, text + count, room - count)) > 0) count += (size_t)octets;
  close(file);
  if (count == room) count = 0, octets = -1;
  text[count] = 0;
  return octets < 0 ? -1 : (long)count;
}

static bool write_all(int file, const void *octets, size_t count) {
  const char *rest = octets;
  while (count > 0) {
    ssize_t written = write(file, rest, count);
    if (written <= 0) return false;
    rest += written;
    count -= (size_t)written;
  }
  return true;
}

static bool sync_folder(const char *folder) {
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return false;
  bool is_synced = fsync(file) == 0;
  close(file);
  return is_synced;
}

bool write_safely(const char *folder, const char *name, const void *octets, size_t count) {
  char path[PATH_ROOM], temporary[PATH_ROOM];
  if (!join(path, folder, name) || !join(temporary, folder, ".new")) return false;
  int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return false;
  bool is_written = write_all(file, octets, count) && fsync(file) == 0;
  is_written = close(file) == 0 && is_written;
  return is_written && rename(temporary, path) == 0 && sync_folder(folder);
}

static void put_digest(br_sha256_context *context, char digest[65]) {
  unsigned char octets[br_sha256_SIZE];
  br_sha256_out(context, octets);
  for (size_t index = 0; index < sizeof octets; index++) sprintf(digest + 2 * index, "%02x", octets[index]);
}

// Reads all of `from`; writes it to `to` unless that is -1.
static bool pass(int from, int to, char digest[65]) {
  static unsigned char block[65536];
  br_sha256_context context;
  br_sha256_init(&context);
  ssize_t count;
  while ((count = read(from, block, sizeof block)) > 0) {
    br_sha256_update(&context, block, (size_t)count);
    if (to >= 0 && !write_all(to, block, (size_t)count)) return false;
    watchdog_feed();
  }
  put_digest(&context, digest);
  return count == 0;
}

bool digest_of(const char *path, char digest[65]) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool is_read = pass(file, -1, digest);
  close(file);
  return is_read;
}

bool copy_file(const char *from, const char *to, char digest[65]) {
  int source = open(from, O_RDONLY | O_CLOEXEC);
  if (source < 0) return false;
  int file = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
  bool is_copied = file >= 0 && pass(source, file, digest) && fsync(file) == 0;
  // Drops the file from the cache, so that the next read comes from the card.
  if (is_copied) posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  close(source);
  if (file >= 0 && close(file) != 0) is_copied = false;
  return is_copied && digest_of(to, digest);
}

// More and larger files than belfry's state has.
#define FILES_ROOM 512
#define FILE_ROOM (256 * 1024)

// Copies a regular file from one folder to another one, with its owner and mode. Returns false on failure.
static bool copy_entry(int from, int to, const char *name) {
  struct stat status;
  char digest[65];
  int source = openat(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (source < 0) return false;
  bool is_wanted = fstat(source, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= FILE_ROOM;
  int file = is_wanted ? openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
  bool is_copied = file >= 0 && pass(source, file, digest) && fchown(file, status.st_uid, status.st_gid) == 0 &&
    fchmod(file, status.st_mode & 0777) == 0;
  close(source);
  if (file >= 0) close(file);
  if (file >= 0 && !is_copied) unlinkat(to, name, 0);
  return is_copied;
}

int copy_files(const char *from, const char *to) {
  struct stat status;
  DIR *entries = opendir(from);
  if (!entries) return 0;
  int folder = mkdir(to, 0700) == 0 ? open(to, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
  int count = 0;
  for (struct dirent *entry; folder >= 0 && count < FILES_ROOM && (entry = readdir(entries));)
    count += copy_entry(dirfd(entries), folder, entry->d_name);
  // The mode is the last change: it may take away the right to write.
  if (folder >= 0 && (fstat(dirfd(entries), &status) != 0 || fchown(folder, status.st_uid, status.st_gid) != 0 ||
      fchmod(folder, status.st_mode & 0777) != 0)) count = 0;
  if (folder >= 0) close(folder);
  closedir(entries);
  return count;
}
