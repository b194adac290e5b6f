// A request to another process, which is privileged, to cycle the power of the Bluetooth chip.
#ifndef BELFRY_RESETREQUEST_H
#define BELFRY_RESETREQUEST_H

#include <stdint.h>

/// Creates the file `reset-radio` in the folder that the environment's RUNTIME_DIRECTORY names. Its content is `round`
/// in decimal. The process that serves it removes it.
///
/// Returns 0, -ENOENT without such a folder, -EEXIST if the last request is still there, or another negative errno.
int32_t belfry_reset_request(uint8_t round);

#endif
