// The watch as one process: its events come through a FIFO, its standard error through a pipe, and its notifications
// through a socket, as a service manager has them.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest.h"

struct lines watch_events = {.kind = 'e'}, watch_errors = {.kind = 'o'};
int watch_signs = -1;
static int errors_end = -1;
static pid_t watch = -1;

void watch_prepare(void) {
  // Open for reading and writing, so that neither side waits for the other.
  watch_events.descriptor = open(EVENTS, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return;
  watch_errors.descriptor = ends[0];
  errors_end = ends[1];
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = SIGNS};
  watch_signs = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  bind(watch_signs, (struct sockaddr *)&address, sizeof address);
}

void watch_tell_signs(void) {
  char text[256];
  ssize_t count;
  while ((count = read(watch_signs, text, sizeof text - 1)) > 0) {
    text[count] = '\0';
    tell("n %s", text);
  }
}

static void become(char **words) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(errors_end, STDERR_FILENO);
  fcntl(STDERR_FILENO, F_SETFL, 0);
  clearenv();
  setenv("NOTIFY_SOCKET", SIGNS, 1);
  setenv("WATCHDOG_USEC", PATIENCE, 1);
  execv(words[0], words);
  _exit(127);
}

// start PROGRAM ARGUMENT...
int watch_start(char **words, char *answer) {
  if (watch > 0) return -EBUSY;
  watch = fork();
  if (watch < 0) return -errno;
  if (watch == 0) become(words);
  snprintf(answer, 256, "%d", (int)watch);
  return 0;
}

// signal NUMBER
int watch_signal(char **words, char *answer) {
  (void)answer;
  if (watch <= 0) return -ESRCH;
  return kill(watch, atoi(words[0])) < 0 ? -errno : 0;
}

// memory: reports resident and private KiB.
int watch_memory(char **words, char *answer) {
  (void)words;
  char path[64], row[256];
  long resident = 0, anonymous = 0;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)watch);
  FILE *file = fopen(path, "r");
  if (file == NULL) return -errno;
  while (fgets(row, sizeof row, file) != NULL) {
    sscanf(row, "Rss: %ld", &resident);
    sscanf(row, "Anonymous: %ld", &anonymous);
  }
  fclose(file);
  snprintf(answer, 256, "%ld %ld", resident, anonymous);
  return 0;
}

int watch_collect(pid_t other, int *status) {
  int has_other_ended = 0, ending;
  pid_t ended;
  while ((ended = waitpid(-1, &ending, WNOHANG)) > 0) {
    if (ended == other && other > 0) {
      has_other_ended = 1;
      *status = ending;
    }
    if (ended != watch) continue;
    watch = -1;
    tell("x %d", ending);
  }
  return has_other_ended;
}
