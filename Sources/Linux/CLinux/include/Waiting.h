// Waiting for many descriptors, one timer and the signals.
#ifndef BELFRY_WAITING_H
#define BELFRY_WAITING_H

#include <stdbool.h>
#include <stdint.h>

/// The events that a program can wait for, and the reports. A hang-up is reported in any case.
#define BELFRY_READABLE 1
#define BELFRY_WRITABLE 2
#define BELFRY_HUNG_UP 4

struct belfry_ready {
  uint32_t source;
  uint32_t state;
};

int32_t belfry_waiter_open(void);

/// Sets the events to wait for at a descriptor. Returns 0; -EPERM for one that is always ready, such as a
/// file.
int32_t belfry_waiter_set(int32_t waiter, int32_t descriptor, uint32_t source, uint32_t interest);

void belfry_waiter_remove(int32_t waiter, int32_t descriptor);

/// Waits, unless told not to, until something is ready. Returns how many were reported, 0 also after an interruption.
int32_t belfry_wait(int32_t waiter, struct belfry_ready *ready, int32_t capacity, bool waits);

int32_t belfry_timer_open(void);

/// Makes the timer readable at a time of `belfry_monotonic_microseconds`, in microseconds; 0 stops it.
int32_t belfry_timer_set(int32_t timer, uint64_t microseconds);

/// Makes an expired timer unreadable again.
void belfry_timer_acknowledge(int32_t timer);

#define BELFRY_SIGNAL_TERMINATE 1
#define BELFRY_SIGNAL_WINDOW_CHANGE 2

/// Has SIGINT, SIGTERM, SIGHUP and SIGWINCH arrive at a descriptor, which is returned, and ignores SIGPIPE. A SIGHUP
/// that is ignored already stays ignored.
int32_t belfry_signals_open(void);

/// The next signal; 0 without a signal.
int32_t belfry_signals_next(int32_t signals);

/// Has the signals end the program again, as they did.
void belfry_signals_release(void);

#endif
