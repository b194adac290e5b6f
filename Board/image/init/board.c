#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "init.h"

static const char boot_device[] = "/dev/mmcblk0p1";
static const char data_device[] = "/dev/mmcblk0p2";

static void doze(void) {
  struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
  nanosleep(&pause, NULL);
}

static bool mount_at(
  const char *device, const char *folder, const char *type, unsigned long flags, const char *options
) {
  if (mount(device, folder, type, flags, options) == 0) return true;
  say("cannot mount %s: %s", folder, strerror(errno));
  return false;
}

void mount_kernel_folders(void) {
  const unsigned long strict = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  mount("devtmpfs", "/dev", "devtmpfs", MS_NOSUID | MS_NOEXEC, "mode=0755");
  mount("proc", "/proc", "proc", strict, NULL);
  mount("sysfs", "/sys", "sysfs", strict, NULL);
  mount("tmpfs", "/run", "tmpfs", strict, "mode=0755,size=4m");
}

// A line is a path, and after a space the module's parameters.
static void load_module(char *path) {
  char *space = strchr(path, ' ');
  const char *parameters = space ? space + 1 : "";
  if (space) *space = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || (syscall(SYS_finit_module, file, parameters, 0) != 0 && errno != EEXIST))
    say("cannot load %s: %s", path, strerror(errno));
  if (file >= 0) close(file);
}

void load_modules(void) {
  // One line per module; each module follows the modules that it needs.
  static char list[8192];
  if (read_text("/lib/modules/list", list, sizeof list) < 0) say("there is no list of modules");
  for (char *line = strtok(list, "\n"); line; line = strtok(NULL, "\n")) load_module(line);
}

static bool wait_for(const char *path) {
  for (int64_t deadline = now_ms() + 10000; now_ms() < deadline; doze()) {
    if (access(path, F_OK) == 0) return true;
    watchdog_feed();
  }
  say("there is no %s", path);
  return false;
}

// Runs a program to its end, and feeds the watchdog meanwhile.
static int run_program(char *const arguments[]) {
  int status, process = fork();
  if (process == 0) {
    execv(arguments[0], arguments);
    _exit(127);
  }
  if (process < 0) return -1;
  while (waitpid(process, &status, WNOHANG) == 0) {
    watchdog_feed();
    doze();
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Whether the kernel, or an earlier check, has recorded errors in an ext4 file system.
static bool has_errors(const char *device) {
  unsigned char block[64] = {0};
  int file = open(device, O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  ssize_t count = pread(file, block, sizeof block, 1024);
  close(file);
  // s_magic at 0x38 is 0xEF53; bit 1 of s_state at 0x3A: errors.
  return count != (ssize_t)sizeof block || block[0x38] != 0x53 || block[0x39] != 0xEF || (block[0x3A] & 2);
}

static void mend(const struct places *places) {
  char program[PATH_ROOM];
  char device[] = "/dev/mmcblk0p2";
  char *arguments[] = {program, "-y", device, NULL};
  if (!join(program, places->boot, "system/e2fsck")) return;
  int status = run_program(arguments);
  say("the data partition was mended: status %d", status);
}

static bool mount_data(const struct places *places) {
  const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOATIME;
  if (!wait_for(data_device)) return false;
  if (has_errors(data_device)) mend(places);
  if (mount_at(data_device, places->data, "ext4", flags, "errors=remount-ro")) return true;
  mend(places);
  return mount_at(data_device, places->data, "ext4", flags, "errors=remount-ro");
}

void keep_state(const struct places *places, const char *card) {
  char from[PATH_ROOM], to[PATH_ROOM];
  int count = join(from, card, "state") && join(to, places->data, "state") ? copy_files(from, to) : 0;
  say("%d files of the state were copied to memory", count);
  report(places, count > 0 ? "The data partition cannot be written: changes last until the power goes."
    : "The data partition cannot be used: pairings last until the power goes.", "");
}

// A worn card can often still be read.
static void keep_state_of_card(const struct places *places) {
  const char card[] = "/run/card";
  const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY;
  mkdir(card, 0700);
  // A file system that needs its journal could not be mounted without writing to it.
  bool is_mounted = mount_at(data_device, card, "ext4", flags, "noload");
  keep_state(places, card);
  if (is_mounted) umount2(card, MNT_DETACH);
  rmdir(card);
}

void mount_partitions(const struct places *places) {
  const unsigned long flags = MS_NOSUID | MS_NODEV | MS_RDONLY;
  if (wait_for(boot_device)) mount_at(boot_device, places->boot, "vfat", flags, "umask=0022");
  if (mount_data(places)) return;
  mount_at("tmpfs", places->data, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=32m");
  keep_state_of_card(places);
}

void make_root_read_only(void) {
  if (mount(NULL, "/", NULL, MS_REMOUNT | MS_RDONLY, NULL) != 0) say("the root stays writable: %s", strerror(errno));
}

bool set_boot_writable(const struct places *places, bool is_writable) {
  if (places->is_simulated) return true;
  unsigned long flags = MS_REMOUNT | MS_NOSUID | MS_NODEV | (is_writable ? 0 : MS_RDONLY);
  return mount(NULL, places->boot, NULL, flags, "umask=0022") == 0;
}

// The panel has power while the board is off, and would keep showing the last picture.
static void darken_panel(void) {
  const unsigned char display_off[] = {0x00, 0xAE};
  int bus = open("/dev/i2c-1", O_RDWR | O_CLOEXEC);
  for (int address = 0x3C; bus >= 0 && address <= 0x3D; address++)
    if (ioctl(bus, I2C_SLAVE, address) == 0 && write(bus, display_off, sizeof display_off) > 0) break;
  if (bus >= 0) close(bus);
}

// The kernel's own restart waits forever for a driver that does not release its device. This one does not.
static void restart_after(unsigned seconds) {
  if (fork() != 0) return;
  sleep(seconds);
  int file = open("/proc/sysrq-trigger", O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, "b", 1) < 0) say("cannot restart: %s", strerror(errno));
  _exit(1);
}

void end_machine(const struct places *places, enum action action) {
  say("%s", action == ACTION_REBOOT ? "reboots" : "powers off");
  if (places->is_simulated) _exit(action == ACTION_REBOOT ? 3 : 0);
  darken_panel();
  sync();
  umount2(places->data, MNT_DETACH);
  umount2(places->boot, MNT_DETACH);
  sync();
  watchdog_close();
  if (action == ACTION_REBOOT) restart_after(10);
  reboot(action == ACTION_REBOOT ? RB_AUTOBOOT : RB_POWER_OFF);
  // Process 1 must not return.
  for (;;) pause();
}

void keep_shell(int ended) {
  static int shell = 0;
  if (getpid() != 1 || (ended != 0 && ended != shell) || access("/bin/busybox", X_OK) != 0) return;
  shell = fork();
  if (shell != 0) return;
  char *const arguments[] = {"busybox", "setsid", "-c", "/bin/busybox", "sh", "-l", NULL};
  int console = open("/dev/console", O_RDWR);
  for (int number = 0; number < 3; number++) dup2(console, number);
  execv("/bin/busybox", arguments);
  _exit(127);
}
