#define _GNU_SOURCE
#include "Terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// xterm's control sequences: 1049 is the other screen, 25 the cursor, 7 the wrapping of long lines.
#define TAKE "\033[?1049h\033[?25l\033[?7l\033[2J"
#define GIVE_BACK "\033[0m\033[?7h\033[?25h\033[?1049l"

/// How long a terminal is waited for at the end.
#define PATIENCE_MILLISECONDS 1000

static struct termios kept_settings;
static volatile sig_atomic_t has_keys, has_exit;
static volatile sig_atomic_t taken_screen = -1;

bool belfry_is_terminal(int32_t descriptor) {
  return isatty(descriptor) == 1;
}

int32_t belfry_terminal_size(int32_t descriptor, uint16_t *columns, uint16_t *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return -errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

void belfry_terminal_restore(void) {
  if (taken_screen >= 0) {
    int screen = taken_screen;
    taken_screen = -1;
    // A slow terminal may still have a picture to take; a dead one is not waited for.
    struct pollfd waiting = {.fd = screen, .events = POLLOUT};
    poll(&waiting, 1, PATIENCE_MILLISECONDS);
    if (write(screen, GIVE_BACK, sizeof GIVE_BACK - 1) < 0) { /* There is nothing to be done about it. */ }
  }
  if (has_keys) {
    has_keys = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &kept_settings);
  }
}

static void restore_after_fault(int signal_number) {
  belfry_terminal_restore();
  raise(signal_number);  // Handled as usual now: SA_RESETHAND.
}

static void restore_at_end(void) {
  static const int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT};
  if (has_exit) return;
  has_exit = 1;
  atexit(belfry_terminal_restore);
  struct sigaction action = {.sa_handler = restore_after_fault, .sa_flags = (int)SA_RESETHAND | SA_NODEFER};
  for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index += 1) {
    sigaction(faults[index], &action, NULL);
  }
}

int32_t belfry_terminal_take_keys(void) {
  if (has_keys || !belfry_is_terminal(STDIN_FILENO)) return 0;
  if (tcgetattr(STDIN_FILENO, &kept_settings) < 0) return -errno;
  struct termios settings = kept_settings;
  settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  settings.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
  // A stopped watch would leave the terminal as it is.
  settings.c_cc[VSUSP] = _POSIX_VDISABLE;
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  restore_at_end();
  if (tcsetattr(STDIN_FILENO, TCSANOW, &settings) < 0) return -errno;
  has_keys = 1;
  return 0;
}

int32_t belfry_terminal_take_screen(int32_t screen) {
  restore_at_end();
  if (write(screen, TAKE, sizeof TAKE - 1) < 0) return -errno;
  taken_screen = screen;
  return 0;
}
