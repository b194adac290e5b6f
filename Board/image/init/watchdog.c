#include <fcntl.h>
#include <linux/watchdog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "init.h"

static int watchdog_number = -1;

void watchdog_open(const char *path) {
  // The BCM2835 can count 15.9 s at most.
  int seconds = 15;
  watchdog_number = open(path, O_WRONLY | O_CLOEXEC);
  if (watchdog_number < 0) {
    say("no hardware watchdog at %s", path);
    return;
  }
  ioctl(watchdog_number, WDIOC_SETTIMEOUT, &seconds);
  watchdog_feed();
}

void watchdog_feed(void) {
  if (watchdog_number < 0) return;
  // A watchdog that is not fed resets the board.
  if (write(watchdog_number, "\n", 1) < 0) return;
}

void watchdog_close(void) {
  if (watchdog_number < 0) return;
  // This letter tells the kernel to stop the watchdog.
  if (write(watchdog_number, "V", 1) < 0) say("the watchdog does not stop");
  close(watchdog_number);
  watchdog_number = -1;
}
