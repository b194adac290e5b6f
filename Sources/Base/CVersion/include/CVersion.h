#ifndef CVERSION_H
#define CVERSION_H

#include <stddef.h>
#include <stdint.h>

/// `belfry`, a space, the version that Board/version prints, and a line end.
const uint8_t *_Nonnull belfry_version_octets(void);

/// How many octets these are.
size_t belfry_version_count(void);

#endif
