// A second process, forked from the watch, that does what may take long. The two exchange small messages.
#ifndef BELFRY_HELPER_H
#define BELFRY_HELPER_H

#include <stddef.h>
#include <stdint.h>

/// The longest message, without its kind.
#define BELFRY_HELPER_MESSAGE 2080

struct belfry_helper {
  /// The helper's process; 0 in the helper itself.
  int32_t process;
  /// This side's end of the channel.
  int32_t channel;
};

/// Forks a helper. It keeps `directory`, its end of the channel and standard error, and closes all other descriptors.
/// It is killed when the watch ends, and ignores the signals that a terminal or a service manager sends to both.
///
/// Returns 0 in both processes, or a negative errno.
int32_t belfry_helper_start(int32_t directory, struct belfry_helper *helper);

/// Sends one message without waiting. Returns 0; -EAGAIN if the channel is full.
int32_t belfry_helper_send(int32_t channel, uint8_t kind, const uint8_t *octets, size_t count);

/// Receives one message; in the watch without waiting, in the helper however long it takes.
///
/// Returns its length without the kind; -EPIPE if the other side has ended; -EAGAIN; -EMSGSIZE for a message that does
/// not fit.
int32_t belfry_helper_receive(int32_t channel, uint8_t *kind, uint8_t *octets, size_t capacity);

/// Asks the kernel, without waiting, whether the helper has ended. Returns 1 if so: its number is free again.
int32_t belfry_helper_reap(int32_t process);

/// Kills the helper. Returns before it has ended.
void belfry_helper_kill(int32_t process);

/// Waits until the helper has ended. Kills it after this number of milliseconds. Returns 1 if it has ended.
int32_t belfry_helper_wait(int32_t process, uint32_t milliseconds);

/// Ends the process without the handlers of `exit`, so that the watch's terminal keeps its settings.
_Noreturn void belfry_helper_exit(void);

#endif
