#define _GNU_SOURCE
#include "Network.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "Path.h"

union address {
  struct sockaddr any;
  struct sockaddr_in ipv4;
  struct sockaddr_in6 ipv6;
};

/// Reads a host. Returns the length of the address, or -EINVAL. Names would need a resolver, which allocates.
static int32_t resolve(union address *address, const uint8_t *text, size_t length, uint16_t port) {
  char host[BELFRY_PATH_CAPACITY];
  memset(address, 0, sizeof *address);
  if (belfry_path(host, text, length) < 0) return -EINVAL;
  const char *numeric = strcmp(host, "localhost") == 0 ? "127.0.0.1" : host;
  if (inet_pton(AF_INET, numeric, &address->ipv4.sin_addr) == 1) {
    address->ipv4.sin_family = AF_INET;
    address->ipv4.sin_port = htons(port);
    return sizeof address->ipv4;
  }
  if (inet_pton(AF_INET6, numeric, &address->ipv6.sin6_addr) == 1) {
    address->ipv6.sin6_family = AF_INET6;
    address->ipv6.sin6_port = htons(port);
    return sizeof address->ipv6;
  }
  return -EINVAL;
}

static int32_t begin(int family, const struct sockaddr *address, socklen_t length) {
  int descriptor = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -errno;
  // Without this an exchange of small packets waits 40 ms for the peer's delayed acknowledgement.
  int on = 1;
  if (family != AF_UNIX) setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  int status;
  do {
    status = connect(descriptor, address, length);
  } while (status < 0 && errno == EINTR && family == AF_UNIX);
  // An interrupted TCP connection goes on by itself.
  if (status == 0 || errno == EINPROGRESS || errno == EINTR) return descriptor;
  int32_t failure = -errno;
  close(descriptor);
  return failure;
}

int32_t belfry_tcp_check(const uint8_t *host, size_t length) {
  union address address;
  return resolve(&address, host, length, 0) < 0 ? -EINVAL : 0;
}

int32_t belfry_tcp_connect(const uint8_t *host, size_t length, uint16_t port) {
  union address address;
  int32_t size = resolve(&address, host, length, port);
  return size < 0 ? size : begin(address.any.sa_family, &address.any, (socklen_t)size);
}

int32_t belfry_unix_connect(const uint8_t *path, size_t length) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (length == 0 || memchr(path, 0, length) != NULL) return -EINVAL;
  if (length >= sizeof address.sun_path) return -ENAMETOOLONG;
  memcpy(address.sun_path, path, length);
  return begin(AF_UNIX, (struct sockaddr *)&address, sizeof address);
}

/// Whether both ends are the same socket: a retry at a local port without a listener can connect to itself.
static bool is_own_peer(int descriptor) {
  union address own, peer;
  socklen_t own_length = sizeof own, peer_length = sizeof peer;
  memset(&own, 0, sizeof own);
  memset(&peer, 0, sizeof peer);
  if (getsockname(descriptor, &own.any, &own_length) < 0) return false;
  if (getpeername(descriptor, &peer.any, &peer_length) < 0) return false;
  if (own.any.sa_family != AF_INET && own.any.sa_family != AF_INET6) return false;
  return own_length == peer_length && memcmp(&own, &peer, own_length) == 0;
}

int32_t belfry_connection_status(int32_t descriptor) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLOUT};
  if (poll(&waiting, 1, 0) == 0) return -EINPROGRESS;
  int failure = 0;
  socklen_t length = sizeof failure;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) < 0) return -errno;
  if (failure != 0) return -failure;
  return is_own_peer(descriptor) ? -ECONNREFUSED : 0;
}
