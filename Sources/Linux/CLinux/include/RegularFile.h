// Files that are read whole at start: never a FIFO, a device or a socket, which could be waited for without end.
#ifndef BELFRY_REGULAR_FILE_H
#define BELFRY_REGULAR_FILE_H

#include <stddef.h>
#include <stdint.h>

/// Opens a regular file of at most `limit` octets for reading. Returns the descriptor; -BELFRY_ENOTREGULAR, -EFBIG.
int32_t belfry_open_regular(const uint8_t *path, size_t length, size_t limit);

/// Returns `descriptor` if it is a regular file; else closes it and returns -BELFRY_ENOTREGULAR.
int32_t belfry_regular(int32_t descriptor);

#endif
