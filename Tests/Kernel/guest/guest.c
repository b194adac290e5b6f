#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/random.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "../board/board.h"

static struct lines commands = {.descriptor = -1};
static int board = -1;
static pid_t script;

static void die(const char *what) {
  fprintf(stderr, "guest: %s: %s\n", what, strerror(errno));
  reboot(RB_POWER_OFF);
  _exit(1);
}

static void send_all(const char *text, size_t count) {
  while (count > 0) {
    ssize_t written = write(commands.descriptor, text, count);
    if (written > 0) {
      text += written;
      count -= (size_t)written;
    } else if (written < 0 && errno == EAGAIN) {
      struct pollfd room = {.fd = commands.descriptor, .events = POLLOUT};
      poll(&room, 1, -1);
    } else if (written == 0 || errno != EINTR) {
      return;
    }
  }
}

void tell(const char *format, ...) {
  static char line[2 * BOARD_LONGEST + 64];
  va_list arguments;
  va_start(arguments, format);
  int count = vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  if (count < 0 || (size_t)count > sizeof line - 2) count = sizeof line - 2;
  line[count] = '\n';
  send_all(line, (size_t)count + 1);
}

static void pass_on(struct lines *lines, char *line) { tell("%c %s", lines->kind, line); }

static void answer(struct lines *lines, char *line) {
  (void)lines;
  char text[256] = "";
  int status = obey(line, text);
  tell("= %d %s", -status, text);
}

static void tell_bus(void) {
  static struct {
    struct board_record head;
    uint8_t octets[BOARD_LONGEST];
  } record;
  static char digits[2 * BOARD_LONGEST + 1];
  while (read(board, &record, sizeof record) >= (ssize_t)sizeof record.head) {
    for (unsigned index = 0; index < record.head.length; index += 1)
      sprintf(digits + 2 * index, "%02x", record.octets[index]);
    digits[2 * record.head.length] = '\0';
    tell("i %02x %d %s", record.head.address, record.head.result, digits);
  }
}

static void mount_all(void) {
  if (mount("devtmpfs", "/dev", "devtmpfs", MS_NOSUID, "mode=0755") < 0) die("/dev");
  if (mount("proc", "/proc", "proc", 0, NULL) < 0) die("/proc");
  if (mount("sysfs", "/sys", "sysfs", 0, NULL) < 0) die("/sys");
  if (mount("tmpfs", "/run", "tmpfs", 0, "mode=0755") < 0) die("/run");
  mkdir("/dev/pts", 0755);
  mount("devpts", "/dev/pts", "devpts", 0, "ptmxmode=0666");
  mkdir(DATA, 0755);
  if (mkfifo(EVENTS, 0600) < 0) die(EVENTS);
}

// The guest has no random source of its own: the given seed determines all of its random numbers.
static void seed(const char *text) {
  struct {
    int bits, size;
    char octets[64];
  } pool = {.bits = 512, .size = 64};
  for (size_t index = 0; index < sizeof pool.octets; index += 1)
    pool.octets[index] = (char)(text[index % strlen(text)] + (int)index);
  int device = open("/dev/urandom", O_WRONLY | O_CLOEXEC);
  if (device < 0 || ioctl(device, RNDADDENTROPY, &pool) < 0 || ioctl(device, RNDRESEEDCRNG) < 0) die("/dev/urandom");
  close(device);
}

static int open_serial(const char *path) {
  int line = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  struct termios settings;
  if (line < 0 || tcgetattr(line, &settings) < 0) die(path);
  cfmakeraw(&settings);
  if (tcsetattr(line, TCSANOW, &settings) < 0) die(path);
  return line;
}

// Runs a program in the guest that sends it commands, at descriptor 3.
static int run_script(char *line) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0) die("script");
  script = fork();
  if (script == 0) {
    char *words[32] = {NULL};
    for (size_t count = 0; count < 31 && (words[count] = strsep(&line, ",")) != NULL; count += 1) continue;
    dup2(ends[1], 3);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv(words[0], words);
    die(words[0]);
  }
  close(ends[1]);
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return ends[0];
}

static int open_children(void) {
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
  return signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void collect(int children) {
  struct signalfd_siginfo information;
  while (read(children, &information, sizeof information) > 0) continue;
  lines_read(&watch_events, pass_on);
  lines_read(&watch_errors, pass_on);
  int status = 0;
  if (!watch_collect(script, &status)) return;
  printf("guest: the script ended: %d\n", status);
  fflush(stdout);
  reboot(RB_POWER_OFF);
}

static void serve(int children) {
  struct pollfd ready[] = {
    {.fd = board, .events = POLLIN}, {.fd = watch_events.descriptor, .events = POLLIN},
    {.fd = watch_errors.descriptor, .events = POLLIN}, {.fd = children, .events = POLLIN},
    {.fd = commands.descriptor, .events = POLLIN}, {.fd = watch_signs, .events = POLLIN},
  };
  if (poll(ready, 6, -1) <= 0) return;
  if (ready[0].revents) tell_bus();
  if (ready[1].revents) lines_read(&watch_events, pass_on);
  if (ready[2].revents) lines_read(&watch_errors, pass_on);
  if (ready[5].revents) watch_tell_signs();
  if (ready[3].revents) collect(children);
  if (!ready[4].revents || lines_read(&commands, answer)) return;
  if (!script) die("nobody commands");
  // The commander has disconnected and will end.
  close(commands.descriptor);
  commands.descriptor = -1;
}

int main(void) {
  mount_all();
  const char *randomness = getenv("seed");
  if (randomness != NULL) seed(randomness);
  board = open("/dev/board", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (board < 0) die("/dev/board");
  watch_prepare();
  int children = open_children();
  char *program = getenv("script");
  commands.descriptor = program != NULL ? run_script(program) : open_serial("/dev/ttyS1");
  tell("= 0 ready");
  for (;;) serve(children);
}
