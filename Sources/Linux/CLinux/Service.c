#define _GNU_SOURCE
#include "Service.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

const char *belfry_service_socket(void) {
  return getenv("NOTIFY_SOCKET");
}

/// A number in decimal; 0 for anything else.
static uint64_t number(const char *text) {
  // strtoull would take a sign and blanks.
  if (text == NULL || text[0] < '0' || text[0] > '9') return 0;
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  return errno != 0 || *end != 0 ? 0 : value;
}

uint64_t belfry_service_timeout(void) {
  const char *process = getenv("WATCHDOG_PID");
  if (process != NULL && number(process) != (uint64_t)getpid()) return 0;
  return number(getenv("WATCHDOG_USEC"));
}

/// Returns the length of the address, or a negative errno.
static int32_t address_of(struct sockaddr_un *address, const uint8_t *socket, size_t length) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (length < 2 || memchr(socket, 0, length) != NULL) return -EINVAL;
  if (socket[0] != '/' && socket[0] != '@') return -EAFNOSUPPORT;
  if (length >= sizeof address->sun_path) return -ENAMETOOLONG;
  memcpy(address->sun_path, socket, length);
  size_t size = offsetof(struct sockaddr_un, sun_path) + length;
  if (socket[0] == '/') return (int32_t)size + 1;
  // The length of an abstract name counts: no zero ends it.
  address->sun_path[0] = 0;
  return (int32_t)size;
}

int32_t belfry_service_send(const uint8_t *name, size_t length, const uint8_t *octets, size_t count) {
  struct sockaddr_un address;
  int32_t size = address_of(&address, name, length);
  if (size < 0) return size;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -errno;
  ssize_t sent;
  do {
    sent = sendto(descriptor, octets, count, MSG_NOSIGNAL, (struct sockaddr *)&address, (socklen_t)size);
  } while (sent < 0 && errno == EINTR);
  int32_t status = sent < 0 ? -errno : 0;
  close(descriptor);
  return status;
}
