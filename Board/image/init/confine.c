#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "init.h"

#define BIT(capability) (1ULL << (capability))

// --- In process 1, before belfry starts

// Makes a folder that only process 1 may change. It may not exist yet.
static bool keep_folder(const char *parent, const char *name) {
  char path[PATH_ROOM];
  if (!join(path, parent, name)) return false;
  if (chown(path, geteuid(), getegid()) == 0 && chmod(path, 0755) == 0) return true;
  return errno == ENOENT;
}

// Hands over the files that another belfry left there as root. This is not done once the folder is belfry's, because an
// entry could then be a hard link to any file of the partition.
static bool hand_over_files(const char *folder, uid_t user) {
  DIR *entries = opendir(folder);
  if (!entries) return false;
  bool is_done = true;
  for (struct dirent *entry; (entry = readdir(entries));) {
    const char *name = entry->d_name;
    if (!strcmp(name, ".") || !strcmp(name, "..")) continue;
    if (fchownat(dirfd(entries), name, user, user, AT_SYMLINK_NOFOLLOW) != 0) is_done = false;
  }
  closedir(entries);
  return is_done;
}

static bool hand_over_state(const char *data, uid_t user) {
  char folder[PATH_ROOM];
  struct stat status;
  if (!join(folder, data, "state") || (mkdir(folder, 0700) != 0 && errno != EEXIST)) return false;
  if (lstat(folder, &status) != 0 || !S_ISDIR(status.st_mode)) return false;
  if (status.st_uid == user) return true;
  return hand_over_files(folder, user) && chmod(folder, 0700) == 0 && chown(folder, user, user) == 0;
}

// Hands over the panel's buses and the chips of the buttons. All other devices stay root's.
static void hand_over_devices(const char *folder, uid_t user) {
  DIR *entries = opendir(folder);
  if (!entries) return;
  for (struct dirent *entry; (entry = readdir(entries));) {
    const char *name = entry->d_name;
    if (strncmp(name, "i2c-", 4) != 0 && strncmp(name, "gpiochip", 8) != 0) continue;
    if (fchownat(dirfd(entries), name, user, user, AT_SYMLINK_NOFOLLOW) != 0)
      say("cannot hand over %s/%s: %s", folder, name, strerror(errno));
  }
  closedir(entries);
}

bool hand_over(const struct places *places, const char *notify_path) {
  if (places->user == 0) return true;
  hand_over_devices(places->devices, places->user);
  return keep_folder(places->data, ".") && keep_folder(places->data, "update") &&
    hand_over_state(places->data, places->user) && chown(notify_path, places->user, places->user) == 0;
}

// --- In the new process

static bool drop_bounding(uint64_t kept) {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; capability++)
    if (!(kept & BIT(capability)) && prctl(PR_CAPBSET_DROP, capability) != 0) return false;
  return true;
}

static bool set_capabilities(uint64_t kept) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2] = {0};
  for (int half = 0; half < 2; half++) {
    unsigned bits = (unsigned)(kept >> (32 * half));
    data[half] = (struct __user_cap_data_struct){.effective = bits, .permitted = bits, .inheritable = bits};
  }
  if (syscall(SYS_capset, &header, data) != 0) return false;
  for (int capability = 0; capability < 64; capability++)
    if ((kept & BIT(capability)) && prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability, 0, 0) != 0) return false;
  return true;
}

static bool change_user(uid_t user, uint64_t kept) {
  return drop_bounding(kept) && prctl(PR_SET_KEEPCAPS, 1) == 0 && setgroups(0, NULL) == 0 &&
    setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0 && set_capabilities(kept);
}

bool confine(unsigned user, bool may_set_clock) {
  const struct rlimit none = {0, 0};
  uint64_t kept = BIT(CAP_NET_ADMIN) | (may_set_clock ? BIT(CAP_SYS_TIME) : 0);
  umask(077);
  if (setrlimit(RLIMIT_CORE, &none) != 0) return false;
  if (user != 0 && !change_user(user, kept)) return false;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (!filter_calls(may_set_clock)) say("this kernel filters no system calls: belfry may make all of them");
  return true;
}
