// Opening, reading and writing. Nothing here waits; an interrupted call is made again.
#ifndef BELFRY_DESCRIPTOR_H
#define BELFRY_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Ways to open a path.
#define BELFRY_OPEN_READ 0
#define BELFRY_OPEN_READ_WRITE 1
/// For output. A regular file is made if it is missing. A file or a FIFO must belong to this program's user
/// (-BELFRY_EFOREIGN), and gets mode 0600. Root's FIFO is also accepted if only root and its group can use it. A
/// symbolic link is refused (-ELOOP). A FIFO is opened for reading as well, so that it needs no reader.
/// `/dev/stdout`, `/dev/stderr`, `/dev/fd/N` and `/proc/self/fd/N` are opened as the caller left them.
///
/// REPLACE empties a file, APPEND continues it.
#define BELFRY_OPEN_REPLACE 2
#define BELFRY_OPEN_APPEND 3

/// Opens a path without waiting. Returns the descriptor.
int32_t belfry_open(const uint8_t *path, size_t length, int32_t mode);

/// Ends the last line of a file that a run before this one, which lost its power or the room on its disk, has left in
/// part. Returns 0; 1 if the disk is still full, so that the line is not ended; or a negative errno.
int32_t belfry_end_last_line(int32_t descriptor);

/// Opens a FIFO for reading and writing, so that it never ends, or a file for reading. Returns the descriptor.
///
/// Both must belong to this program's user or to root (-BELFRY_EFOREIGN), and their group and others may not write to
/// them (-BELFRY_ESHARED). `/dev/stdin`, `/dev/fd/N` and `/proc/self/fd/N` are opened as the caller left them.
int32_t belfry_open_script(const uint8_t *path, size_t length);

/// A descriptor of our own for standard output: one that does not wait where there is a way to it.
int32_t belfry_open_standard_output(void);

/// Another descriptor for standard input.
int32_t belfry_open_standard_input(void);

void belfry_close(int32_t descriptor);

/// Reads the available octets. Returns their number, 0 at the end, -EAGAIN if no octet is available now, even for a
/// blocking descriptor.
int32_t belfry_read(int32_t descriptor, uint8_t *octets, size_t capacity);

/// Writes in one call. Returns how many octets were taken.
int32_t belfry_write(int32_t descriptor, const uint8_t *octets, size_t count);

/// Writes as much as a reader that does not read leaves room for, also to a descriptor that would wait. Returns how
/// many octets were taken, -EAGAIN for none.
int32_t belfry_write_now(int32_t descriptor, const uint8_t *octets, size_t count);

#endif
