// Standard error, without waiting for its reader.
#ifndef BELFRY_STANDARD_ERROR_H
#define BELFRY_STANDARD_ERROR_H

#include <stddef.h>
#include <stdint.h>

/// Writes a line of at most PIPE_BUF octets to standard error. Returns 0, or -EAGAIN if not all of it went out.
int32_t belfry_say(const uint8_t *line, size_t count);

/// How many lines did not go out, as it was set last.
uint32_t belfry_missed_lines(void);
void belfry_set_missed_lines(uint32_t count);

#endif
