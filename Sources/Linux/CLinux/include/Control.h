// The Unix stream socket at which other programs ask and answer.
#ifndef BELFRY_CONTROL_H
#define BELFRY_CONTROL_H

#include <stddef.h>
#include <stdint.h>

/// Tells a file from another that has its name later.
struct belfry_file_identity {
  uint64_t device;
  uint64_t inode;
};

/// Listens at a path, which gets mode 0600. Replaces a socket without a listener. Returns a descriptor; -EADDRINUSE if
/// a program listens there, -ENOTSOCK if the path is not a socket.
int32_t belfry_control_listen(const uint8_t *path, size_t length, struct belfry_file_identity *file);

/// The next connection, as a non-blocking descriptor; -EAGAIN without a connection.
int32_t belfry_control_accept(int32_t listener);

/// Removes the socket's file, if it still is the one that was made.
void belfry_control_remove(const uint8_t *path, size_t length, uint64_t device, uint64_t inode);

#endif
