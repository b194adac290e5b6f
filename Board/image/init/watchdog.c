#include <fcntl.h>
#include <linux/watchdog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "init.h"

static int watchdog_number = -1;

void watchdog_open(const char *path) {
  // Process 1 feeds it every five minutes. The BCM2835 counts 16 s at most, so the kernel feeds the hardware meanwhile.
  // Its driver gives the hardware the remainder of a division by 16 s: here 15 s, and with 608 s it would be nothing.
  int seconds = 607;
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
