#define _GNU_SOURCE
#include "Helper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "Arena.h"

/// More descriptors than the watch ever has; only for kernels before 5.9.
#define MOST_DESCRIPTORS 256

/// Closes the descriptors from `first` to `last`.
static void close_from(unsigned first, unsigned last) {
  if (first > last || syscall(SYS_close_range, first, last, 0u) == 0) return;
  for (unsigned descriptor = first; descriptor <= last && descriptor < MOST_DESCRIPTORS; descriptor += 1)
    close((int)descriptor);
}

/// A radio or a terminal that the helper held would stay taken after the watch has ended.
static void close_all_but(int one, int other) {
  unsigned low = (unsigned)(one < other ? one : other), high = (unsigned)(one < other ? other : one);
  close_from(STDERR_FILENO + 1, low - 1);
  close_from(low + 1, high - 1);
  close_from(high + 1, ~0u);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int descriptor = STDIN_FILENO; descriptor <= STDOUT_FILENO; descriptor += 1)
    if (nothing < 0) close(descriptor);
    else dup2(nothing, descriptor);
  if (nothing > STDERR_FILENO) close(nothing);
}

/// In the new process.
static void become_helper(pid_t watch, int channel, int directory) {
  static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGPIPE, SIGXFSZ, SIGTSTP};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index += 1) signal(ignored[index], SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "belfry-saving");
  // The watch may have ended before it was asked for.
  if (getppid() != watch) _exit(0);
  close_all_but(channel, directory);
  belfry_arena_seal();
}

int32_t belfry_helper_start(int32_t directory, struct belfry_helper *helper) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  pid_t watch = getpid();
  pid_t process = fork();
  if (process < 0) {
    int32_t status = -errno;
    close(ends[0]);
    close(ends[1]);
    return status;
  }
  if (process == 0) become_helper(watch, ends[1], directory);
  else {
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }
  *helper = (struct belfry_helper){.process = process, .channel = process == 0 ? ends[1] : ends[0]};
  return 0;
}

int32_t belfry_helper_send(int32_t channel, uint8_t kind, const uint8_t *octets, size_t count) {
  struct iovec parts[] = {{&kind, 1}, {(void *)octets, count}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = count > 0 ? 2 : 1};
  ssize_t sent;
  do {
    sent = sendmsg(channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : 0;
}

int32_t belfry_helper_receive(int32_t channel, uint8_t *kind, uint8_t *octets, size_t capacity) {
  struct iovec parts[] = {{kind, 1}, {octets, capacity}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  ssize_t count;
  do {
    count = recvmsg(channel, &message, 0);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return errno == ECONNRESET ? -EPIPE : -errno;
  if (count == 0) return -EPIPE;
  return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : (int32_t)count - 1;
}

int32_t belfry_helper_reap(int32_t process) {
  pid_t ended = waitpid(process, NULL, WNOHANG);
  // ECHILD: its end was already noticed.
  return ended == process || (ended < 0 && errno == ECHILD);
}

void belfry_helper_kill(int32_t process) {
  kill(process, SIGKILL);
}

/// Returns whether the process ends within this time.
static int32_t has_ended_within(int32_t process, uint32_t milliseconds) {
  const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
  for (uint32_t waited = 0; !belfry_helper_reap(process); waited += 5) {
    if (waited >= milliseconds) return 0;
    nanosleep(&pause, NULL);
  }
  return 1;
}

int32_t belfry_helper_wait(int32_t process, uint32_t milliseconds) {
  if (has_ended_within(process, milliseconds)) return 1;
  belfry_helper_kill(process);
  return has_ended_within(process, 500);
}

void belfry_helper_exit(void) {
  _exit(0);
}
