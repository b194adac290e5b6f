#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "init.h"

static const char request_name[] = "reset-radio";
// A file in the data partition. It exists if the last reboot was for the radio.
static const char marker_name[] = "radio-reboot";
#define TMPFS_MAGIC 0x01021994
#define REBOOT_PAUSE (60 * 60 * 1000)

bool radio_open(struct radio *radio, const struct places *places) {
  *radio = (struct radio){.events = -1, .folder = -1};
  if (!join(radio->path, places->run, "belfry") || (mkdir(radio->path, 0700) != 0 && errno != EEXIST)) return false;
  if (places->user != 0 && chown(radio->path, places->user, places->user) != 0) return false;
  radio->folder = open(radio->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  radio->events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return radio->folder >= 0 && inotify_add_watch(radio->events, radio->path, IN_CLOSE_WRITE | IN_ONLYDIR) >= 0;
}

// Reads the number in belfry's file. Returns 0 without a file. Belfry writes the file, so its contents are not trusted.
static int read_round(const struct radio *radio) {
  char text[8] = "";
  struct stat status;
  int file = openat(radio->folder, request_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = fstat(file, &status) == 0 && S_ISREG(status.st_mode) ? read(file, text, sizeof text - 1) : 0;
  close(file);
  return count > 0 ? atoi(text) : 0;
}

// Writes a device's name to `bind` or `unbind` of its driver.
static bool tell_driver(int driver, const char *file, const char *device) {
  int number = openat(driver, file, O_WRONLY | O_CLOEXEC);
  if (number < 0) return false;
  bool is_done = write(number, device, strlen(device)) == (ssize_t)strlen(device);
  if (!is_done) say("%s %s: %s", file, device, strerror(errno));
  close(number);
  return is_done;
}

#define DEVICES_ROOM 4

struct names {
  int count;
  char name[DEVICES_ROOM][64];
};

// Reads the names of the serial devices in a folder. They are read before one is unbound or bound, which changes it.
static struct names read_devices(int folder) {
  struct names names = {0};
  DIR *entries = folder < 0 ? NULL : fdopendir(folder);
  if (!entries) return names;
  for (struct dirent *entry; names.count < DEVICES_ROOM && (entry = readdir(entries));)
    if (strncmp(entry->d_name, "serial", 6) == 0 && strchr(entry->d_name, '-') &&
        strlen(entry->d_name) < sizeof names.name[0])
      strcpy(names.name[names.count++], entry->d_name);
  closedir(entries);
  return names;
}

static bool has_driver(int devices, const char *device) {
  char path[80];
  snprintf(path, sizeof path, "%s/driver", device);
  return faccessat(devices, path, F_OK, 0) == 0;
}

// Unbinds every device of the driver. Then binds every device on the bus without a driver, also one that an earlier
// reset could not bind. That cuts the power of the chip and loads its patch again.
static void cycle(const char *path) {
  int driver = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (driver < 0) return say("there is no driver %s", path);
  struct names names = read_devices(dup(driver));
  for (int index = 0; index < names.count; index++) tell_driver(driver, "unbind", names.name[index]);
  int devices = openat(driver, "../../devices", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  names = read_devices(dup(devices));
  int count = 0;
  for (int index = 0; index < names.count; index++)
    if (!has_driver(devices, names.name[index])) count += tell_driver(driver, "bind", names.name[index]);
  say("the radio was reset: %d devices", count);
}

// Starts the reset in a separate process, because the driver may take ten seconds to release a chip.
static void start_reset(struct radio *radio, const struct places *places) {
  radio->started = now_ms();
  radio->is_stuck = false;
  radio->process = fork();
  if (radio->process == 0) {
    cycle(places->driver);
    unlinkat(radio->folder, request_name, 0);
    _exit(0);
  }
  if (radio->process < 0) radio->process = 0;
}

// Allows one reboot per hour, also across reboots. Without a data partition the last reboot is not remembered.
static bool has_waited(const struct places *places) {
  char path[PATH_ROOM];
  struct statfs status;
  if (now_ms() >= REBOOT_PAUSE) return true;
  if (!join(path, places->data, marker_name) || access(path, F_OK) == 0) return false;
  if (!places->is_simulated && (statfs(places->data, &status) != 0 || status.f_type == TMPFS_MAGIC)) return false;
  return true;
}

// Whether the board may reboot. It must then do so.
static bool may_reboot(const struct places *places) {
  return has_waited(places) && write_safely(places->data, marker_name, "1\n", 2);
}

void radio_forget_reboot(const struct places *places) {
  char path[PATH_ROOM];
  if (join(path, places->data, marker_name) && unlink(path) == 0) say("the reboot for the radio is forgotten");
}

void radio_note_time(struct radio *radio, const struct places *places) {
  if (radio->is_old || now_ms() < REBOOT_PAUSE) return;
  radio->is_old = true;
  radio_forget_reboot(places);
}

enum radio_step radio_serve(struct radio *radio, const struct places *places) {
  char events[1024];
  while (radio->events >= 0 && read(radio->events, events, sizeof events) > 0) continue;
  radio->is_due = false;
  int round = radio->process == 0 ? read_round(radio) : 0;
  if (round <= 0) return RADIO_NOTHING;
  say("the radio does not work: round %d", round);
  if (round > RESETS_BEFORE_REBOOT && may_reboot(places)) return RADIO_REBOOT;
  start_reset(radio, places);
  return RADIO_RESET;
}

bool radio_must_reboot(struct radio *radio, const struct places *places, int limit) {
  if (radio->process == 0 || now_ms() - radio->started < limit) return false;
  if (!radio->is_stuck) say("the reset of the radio does not end");
  radio->is_stuck = true;
  return may_reboot(places);
}

void radio_reap(struct radio *radio, int process) {
  if (process != radio->process) return;
  radio->process = 0;
  radio->is_due = true;
}
