#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "init.h"

// Runs in the new process.
static void become(const struct launch *launch, int output) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  // sd_notify(3) uses this socket. Belfry reports after half of the interval at the latest, in turns that it takes
  // anyway: a shorter interval would wake the processor only for that.
  setenv("NOTIFY_SOCKET", launch->notify_path, 1);
  setenv("WATCHDOG_USEC", "660000000", 1);
  // The folder in which belfry requests a reset of the radio.
  setenv("RUNTIME_DIRECTORY", launch->runtime_path, 1);
  if (!confine(launch->user, launch->may_set_clock)) {
    say("cannot confine belfry: %s", strerror(errno));
    _exit(126);
  }
  execv(launch->path, launch->arguments);
  _exit(127);
}

bool child_start(struct child *child, const struct launch *launch) {
  int ends[2];
  *child = (struct child){.output = -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  // Belfry opens the pipe a second time, in non-blocking mode, so that it never waits for process 1.
  if (launch->user != 0 && fchown(ends[1], launch->user, launch->user) != 0) say("the pipe stays root's");
  int process = fork();
  if (process == 0) become(launch, ends[1]);
  close(ends[1]);
  if (process < 0) {
    say("cannot start %s: %s", launch->path, strerror(errno));
    close(ends[0]);
    return false;
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  child->process = process;
  child->output = ends[0];
  child->started = now_ms();
  return true;
}

// Keeps the last WORDS_ROOM octets.
static void keep_words(struct child *child, const char *text, size_t count) {
  size_t excess = child->word_count + count > WORDS_ROOM ? child->word_count + count - WORDS_ROOM : 0;
  memmove(child->words, child->words + excess, child->word_count - excess);
  child->word_count -= excess;
  memcpy(child->words + child->word_count, text, count);
  child->word_count += count;
  child->words[child->word_count] = 0;
}

void child_read(struct child *child) {
  char text[WORDS_ROOM / 4 + 1];
  ssize_t count;
  while ((count = read(child->output, text, sizeof text - 1)) > 0) {
    text[count] = 0;
    keep_words(child, text, (size_t)count);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) say("belfry: %s", line);
  }
  if (count == 0 || (count < 0 && errno != EAGAIN)) {
    close(child->output);
    child->output = -1;
  }
}

void child_note(struct child *child, const char *message) {
  if (strstr(message, "READY=1") && child->ready == 0) child->ready = child->last_sign = now_ms();
  if (strstr(message, "WATCHDOG=1")) child->last_sign = now_ms();
}

bool child_confirm(struct child *child, const struct patience *patience) {
  if (child->process == 0 || child->is_confirmed) return false;
  child->is_confirmed = child->ready != 0 && now_ms() - child->ready >= patience->confirm;
  return child->is_confirmed;
}

bool child_hangs(struct child *child, const struct patience *patience) {
  if (child->process == 0 || child->is_hung) return false;
  int64_t now = now_ms();
  child->is_hung =
    child->ready == 0 ? now - child->started >= patience->start : now - child->last_sign >= patience->silence;
  return child->is_hung;
}
