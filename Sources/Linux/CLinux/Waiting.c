#define _GNU_SOURCE
#include "Waiting.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define MOST_AT_ONCE 16

int32_t belfry_waiter_open(void) {
  int waiter = epoll_create1(EPOLL_CLOEXEC);
  return waiter < 0 ? -errno : waiter;
}

int32_t belfry_waiter_set(int32_t waiter, int32_t descriptor, uint32_t source, uint32_t interest) {
  struct epoll_event event = {.data.u32 = source};
  if (interest & BELFRY_READABLE) event.events |= EPOLLIN;
  if (interest & BELFRY_WRITABLE) event.events |= EPOLLOUT;
  if (epoll_ctl(waiter, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
  if (errno != ENOENT) return -errno;
  return epoll_ctl(waiter, EPOLL_CTL_ADD, descriptor, &event) < 0 ? -errno : 0;
}

void belfry_waiter_remove(int32_t waiter, int32_t descriptor) {
  epoll_ctl(waiter, EPOLL_CTL_DEL, descriptor, NULL);
}

int32_t belfry_wait(int32_t waiter, struct belfry_ready *ready, int32_t capacity, bool waits) {
  struct epoll_event events[MOST_AT_ONCE];
  int most = capacity < MOST_AT_ONCE ? capacity : MOST_AT_ONCE;
  int count = epoll_wait(waiter, events, most, waits ? -1 : 0);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int index = 0; index < count; index += 1) {
    uint32_t state = 0;
    if (events[index].events & EPOLLIN) state |= BELFRY_READABLE;
    if (events[index].events & EPOLLOUT) state |= BELFRY_WRITABLE;
    if (events[index].events & (EPOLLHUP | EPOLLERR)) state |= BELFRY_HUNG_UP;
    ready[index].source = events[index].data.u32;
    ready[index].state = state;
  }
  return count;
}

int32_t belfry_timer_open(void) {
  int timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  return timer < 0 ? -errno : timer;
}

int32_t belfry_timer_set(int32_t timer, uint64_t microseconds) {
  // This clock starts at boot, so that its seconds fit a 32-bit time_t for 68 years.
  struct itimerspec due = {
    .it_value = {.tv_sec = (time_t)(microseconds / 1000000), .tv_nsec = (long)(microseconds % 1000000) * 1000},
  };
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &due, NULL) < 0 ? -errno : 0;
}

void belfry_timer_acknowledge(int32_t timer) {
  uint64_t expirations;
  while (read(timer, &expirations, sizeof expirations) < 0 && errno == EINTR) continue;
}

static sigset_t ours(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  // The caller may want the program to outlive its terminal: nohup(1).
  struct sigaction hangup;
  if (sigaction(SIGHUP, NULL, &hangup) < 0 || hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  sigaddset(&signals, SIGWINCH);
  return signals;
}

int32_t belfry_signals_open(void) {
  sigset_t signals = ours();
  if (sigprocmask(SIG_BLOCK, &signals, NULL) < 0) return -errno;
  // Writes to a closed pipe and beyond a limit of the file size fail instead.
  if (signal(SIGPIPE, SIG_IGN) == SIG_ERR || signal(SIGXFSZ, SIG_IGN) == SIG_ERR) return -errno;
  int descriptor = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

int32_t belfry_signals_next(int32_t signals) {
  struct signalfd_siginfo information;
  if (read(signals, &information, sizeof information) != sizeof information) return 0;
  return information.ssi_signo == SIGWINCH ? BELFRY_SIGNAL_WINDOW_CHANGE : BELFRY_SIGNAL_TERMINATE;
}

void belfry_signals_release(void) {
  sigset_t signals = ours();
  sigprocmask(SIG_UNBLOCK, &signals, NULL);
}
