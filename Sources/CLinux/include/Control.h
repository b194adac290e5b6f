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

/// Listens at a path, which gets mode 0600. A socket at which nobody listens any more is replaced. Returns a
/// descriptor; -EADDRINUSE if somebody listens there, -ENOTSOCK if something is there that is no socket.
int32_t belfry_control_listen(const uint8_t *path, size_t length, struct belfry_file_identity *file);

/// The next connection, that does not wait; -EAGAIN if there is none.
int32_t belfry_control_accept(int32_t listener);

/// Removes the socket's file, if it still is the one that was made.
void belfry_control_remove(const uint8_t *path, size_t length, uint64_t device, uint64_t inode);

#endif
