// A serial line or a pseudo-terminal that carries H4.
#ifndef BELFRY_SERIAL_H
#define BELFRY_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether a speed, in bits per second, is one of those that termios names.
bool belfry_serial_supports(uint32_t baud);

/// Opens a line raw, 8 bits, no parity, one stop bit, with RTS/CTS flow control. Returns a descriptor; -EINVAL for a
/// speed that is not supported, -ENOTTY for a path that is no serial line.
int32_t belfry_serial_open(const uint8_t *path, size_t length, uint32_t baud);

/// Drops what was written and not yet sent. Without it, closing a line whose other end takes nothing waits up to 30 s.
void belfry_serial_drop_output(int32_t descriptor);

#endif
