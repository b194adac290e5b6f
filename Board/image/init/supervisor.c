#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "init.h"

// Belfry resets a chip that hangs up to three times, 20 s apart, before it is ready.
static const struct patience on_boards = {150000, 10000, 675000, 5000, 5000, 300000, 60000};
static struct patience when_simulated = {20000, 300, 20000, 500, 100, 500, 60000};

#define ARGUMENTS_ROOM 32

struct supervisor {
  const struct places *places;
  const struct patience *patience;
  struct slots *slots;
  struct service service;
  struct child child;
  struct radio radio;
  char *const *more;
  char notify_path[PATH_ROOM], settings_path[PATH_ROOM];
  int signals, notices;
  int ended_status;     // of the child; -1: it is running
  bool has_reset_radio; // a reset of the radio has run since the child was started
  bool is_stopping;     // the machine must stop
  enum action action;   // power off or reboot
};

static int open_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int open_notices(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  unlink(path);
  int notices = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (notices < 0 || bind(notices, (struct sockaddr *)&address, sizeof address) == 0) return notices;
  close(notices);
  return -1;
}

static void read_notices(struct supervisor *self) {
  char message[256];
  ssize_t count;
  while ((count = recv(self->notices, message, sizeof message - 1, 0)) > 0) {
    message[count] = 0;
    child_note(&self->child, message);
  }
}

// Collects every process that has ended, also orphaned ones.
static void reap(struct supervisor *self) {
  int status, process;
  while ((process = waitpid(-1, &status, WNOHANG)) > 0) {
    if (process == self->child.process)
      self->ended_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    else keep_shell(process);
    radio_reap(&self->radio, process);
  }
}

static void read_signals(struct supervisor *self) {
  struct signalfd_siginfo info;
  while (read(self->signals, &info, sizeof info) == (ssize_t)sizeof info) {
    if (info.ssi_signo == SIGCHLD) continue;
    self->is_stopping = true;
    // The kernel sends SIGINT for Ctrl-Alt-Del.
    self->action = info.ssi_signo == SIGINT ? ACTION_REBOOT : ACTION_POWER_OFF;
  }
  reap(self);
}

static void reboot_for_radio(struct supervisor *self) {
  report(self->places, "The radio does not work: the board reboots.", self->child.words);
  // The start of a belfry that has ended was judged already.
  bool is_starting = self->child.process != 0 && self->child.ready == 0;
  if (is_starting && !self->is_stopping) slots_uncount(self->places->data, self->slots, CAUSE_MACHINE);
  self->is_stopping = true;
  self->action = ACTION_REBOOT;
}

static void serve_radio(struct supervisor *self) {
  enum radio_step step = radio_serve(&self->radio, self->places);
  if (step == RADIO_RESET) self->has_reset_radio = true;
  if (step == RADIO_REBOOT) reboot_for_radio(self);
}

// Waits for an event, at most `timeout` milliseconds, and handles it.
static void turn(struct supervisor *self, int timeout) {
  struct pollfd files[4] = {
    {.fd = self->signals, .events = POLLIN},
    {.fd = self->notices, .events = POLLIN},
    {.fd = self->child.output, .events = POLLIN},
    {.fd = self->radio.events, .events = POLLIN},
  };
  poll(files, 4, timeout);
  watchdog_feed();
  if (files[2].revents) child_read(&self->child);
  if (files[1].revents) read_notices(self);
  read_signals(self);
  radio_note_time(&self->radio, self->places);
  if (files[3].revents || self->radio.is_due) serve_radio(self);
  if (self->is_stopping) return;
  if (radio_must_reboot(&self->radio, self->places, self->patience->reset)) reboot_for_radio(self);
}

static bool start(struct supervisor *self) {
  char path[PATH_ROOM], state[PATH_ROOM];
  const char *const fallbacks[] = {
    [CHOICE_FAILED] = "An update failed to start again and again: the belfry before it runs.",
    [CHOICE_DAMAGED] = "An update is not what it was when it was taken: the belfry before it runs.",
    [CHOICE_UNSAVED] = "The data partition is full or cannot be written: the image's own belfry runs.",
  };
  char *arguments[ARGUMENTS_ROOM] = {path, "--config", self->settings_path, "--state", state};
  for (int index = 5; index < ARGUMENTS_ROOM - 1 && self->more[index - 5]; index++)
    arguments[index] = self->more[index - 5];
  enum choice choice = slots_choose(self->places, self->slots, path);
  if (choice != CHOICE_SAME) report(self->places, fallbacks[choice], "");
  if (!self->service.has_own_settings) join(self->settings_path, self->places->factory, "belfry.ini");
  join(state, self->places->data, "state");
  self->ended_status = -1;
  // A reset may still run since the start before.
  self->has_reset_radio = self->radio.process != 0;
  // Belfry itself reports what is missing.
  if (!hand_over(self->places, self->notify_path)) say("not everything could be handed over: %s", strerror(errno));
  say("starts %s", path);
  struct launch launch = {
    path, arguments, self->notify_path, self->radio.path, self->places->user, settings_set_clock(self->settings_path)};
  return child_start(&self->child, &launch);
}

// Waits until belfry has ended, or the machine must stop.
static void watch_over(struct supervisor *self) {
  while (self->ended_status < 0 && !self->is_stopping) {
    bool is_resting = self->child.is_confirmed && self->radio.process == 0;
    turn(self, is_resting ? self->patience->rest : self->patience->feed);
    if (child_confirm(&self->child, self->patience)) {
      self->service.failures = 0;
      slots_confirm(self->places->data, self->slots);
      say("belfry works");
    }
    if (child_hangs(&self->child, self->patience)) {
      say("belfry hangs");
      kill(self->child.process, SIGKILL);
    }
  }
}

// Asks belfry to end, and kills it after the time limit. A belfry that waits for a driver in the kernel does not end.
static void stop(struct supervisor *self) {
  int64_t deadline = now_ms() + self->patience->stop;
  kill(self->child.process, SIGTERM);
  while (self->ended_status < 0) {
    int64_t left = deadline - now_ms();
    if (left <= -self->patience->stop) return say("belfry does not end");
    if (left <= 0) kill(self->child.process, SIGKILL);
    turn(self, left > 0 ? (int)left : 100);
  }
}

static void pause_for(struct supervisor *self, unsigned delay) {
  int feed = self->patience->feed;
  int64_t deadline = now_ms() + (self->places->is_simulated ? delay / 50 : delay);
  for (int64_t left; (left = deadline - now_ms()) > 0 && !self->is_stopping;)
    turn(self, left < feed ? (int)left : feed);
}

static struct verdict judge(struct supervisor *self) {
  char what[160];
  if (self->child.output >= 0) child_read(&self->child);
  if (self->child.output >= 0) close(self->child.output);
  self->child.output = -1;
  bool is_first = self->service.failures == 0;
  struct ending ending = {
    .status = self->ended_status, .was_confirmed = self->child.is_confirmed,
    .has_waited_for_radio = self->child.is_hung && self->child.ready == 0 && self->has_reset_radio};
  struct verdict verdict = service_ended(&self->service, &ending);
  bool has_failed = verdict.action != ACTION_POWER_OFF;
  if (verdict.is_settings_fault) slots_uncount(self->places->data, self->slots, CAUSE_SETTINGS);
  else if (verdict.is_of_machine) slots_uncount(self->places->data, self->slots, CAUSE_MACHINE);
  else if (has_failed) slots_fail(self->places->data, self->slots);
  snprintf(
    what, sizeof what, verdict.is_settings_fault ? "belfry.ini is not valid: the image's own settings are used."
    : has_failed ? "belfry ended with status %d." : "belfry was switched off.", self->ended_status);
  // Only the first of consecutive failures is reported.
  if (verdict.is_settings_fault || (has_failed && is_first))
    report(self->places, what, self->child.words);
  else say("%s", what);
  self->child.process = 0;
  return verdict;
}

enum action supervise(const struct places *places, struct slots *slots, char *const more[]) {
  static struct supervisor self;
  self = (struct supervisor){.places = places, .slots = slots, .more = more, .action = ACTION_POWER_OFF};
  const char *limit = getenv("SIMULATED_START");
  if (limit) when_simulated.start = atoi(limit);
  const char *silence = getenv("SIMULATED_SILENCE");
  if (silence) when_simulated.silence = atoi(silence);
  const char *reset = getenv("SIMULATED_RESET");
  if (reset) when_simulated.reset = atoi(reset);
  self.patience = places->is_simulated ? &when_simulated : &on_boards;
  self.child.output = -1;
  join(self.notify_path, places->run, "notify");
  join(self.settings_path, places->run, "belfry.ini");
  self.service.has_own_settings = access(self.settings_path, R_OK) == 0;
  self.signals = open_signals();
  self.notices = open_notices(self.notify_path);
  if (!radio_open(&self.radio, places)) say("the radio cannot be reset: %s", strerror(errno));
  keep_shell(0);
  for (;;) {
    // If no process could be started, the start counts as failed.
    if (!start(&self)) self.ended_status = 127;
    watch_over(&self);
    if (self.is_stopping && self.ended_status < 0) stop(&self);
    if (self.is_stopping) return self.action;
    struct verdict verdict = judge(&self);
    if (verdict.action == ACTION_POWER_OFF) radio_forget_reboot(places);
    if (verdict.action != ACTION_RESTART) return verdict.action;
    pause_for(&self, verdict.delay_ms);
    if (self.is_stopping) return self.action;
  }
}
