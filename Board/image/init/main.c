#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "init.h"

static const char *const refusals[] = {
  [TAKING_REFUSED] = "The update on this card failed to start before. To try it again, remove belfry.sha256, start the "
    "watch once, and copy both files again.",
  [TAKING_UNSIGNED] = "There is no belfry.sha256 for the belfry on this card: make it by sha256sum.",
  [TAKING_MISMATCH] = "The update is not what belfry.sha256 says: copy both files again.",
  [TAKING_MALFORMED] = "belfry.sha256 holds no SHA-256 checksum: make it by sha256sum.",
  [TAKING_FOREIGN] = "The update is not for this board.",
  [TAKING_FAILED] = "The update cannot be read or kept.",
};

static void take_update(const struct places *places, struct slots *slots) {
  slots_load(places->data, slots);
  enum taking taking = slots_take(places, slots);
  if (taking == TAKING_TAKEN) say("takes the update %s", slots->current);
  // A refused update may stay on the card for long: it is reported once.
  else if (taking != TAKING_NOTHING && !(taking == TAKING_REFUSED && has_report(places)))
    report(places, refusals[taking], "");
}

// A copy in memory: the card may be edited, or fail, while the watch runs.
static void copy_settings(const struct places *places) {
  char from[PATH_ROOM], to[PATH_ROOM], digest[65];
  if (!join(from, places->boot, "belfry.ini") || !join(to, places->run, "belfry.ini")) return;
  unlink(to);
  if (!copy_file(from, to, digest)) {
    unlink(to);
    report(places, "belfry.ini is missing or cannot be read: the image's own settings are used.", "");
  } else if (settings_are_damaged(to)) {
    unlink(to);
    report(places, "belfry.ini is empty, damaged or not plain text: the image's own settings are used.", "");
  }
}

static enum action run(const struct places *places, char *const more[]) {
  static struct slots slots;
  copy_settings(places);
  take_update(places, &slots);
  return supervise(places, &slots, more);
}

static void simulate(const char *folder, char *const more[]) {
  static char paths[7][PATH_ROOM];
  static const char *const names[] = {"boot", "data", "factory", "run", "watchdog", "dev", "bus/drivers/chip"};
  for (int index = 0; index < 7; index++)
    if (!join(paths[index], folder, names[index])) return;
  const char *user = getenv("SIMULATED_USER");
  struct places places = {
    paths[0], paths[1], paths[2], paths[3], paths[4], paths[5], paths[6], user ? (unsigned)atoi(user) : 0, true};
  open_log(true);
  // A folder stands for a data partition that can only be read.
  char card[PATH_ROOM];
  if (join(card, folder, "card") && access(card, F_OK) == 0) keep_state(&places, card);
  watchdog_open(places.watchdog);
  end_machine(&places, run(&places, more));
}

// Whether the kernel's command line has this word: an emulated watchdog may reset the board as soon as it is started.
static bool is_told(const char *word) {
  char text[2048];
  return read_text("/proc/cmdline", text, sizeof text) > 0 && strstr(text, word) != NULL;
}

int main(int count, char *arguments[]) {
  static char *const none[] = {NULL};
  if (count >= 3 && strcmp(arguments[1], "--simulate") == 0) simulate(arguments[2], arguments + 3);
  if (getpid() != 1) return 64;
  struct places places = {
    "/boot", "/data", "/factory", "/run", "/dev/watchdog", "/dev",
    "/sys/bus/serial/drivers/hci_uart_bcm", BELFRY_USER, false};
  mount_kernel_folders();
  open_log(false);
  say("starts");
  load_modules();
  say("modules are loaded");
  if (!is_told("belfry.watchdog=off")) watchdog_open(places.watchdog);
  mount_partitions(&places);
  say("partitions are mounted");
  make_root_read_only();
  end_machine(&places, run(&places, none));
}
