// Streams to a controller that another program plays.
#ifndef BELFRY_NETWORK_H
#define BELFRY_NETWORK_H

#include <stddef.h>
#include <stdint.h>

/// Begins to connect to a numeric address (IPv4, or IPv6) or to `localhost`. Returns a descriptor, whose connection may
/// still be in progress; -EINVAL for any other host.
int32_t belfry_tcp_connect(const uint8_t *host, size_t length, uint16_t port);

/// Whether text is a host that `belfry_tcp_connect` takes: 0 or -EINVAL.
int32_t belfry_tcp_check(const uint8_t *host, size_t length);

/// Connects to a Unix stream socket. Returns a descriptor.
int32_t belfry_unix_connect(const uint8_t *path, size_t length);

/// The state of a connection: 0 when it is made, -EINPROGRESS while it is in progress, or the error why it failed.
int32_t belfry_connection_status(int32_t descriptor);

#endif
